import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { RecordFacts, type ReportedFact } from '../../../src/billing/index.js';
import { TaskStore } from '../../../src/creation/index.js';
import { begin, conclude, recordOutput } from '../../../src/creation/tasks/task.js';
import { ChangeCredits, type Difference } from '../../../src/credits/index.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { Shares } from '../../../src/rewards/shares/shares.js';
import { SHARE_WAITS_DAYS } from '../../../src/rewards/shares/shares.shared.js';
import { member, refusal, type Person } from '../../support/people/account.js';
import { requestEnvelope } from '../../support/people/creating.js';
import { drawn } from '../../support/people/drawn.js';
import { judgedImage, moderator } from '../../support/people/moderation.js';
import { must } from '../../support/people/must.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY = 86_400_000;

const CHOICE = { title: 'A lighthouse', sharing: 'recipe', surcharge: 2, consent: true } as const;

describe('surcharges of authors over the wire', () => {
  let app: TestApp;
  let ada: Person;
  let eve: Person;
  let mod: Person;
  let image: Buffer;
  let taskId: TaskId;
  let workId: string;

  const idOf = async (who: Person): Promise<UserId> => (await who.me()).id as UserId; // the session's own
  const record = async (person: Person, facts: readonly ReportedFact[]): Promise<void> => {
    const userId = await idOf(person);
    const owner = { appName: 'kinora', gateway: 'test', platformName: 'card', userId } as const;
    const answer = await app.nest.get(CommandBus).execute(new RecordFacts(owner, `sub.${userId}`, facts));
    if (!answer.ok) throw new Error(answer.error.identifier);
  };
  const grantsOf = async (who: Person, source: string): Promise<number> =>
    (await who.api.credits.balance.query({})).grants
      .filter((grant) => grant.source === source)
      .reduce((sum, { available }) => sum + available, 0);
  const create = (who: Person, amount = 100) => {
    const price = { amount, priceVersion: 1 };
    const recipe = { prompt: 'a red house', seed: 3, count: 1, style: 'natural', aspect: '1:1' } as const;
    return who.api.text2Image.create.mutate({ ...requestEnvelope('preview'), ...recipe, price, originId: workId });
  };
  const capturedOf = async (id: string) => (await eve.api.task.get.query({ id })).captured;
  /** Ends a queued creation with its result, as an engine's work does; the rest is the product's own. */
  const finish = async (id: string): Promise<void> => {
    const at = app.parts.clock.now();
    const { hash, size } = await app.parts.blobs.put(image, `task:${id}:0:1`);
    const tasks = app.nest.get(TaskStore, { strict: false });
    const task = id as TaskId; // the answer's own
    const made = { state: 'ready', seed: 3, type: 'image/png', width: 64, height: 64 } as const;
    const output = { ...made, hash, reference: `task:${id}:0:1`, bytes: size };
    must(await tasks.change(task, (now) => begin(now, 1, at)));
    must(await tasks.change(task, (now) => recordOutput(now, 1, 0, output, at)));
    must(await tasks.change(task, (now) => conclude(now, 1, at)));
    await until(
      () => capturedOf(id),
      (captured) => captured !== undefined,
    );
  };
  const earnings = () => ada.api.rewards.earnings.query();

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    eve = await member(app, 'eve@example.org');
    mod = await moderator(app);
    image = await judgedImage(app, '#3a6ea5', 'passes');
    taskId = await drawn(app, await idOf(ada), { bytes: image });
    workId = `${taskId}-0`;
    await ada.api.work.publish.mutate({ taskId, index: 0, ...CHOICE });
    await mod.api.work.judge.mutate({ id: workId, verdict: { kind: 'approve', round: 1 } });
  });
  afterAll(() => app.close());

  const price = (person: Person) => person.api.work.surcharge.query({ id: workId, procedure: 'text2Image.create' });

  it('are part of the price that others see, from the next quote on', async () => {
    expect([await price(eve), await price(ada)]).toEqual([2, 0]);
    await ada.api.work.ask.mutate({ taskId, index: 0, surcharge: 10 });
    expect(await price(eve)).toBe(10);
    const page: unknown = await (await eve.fetch(`/api/works/${workId}`)).json();
    expect(page).toMatchObject({ work: { remix: { surcharge: 10 } } });
    expect(await refusal(ada.api.work.ask.mutate({ taskId, index: 0, surcharge: 21 }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
    expect(await refusal(eve.api.work.ask.mutate({ taskId, index: 0, surcharge: 0 }))).toMatchObject({
      identifier: 'PUBLISHED_PERMISSION_ERROR',
    });
    // The price without it is not enough.
    const refused = await refusal(create(eve, 10));
    expect(refused).toMatchObject({ identifier: 'PRICE_CHANGED' });
  });

  it('earn nothing by promotional credits, and are given back with a creation that is cancelled', async () => {
    const before = (await eve.api.credits.balance.query({})).available;
    const canceled = await create(eve);
    await eve.api.task.cancel.mutate({ id: canceled.id });
    await until(
      async () => (await eve.api.credits.balance.query({})).available,
      (available) => available === before,
    );
    const { id, data } = await create(eve);
    expect(data).toMatchObject({ surcharge: 10, origin: workId });
    await finish(id);
    expect(await capturedOf(id)).toBe(data.price);
    expect(await earnings()).toEqual({ works: [] });
  });

  it('earn the author a share of what sold credits paid, two weeks later, in both statements and no name', async () => {
    const at = app.parts.clock.now();
    const eveId = await idOf(eve);
    const base = { occurredAt: at, currency: 'usd', periodStart: at, periodEnd: at + 30 * DAY };
    const priceId = 'kinora-lite-monthly';
    const started = { factId: 'e1', customSub: 0, customerId: 'c', discountRate: 0, status: 'active' } as const;
    const paid = { factId: 'e2', amountPaid: 1_500, anchor: at, invoiceId: 'in.eve', reason: 'start' } as const;
    await record(eve, [
      { type: 'SubscriptionStarted', data: { ...base, ...started, priceId } },
      { type: 'PaymentSucceeded', data: { ...base, ...paid, priceId } },
    ]);
    await until(
      () => grantsOf(eve, 'plan'),
      (credits) => credits > 0,
    );
    // What is left of the sign-up's credits, so that the plan's pay.
    const account = { userId: eveId, appName: 'kinora', usageType: 'credits' } as const;
    await app.nest
      .get(CommandBus)
      .execute(
        new ChangeCredits(account, {
          type: 'adjust',
          adjustmentId: 'away',
          amount: -(await grantsOf(eve, 'signup')),
          reasonCode: 'correction',
          reference: 'case:1',
          actor: 'operator:test',
          at,
        }),
      );
    const { id } = await create(eve);
    await finish(id);
    const waiting = await until(earnings, ({ works }) => works.length > 0);
    expect(waiting.works).toEqual([{ workId, title: 'A lighthouse', creations: 1, waiting: 7, granted: 0 }]);
    expect(await grantsOf(ada, 'author-share')).toBe(0);
    // Submitted again, the work is under review when the share is due; what it has earned stays earned.
    await ada.api.work.withdraw.mutate({ taskId, index: 0 });
    await ada.api.work.publish.mutate({ taskId, index: 0, ...CHOICE });
    app.pass(SHARE_WAITS_DAYS * DAY + 1_000);
    // As the sweep does every ten seconds.
    await app.nest.get(Shares, { strict: false }).grantDue();
    await until(
      () => grantsOf(ada, 'author-share'),
      (credits) => credits === 7,
    );
    await mod.api.work.judge.mutate({ id: workId, verdict: { kind: 'approve', round: 2 } });
    const paidLine = await eve.api.credits.line.query({ id });
    expect(paidLine?.steps.map(({ what, amount }) => [what, amount])).toContainEqual(['surcharge', 10]);
    const { lines } = await ada.api.credits.statement.query({});
    const line = lines.find(({ paidBy }) => paidBy[0]?.source === 'author-share');
    expect(line).toMatchObject({ kind: 'grant', net: 7, work: { title: 'a lighthouse in the fog', taskId } });
    expect(JSON.stringify([lines, await earnings()])).not.toMatch(new RegExp(`${eveId}|${id}`));
    const differences: string[] = [];
    const report = ({ where, what }: Difference): void => void differences.push(`${where} ${what}`);
    await app.nest.get(CommandBus).execute(new ReconcileLedger(report));
    const adaId = await idOf(ada);
    expect(differences.filter((text) => text.includes(adaId))).toEqual([]);
  });

  it('are taken back from the author when the payment is returned', async () => {
    const at = app.parts.clock.now();
    const refunded = { factId: 'e3', invoiceId: 'in.eve', refundId: 'e3', amount: 1_500, currency: 'usd' } as const;
    await record(eve, [{ type: 'PaymentRefunded', data: { ...refunded, occurredAt: at } }]);
    await until(
      () => grantsOf(ada, 'author-share'),
      (credits) => credits === 0,
    );
    expect(await earnings()).toEqual({ works: [] });
  });

  it('are not asked any more for a work that a moderator has removed', async () => {
    await mod.api.work.judge.mutate({ id: workId, verdict: { kind: 'remove', reason: 'spam' } });
    expect(await price(eve)).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { RecordFacts, type ReportedFact } from '../../../src/billing/index.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { codeIn, letter, member, PASSWORD, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(180_000);

const DAY = 86_400_000;

describe('invites over the wire', () => {
  let app: TestApp;
  let ada: Person;
  let code: string;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = await member(app, 'ada@example.org');
    ({ code } = await ada.api.rewards.invites.query());
  });
  afterAll(() => app.close());

  const signUp = async (person: Person, email: string): Promise<void> => {
    await person.api.account.signUp.mutate({ email, password: PASSWORD });
    await person.api.account.verifyEmail.mutate({ email, code: codeIn(await letter(app, email)) });
  };
  const invited = async (email: string): Promise<Person> => {
    const person = new Person(app.url);
    await person.visit();
    await person.api.rewards.acceptInvite.mutate({ code });
    await signUp(person, email);
    return person;
  };
  /** The credits that a person has from invites, once they are so many. */
  const fromInvites = (person: Person, expected: number): Promise<number> =>
    until(
      async () =>
        (await person.api.credits.balance.query({})).grants
          .filter(({ source }) => source === 'invite')
          .reduce((sum, { available }) => sum + available, 0),
      (sum) => sum === expected,
    );
  const record = async (person: Person, facts: readonly ReportedFact[]): Promise<void> => {
    const userId = (await person.me()).id as UserId; // the session's own
    const owner = { appName: 'kinora', gateway: 'test', platformName: 'card', userId } as const;
    const answer = await app.nest.get(CommandBus).execute(new RecordFacts(owner, `sub.${userId}`, facts));
    if (!answer.ok) throw new Error(answer.error.identifier);
  };
  const subscribe = async (person: Person): Promise<void> => {
    const at = app.parts.clock.now();
    const base = { occurredAt: at, currency: 'usd', periodStart: at, periodEnd: at + 30 * DAY };
    const priceId = 'kinora-lite-monthly';
    const { id } = await person.me();
    const started = { factId: `${id}.1`, customSub: 0, customerId: id, discountRate: 0, status: 'active' } as const;
    const paid = { factId: `${id}.2`, amountPaid: 1_500, anchor: at, invoiceId: `in.${id}`, reason: 'start' } as const;
    await record(person, [
      { type: 'SubscriptionStarted', data: { ...base, ...started, priceId } },
      { type: 'PaymentSucceeded', data: { ...base, ...paid, priceId } },
    ]);
  };

  it('give the friend 10 credits at sign-up and 50 to both with the first plan, which a refund takes back', async () => {
    const bea = await invited('bea@example.org');
    expect(await fromInvites(bea, 10)).toBe(10);
    await subscribe(bea);
    expect([await fromInvites(bea, 60), await fromInvites(ada, 50)]).toEqual([60, 50]);
    expect(await ada.api.rewards.invites.query()).toEqual({ code, invited: 1, signedUp: 1, subscribed: 1, earned: 50 });
    expect((await bea.api.notices.list.query({})).items.map(({ content }) => content)).toContainEqual({
      kind: 'credits-given',
      source: 'invite',
      amount: 50,
    });
    const { id } = await bea.me();
    const factId = `${id}.3`;
    const at = app.parts.clock.now();
    const refunded = {
      occurredAt: at,
      factId,
      invoiceId: `in.${id}`,
      refundId: factId,
      amount: 1_500,
      currency: 'usd',
    };
    await record(bea, [{ type: 'PaymentRefunded', data: refunded }]);
    expect([await fromInvites(bea, 10), await fromInvites(ada, 0)]).toEqual([10, 0]);
    expect(await ada.api.rewards.invites.query()).toMatchObject({ subscribed: 0, earned: 0 });
    // Nobody's address or id is in what the inviter receives.
    const seen = JSON.stringify([await ada.api.credits.statement.query({}), await ada.api.rewards.invites.query()]);
    expect(seen).not.toContain(id);
    expect(seen).not.toContain('bea@');
  });

  it('are refused by code: unknown, one’s own, an older account, a subscriber', async () => {
    expect(await refusal(ada.api.rewards.acceptInvite.mutate({ code: 'x' }))).toMatchObject({
      identifier: 'WRONG_INVITE_CODE',
    });
    expect(await refusal(ada.api.rewards.acceptInvite.mutate({ code }))).toMatchObject({ identifier: 'INVITE_SELF' });
    const cleo = await member(app, 'cleo@example.org');
    app.pass(2 * DAY);
    expect(await refusal(cleo.api.rewards.acceptInvite.mutate({ code: ` ${code.toUpperCase()} ` }))).toMatchObject({
      identifier: 'INVITE_ALREADY_SIGNED_UP',
      params: { credits: 50 },
    });
    await subscribe(cleo);
    // For joining she receives nothing.
    expect([await fromInvites(cleo, 50), await fromInvites(ada, 50)]).toEqual([50, 50]);
    expect(await refusal(cleo.api.rewards.acceptInvite.mutate({ code }))).toMatchObject({
      identifier: 'INVITE_ALREADY_SUBSCRIBED',
    });
  });

  it('give nothing for a second account of the same browser or mailbox', async () => {
    await ada.leave();
    await signUp(ada, 'someone.else@example.org');
    await ada.enter({ email: 'someone.else@example.org', password: PASSWORD });
    expect(await refusal(ada.api.rewards.acceptInvite.mutate({ code }))).toMatchObject({ identifier: 'INVITE_SELF' });
    await ada.leave();
    const twin = await invited('ada+2@example.org');
    await subscribe(twin);
    const stored = async () => (await twin.api.credits.balance.query({})).grants.map(({ source }) => source);
    expect(await until(stored, (sources) => sources.includes('plan'))).not.toContain('invite');
    await ada.enter({ email: 'ada@example.org', password: PASSWORD });
    expect((await ada.api.rewards.invites.query()).signedUp).toBe(1);
  });

  it('need an account to be handed out, and are explained to the reconciliation', async () => {
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(await refusal(visitor.api.rewards.invites.query())).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    const report = await app.nest.get(CommandBus).execute(new ReconcileLedger());
    expect(report).toMatchObject({ differences: [] });
  });
});

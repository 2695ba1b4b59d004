import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeCommands } from '../../../src/billing/close/cli.js';
import { closingFile, type CheckResult, type CloseMonth } from '../../../src/billing/close/close.shared.js';
import { bodyOf, Closings } from '../../../src/billing/close/closings.js';
import { closeCodec, closeStream, type CloseEvent } from '../../../src/billing/close/events.js';
import { endOfMonth, daysOfMonth, monthOf, monthsLater } from '../../../src/billing/close/month.shared.js';
import { PURCHASE_MONEY } from '../../../src/billing/finance/revenue.sources.js';
import { REVENUE_VERSION } from '../../../src/billing/finance/revenue.projection.js';
import { RecordPurchase } from '../../../src/billing/index.js';
import { makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { DAILY_ROOTS } from '../../../src/credits/proof/proof.module.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import { accountStream, type Difference } from '../../../src/credits/index.js';
import { OfferAdministration } from '../../../src/identity/index.js';
import { chainEvent, GENESIS_HASH } from '../../../src/kernel/event-sourcing/chain.js';
import type { RecordedEvent } from '../../../src/kernel/event-sourcing/event.js';
import { runCli } from '../../../src/platform/cli.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { member, type Person } from '../../support/people/account.js';
import { account } from '../../support/people/credits.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(240_000);

const DAY = 86_400_000;
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } as const;

describe('closing a month', () => {
  let app: TestApp;
  let fay: Person;
  let month: string;
  /** What the store gives instead of the stream of a closing, as after a rewrite. */
  let rewritten: ((stored: readonly RecordedEvent[]) => readonly RecordedEvent[]) | undefined;

  beforeAll(async () => {
    let clock = { now: () => Date.now() };
    const store = createMemoryEventStore({ now: () => clock.now() });
    const events = new Proxy(store, {
      get: (target, name) => {
        if (name === 'readStream')
          return async (...given: Parameters<typeof store.readStream>) => {
            const found = await target.readStream(...given);
            return rewritten !== undefined && given[0].startsWith('close-') ? rewritten(found) : found;
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    app = await startApp({ env: { ROLES: 'api,projector' }, parts: { events } });
    clock = app.parts.clock;
    // The tenth day of a month, whatever today is.
    app.pass(endOfMonth(monthOf(clock.now())) - clock.now() + 9.5 * DAY);
    month = monthOf(clock.now());
    fay = await member(app, 'fay@example.org');
    await fay.api.account.claimAdmin.mutate({
      token: (await app.nest.get(CommandBus).execute(new OfferAdministration())) ?? '',
    });
    await purchase('pi_1', clock.now());
    await until(
      () => store.readStream(accountStream(account('ann'))),
      (found) => found.length > 0,
    );
  });
  afterAll(() => app.close());

  /** A purchase, as the gateway reports it and as its balance states it. */
  async function purchase(id: string, occurredAt: number): Promise<void> {
    await app.nest
      .get(Transactions)
      .keep(
        [
          {
            gateway: 'sandbox',
            transactionId: `txn-${id}`,
            kind: 'payment',
            at: occurredAt,
            amount: 3_500,
            fee: 100,
            currency: 'usd',
            original: null,
            subjectId: `in-${id}`,
            payoutId: null,
          },
        ],
        app.parts.clock,
      );
    expect(
      await app.nest
        .get(CommandBus)
        .execute(
          new RecordPurchase(owner, id, [
            {
              type: 'PurchasePaid',
              data: {
                factId: `f-${id}`,
                occurredAt,
                amountPaid: 3_500,
                currency: 'usd',
                invoiceId: `in-${id}`,
                priceId: 'kinora-credits-500',
              },
            },
          ]),
        ),
    ).toMatchObject({ ok: true });
    const runtime = app.nest.get(LogRuntime);
    await until(
      async () => runtime.isAt(await app.parts.events.head()),
      (isThere) => isThere,
    );
  }
  async function reconcile(): Promise<readonly Difference[]> {
    const found: Difference[] = [];
    await app.nest.get(CommandBus).execute(new ReconcileLedger((difference) => found.push(difference), true));
    return found;
  }
  const roots = () => makeDailyRoots(app.nest.get<DailyRootsParts>(DAILY_ROOTS), app.parts.clock.now());
  const failing = (checks: readonly CheckResult[]) =>
    checks.filter(({ problem }) => problem !== null).map(({ name }) => name);
  const accepting = ({ checks }: CloseMonth) =>
    checks
      .filter(({ problem, acceptable }) => problem !== null && acceptable)
      .map(({ name }) => ({ check: name, reason: 'explained' as const, case: 'CASE-1' }));
  const look = () => fay.api.close.month.query({ month });
  const figure = ({ figures }: CloseMonth, name: string) =>
    figures.find((one) => one.name === name && one.unit === 'usd' && one.of === null);
  const download = async (closing: number): Promise<unknown> =>
    (await fay.fetch(`/api/finance/closings/${month}.${closing}.json`)).json();

  it('is refused while the month runs, and to whoever is not finance', async () => {
    const before = await look();
    expect(before).toMatchObject({ state: 'running', history: [], signer: { name: 'fay@example.org' } });
    expect(failing(before.checks)).toEqual(expect.arrayContaining(['over', 'reconciled', 'roots']));
    await expect(
      fay.api.close.sign.mutate({ month, closingId: randomUUID(), accepted: accepting(before) }),
    ).rejects.toMatchObject({ message: 'MONTH_NOT_READY' });
    const eve = await member(app, 'eve@example.org');
    await expect(eve.api.close.sign.mutate({ month, closingId: randomUUID() })).rejects.toMatchObject({
      message: 'PERMISSION_ERROR',
    });
    await expect(eve.api.close.month.query({ month })).rejects.toMatchObject({ message: 'PERMISSION_ERROR' });
    await expect(fay.api.close.month.query({ month: monthsLater(month, 1) })).rejects.toMatchObject({
      message: 'VALIDATION_ERROR',
    });
  });

  it('closes once in the name of who signs, when all is checked, and gives a signed file', async () => {
    app.pass(endOfMonth(month) - app.parts.clock.now() + DAY);
    await roots();
    expect(await reconcile()).toEqual([]);
    expect(failing((await look()).checks)).toEqual([]);
    // A lost root may be accepted with a reason.
    const lost = `${month}-12`;
    const signed = await app.parts.documents.collection(
      { name: 'credits_roots', indexes: [['state', 'day']] },
      (stored) => stored,
    );
    await signed.delete(lost, (await signed.get(lost))?.version ?? 0);
    const ready = await look();
    expect(ready.checks.filter(({ problem }) => problem !== null)).toEqual([
      { name: 'roots', problem: 'roots-missing', params: { day: lost, count: 1 }, acceptable: true },
    ]);
    await expect(fay.api.close.sign.mutate({ month, closingId: randomUUID() })).rejects.toMatchObject({
      message: 'MONTH_NOT_READY',
    });
    const input = { month, closingId: randomUUID(), accepted: accepting(ready) };
    const [one, other] = await Promise.all([fay.api.close.sign.mutate(input), fay.api.close.sign.mutate(input)]);
    expect([one.history.length, other.history.length]).toEqual([1, 1]);
    expect(one).toMatchObject({
      state: 'closed',
      differs: false,
      history: [{ closing: 1, actor: { name: 'fay@example.org' }, accepted: input.accepted, reopened: null }],
    });
    expect(figure(one, 'paid')).toMatchObject({ frozen: 3_500, now: 3_500, late: 0 });
    await expect(fay.api.close.sign.mutate({ ...input, closingId: randomUUID() })).rejects.toMatchObject({
      message: 'MONTH_CLOSED',
    });
    const { body, signature, key } = closingFile.parse(await download(1));
    expect(
      verify(
        null,
        Buffer.from(body),
        createPublicKey({ key: { ...key }, format: 'jwk' }),
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(bodyOf({ body })).toMatchObject({
      month,
      closing: 1,
      figures: {
        credits: [{ usageType: 'credits' }],
        money: [{ currency: 'usd', revenue: { paid: 3_500 } }],
        root: { day: daysOfMonth(month).to },
      },
    });
    expect((await fay.fetch(`/api/finance/closings/${month}.2.json`)).status).toBe(404);
    const { records } = await fay.api.operatorLog.list.query({});
    expect(records).toContainEqual(
      expect.objectContaining({
        what: 'close.sign',
        permission: 'closeMonths',
        subjects: { month, closingId: input.closingId },
      }),
    );
    expect(await reconcile()).toEqual([]);
  });

  it('is verified by a command without the product, which names a changed file', async () => {
    const lines: string[] = [];
    const command = async (path: string) =>
      runCli(
        [{ name: 'ledger', commands: closeCommands }],
        ['ledger', 'verify-close', path],
        () => Promise.reject(new Error('opened')),
        { say: (line) => lines.push(line), complain: (line) => lines.push(line) },
      );
    const path = join(app.config.dataDir, 'closing.json');
    const file = closingFile.parse(await download(1));
    await writeFile(path, JSON.stringify(file));
    expect(await command(path)).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^Closing 1 of ${month}, signed for `));
    await writeFile(path, JSON.stringify({ ...file, body: file.body.replace('"paid":3500', '"paid":4500') }));
    expect(await command(path)).toBe(1);
    expect(lines.at(-1)).toContain('The file was changed');
  });

  it('tells what became known after closing from what was changed', async () => {
    await purchase('pi_2', Date.parse(daysOfMonth(month).to));
    const after = await look();
    expect(after.differs).toBe(false);
    expect(figure(after, 'paid')).toMatchObject({ frozen: 3_500, now: 7_000, late: 3_500 });
    expect(await reconcile()).toEqual([]);
    const name = `${PURCHASE_MONEY.name}_v${REVENUE_VERSION}`;
    const pages = await app.parts.documents.collection(
      { name, indexes: [] },
      (stored) => stored as { readonly data: { readonly rows: readonly { readonly paid: number }[] } },
    ); // written by the projection
    const page = await pages.get(daysOfMonth(month).to);
    if (page === undefined) throw new Error('no page of revenue');
    await pages.put({
      id: page.id,
      expectedVersion: page.version,
      document: {
        ...page.document,
        data: { ...page.document.data, rows: page.document.data.rows.map((row) => ({ ...row, paid: row.paid + 1 })) },
      },
    });
    expect(await look()).toMatchObject({ differs: true });
    expect((await reconcile()).map(({ code }) => code)).toEqual(
      expect.arrayContaining(['closed-figures-differ', 'document-differs']),
    );
    await pages.put({ id: page.id, expectedVersion: page.version + 1, document: page.document });
    expect(await look()).toMatchObject({ differs: false });
  });

  it('books it in the journal of the next month, and leaves the closed one as it was signed', async () => {
    const { figures } = bodyOf(closingFile.parse(await download(1)));
    const next = {
      from: daysOfMonth(monthsLater(month, 1)).from,
      to: new Date(app.parts.clock.now()).toISOString().slice(0, 10),
    };
    const { figures: now } = await look();
    const moved = (name: string, frozen: boolean) =>
      now.filter(({ group, of }) => group === 'journal' && of === name).map((one) => (frozen ? one.frozen : one.now));
    expect(moved('sandbox clearing', false)).toEqual(moved('sandbox clearing', true));
    expect(figures.journal).toContainEqual({
      gateway: 'sandbox',
      currency: 'usd',
      role: 'clearing',
      debit: 3_500,
      credit: 100,
    });
    expect(await fay.api.close.month.query({ month: next.from.slice(0, 7) })).toMatchObject({
      figures: expect.arrayContaining([
        expect.objectContaining({ group: 'journal', of: 'sandbox clearing', now: 3_400 }),
      ]),
    });
  });

  /** Names of the account for money at gateways in the journal, by month. */
  async function accountNames(): Promise<readonly (readonly [month: string | undefined, name: string | undefined])[]> {
    const query = new URLSearchParams({
      form: 'quickbooks',
      currency: 'usd',
      from: daysOfMonth(month).from,
      to: new Date(app.parts.clock.now()).toISOString().slice(0, 10),
    });
    const [, ...lines] = (await (await fay.fetch(`/api/finance/journal?${query}`)).text()).trim().split('\r\n');
    const named = lines
      .map((line) => line.split(','))
      .filter(([, , name]) => name === 'Payment gateways' || name === 'Money in transit');
    return [
      ...new Map(
        named.map(([, day, name]) => [`${day?.slice(0, 2)} ${name}`, [day?.slice(0, 2), name] as const]),
      ).values(),
    ];
  }
  const months = () => [month, monthsLater(month, 1)].map((one) => one.slice(5));

  it('keeps the accounts of the journal with which it was closed, while open months follow the mapping', async () => {
    const {
      version,
      settings: { accounts },
    } = await fay.api.accounting.settings.query();
    await fay.api.accounting.change.mutate({
      version,
      change: { part: 'accounts', accounts: { ...accounts, clearing: { code: '1360', name: 'Money in transit' } } },
    });
    const [closed, open] = months();
    expect(await accountNames()).toEqual([
      [closed, 'Payment gateways'],
      [open, 'Money in transit'],
    ]);
    expect(await look()).toMatchObject({ differs: false });
  });

  it('re-opens with a reason and a case, and closes again with a new document beside the old one', async () => {
    await expect(
      fay.api.close.reopen.mutate({ month, closing: 1, reason: 'late-facts', case: 'Ann called' }),
    ).rejects.toMatchObject({ message: 'VALIDATION_ERROR' });
    const input = { month, closing: 1, reason: 'late-facts', case: 'CASE-2' } as const;
    expect(await fay.api.close.reopen.mutate(input)).toMatchObject({
      state: 'open',
      history: [{ reopened: { actor: { name: 'fay@example.org' }, reason: 'late-facts', case: 'CASE-2' } }],
    });
    expect((await fay.api.close.reopen.mutate(input)).history).toHaveLength(1);
    expect(new Set((await accountNames()).map(([, name]) => name))).toEqual(new Set(['Money in transit']));
    const again = await fay.api.close.sign.mutate({
      month,
      closingId: randomUUID(),
      accepted: accepting(await look()),
    });
    expect(again.history.map(({ closing }) => closing)).toEqual([2, 1]);
    expect(figure(again, 'paid')).toMatchObject({ frozen: 7_000, now: 7_000, late: 0 });
    const paid = async (closing: number) =>
      bodyOf(closingFile.parse(await download(closing))).figures.money[0]?.revenue.paid;
    expect([await paid(1), await paid(2)]).toEqual([3_500, 7_000]);
    expect(await reconcile()).toEqual([]);
    expect(await fay.api.close.months.query()).toMatchObject({
      months: [{ state: 'running' }, { month, state: 'closed', last: { closing: 2 } }],
    });
  });

  it('shows a decision whose process ended before its event, and lets finance withdraw it by name', async () => {
    const {
      history: [last],
    } = await look();
    const closing = last?.closing ?? 0;
    // As the process leaves it.
    const closings = app.nest.get(Closings);
    expect(
      await closings.decide(
        { month, closing, isClosed: false, withdrawals: 0, actor: 'gone', at: app.parts.clock.now() },
        async () => undefined,
      ),
    ).toEqual({ ok: true });
    expect(await look()).toMatchObject({
      state: 'closed',
      waiting: { step: 'reopen', closing, actor: { id: 'gone', name: null } },
    });
    expect((await fay.api.close.months.query()).months.find((one) => one.month === month)).toMatchObject({
      waiting: { step: 'reopen' },
    });
    const input = { month, closing, step: 'reopen' } as const;
    const gil = await member(app, 'gil@example.org');
    await expect(gil.api.close.withdraw.mutate(input)).rejects.toMatchObject({ message: 'PERMISSION_ERROR' });
    expect(await fay.api.close.withdraw.mutate(input)).toMatchObject({ state: 'closed', waiting: null });
    expect(await fay.api.close.withdraw.mutate(input)).toMatchObject({ waiting: null });
    expect((await closings.stream(month)).withdrawals).toHaveLength(1);
    expect((await fay.api.operatorLog.list.query({})).records).toContainEqual(
      expect.objectContaining({
        what: 'close.withdraw',
        permission: 'closeMonths',
        subjects: expect.objectContaining({ month }),
      }),
    );
    expect((await reconcile()).filter(({ where }) => where.startsWith('clos'))).toEqual([]);
  });

  it('is covered by the daily roots, and a document or a stream that was changed is named', async () => {
    app.pass(DAY);
    expect((await roots()).at(-1)?.body).toMatchObject({
      covers: expect.arrayContaining([{ prefix: 'close-', events: 4, streams: 1 }]),
    });
    const documents = await app.parts.documents.collection(
      { name: 'billing_closings_v1', indexes: [] },
      (stored) => stored as { readonly file: { readonly body: string } },
    ); // only changed and put back
    const stored = (await documents.find({ limit: 10 })).items.find(({ id }) => id.startsWith(`${month}.2.`));
    if (stored === undefined) throw new Error('no document');
    await documents.put({
      id: stored.id,
      expectedVersion: stored.version,
      document: {
        ...stored.document,
        file: { ...stored.document.file, body: stored.document.file.body.replace('"paid":7000', '"paid":7001') },
      },
    });
    expect(await look()).toMatchObject({
      differs: true,
      history: [
        { closing: 2, fault: 'missing' },
        { closing: 1, fault: null },
      ],
    });
    const path = `/api/finance/closings/${month}.2.json`;
    expect(await (await fay.fetch(path)).json()).toMatchObject({ error: { identifier: 'CLOSING_NOT_FOUND' } });
    const opened = await fay.fetch(path, { redirect: 'manual', headers: { accept: 'text/html,*/*' } });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/finance/close?month=${month}`]);
    expect(await reconcile()).toEqual([
      { code: 'closed-figures-differ', where: `closing ${month}.2`, what: 'its document is missing or was changed' },
    ]);
    await documents.put({ id: stored.id, expectedVersion: stored.version + 1, document: stored.document });
    expect(await look()).toMatchObject({ differs: false });
    const chained = (changed: readonly CloseEvent[], [model]: readonly RecordedEvent[]): readonly RecordedEvent[] => {
      let head = GENESIS_HASH;
      return changed.flatMap((event, revision) => {
        const link = chainEvent(head, {
          stream: closeStream(month),
          revision,
          at: event.at,
          ...closeCodec.encode(event),
        });
        head = link.hash;
        return model === undefined ? [] : [{ ...model, ...link.event }];
      });
    };
    const found = async () => (await reconcile()).map(({ code, where }) => `${code} ${where}`);
    // The stream with another person, chained anew.
    rewritten = (events) =>
      chained(
        events.map((recorded) => {
          const { event } = closeCodec.decode(recorded);
          return { ...event, data: { ...event.data, actor: 'gil' } } as CloseEvent; // the same type with another actor
        }),
        events,
      );
    const [first, second] = [`closing ${month}.1`, `closing ${month}.2`];
    expect(await found()).toEqual([
      `event-unexplained ${first}`,
      `event-unexplained ${first}`,
      `event-unexplained ${second}`,
      `event-unexplained ${second}`,
      `closed-figures-differ ${first}`,
      `closed-figures-differ ${second}`,
    ]);
    // A re-opening appended by hand, in the name of somebody who re-opened the month before.
    rewritten = (events) => {
      const decoded = events.map((recorded) => closeCodec.decode(recorded).event);
      const again = decoded.find((event) => event.type === 'MonthReopened');
      return again === undefined
        ? events
        : chained([...decoded, { ...again, data: { ...again.data, closing: 2 } }], events);
    };
    expect(await found()).toEqual([`event-unexplained ${second}`]);
    rewritten = undefined;
  });
});

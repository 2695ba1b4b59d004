import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { verifyAgainstRoot } from '../../../src/credits/proof/check/against-root.js';
import { LedgerRewritten, makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { KeptHeads } from '../../../src/credits/proof/kept-heads.js';
import { CoveredStreams } from '../../../src/credits/proof/ledger-streams.js';
import { DAILY_ROOTS, ProofModule } from '../../../src/credits/proof/proof.module.js';
import type { Receipt, ReceiptKind } from '../../../src/credits/proof/receipt.shared.js';
import { GetReceipt } from '../../../src/credits/proof/receipts.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { bodyHash } from '../../../src/credits/proof/signing-key.js';
import { checkStart, RootsLost } from '../../../src/credits/proof/start/check-start.js';
import { RootLog } from '../../../src/credits/proof/start/root-log.js';
import { verifyReceipt, type Trust } from '../../../src/credits/proof/verify.shared.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import { chainEvent, GENESIS_HASH } from '../../../src/kernel/event-sourcing/chain.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const [ann, bob] = [account('ann'), account('bob')];

const grant = (grantId: string, at: number): AccountCommand => ({
  type: 'grant',
  at,
  grantId,
  source: 'purchase',
  amount: 100,
  eligibility: 'any',
});
const hold = (holdId: string, at: number): AccountCommand => ({
  type: 'hold',
  at,
  holdId,
  amount: 4,
  eligibility: 'any',
  expiresAt: at + 30 * DAY,
  reference: 'task',
});
const capture = (holdId: string, at: number): AccountCommand => ({ type: 'capture', at, holdId, amount: 3 });

describe('daily roots over all streams, and their loss', () => {
  const clock = { time: NOON, now: (): number => clock.time };
  let events: EventStore;
  let documents: DocumentStore;
  let credits: TestCredits;
  let parts: DailyRootsParts;

  beforeEach(async () => {
    clock.time = NOON;
    [events, documents] = [createMemoryEventStore(clock), createMemoryDocumentStore()];
    credits = await startCredits({ events, documents, now: NOON, modules: [ProofModule] });
    parts = credits.nest.get<DailyRootsParts>(DAILY_ROOTS);
  });
  afterEach(() => credits.close());

  const make = (now: number) => makeDailyRoots(parts, now);
  const trust = (): Trust => ({ keys: [parts.key.publicKey] });

  /** Does something at a time, and waits until it is in the statement. */
  async function at(time: number, ...changes: readonly [typeof ann, AccountCommand][]): Promise<void> {
    clock.time = time;
    for (const [of, change] of changes) {
      const { token } = await credits.done(of, change);
      const reads = credits.nest.get(CreditsReads);
      await reads.seen(reads.statement, of, token);
    }
  }

  async function receiptOf(of: typeof ann, id: string, kind: ReceiptKind = 'creation'): Promise<Receipt> {
    const answer = await credits.ask(new GetReceipt(of, { kind, id }));
    if (answer.outcome !== 'receipt') throw new Error(answer.outcome);
    return answer.receipt;
  }

  /** A root of the 20th over four events, and two events of the day after. */
  async function twoDays(): Promise<void> {
    await at(
      NOON,
      [ann, grant('pack', NOON)],
      [bob, grant('pack', NOON)],
      [ann, hold('t1', NOON + 1)],
      [ann, hold('t2', NOON + 2)],
    );
    await make(NOON + DAY);
    await at(NOON + DAY, [ann, capture('t1', NOON + DAY)], [bob, hold('t3', NOON + DAY)]);
  }

  /** Appends a payment, in a stream that is not an account. */
  async function pay(time: number, amountPaid: number): Promise<void> {
    clock.time = time;
    const stream = 'purchase-p1' as StreamName; // a test's own
    const { event } = chainEvent(GENESIS_HASH, {
      stream,
      revision: 0,
      type: 'PurchasePaid',
      version: 1,
      at: time,
      causedBy: undefined,
      data: canonicalJson({ amountPaid }),
    });
    await events.append(stream, -1, [event]);
  }

  it('covers the streams that other contexts registered, after roots over accounts alone', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [bob, grant('other', NOON)]);
    await pay(NOON + 1, 3_500);
    // The version before settled the day and ended before it signed the root.
    await documents.carryIn('credits_roots', [
      { id: '2026-11-20', version: 1, document: { state: 'cut', day: '2026-11-20', events: 2 }, outbox: [] },
    ]);
    credits.nest.get(CoveredStreams).add({ prefix: 'purchase-' }, { prefix: 'subscription-' });
    const [old] = await make(NOON + DAY);
    expect(old?.body).toMatchObject({ version: 1, events: 2, streams: 2 });
    await at(NOON + DAY, [ann, hold('t1', NOON + DAY)]);
    const [wide] = await makeDailyRoots(parts, NOON + 2 * DAY, 'on');
    expect(wide?.body).toMatchObject({
      version: 2,
      events: 4,
      streams: 3,
      previous: bodyHash(old?.signed.body ?? ''),
      covers: [
        { prefix: 'credits-', events: 3, streams: 2 },
        { prefix: 'purchase-', events: 1, streams: 1 },
        { prefix: 'subscription-', events: 0, streams: 0 },
      ],
    });
    for (const [id, of, day] of [
      ['pack', ann, '2026-11-20'],
      ['other', bob, '2026-11-20'],
    ] as const) {
      expect(await verifyReceipt(await receiptOf(of, id, 'grant'), trust())).toMatchObject({ outcome: 'proved', day });
    }
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-21',
    });
    await at(NOON + 2 * DAY, [ann, capture('t1', NOON + 2 * DAY)]);
    expect(await makeDailyRoots(parts, NOON + 3 * DAY, 'on')).toMatchObject([{ body: { events: 5, streams: 3 } }]);
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-22',
    });
    expect(await verifyAgainstRoot(events, parts.store, new Map([['purchase-p1' as StreamName, 0]]))).toEqual({
      outcome: 'reached',
      day: '2026-11-22',
    }); // a test's own
  });

  it('finds a payment that was rewritten, by the root that covers it', async () => {
    credits.nest.get(CoveredStreams).add({ prefix: 'purchase-' });
    await at(NOON, [ann, grant('pack', NOON)]);
    await pay(NOON + 1, 3_500);
    await make(NOON + DAY);
    const forged = createMemoryEventStore(clock);
    const genuine = events;
    for await (const { events: taken, caughtUp } of genuine.follow({
      after: -1,
      prefixes: ['credits-'],
      batchSize: 10,
      signal: new AbortController().signal,
    })) {
      for (const event of taken) await forged.append(event.stream, -1, [event]);
      if (caughtUp) break;
    }
    events = forged;
    await pay(NOON + 1, 35_000);
    expect(
      await verifyAgainstRoot(
        forged,
        parts.store,
        new Map([
          [accountStream(ann), 0],
          ['purchase-p1' as StreamName, 0],
        ]),
      ),
    ).toEqual({
      outcome: 'missed',
      day: '2026-11-20',
      places: [{ stream: 'purchase-p1', revision: 0, day: '2026-11-20', what: 'another' }],
    }); // a test's own
    await expect(makeDailyRoots({ ...parts, log: forged }, NOON + 2 * DAY)).rejects.toThrow(LedgerRewritten);
  });

  it('covers with a root what the day of a moved clock had, though all was recorded on one day', async () => {
    await at(NOON, [ann, grant('pack', NOON)]);
    // Nothing of this is recorded later than noon; the product's clock says three days.
    await at(NOON, [ann, hold('t1', NOON + DAY)], [bob, grant('pack', NOON + 2 * DAY)]);
    const made = await makeDailyRoots({ ...parts, ahead: () => 3 * DAY }, NOON + 3 * DAY);
    expect(made.map(({ body }) => [body.day, body.events])).toEqual([
      ['2026-11-20', 1],
      ['2026-11-21', 2],
      ['2026-11-22', 3],
    ]);
  });

  it('goes by what the store recorded where the clock was not moved, whatever an event says', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [bob, grant('pack', NOON + 300 * DAY)], [ann, hold('t1', NOON + 1)]);
    expect((await make(NOON + DAY)).map(({ body }) => body.events)).toEqual([3]);
  });

  /** The same installation after its read models, and with them its roots, were dropped. */
  async function dropped(): Promise<DailyRootsParts> {
    const fresh = createMemoryDocumentStore();
    return { ...parts, store: await RootStore.open(fresh), heads: new KeptHeads(fresh) };
  }

  it('signs nothing anew where the log notes that roots were signed and there are none', async () => {
    await twoDays();
    const [signed] = (await parts.store.page(1)).roots;
    const without = await dropped();
    await expect(makeDailyRoots(without, NOON + 3 * DAY)).rejects.toThrow(
      /the log notes that a root was signed for 2026-11-20, but this installation has none/,
    );
    expect((await without.store.page(10)).roots).toEqual([]);
    // An operator accepts it: roots go on after the lost one, and name it.
    await without.rootLog.restarted(
      { day: '2026-11-20', bodyHash: bodyHash(signed?.body ?? '') },
      'case-7',
      NOON + 3 * DAY,
    );
    expect(await makeDailyRoots(without, NOON + 3 * DAY)).toMatchObject([
      { body: { day: '2026-11-21', events: 6, previous: bodyHash(signed?.body ?? '') } },
      { body: { day: '2026-11-22' } },
    ]);
    expect(await makeDailyRoots(without, NOON + 4 * DAY)).toHaveLength(1);
  });

  it('signs nothing anew where a copy outside has a root that is not here', async () => {
    await twoDays();
    const kept = await make(NOON + 2 * DAY);
    const fresh = createMemoryEventStore(clock);
    const rolledBack = { ...(await dropped()), rootLog: new RootLog(fresh), copies: async () => kept };
    await expect(makeDailyRoots(rolledBack, NOON + 3 * DAY)).rejects.toThrow(
      /a copy outside this installation has a root for 2026-11-21/,
    );
    expect((await rolledBack.store.page(10)).roots).toEqual([]);
    expect(await makeDailyRoots({ ...parts, copies: async () => kept }, NOON + 3 * DAY)).toHaveLength(1);
  });

  it('begins by itself on a log of many days for which nothing was ever signed', async () => {
    await at(NOON, [ann, grant('pack', NOON)]);
    expect(await make(NOON + 9 * DAY)).toHaveLength(9);
  });

  it('notes a root that a version before signed, so that its loss shows', async () => {
    await twoDays();
    const upgraded = { ...parts, rootLog: new RootLog(createMemoryEventStore(clock)) };
    await checkStart(upgraded, NOON + DAY);
    expect((await upgraded.rootLog.notes()).signed).toMatchObject({ day: '2026-11-20' });
    await expect(checkStart({ ...upgraded, store: (await dropped()).store }, NOON + DAY)).rejects.toThrow(RootsLost);
  });
});

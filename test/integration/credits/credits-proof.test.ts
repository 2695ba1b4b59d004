import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountCommand } from '../../../src/credits/index.js';
import { LedgerRewritten, makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { DAILY_ROOTS, ProofModule } from '../../../src/credits/proof/proof.module.js';
import type { Receipt, ReceiptKind } from '../../../src/credits/proof/receipt.shared.js';
import { GetReceipt } from '../../../src/credits/proof/receipts.js';
import { KeptHeads } from '../../../src/credits/proof/kept-heads.js';
import { rootBody } from '../../../src/credits/proof/root.shared.js';
import { RootLog } from '../../../src/credits/proof/start/root-log.js';
import { RootStore } from '../../../src/credits/proof/root-store.js';
import { bodyHash, signingKey } from '../../../src/credits/proof/signing-key.js';
import { verifyReceipt, type Trust } from '../../../src/credits/proof/verify.shared.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { decodeMetadata } from '../../../src/kernel/event-sourcing/chain.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { Batch, EventStore } from '../../../src/platform/event-store/port.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { collect } from '../../contract/adapters.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const [ann, bob] = [account('ann'), account('bob')];

/** A clock, and stores that go by it. */
interface Stores {
  readonly clock: { time: number; now(): number };
  readonly events: EventStore;
  readonly documents: DocumentStore;
  close(): Promise<void>;
}

const kinds: readonly { readonly name: string; readonly open: () => Promise<Stores> }[] = [
  {
    name: 'in memory',
    async open() {
      const clock = { time: NOON, now: (): number => clock.time };
      return {
        clock,
        events: createMemoryEventStore(clock),
        documents: createMemoryDocumentStore(),
        close: () => Promise.resolve(),
      };
    },
  },
  {
    name: 'on the embedded stores',
    async open() {
      const clock = { time: NOON, now: (): number => clock.time };
      const dataDir = await mkdtemp(join(tmpdir(), 'kinora-proof-'));
      const stores = await openEmbeddedStores({
        dataDir,
        clock,
        logger: createLogger('silent'),
        onWriterDeath: () => undefined,
        onGroup: () => undefined,
      });
      return {
        clock,
        events: stores.events,
        documents: stores.documents,
        async close() {
          await stores.close();
          await rm(dataDir, { recursive: true });
        },
      };
    },
  },
];

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

describe.each(kinds)('receipts and daily roots $name', ({ open }) => {
  let stores: Stores;
  let credits: TestCredits;
  let parts: DailyRootsParts;

  beforeEach(async () => {
    stores = await open();
    credits = await startCredits({
      events: stores.events,
      documents: stores.documents,
      now: NOON,
      modules: [ProofModule],
    });
    parts = credits.nest.get<DailyRootsParts>(DAILY_ROOTS);
  });
  afterEach(async () => {
    await credits.close();
    await stores.close();
  });

  /** Does something at a time, and waits until it is in the statement. */
  async function at(time: number, ...changes: readonly [typeof ann, AccountCommand][]): Promise<void> {
    stores.clock.time = time;
    for (const [of, change] of changes) {
      const { token } = await credits.done(of, change);
      const reads = credits.nest.get(CreditsReads);
      await reads.seen(reads.statement, of, token);
    }
  }

  const make = (now: number) => makeDailyRoots(parts, now);

  async function receiptOf(of: typeof ann, id: string, kind: ReceiptKind = 'creation'): Promise<Receipt> {
    const answer = await credits.ask(new GetReceipt(of, { kind, id }));
    if (answer.outcome !== 'receipt') throw new Error(answer.outcome);
    return answer.receipt;
  }

  const trust = (): Trust => ({ keys: [parts.key.publicKey] });

  it('proves what became of a creation, up to the root of its day', async () => {
    await at(
      NOON,
      [ann, grant('pack', NOON)],
      [bob, grant('pack', NOON)],
      [ann, hold('t1', NOON + 1)],
      [ann, hold('t2', NOON + 2)],
      [ann, capture('t1', NOON + 3)],
      [ann, capture('t2', NOON + 4)],
    );
    await make(NOON + DAY);
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toEqual({
      outcome: 'proved',
      steps: ['file', 'events', 'line', 'inclusion', 'signature', 'key'],
      line: { kind: 'creation', id: 't1' },
      day: '2026-11-20',
      kid: parts.key.publicKey.kid,
      story: [
        { type: 'CreditsHeld', at: NOON + 1, amount: 4 },
        { type: 'HoldCaptured', at: NOON + 3, amount: 3 },
      ],
    });
    expect(await verifyReceipt(await receiptOf(bob, 'pack', 'grant'), trust())).toMatchObject({
      outcome: 'proved',
      story: [{ type: 'CreditsGranted', amount: 100 }],
    });
  });

  it('says that nothing is proved yet as long as the day is not over', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [ann, hold('t1', NOON + 1)]);
    expect(await make(NOON + 3_600_000)).toEqual([]);
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
      outcome: 'pending',
      steps: ['file', 'events', 'line'],
    });
  });

  it('waits for the root that covers the end of the story', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [ann, hold('t1', NOON + 1)]);
    await make(NOON + DAY);
    await at(NOON + DAY, [ann, capture('t1', NOON + DAY)]);
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({ outcome: 'pending' });
    await make(NOON + 2 * DAY);
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-21',
      story: [{ type: 'CreditsHeld' }, { type: 'HoldCaptured' }],
    });
  });

  it('is proved by a newer root when the root of its day is lost', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [ann, hold('t1', NOON + 1)], [ann, capture('t1', NOON + 2)]);
    await make(NOON + DAY);
    await at(NOON + DAY, [ann, grant('more', NOON + DAY)]);
    await make(NOON + 2 * DAY);
    const roots = await stores.documents.collection(
      { name: 'credits_roots', indexes: [['state', 'day']] },
      (stored) => stored,
    );
    const lost = await roots.get('2026-11-20');
    expect(await roots.delete('2026-11-20', lost?.version ?? 0)).toBe('written');
    expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-21',
      line: { kind: 'creation', id: 't1' },
    });
  });

  it('gives nobody a receipt of another account', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [bob, grant('other', NOON)]);
    expect(await credits.ask(new GetReceipt(bob, { kind: 'grant', id: 'pack' }))).toEqual({ outcome: 'unknown' });
  });

  it('makes a root for each day that is over, also for one without events, each chained to the one before', async () => {
    await at(NOON, [ann, grant('pack', NOON)]);
    await at(NOON + 2 * DAY, [bob, grant('pack', NOON + 2 * DAY)]);
    const made = await make(NOON + 3 * DAY);
    expect(made.map(({ body }) => [body.day, body.events, body.streams])).toEqual([
      ['2026-11-20', 1, 1],
      ['2026-11-21', 1, 1],
      ['2026-11-22', 2, 2],
    ]);
    expect(made.map(({ body }) => body.previous)).toEqual([
      '0'.repeat(64),
      bodyHash(made[0]?.signed.body ?? ''),
      bodyHash(made[1]?.signed.body ?? ''),
    ]);
    expect(await make(NOON + 3 * DAY)).toEqual([]);
    const { roots, next } = await parts.store.page(2);
    expect([roots.map(({ day }) => day), next]).toEqual([['2026-11-22', '2026-11-21'], '2026-11-21']);
    expect((await parts.store.page(2, next)).roots.map(({ body }) => rootBody.parse(JSON.parse(body)).day)).toEqual([
      '2026-11-20',
    ]);
  });

  it('makes one root when two processes make it at once', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [bob, grant('pack', NOON)]);
    const [one, other] = await Promise.all([make(NOON + DAY), make(NOON + DAY)]);
    expect(one).toHaveLength(1);
    expect(other).toEqual(one);
    expect((await parts.store.page(10)).roots).toHaveLength(1);
  });

  it('covers an event that came late with the next root, and never takes one back', async () => {
    await at(NOON, [ann, grant('pack', NOON)]);
    const [first] = await make(NOON + DAY);
    // A process whose clock is behind records an event of yesterday after yesterday's root.
    await at(NOON + 1_000, [bob, grant('pack', NOON + 1_000)]);
    await at(NOON + DAY, [ann, grant('more', NOON + DAY)]);
    const [second] = await make(NOON + 2 * DAY);
    expect([first?.body.events, second?.body.events]).toEqual([1, 3]);
    expect(await verifyReceipt(await receiptOf(bob, 'pack', 'grant'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-21',
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'is finished by the next run when the process ends at its write number %i',
    async (dies) => {
      await at(NOON, [ann, grant('pack', NOON)], [bob, grant('pack', NOON)], [ann, hold('t1', NOON + 1)]);
      let writes = 0;
      const cut = <T extends object>(of: T): T =>
        new Proxy(of, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]): unknown => {
              if (['put', 'putMany'].includes(String(name)) && (writes += 1) >= dies)
                return Promise.reject(new Error('the process ended'));
              const answer: unknown = Reflect.apply(value, target, given);
              return String(name) === 'collection' && answer instanceof Promise
                ? answer.then((made: unknown) => (typeof made === 'object' && made !== null ? cut(made) : made))
                : answer;
            };
          },
        });
      const dying = await RootStore.open(cut(stores.documents));
      const ended = await makeDailyRoots({ ...parts, store: dying }, NOON + DAY).then(
        () => false,
        () => true,
      );
      expect(ended).toBe(dies <= 4);
      await at(NOON + DAY, [bob, hold('t2', NOON + DAY)]);
      await make(NOON + DAY);
      expect((await parts.store.page(10)).roots).toHaveLength(1);
      expect(await verifyReceipt(await receiptOf(ann, 't1'), trust())).toMatchObject({
        outcome: 'proved',
        day: '2026-11-20',
      });
    },
  );

  it('signs nothing more once the log is not what was signed', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [bob, grant('pack', NOON)]);
    await make(NOON + DAY);
    await at(NOON + DAY, [ann, hold('t1', NOON + DAY)]);
    const without = (stream: string): Pick<EventStore, 'follow'> => ({
      async *follow(options): AsyncIterable<Batch> {
        for await (const batch of stores.events.follow(options))
          yield { ...batch, events: batch.events.filter((event: LoggedEvent) => !event.stream.includes(stream)) };
      },
    });
    await expect(makeDailyRoots({ ...parts, log: without('bob') }, NOON + 2 * DAY)).rejects.toThrow(LedgerRewritten);
    expect((await parts.store.page(10)).roots).toHaveLength(1);
    expect(await make(NOON + 2 * DAY)).toHaveLength(1);
  });

  /** The log, and how many events of it were read. */
  function counted(change: (event: LoggedEvent) => LoggedEvent | undefined = (event) => event): {
    readonly log: Pick<EventStore, 'follow'>;
    readonly read: { events: number };
  } {
    const read = { events: 0 };
    return {
      read,
      log: {
        async *follow(options): AsyncIterable<Batch> {
          for await (const batch of stores.events.follow(options)) {
            const events = batch.events.flatMap((event) => change(event) ?? []);
            read.events += events.length;
            yield { ...batch, events };
          }
        },
      },
    };
  }

  /** A root of the 20th over four events, kept heads and all, and two events of the day after. */
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

  it('goes on from where the last walk stood, and makes the same roots as a walk along the whole log', async () => {
    await twoDays();
    const { log, read } = counted();
    const on = [...(await makeDailyRoots({ ...parts, log }, NOON + 2 * DAY, 'on'))];
    // The one that it stood at, which says that it is the same log, and the two that came since.
    expect(read.events).toBe(3);
    await at(NOON + 2 * DAY, [bob, capture('t3', NOON + 2 * DAY)]);
    on.push(...(await makeDailyRoots({ ...parts, log }, NOON + 4 * DAY, 'on')));
    expect(read.events).toBe(5);
    const fresh = createMemoryDocumentStore();
    const whole = await makeDailyRoots(
      {
        ...parts,
        store: await RootStore.open(fresh),
        heads: new KeptHeads(fresh),
        rootLog: new RootLog(createMemoryEventStore(stores.clock)),
      },
      NOON + 4 * DAY,
    );
    expect(whole.slice(1)).toEqual(on);
    expect(await verifyReceipt(await receiptOf(bob, 't3'), trust())).toMatchObject({
      outcome: 'proved',
      day: '2026-11-22',
    });
  });

  it.each(['credits_root_heads', 'credits_root_place'])(
    'walks the whole log when what was kept of the last walk is not whole (%s)',
    async (collection) => {
      await twoDays();
      const [kept] = await collect(stores.documents.carryOut(collection));
      if (kept?.document === undefined) throw new Error('nothing is kept');
      await stores.documents.carryIn(collection, [
        {
          ...kept,
          document: {
            ...(kept.document as object),
            revision: 9,
            position: 77,
            eventId: 'another',
            hash: 'x',
            events: 4,
            at: 1,
            ordinal: 4,
            before: -1,
          },
        },
      ]); // an object, as it was put
      const { log, read } = counted();
      expect(await makeDailyRoots({ ...parts, log }, NOON + 2 * DAY, 'on')).toMatchObject([
        { body: { events: 6, streams: 2 } },
      ]);
      expect(read.events).toBeGreaterThanOrEqual(6);
    },
  );

  it('walks the whole log again seven days after it last did, whichever day that is and however many roots were made between', async () => {
    await twoDays();
    const { log, read } = counted();
    let [events, before] = [6, 0];
    const readWhole: boolean[] = [];
    // The first root was made by a whole walk on the 21st, which is NOON and one day.
    for (const days of [2, 3, 4, 5, 6, 8, 9, 14, 15]) {
      expect((await makeDailyRoots({ ...parts, log }, NOON + days * DAY, 'on')).length).toBeGreaterThan(0);
      readWhole.push(read.events - before >= events);
      before = read.events;
      await at(NOON + days * DAY, [ann, hold(`day-${days}`, NOON + days * DAY)]);
      events += 1;
    }
    expect(readWhole).toEqual([false, false, false, false, false, true, false, false, true]);
  });

  it('finds by the whole walk of the week an account that does not move and is not what was signed', async () => {
    await twoDays();
    expect(await makeDailyRoots(parts, NOON + 2 * DAY, 'on')).toHaveLength(1);
    const { log } = counted((event) => (event.stream.includes('bob') && event.revision === 0 ? undefined : event));
    await at(NOON + 2 * DAY, [ann, hold('t4', NOON + 2 * DAY)]);
    expect(await makeDailyRoots({ ...parts, log }, NOON + 3 * DAY, 'on')).toHaveLength(1);
    await expect(makeDailyRoots({ ...parts, log }, NOON + 8 * DAY, 'on')).rejects.toThrow(LedgerRewritten);
  });

  it('walks the whole log when it is not known when that was last done', async () => {
    await twoDays();
    const [kept] = await collect(stores.documents.carryOut('credits_root_place'));
    const { whole, ...rest } = kept?.document as { readonly whole?: string }; // as it was put
    expect(whole).toBe('2026-11-21');
    await stores.documents.carryIn('credits_root_place', [{ id: 'walk', version: 1, document: rest, outbox: [] }]);
    const { log, read } = counted();
    expect(await makeDailyRoots({ ...parts, log }, NOON + 2 * DAY, 'on')).toHaveLength(1);
    expect(read.events).toBeGreaterThanOrEqual(6);
  });

  it('signs nothing more, also when it goes on, once an account that moves is not what was signed', async () => {
    await twoDays();
    const { log } = counted((event) => {
      const { hash, ...metadata } = decodeMetadata(event.metadata);
      return event.stream.includes('ann')
        ? {
            ...event,
            metadata: JSON.stringify({ ...metadata, hash: hash.replaceAll(/./g, 'e'), previousHash: 'e'.repeat(64) }),
          }
        : event;
    });
    await expect(makeDailyRoots({ ...parts, log }, NOON + 2 * DAY, 'on')).rejects.toThrow(LedgerRewritten);
    expect((await parts.store.page(10)).roots).toHaveLength(1);
    expect(await makeDailyRoots(parts, NOON + 2 * DAY, 'on')).toHaveLength(1);
  });

  it('shows by a kept receipt that a root was rewritten', async () => {
    await at(NOON, [ann, grant('pack', NOON)], [ann, hold('t1', NOON + 1)]);
    await make(NOON + DAY);
    const kept = await receiptOf(ann, 't1');
    // The operator begins anew, with the same key, on a log in which the hold was another.
    const other = await startCredits({
      events: createMemoryEventStore(stores.clock),
      now: NOON,
      modules: [ProofModule],
    });
    stores.clock.time = NOON;
    await other.done(ann, grant('pack', NOON));
    await other.done(ann, { ...hold('t1', NOON + 1), amount: 90 } as AccountCommand); // the same kind of command
    const theirs = other.nest.get<DailyRootsParts>(DAILY_ROOTS);
    await makeDailyRoots(theirs, NOON + DAY);
    const [published] = (await theirs.store.page(1)).roots;
    expect(
      await verifyReceipt(kept, {
        keys: [theirs.key.publicKey],
        published: (day) => (day === published?.day ? published.body : undefined),
      }),
    ).toMatchObject({ outcome: 'failed', fault: { what: 'root-rewritten', day: '2026-11-20' } });
    await other.close();
  });

  it('goes on with another key once the secret is another, and old receipts are still proved by the old one', async () => {
    await at(NOON, [ann, grant('pack', NOON)]);
    await make(NOON + DAY);
    const old = await receiptOf(ann, 'pack', 'grant');
    await at(NOON + DAY, [ann, grant('more', NOON + DAY)]);
    const key = signingKey('another secret of the installation, as long as needed');
    await makeDailyRoots({ ...parts, key }, NOON + 2 * DAY);
    const keys = await parts.store.published();
    expect(keys).toHaveLength(2);
    expect(await verifyReceipt(old, { keys })).toMatchObject({ outcome: 'proved' });
    expect(await verifyReceipt(await receiptOf(ann, 'more', 'grant'), { keys })).toMatchObject({
      outcome: 'proved',
      kid: key.publicKey.kid,
    });
    expect(await verifyReceipt(old, { keys: [key.publicKey] })).toMatchObject({
      outcome: 'failed',
      fault: { what: 'unknown-key' },
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { until } from '../../../test/support/until.js';
import type { Clock } from '../../kernel/clock.js';
import { createMemoryDocumentStore } from '../documents/memory.js';
import type { DocumentStore } from '../documents/port.js';
import { Leadership, type Job } from './leadership.js';
import { Leases, type Lease } from './leases.js';
import { StoreUnavailable } from '../unavailable.js';

const FOR_MS = 900;

/** A settable clock with an arbitrary start. */
class OwnClock implements Clock {
  constructor(public time: number) {}

  now(): number {
    return this.time;
  }
}

describe('a lease', () => {
  const two = async (offset = 5_000_000) => {
    const documents = createMemoryDocumentStore();
    const clocks = [new OwnClock(0), new OwnClock(offset)] as const;
    const [a, b] = [await Leases.open(documents, clocks[0]), await Leases.open(documents, clocks[1])];
    return { a, b, pass: (ms: number) => clocks.forEach((clock) => (clock.time += ms)) };
  };

  it('is held by one at a time, and by the next one at once when it is given back', async () => {
    const { a, b } = await two();
    const first = await a.acquire('reader', 'a', FOR_MS);
    expect(first).toMatchObject({ fence: 1, until: FOR_MS });
    expect(await b.acquire('reader', 'b', FOR_MS)).toBeUndefined();
    expect(await b.acquire('other', 'b', FOR_MS)).toMatchObject({ fence: 1 });
    if (first !== undefined) await a.release(first);
    expect(await b.acquire('reader', 'b', FOR_MS)).toMatchObject({ fence: 2 });
  });

  it.each([5_000_000, -5_000_000])(
    'is taken over once it was seen unchanged for its time, whatever the other clock says (%p ms apart)',
    async (offset) => {
      const { a, b, pass } = await two(offset);
      let lease = await a.acquire('reader', 'a', FOR_MS);
      expect(await b.acquire('reader', 'b', FOR_MS)).toBeUndefined();
      for (let round = 0; round < 5; round += 1) {
        pass(FOR_MS - 1);
        lease = lease && (await a.renew(lease));
        expect(lease).toBeDefined();
        expect(await b.acquire('reader', 'b', FOR_MS)).toBeUndefined();
      }
      pass(FOR_MS);
      expect(await b.acquire('reader', 'b', FOR_MS)).toMatchObject({ fence: 2 });
      expect(lease && (await a.renew(lease))).toBeUndefined();
    },
  );

  it('stays with its new holder when the old one gives it back', async () => {
    const { a, b, pass } = await two();
    const old = await a.acquire('reader', 'a', FOR_MS);
    await b.acquire('reader', 'b', FOR_MS);
    pass(FOR_MS);
    const taken = await b.acquire('reader', 'b', FOR_MS);
    if (old !== undefined) await a.release(old);
    expect(taken && (await b.renew(taken))).toMatchObject({ fence: 2 });
  });

  it('is renewed after a renewal of which the answer was lost', async () => {
    const { a, pass } = await two();
    const lease = await a.acquire('reader', 'a', FOR_MS);
    if (lease === undefined) throw new Error('not acquired');
    await a.renew(lease);
    pass(100);
    expect(await a.renew(lease)).toMatchObject({ fence: 1, version: 3, until: FOR_MS + 100 });
  });

  it('is never believed in by two at the same fence or at the same time, whoever asks when, and whatever the store does not answer', async () => {
    const machine = fc.integer({ min: 0, max: 2 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: FOR_MS }) }),
      fc.record({
        kind: fc.constantFrom('acquire' as const, 'renew' as const, 'release' as const),
        machine,
        answer: fc.constantFrom('heard' as const, 'heard' as const, 'lost' as const),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 3, maxLength: 3 }),
        fc.array(step, { maxLength: 60 }),
        async (offsets, steps) => {
          let isLost = false;
          const documents = losingAnswers(createMemoryDocumentStore(), () => isLost);
          const machines = await Promise.all(
            offsets.map(async (offset, nth) => {
              const clock = new OwnClock(offset);
              return {
                holder: `m${nth}`,
                clock,
                leases: await Leases.open(documents, clock),
                lease: undefined as Lease | undefined,
              };
            }),
          );
          const fences = new Map<number, string>();
          for (const one of steps) {
            if (one.kind === 'pass') {
              for (const { clock } of machines) clock.time += one.ms;
            } else {
              const self = machines[one.machine];
              if (self === undefined) throw new Error('no such machine');
              isLost = one.answer === 'lost';
              try {
                if (one.kind === 'acquire') self.lease = await self.leases.acquire('reader', self.holder, FOR_MS);
                else if (self.lease !== undefined && one.kind === 'renew')
                  self.lease = await self.leases.renew(self.lease);
                else if (self.lease !== undefined) {
                  const { lease } = self;
                  self.lease = undefined;
                  await self.leases.release(lease);
                }
              } catch (error) {
                expect(error).toBeInstanceOf(StoreUnavailable);
              }
            }
            const believing = machines.filter(({ lease, clock }) => lease !== undefined && clock.now() < lease.until);
            expect(believing.length).toBeLessThanOrEqual(1);
            for (const { lease, holder } of believing) {
              const fence = lease?.fence ?? 0;
              expect(fences.get(fence) ?? holder).toBe(holder);
              for (const known of fences.keys()) expect(known).toBeLessThanOrEqual(fence);
              fences.set(fence, holder);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('leading', () => {
  const log = { info: () => undefined, warn: () => undefined };
  const clock: Clock = { now: () => performance.now() };

  interface Recorded extends Job {
    readonly runs: { started: number; stopped: number };
  }
  const job = (start: () => Promise<void> = async () => undefined): Recorded => {
    const runs = { started: 0, stopped: 0 };
    return {
      runs,
      start: async () => void ((runs.started += 1), await start()),
      stop: async () => void (runs.stopped += 1),
    };
  };
  const leader = async (documents: Pick<DocumentStore, 'collection'>, holder: string, work: Job, forMs = FOR_MS) => {
    const made = new Leadership({
      leases: await Leases.open(documents, clock),
      clock,
      log,
      name: 'reader',
      holder,
      forMs,
      job: work,
    });
    made.begin();
    return made;
  };
  const active = (one: Leadership): Promise<boolean> =>
    until(
      async () => one.isActive,
      (is) => is,
    );

  it('is one process at a time; the next begins as soon as it ends in good order', async () => {
    const documents = createMemoryDocumentStore();
    const [first, second] = [job(), job()];
    // Too long to expire within this test.
    const a = await leader(documents, 'a', first, 40_000_000);
    await active(a);
    const b = await leader(documents, 'b', second, 4_000);
    expect(b.isActive).toBe(false);
    await a.end();
    expect(first.runs).toEqual({ started: 1, stopped: 1 });
    await active(b);
    expect(first.runs).toEqual({ started: 1, stopped: 1 });
    expect(second.runs).toEqual({ started: 1, stopped: 0 });
    await b.end();
    expect(second.runs).toEqual({ started: 1, stopped: 1 });
  });

  it('goes over to another when its process falls silent, and is renewed as long as it does not', async () => {
    const documents = createMemoryDocumentStore();
    const dead = await Leases.open(documents, clock);
    await dead.acquire('reader', 'dead', FOR_MS);
    const work = job();
    const b = await leader(documents, 'b', work);
    await active(b);
    const stored = await documents.collection({ name: 'leases', indexes: [] }, (found) => found);
    const { version = 0 } = (await stored.get('reader')) ?? {};
    await until(
      () => stored.get('reader'),
      (now) => (now?.version ?? 0) > version + 2,
    );
    expect(work.runs.started).toBeGreaterThanOrEqual(1);
    await b.end();
  });

  it('ends the job when the lease cannot be renewed, and begins it again when it can be had', async () => {
    const documents = createMemoryDocumentStore();
    let isAway = false;
    const work = job();
    const a = await leader(
      losingAnswers(documents, () => isAway),
      'a',
      work,
    );
    await active(a);
    isAway = true;
    await until(
      async () => work.runs.stopped,
      (stopped) => stopped > 0,
    );
    expect(a.isActive).toBe(false);
    isAway = false;
    await until(
      async () => work.runs.started,
      (started) => started > 1,
    );
    await a.end();
    expect(work.runs.stopped).toBe(work.runs.started);
  });

  it('gives the lease back and tries again when the job cannot begin', async () => {
    const documents = createMemoryDocumentStore();
    let tries = 0;
    const work = job(async () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    });
    const a = await leader(documents, 'a', work);
    await until(
      async () => tries,
      (made) => made === 3,
    );
    expect(work.runs.stopped).toBe(2);
    await a.end();
  });
});

/** A store whose writes succeed while their answers are lost. */
function losingAnswers(documents: DocumentStore, isLost: () => boolean): Pick<DocumentStore, 'collection'> {
  return {
    collection: async (definition, decode) => {
      const inner = await documents.collection(definition, decode);
      return {
        name: inner.name,
        get: (id) => inner.get(id),
        getMany: (ids) => inner.getMany(ids),
        versions: (ids) => inner.versions(ids),
        putMany: (operations) => inner.putMany(operations),
        delete: (id, version, outbox) => inner.delete(id, version, outbox),
        find: (query) => inner.find(query),
        findPositions: (query) => inner.findPositions(query),
        count: (where) => inner.count(where),
        put: async (operation) => {
          const result = await inner.put(operation);
          if (isLost()) throw new StoreUnavailable('documents', 'unreachable', 'the answer was lost');
          return result;
        },
      };
    },
  };
}

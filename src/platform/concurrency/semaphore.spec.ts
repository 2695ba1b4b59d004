import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSemaphore, QueueFull, Semaphore, type Release } from './semaphore.js';

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const ticks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
};

describe('a semaphore', () => {
  it('never lets more than its permits in, lets them in as they came, and has all given back', async () => {
    const works = fc.array(fc.record({ length: fc.nat(9), fails: fc.boolean() }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), works, async (permits, given) => {
        const semaphore = new Semaphore(permits);
        let [running, max] = [0, 0];
        const begun: number[] = [];
        await Promise.allSettled(
          given.map(({ length, fails }, index) =>
            semaphore.run(async () => {
              begun.push(index);
              max = Math.max(max, (running += 1));
              await ticks(length);
              running -= 1;
              if (fails) throw new Error('failed');
            }),
          ),
        );
        expect(max).toBe(Math.min(permits, given.length));
        expect(begun).toEqual(given.map((_, index) => index));
        const held = await Promise.all(Array.from({ length: permits }, () => semaphore.acquire()));
        expect(await semaphore.acquireWithin(1)).toBeUndefined();
        for (const release of held) release();
      }),
      { numRuns: 50 },
    );
  });

  it('gives up a wait that takes too long, and gives the permit to the next instead', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    const impatient = semaphore.acquireWithin(1);
    const patient = semaphore.acquireWithin(60_000);
    expect(await impatient).toBeUndefined();
    release();
    expect(await patient).toBeDefined();
  });

  it('takes a permit back once', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire();
    release();
    release();
    const held: readonly (Release | undefined)[] = [await semaphore.acquireWithin(1), await semaphore.acquireWithin(1)];
    expect(held.map((one) => one !== undefined)).toEqual([true, false]);
  });
});

describe('a fair semaphore', () => {
  it('serves next whoever was served least recently', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaitingPerKey: 10, maxWaiting: 100 });
    const order: string[] = [];
    const work = (key: string) =>
      semaphore.run(key, async () => {
        order.push(key);
        await settled();
      });
    await Promise.all([work('flood'), work('flood'), work('flood'), work('other'), work('person'), work('flood')]);
    expect(order).toEqual(['flood', 'other', 'person', 'flood', 'flood', 'flood']);
  });

  it('refuses what one key has too much of, and lets others wait', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaitingPerKey: 2, maxWaiting: 3 });
    const release = await semaphore.acquire('flood');
    const waiting = ['flood', 'flood'].map((key) => semaphore.acquire(key));
    await expect(semaphore.acquire('flood')).rejects.toThrow(QueueFull);
    const person = semaphore.acquire('person');
    release();
    (await person)();
    (await waiting[0])?.();
    (await waiting[1])?.();
  });

  it('makes room in a full queue for a newcomer by the newest of whoever has most in it', async () => {
    const semaphore = new FairSemaphore({ permits: 1, maxWaitingPerKey: 3, maxWaiting: 3 });
    const release = await semaphore.acquire('flood');
    const waiting = [1, 2, 3].map(() => semaphore.acquire('flood'));
    const refused = expect(waiting[2]).rejects.toThrow(QueueFull);
    const person = semaphore.acquire('person');
    await refused;
    release();
    (await person)();
    (await waiting[0])?.();
    (await waiting[1])?.();
  });

  it('never has more permits held than there are, and has all given back, whatever is asked, refused and thrown', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 30 }),
        async (count, requests) => {
          const semaphore = new FairSemaphore({ permits: count, maxWaitingPerKey: 4, maxWaiting: 6 });
          let [underWay, max] = [0, 0];
          await Promise.allSettled(
            requests.map(([key, fails]) =>
              semaphore.run(key, async () => {
                max = Math.max(max, (underWay += 1));
                await settled();
                underWay -= 1;
                if (fails) throw new Error('failed');
              }),
            ),
          );
          expect(max).toBeLessThanOrEqual(count);
          expect(underWay).toBe(0);
          // All permits are free again: as many as there are may be held without a wait.
          const held = await Promise.all(Array.from({ length: count }, () => semaphore.acquire('d')));
          for (const release of held) release();
        },
      ),
      { numRuns: 50 },
    );
  });
});

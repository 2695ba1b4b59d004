import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KeyedMutex } from './keyed-mutex.js';

const ticks = async (count: number): Promise<void> => {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
};

/** Pieces of work: the key, how long it takes, and whether it fails. */
const works = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), length: fc.nat(9), fails: fc.boolean() }), {
  maxLength: 30,
});

describe('a keyed mutex', () => {
  it('runs the work of a key alone and in order, whatever of it fails', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (given) => {
        const mutex = new KeyedMutex<string>();
        const running = new Map<string, number>();
        const begun: number[] = [];
        const outcomes = await Promise.allSettled(
          given.map(({ key, length, fails }, index) =>
            mutex.run(key, async () => {
              running.set(key, (running.get(key) ?? 0) + 1);
              expect(running.get(key)).toBe(1);
              begun.push(index);
              await ticks(length);
              running.set(key, 0);
              if (fails) throw new Error('failed');
              return index;
            }),
          ),
        );
        expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual(
          given.map(({ fails }, index) => (fails ? 'failed' : index)),
        );
        for (const key of ['a', 'b', 'c']) {
          const ofKey = given.flatMap((one, index) => (one.key === key ? [index] : []));
          expect(begun.filter((index) => ofKey.includes(index))).toEqual(ofKey);
          expect(mutex.pending(key)).toBe(0);
        }
      }),
    );
  });

  it('lets work of other keys go on meanwhile', async () => {
    const mutex = new KeyedMutex<string>();
    let release = (): void => undefined;
    const held = mutex.run(
      'a',
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await expect(mutex.run('b', async () => 'done')).resolves.toBe('done');
    release();
    await held;
  });

  it('counts what waits and runs under a key from the moment it is given', async () => {
    const mutex = new KeyedMutex<string>();
    const done = [1, 2, 3].map(() => mutex.run('a', () => ticks(1)));
    expect([mutex.pending('a'), mutex.pending('b')]).toEqual([3, 0]);
    await done[0];
    expect(mutex.pending('a')).toBe(2);
    await Promise.all(done);
    expect(mutex.pending('a')).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreUnavailable } from '../unavailable.js';
import { CONFLICT, DocumentContended, retryConflicts, RETRY_POLICY, type RetryPolicy } from './retry.js';

/** A policy that waits as long as it may, and writes down how long that was. */
function patient(policy: Partial<RetryPolicy> = {}): { readonly policy: RetryPolicy; readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    policy: {
      ...RETRY_POLICY,
      random: { between: (_, to) => to },
      pause: async (ms) => void waits.push(ms),
      ...policy,
    },
  };
}

describe('a write that may lose against others', () => {
  it('is attempted until it is no conflict, and answers what the last attempt did', async () => {
    const { policy, waits } = patient({ baseMs: 2, maxMs: 10 });
    let attempts = 0;
    expect(await retryConflicts('a note', async () => ((attempts += 1) < 6 ? CONFLICT : attempts), policy)).toBe(6);
    expect(waits).toEqual([2, 4, 8, 10, 10]);
  });

  it('waits for nothing when the first attempt stands', async () => {
    const { policy, waits } = patient();
    expect(await retryConflicts('a note', async () => undefined, policy)).toBeUndefined();
    expect(waits).toEqual([]);
  });

  it('is given up after the attempts of the policy, as a store that is to be tried again', async () => {
    const { policy, waits } = patient({ attempts: 3 });
    let attempts = 0;
    const given = retryConflicts(
      'a note',
      async () => {
        attempts += 1;
        return CONFLICT;
      },
      policy,
    ).catch((error: unknown) => error);
    const error = await given;
    expect(error).toBeInstanceOf(DocumentContended);
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).toMatchObject({ name: 'DocumentContended', store: 'documents', reason: 'contended', what: 'a note' });
    expect([attempts, waits.length]).toEqual([3, 2]);
  });

  it('is not attempted again after a fault', async () => {
    let attempts = 0;
    await expect(
      retryConflicts(
        'a note',
        async () => {
          attempts += 1;
          throw new StoreUnavailable('documents', 'full', 'no room');
        },
        patient().policy,
      ),
    ).rejects.toMatchObject({ reason: 'full' });
    expect(attempts).toBe(1);
  });

  it('never waits longer than the policy says, wherever chance falls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 500 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (attempts, baseMs, maxMs, chance) => {
          const { policy, waits } = patient({
            attempts,
            baseMs,
            maxMs,
            random: { between: (from, to) => from + Math.floor((to - from) * chance.next().value) },
          });
          await expect(retryConflicts('a note', async () => CONFLICT, policy)).rejects.toThrow(DocumentContended);
          expect(waits.length).toBeLessThan(attempts);
          for (const ms of waits) expect(ms > 0 && ms <= maxMs && Number.isInteger(ms)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TokenBuckets } from './token-buckets.js';

describe('a token bucket', () => {
  it('begins full, empties, says how long to wait, and fills again', () => {
    let now = 0;
    const buckets = new TokenBuckets({ perSecond: 2, burst: 3 }, () => now);
    expect([1, 1, 1, 1].map((cost) => buckets.take('a', cost))).toEqual([0, 0, 0, 500]);
    expect(buckets.take('b', 1)).toBe(0);
    now = 500;
    expect([buckets.take('a', 1), buckets.take('a', 1)]).toEqual([0, 500]);
  });

  it('lets go of what was used least recently', () => {
    const buckets = new TokenBuckets({ perSecond: 1, burst: 1 }, () => 0, 2);
    expect(['a', 'b', 'a', 'c', 'b'].map((key) => buckets.take(key, 1) === 0)).toEqual([true, true, false, true, true]);
  });

  it('never lets more through than the burst and what has come back since', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(500), { maxLength: 200 }),
        (perSecond, burst, pauses) => {
          let now = 0;
          let taken = 0;
          const buckets = new TokenBuckets({ perSecond, burst }, () => now);
          for (const pause of pauses) {
            now += pause;
            if (buckets.take('a', 1) === 0) taken += 1;
          }
          expect(taken).toBeLessThanOrEqual(burst + (now * perSecond) / 1_000 + 1e-6);
        },
      ),
    );
  });
});

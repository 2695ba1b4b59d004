import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exponentialBackoff } from './backoff.js';

describe('the exponential backoff', () => {
  it('doubles the pause with each failure, up to the longest', () => {
    const backoff = exponentialBackoff({ firstMs: 1_000, maxMs: 10_000 });
    expect([1, 2, 3, 4, 5, 6].map(backoff)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  });

  it('never shrinks and never exceeds the longest, however many failures there are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (firstMs, maxMs, failures) => {
          const backoff = exponentialBackoff({ firstMs, maxMs });
          expect(backoff(failures + 1)).toBeGreaterThanOrEqual(backoff(failures));
          expect(backoff(failures)).toBeLessThanOrEqual(maxMs);
        },
      ),
    );
  });
});

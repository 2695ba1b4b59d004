import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ageOf, AGES, daysSince, timesOf } from './losses.shared.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-27T13:00:00Z');

describe('the age of a receivable', () => {
  it('counts days of the calendar, so that it can be computed from a file', () => {
    expect(daysSince(Date.parse('2026-11-26T23:59:59Z'), NOW)).toBe(1);
    expect(
      [NOW, NOW - 30 * DAY, NOW - 31 * DAY, NOW - 60 * DAY, NOW - 61 * DAY, NOW - 90 * DAY, NOW - 91 * DAY].map((at) =>
        ageOf(at, NOW),
      ),
    ).toEqual(['0-30', '0-30', '31-60', '31-60', '61-90', '61-90', 'over-90']);
  });

  it('is the one whose times contain it, and no other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: NOW }), (at) => {
        const containing = AGES.filter((age) => {
          const { from, below = Number.POSITIVE_INFINITY } = timesOf(age, NOW);
          return at >= from && at < below;
        });
        expect(containing).toEqual([ageOf(at, NOW)]);
      }),
    );
  });
});

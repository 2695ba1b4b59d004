import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMonths } from './months.js';

const utc = (text: string): number => Date.parse(`${text}T10:30:00Z`);

describe('a month later', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-05-05', 0, '2026-05-05'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(utc(from), months)).toBe(utc(to));
  });

  it('is later the more months there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.integer({ min: 0, max: 36 }), (at, months) => {
        expect(addMonths(at, months + 1)).toBeGreaterThan(addMonths(at, months));
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { RollForward } from '@src/credits/books/finance.shared';
import { dayPlus } from '../filters';
import { rollUp, stepFor, STEPS, totalOf, weekEnd } from './roll-up';

const nothing = { granted: 0, adjusted: 0, held: 0, spent: 0, released: 0, expired: 0, revoked: 0 };

/** Consecutive days with these granted amounts. */
function daysOf(first: string, granted: readonly number[]): RollForward['days'] {
  let available = 0;
  return granted.map((amount, index) => {
    const opening = { available, held: 0 };
    available += amount;
    return {
      day: dayPlus(first, index),
      opening,
      moved: { ...nothing, granted: amount },
      closing: { available, held: 0 },
    };
  });
}

describe('days gathered', () => {
  it('into weeks begin on Mondays, the first cut short', () => {
    // 2026-01-01 is a Thursday.
    expect(
      rollUp(daysOf('2026-01-01', Array<number>(12).fill(1)), 'week').map(({ day, until, moved, closing }) => [
        day,
        until,
        moved.granted,
        closing.available,
      ]),
    ).toEqual([
      ['2026-01-01', '2026-01-04', 4, 4],
      ['2026-01-05', '2026-01-11', 7, 11],
      ['2026-01-12', '2026-01-12', 1, 12],
    ]);
  });

  it('into weeks end on Sundays, the last cut short', () => {
    expect(['2026-01-01', '2026-01-05', '2026-01-11', '2026-01-12'].map((day) => weekEnd(day, '2026-01-14'))).toEqual([
      '2026-01-04',
      '2026-01-11',
      '2026-01-11',
      '2026-01-14',
    ]);
  });

  it('into months follow the calendar', () => {
    expect(
      rollUp(daysOf('2026-01-31', [5, 6, 7]), 'month').map(({ day, opening, moved }) => [
        day,
        opening.available,
        moved.granted,
      ]),
    ).toEqual([
      ['2026-01-31', 0, 5],
      ['2026-02-01', 5, 13],
    ]);
  });

  it('lose nothing, whatever the step: each opens with what the one before closed with', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1_000), { maxLength: 400 }),
        fc.nat(2_000),
        fc.constantFrom(...STEPS),
        (granted, offset, step) => {
          const days = daysOf(dayPlus('2022-01-01', offset), granted);
          const periods = rollUp(days, step);
          expect(periods.reduce((sum, { moved }) => sum + moved.granted, 0)).toBe(
            granted.reduce((sum, amount) => sum + amount, 0),
          );
          expect(periods.slice(1).map(({ opening }) => opening)).toEqual(
            periods.slice(0, -1).map(({ closing }) => closing),
          );
          expect(totalOf(periods)).toEqual(totalOf(days));
        },
      ),
    );
  });

  it('are shown in steps that stay readable', () => {
    expect([30, 90, 365].map(stepFor)).toEqual(['day', 'week', 'month']);
    expect(totalOf([])).toBeUndefined();
  });
});

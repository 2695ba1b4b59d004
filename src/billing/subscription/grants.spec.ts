import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addMonths } from '../../kernel/months.js';
import { slicesOf } from './grants.js';

const utc = (text: string): number => Date.parse(`${text}T10:30:00Z`);
const credits = (amount: number) => [{ amount, usageType: 'credits' as const }];
const shown = (slices: ReturnType<typeof slicesOf>) =>
  slices.map(({ index, startsAt, expiresAt, usage }) => [
    index,
    new Date(startsAt).toISOString().slice(0, 10),
    new Date(expiresAt).toISOString().slice(0, 10),
    usage[0]?.amount ?? 0,
  ]);

describe('what an invoice gives', () => {
  it('is all at once for a month', () => {
    const period = {
      anchor: utc('2026-01-31'),
      months: 1,
      periodStart: utc('2026-01-31'),
      periodEnd: utc('2026-02-28'),
    };
    expect(shown(slicesOf({ ...period, usage: credits(300) }))).toEqual([[0, '2026-01-31', '2026-02-28', 300]]);
  });

  it('is a month’s credits every month for a year, each until the next', () => {
    const slices = shown(
      slicesOf({
        anchor: utc('2026-01-31'),
        months: 12,
        periodStart: utc('2026-01-31'),
        periodEnd: utc('2027-01-31'),
        usage: credits(300),
      }),
    );
    expect(slices).toHaveLength(12);
    expect(slices.slice(0, 3)).toEqual([
      [0, '2026-01-31', '2026-02-28', 300],
      [1, '2026-02-28', '2026-03-31', 300],
      [2, '2026-03-31', '2026-04-30', 300],
    ]);
    expect(slices.at(-1)).toEqual([11, '2026-12-31', '2027-01-31', 300]);
  });

  it('is the difference for an upgrade in the middle of a month', () => {
    const upgrade = {
      anchor: utc('2026-01-10'),
      months: 1,
      periodStart: utc('2026-01-20'),
      periodEnd: utc('2026-02-10'),
      replaces: { until: utc('2026-02-10'), usage: credits(300) },
    };
    expect(shown(slicesOf({ ...upgrade, usage: credits(800) }))).toEqual([[0, '2026-01-20', '2026-02-10', 500]]);
  });

  it('is the difference for every month that is left of a year', () => {
    const upgrade = {
      anchor: utc('2026-01-10'),
      months: 12,
      periodStart: utc('2026-10-20'),
      periodEnd: utc('2027-01-10'),
      replaces: { until: utc('2027-01-10'), usage: credits(300) },
    };
    expect(shown(slicesOf({ ...upgrade, usage: credits(800) }))).toEqual([
      [9, '2026-10-20', '2026-11-10', 500],
      [10, '2026-11-10', '2026-12-10', 500],
      [11, '2026-12-10', '2027-01-10', 500],
    ]);
  });

  it('is the difference as long as the old plan was paid for, and all of it after, when a month becomes a year', () => {
    const upgrade = {
      anchor: utc('2026-01-20'),
      months: 12,
      periodStart: utc('2026-01-20'),
      periodEnd: utc('2027-01-20'),
      replaces: { until: utc('2026-02-10'), usage: credits(300) },
    };
    expect(shown(slicesOf({ ...upgrade, usage: credits(800) })).slice(0, 3)).toEqual([
      [0, '2026-01-20', '2026-02-20', 500],
      [12, '2026-02-10', '2026-02-20', 300],
      [1, '2026-02-20', '2026-03-20', 800],
    ]);
  });

  it('is a whole month’s credits from the day on which those of the old plan expire, when a month becomes a year of the same', () => {
    const longer = {
      anchor: utc('2026-01-29'),
      months: 12,
      periodStart: utc('2026-01-29'),
      periodEnd: utc('2027-01-29'),
      replaces: { until: utc('2026-01-30'), usage: credits(800) },
    };
    expect(shown(slicesOf({ ...longer, usage: credits(800) })).slice(0, 3)).toEqual([
      [0, '2026-01-29', '2026-02-28', 0],
      [12, '2026-01-30', '2026-02-28', 800],
      [1, '2026-02-28', '2026-03-29', 800],
    ]);
  });

  it('is, with what the old plan gives as long as it was paid for, never less than the larger of the two, and more than the new one never but beside a larger old one', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(
        fc.constantFrom(1, 12),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 400 }),
        (months, paidFor, before, now, elapsedDays) => {
          const anchor = utc('2026-01-31');
          const periodEnd = addMonths(anchor, months);
          const until = anchor + paidFor * day;
          const slices = slicesOf({
            anchor,
            months,
            periodStart: anchor,
            periodEnd,
            usage: credits(now),
            replaces: { until, usage: credits(before) },
          });
          const at = Math.min(anchor + elapsedDays * day, periodEnd - 1);
          const given = slices
            .filter(({ startsAt, expiresAt }) => startsAt <= at && at < expiresAt)
            .reduce((sum, { usage }) => sum + (usage[0]?.amount ?? 0), 0);
          expect(given + (at < until ? before : 0)).toBe(at < until ? Math.max(before, now) : now);
          expect(new Set(slices.map(({ index }) => index)).size).toBe(slices.length);
          expect(new Set(slices.map(({ startsAt }) => startsAt)).size).toBe(slices.length);
        },
      ),
    );
  });

  it('is nothing where what it takes the place of gave as much', () => {
    const same = {
      anchor: utc('2026-01-10'),
      months: 1,
      periodStart: utc('2026-01-20'),
      periodEnd: utc('2026-02-10'),
      replaces: { until: utc('2026-02-10'), usage: credits(300) },
    };
    expect(slicesOf({ ...same, usage: credits(300) }).map(({ usage }) => usage)).toEqual([[]]);
  });

  it('covers the whole period without a gap or an overlap, and never beyond it', () => {
    const day = 86_400_000;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_000_000_000_000 }),
        fc.constantFrom(1, 3, 12),
        fc.nat({ max: 300 }),
        (anchor, months, into) => {
          const periodEnd = addMonths(anchor, months);
          const periodStart = Math.min(anchor + into * day, periodEnd - 1);
          const slices = slicesOf({ anchor, months, periodStart, periodEnd, usage: credits(10) });
          expect(slices[0]?.startsAt).toBe(periodStart);
          expect(slices.at(-1)?.expiresAt).toBe(periodEnd);
          for (const [index, slice] of slices.entries())
            if (index > 0) expect(slice.startsAt).toBe(slices[index - 1]?.expiresAt);
        },
      ),
    );
  });
});

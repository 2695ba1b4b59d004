import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { counted, quantile, stepOf, sumOfDays, type Outcome, type ServiceDay } from './service-day.js';
import { ENOUGH, failureShare } from './trust.shared.js';

const day = '2026-11-20';
const finished = (key: string, waited: number, media: 'image' | 'video' = 'image'): Outcome => ({
  key,
  day,
  made: { media, waited },
});
const dayOf = (outcomes: readonly Outcome[]): ServiceDay =>
  outcomes.reduce<ServiceDay | undefined>((before, outcome) => counted(before, outcome), undefined) ??
  counted(undefined, { key: 'none', day });
const many = (count: number, waited: number, media?: 'image' | 'video'): readonly Outcome[] =>
  Array.from({ length: count }, (_, index) => finished(`${media ?? 'image'}-${index}`, waited, media));

describe('the figures of ended creations', () => {
  it('count each creation once, however often its end is reported', () => {
    const once = dayOf([finished('a', 2_000), { key: 'b', day }]);
    expect(once).toMatchObject({ finished: 1, failed: 1 });
    expect(counted(once, finished('a', 9_000))).toBe(once);
    expect(counted(once, { key: 'b', day })).toBe(once);
  });

  it('have no waiting times for fewer creations than say something', () => {
    expect(sumOfDays([dayOf(many(ENOUGH - 1, 5_000))]).waits.image).toBeNull();
    expect(sumOfDays([dayOf(many(ENOUGH, 5_000))]).waits).toMatchObject({ video: null });
    expect(failureShare({ finished: ENOUGH - 2, failed: 1 })).toBeUndefined();
    expect(failureShare({ finished: ENOUGH - 1, failed: 1 })).toBeCloseTo(1 / ENOUGH);
  });

  it('add up over days, images and videos apart', () => {
    const days = [
      dayOf([...many(15, 4_000), { key: 'x', day }]),
      { ...dayOf([...many(15, 4_000), ...many(30, 60_000, 'video')]), day: '2026-11-21' },
    ];
    const { waits, ...sums } = sumOfDays(days);
    expect(sums).toEqual({ finished: 60, failed: 1 });
    expect(waits.image?.median).toBeGreaterThan(3_800);
    expect(waits.image?.median).toBeLessThan(4_200);
    expect(waits.video?.p95).toBeGreaterThan(57_000);
    expect(waits.video?.p95).toBeLessThan(63_000);
  });

  it('give a quantile within five percent of the true one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1_000, max: 86_400_000 }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 1),
        (times, share) => {
          const steps: Record<string, number> = {};
          for (const time of times) steps[stepOf(time)] = (steps[stepOf(time)] ?? 0) + 1;
          const sorted = [...times].sort((a, b) => a - b);
          const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
          expect(Math.abs(quantile(steps, share) - exact) / exact).toBeLessThan(0.05);
        },
      ),
    );
  });
});

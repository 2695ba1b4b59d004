import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHECK_IN_CREDITS, checkInOn, dayAfter, isTimeZone, localDate, type LastCheckIn } from './streak.shared.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Sao_Paulo',
  'Africa/Casablanca',
];
const zone = fc.constantFrom(...ZONES);
const time = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
const days = (from: string, count: number): readonly string[] => {
  const dates = [from];
  while (dates.length < count) dates.push(dayAfter(dates.at(-1) ?? from));
  return dates;
};
/** Checks in on each of the dates, and returns the credits received. */
const creditsOn = (dates: readonly string[]): readonly number[] => {
  let last: LastCheckIn | undefined;
  return dates.flatMap((date) => {
    const today = checkInOn(last, date);
    if (today.state === 'done') return [];
    last = { date: today.date, day: today.day };
    return [today.credits];
  });
};

describe('a daily check-in', () => {
  it('gives 2, 2, 3, 3, 4, 4 and 6 credits on seven days in a row, and starts again on the eighth', () => {
    expect(creditsOn(days('2026-02-26', 9))).toEqual([...CHECK_IN_CREDITS, 2, 2]);
  });

  it('starts again after a missed day', () => {
    expect(creditsOn(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-03', '2027-01-04'])).toEqual([2, 2, 3, 2, 2]);
  });

  it('is done until the next date, also when the calendar goes back', () => {
    const last = { date: '2026-03-02', day: 3 };
    expect(checkInOn(last, '2026-03-02')).toEqual({ state: 'done', date: '2026-03-02', day: 3, credits: 3 });
    expect(checkInOn(last, '2026-03-01').state).toBe('done');
    expect(checkInOn(last, '2026-03-03')).toEqual({ state: 'open', date: '2026-03-03', day: 4, credits: 3 });
  });

  it('continues on every calendar day of a time zone at any hour, through daylight saving time', () => {
    const chosenHours = fc.array(fc.nat(23), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(zone, time, chosenHours, (timeZone, start, hours) => {
        const momentsByDate = new Map<string, number[]>();
        for (let hour = 0; hour < 14 * 24; hour += 1) {
          const at = start + hour * HOUR;
          const date = localDate(at, timeZone);
          momentsByDate.set(date, [...(momentsByDate.get(date) ?? []), at]);
        }
        let last: LastCheckIn | undefined;
        for (const [nth, moments] of [...momentsByDate.values()].entries()) {
          const at = moments[(hours[nth] ?? 0) % moments.length] ?? start;
          const today = checkInOn(last, localDate(at, timeZone));
          expect(today).toMatchObject({ state: 'open', day: (nth % CHECK_IN_CREDITS.length) + 1 });
          last = { date: today.date, day: today.day };
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is given at most twice more than days have passed, however often the time zone is changed', () => {
    fc.assert(
      fc.property(
        time,
        fc.array(fc.record({ timeZone: zone, wait: fc.integer({ min: 0, max: 30 * HOUR }) }), { maxLength: 80 }),
        (start, attempts) => {
          let last: LastCheckIn | undefined;
          let at = start;
          let given = 0;
          for (const { timeZone, wait } of attempts) {
            at += wait;
            const today = checkInOn(last, localDate(at, timeZone));
            if (today.state === 'done') continue;
            given += 1;
            last = { date: today.date, day: today.day };
          }
          expect(given).toBeLessThanOrEqual(Math.ceil((at - start) / DAY) + 2);
        },
      ),
    );
  });
});

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
    ['x'.repeat(300), false],
  ])('%s is known: %s', (name, known) => expect(isTimeZone(name)).toBe(known));

  it('decides the date', () => {
    const at = Date.UTC(2026, 0, 31, 23, 30);
    expect(['UTC', 'Europe/Berlin', 'Pacific/Pago_Pago'].map((one) => localDate(at, one))).toEqual([
      '2026-01-31',
      '2026-02-01',
      '2026-01-31',
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { systemRandom } from '../../src/platform/random.js';
import { planOf } from './plan.js';
import { report } from './report.js';
import { fingerprint, shorten, simulate, type Timers } from './simulate.js';

/** Seeds that run with all other tests; a longer run is asked for more (`npm run test:nightly`). */
const SEEDS = 100;
const FIRST = 1;
/** A bound on a machine that is stuck, not on one that is slow. */
const PATIENCE_MS = 24 * 3_600_000;

/**
 * Draws since the simulation began: the pauses between attempts at a document follow from the seed as all else does.
 */
let draws = 0;
const timers: Timers = {
  pass: (ms) => void jest.advanceTimersByTime(ms),
  clear: () => {
    jest.clearAllTimers();
    draws = 0;
  },
};
const { SEED, KEEP, FROM, SEEDS: commands } = process.env;

// What the processes do by the time of day waits until the schedule lets time pass; turns of the event loop are the
// schedule itself.
beforeAll(
  () =>
    void jest.useFakeTimers({
      doNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date', 'hrtime'],
    }),
);
beforeAll(
  () =>
    void jest
      .spyOn(systemRandom, 'between')
      .mockImplementation((from, to) => from + ((draws += 7_919) % (to - from + 1))),
);
afterAll(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('users, workers, payments, clocks and deaths', () => {
  it(
    'follow from the seed alone',
    async () => {
      for (const seed of [3, 8])
        expect(fingerprint(await simulate(planOf(seed), timers))).toBe(
          fingerprint(await simulate(planOf(seed), timers)),
        );
    },
    PATIENCE_MS,
  );

  it(
    'lose no credit, spend none twice and overdraw nobody',
    async () => {
      const first = Number(SEED ?? FROM ?? FIRST);
      const seeds = SEED === undefined ? Number(commands ?? SEEDS) : 1;
      const kept = KEEP === undefined ? undefined : new Set(KEEP.split(',').map(Number));
      const sum = { steps: 0, deaths: 0, answered: 0, events: 0 };
      for (let seed = first; seed < first + seeds; seed += 1) {
        const outcome = await simulate(planOf(seed, kept), timers);
        if (outcome.failure !== undefined) throw new Error(report(await shorten(outcome, timers)));
        for (const what of ['steps', 'deaths', 'answered', 'events'] as const) sum[what] += outcome[what];
      }
      if (commands !== undefined)
        process.stderr.write(
          `${seeds} seeds: ${sum.steps} steps, ${sum.deaths} deaths, ${sum.answered} answers, ${sum.events} events\n`,
        );
      if (seeds >= SEEDS) for (const count of Object.values(sum)) expect(count).toBeGreaterThan(seeds);
    },
    PATIENCE_MS,
  );
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { defined } from '../../kernel/defined.shared.js';
import { PeriodicTask, type PeriodicTaskOptions } from './periodic-task.js';

const EVERY = 1_000;
let logged: string[];
let runs: number;
let release: (() => void) | undefined;
const log = {
  warn: (_fields: unknown, message: string) => void logged.push(`warn: ${message}`),
  error: (_fields: unknown, message: string) => void logged.push(`error: ${message}`),
};
const periodic = (
  work: (signal: AbortSignal) => Promise<number | void>,
  more: Partial<PeriodicTaskOptions> = {},
): PeriodicTask => new PeriodicTask(work, { log, failure: 'it failed', everyMs: EVERY, ...more });
const count = async (): Promise<void> => void (runs += 1);
/** A run that is over when it is let go. */
const held = async (): Promise<void> => {
  runs += 1;
  await new Promise<void>((resolve) => {
    release = resolve;
  });
};

beforeEach(() => {
  jest.useFakeTimers();
  [logged, runs, release] = [[], 0, undefined];
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a periodic task', () => {
  it.each([
    [undefined, EVERY],
    [10, 10],
    [0, 0],
  ])('with a first pause of %s ms runs after %i ms, and then every so often', async (firstMs, first) => {
    const task = periodic(count, defined({ firstMs }));
    task.start();
    if (first > 0) {
      await jest.advanceTimersByTimeAsync(first - 1);
      expect(runs).toBe(0);
    }
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toBe(1);
    await jest.advanceTimersByTimeAsync(2 * EVERY);
    expect(runs).toBe(3);
    await task.stop();
  });

  it('pauses as long as the run says', async () => {
    const task = periodic(
      async () => {
        runs += 1;
        return 10;
      },
      { firstMs: 0 },
    );
    task.start();
    await jest.advanceTimersByTimeAsync(25);
    expect(runs).toBe(3);
    await task.stop();
  });

  it('runs at once when woken, and again when woken meanwhile', async () => {
    const task = periodic(held);
    task.wake();
    expect(runs).toBe(0);
    task.start();
    task.wake();
    task.wake();
    expect(runs).toBe(1);
    task.wake();
    release?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toBe(2);
    release?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(runs).toBe(2);
    await task.stop();
  });

  it('is waited for when it is stopped, and then runs no more', async () => {
    const task = periodic(held);
    task.start();
    await jest.advanceTimersByTimeAsync(EVERY);
    task.wake();
    let isOver = false;
    const over = task.stop().then(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(3 * EVERY);
    expect([isOver, runs]).toEqual([false, 1]);
    release?.();
    await over;
    expect([runs, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('tells the run under way that it is stopped, and starts anew afterwards', async () => {
    const seen: boolean[] = [];
    const task = periodic(
      async (signal) => {
        seen.push(signal.aborted);
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve();
          });
        });
        seen.push(signal.aborted);
      },
      { firstMs: 0 },
    );
    for (let time = 0; time < 2; time += 1) {
      task.start();
      await task.stop();
    }
    expect(seen).toEqual([false, true, false, true]);
  });

  it('runs at once when it is asked for, once for all who ask', async () => {
    const task = periodic(held);
    const [first, joined] = [task.runOnce(), task.runOnce()];
    release?.();
    await Promise.all([first, joined]);
    expect([runs, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it.each(['warn', 'error'] as const)('goes on after a run that fails, which is logged as %s', async (level) => {
    const task = periodic(
      async () => {
        runs += 1;
        throw new Error('away');
      },
      { level },
    );
    task.start();
    await jest.advanceTimersByTimeAsync(2 * EVERY);
    expect([runs, logged]).toEqual([2, [`${level}: it failed`, `${level}: it failed`]]);
    await task.stop();
  });

  it('never overlaps itself and never runs once it is stopped, whatever is asked of it', async () => {
    const steps = fc.array(
      fc.oneof(fc.constantFrom('start', 'wake', 'runOnce', 'stop'), fc.integer({ min: 1, max: 3 * EVERY })),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(2 * EVERY), async (sequence, length) => {
        let [running, max, isStopped] = [0, 0, true];
        const task = periodic(async () => {
          max = Math.max(max, (running += 1));
          await new Promise<void>((resolve) => {
            setTimeout(resolve, length);
          });
          running -= 1;
        });
        for (const step of sequence) {
          switch (step) {
            case 'start':
              task.start();
              isStopped = false;
              break;
            case 'wake':
              task.wake();
              break;
            case 'runOnce':
              if (!isStopped) void task.runOnce();
              break;
            case 'stop':
              void task.stop();
              isStopped = true;
              break;
            default:
              await jest.advanceTimersByTimeAsync(Number(step));
          }
        }
        const over = task.stop();
        await jest.advanceTimersByTimeAsync(length);
        await over;
        const before = max;
        max = 0;
        await jest.advanceTimersByTimeAsync(10 * EVERY);
        expect(before).toBeLessThanOrEqual(1);
        expect([running, max, jest.getTimerCount()]).toEqual([0, 0, 0]);
      }),
    );
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Recurring } from './recurring.js';

const EVERY = 1_000;
let warned: string[];
let turns: number;
let release: (() => void) | undefined;
const log = { warn: (_fields: unknown, message: string) => void warned.push(message) };
const recurring = (work: () => Promise<void>, firstMs?: number): Recurring => new Recurring(work, { log, failing: 'it failed', everyMs: EVERY, ...(firstMs === undefined ? {} : { firstMs }) });
/** A turn that is over when it is let go. */
const held = async (): Promise<void> => {
  turns += 1;
  await new Promise<void>((resolve) => { release = resolve; });
};

beforeEach(() => {
  jest.useFakeTimers();
  [warned, turns, release] = [[], 0, undefined];
});
afterEach(() => { jest.useRealTimers(); });

describe('work that is done again every so often', () => {
  it('begins with its time, or sooner where it is seldom done', async () => {
    const seldom = recurring(async () => void (turns += 1), 10);
    seldom.start();
    await jest.advanceTimersByTimeAsync(10);
    expect(turns).toBe(1);
    await jest.advanceTimersByTimeAsync(2 * EVERY);
    expect(turns).toBe(3);
    await seldom.stop();
  });

  it('is never done twice at once', async () => {
    const slow = recurring(held);
    slow.start();
    await jest.advanceTimersByTimeAsync(5 * EVERY);
    expect(turns).toBe(1);
    release?.();
    await jest.advanceTimersByTimeAsync(EVERY);
    expect(turns).toBe(2);
    release?.();
    await slow.stop();
  });

  it('is waited for when it is stopped, and then not done any more', async () => {
    const slow = recurring(held);
    slow.start();
    await jest.advanceTimersByTimeAsync(EVERY);
    let isOver = false;
    const over = slow.stop().then(() => { isOver = true; });
    await jest.advanceTimersByTimeAsync(3 * EVERY);
    expect([isOver, turns]).toEqual([false, 1]);
    release?.();
    await over;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is done at once when it is asked for, once for all who ask', async () => {
    const asked = recurring(held);
    const [first, joined] = [asked.once(), asked.once()];
    release?.();
    await Promise.all([first, joined]);
    expect([turns, jest.getTimerCount()]).toEqual([1, 0]);
  });

  it('goes on after a turn that fails, which is told', async () => {
    const failing = recurring(async () => {
      turns += 1;
      throw new Error('away');
    });
    failing.start();
    await jest.advanceTimersByTimeAsync(2 * EVERY);
    expect([turns, warned]).toEqual([2, ['it failed', 'it failed']]);
    await failing.stop();
  });
});

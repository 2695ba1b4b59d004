import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { keepTrying } from './keep-trying';

let tries: number;
let works: boolean;
let heard: readonly unknown[];
let stop: () => void;
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  [tries, works, heard] = [0, false, []];
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const start = (): void => {
  const attempt = async (): Promise<string> => {
    tries += 1;
    if (!works) throw new Error('away');
    return 'words';
  };
  stop = keepTrying(
    attempt,
    (result) => {
      heard = [...heard, result];
    },
    (_error, failures) => {
      heard = [...heard, failures];
    },
  );
};

describe('what is tried until it succeeds', () => {
  it('is tried once where nothing fails', async () => {
    works = true;
    start();
    await pass(600_000);
    expect([tries, heard]).toEqual([1, ['words']]);
  });

  it('is tried again after a failure, ever less often, at least once a minute', async () => {
    start();
    await pass(0);
    expect(tries).toBe(1);
    for (const wait of [1_000, 5_000, 15_000, 60_000, 60_000]) {
      const before = tries;
      await pass(wait - 1);
      expect(tries).toBe(before);
      await pass(1);
      expect(tries).toBe(before + 1);
    }
    expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('comes as soon as a try succeeds, and is not tried after that', async () => {
    start();
    await pass(1_000);
    works = true;
    await pass(600_000);
    expect([tries, heard]).toEqual([3, [1, 2, 'words']]);
  });

  it('is given up when it is stopped, also while a try is under way', async () => {
    start();
    await pass(0);
    stop();
    await pass(600_000);
    expect([tries, heard]).toEqual([1, [1]]);
    works = true;
    start();
    stop();
    await pass(600_000);
    expect(heard).toEqual([1]);
  });
});

import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createBullJobs } from '../../../src/platform/jobs/bullmq.js';
import type { Jobs } from '../../../src/platform/jobs/port.js';
import type { RateLimit } from '../../../src/platform/rate-limit/port.js';
import { createRedisRateLimit } from '../../../src/platform/rate-limit/redis.js';
import { openRedis } from '../../../src/platform/redis.js';
import type { Signals } from '../../../src/platform/signals/port.js';
import { createRedisSignals } from '../../../src/platform/signals/redis.js';
import { redisMissing, startRedis, type Service } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';

jest.setTimeout(120_000);

const quiet = { warn: () => undefined, info: () => undefined };
const RULE = { limit: 100, windowMs: 60_000 };
const unreachable = { name: 'StoreUnavailable', reason: 'unreachable' };

interface Machine {
  readonly jobs: Jobs;
  readonly rateLimit: RateLimit;
  readonly signals: Signals;
  close(): Promise<void>;
}

async function machine(url: string): Promise<Machine> {
  const redis = await openRedis({ url, log: quiet });
  const [jobs, rateLimit, signals] = [
    createBullJobs({ redis, log: quiet }),
    createRedisRateLimit({ redis }),
    createRedisSignals({ redis, log: quiet }),
  ];
  return {
    jobs,
    rateLimit,
    signals,
    close: async () => {
      await jobs.close();
      await signals.close();
      await redis.close();
    },
  };
}

describeUnless(redisMissing(), 'a Redis that goes away', () => {
  let server: Service;
  let here: Machine;
  let there: Machine;
  beforeEach(async () => {
    server = await startRedis();
    here = await machine(server.url);
    there = await machine(server.url);
    await here.jobs.add({ id: 'a', queue: 'creation', payload: null });
  });
  afterEach(async () => {
    server.resume();
    await here.close();
    await there.close();
    await server.stop();
  });

  /** Every call of every port says that it cannot be reached, and none hangs. */
  const expectAway = async (): Promise<void> => {
    const calls: readonly (() => Promise<unknown>)[] = [
      () => here.jobs.add({ id: 'b', queue: 'creation', payload: null }),
      () => here.jobs.lease('creation', 'w', 1_000, 1),
      () => here.jobs.cancel('a'),
      () => here.jobs.size('creation'),
      () => here.jobs.ping(),
      () => here.rateLimit.take('k', RULE),
      () => here.rateLimit.forget('k'),
      () => here.signals.keep('k', new Uint8Array([1]), 1_000),
      () => here.signals.kept('k'),
      () => here.signals.ping(),
    ];
    const heard: unknown[] = [];
    here.signals.subscribe('local', (message) => heard.push(message));
    here.signals.publish('local', 'still heard here');
    expect(heard).toEqual(['still heard here']);
    await Promise.all(calls.map((call) => expect(call()).rejects.toMatchObject(unreachable)));
  };

  /** Calls are answered again, and what one process tells reaches the other. */
  const expectBack = async (): Promise<void> => {
    await until(
      () =>
        here.jobs.ping().then(
          () => true,
          () => false,
        ),
      (isBack) => isBack,
    );
    await here.jobs.add({ id: 'c', queue: 'creation', payload: null });
    await until(
      () => there.jobs.lease('creation', 'w', 60_000, 5).catch(() => []),
      (leased) => leased.some(({ id }) => id === 'c'),
    );
    // Each connection comes back by itself.
    expect(
      await until(
        () => here.rateLimit.take('again', RULE).catch(() => undefined),
        (taken) => taken !== undefined,
      ),
    ).toMatchObject({ allowed: true });
    const heard: unknown[] = [];
    there.signals.subscribe('news', (message) => heard.push(message));
    await until(
      async () => {
        here.signals.publish('news', 'heard there');
        return heard.length;
      },
      (count) => count > 0,
    );
  };

  it('is missed within seconds when it hangs, and found again', async () => {
    await server.pause();
    await expectAway();
    server.resume();
    await expectBack();
  });

  it('is missed when it is killed, and found again when it is started anew, with nothing of what was', async () => {
    const heard: unknown[] = [];
    there.signals.subscribe('old', (message) => heard.push(message));
    await server.kill9();
    await expectAway();
    await server.restart();
    await expectBack();
    await until(
      async () => {
        here.signals.publish('old', 'a subscription outlives the server');
        return heard.length;
      },
      (count) => count > 0,
    );
  });

  it('that is not there at the start is an error that says so', async () => {
    await server.kill9();
    await expect(openRedis({ url: server.url, log: quiet })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      store: 'redis',
      reason: 'unreachable',
    });
    await server.restart();
    await server.pause();
    await expect(openRedis({ url: server.url, log: quiet })).rejects.toMatchObject(unreachable);
    server.resume();
  });
});

import { afterAll, afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { createBullJobs } from '../../src/platform/jobs/bullmq.js';
import type { Jobs } from '../../src/platform/jobs/port.js';
import { openRedis, type RedisConnections } from '../../src/platform/redis.js';
import { redisMissing, startRedis, type Service } from '../services/index.js';
import { describeUnless } from '../support/needs.js';
import { until } from '../support/until.js';
import './adapters.js';

const quiet = { warn: () => undefined, info: () => undefined };
const LEASE = 30_000;

describeUnless(redisMissing(), 'jobs on a Redis in trouble', () => {
  let server: Service | undefined;
  let redis: RedisConnections;
  let jobs: Jobs;
  beforeEach(async () => {
    server ??= await startRedis();
    redis = await openRedis({ url: server.url, log: quiet, prefix: `kinora-test-${crypto.randomUUID()}:` });
    jobs = createBullJobs({ redis, log: quiet });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await jobs.close();
    await redis.close();
  });
  afterAll(() => server?.stop());

  const add = async (count: number): Promise<void> => {
    for (let nth = 0; nth < count; nth += 1) await jobs.add({ id: `job-${nth}`, queue: 'creations', payload: nth });
  };
  /** Something happens each time before BullMQ is asked for the next job. */
  const before = (happens: (nth: number) => Promise<void>): void => {
    const ask = Worker.prototype.getNextJob;
    let nth = 0;
    jest.spyOn(Worker.prototype, 'getNextJob').mockImplementation(async function (this: Worker, ...given) {
      nth += 1;
      await happens(nth);
      return ask.apply(this, given);
    });
  };

  it('hands over what it has taken when it cannot take the next', async () => {
    await add(3);
    before((nth) => (nth === 2 ? Promise.reject(new Error('Connection is closed.')) : Promise.resolve()));
    const [job, ...more] = await jobs.lease('creations', 'w', LEASE, 3);
    expect([job?.id, more]).toEqual(['job-0', []]);
    expect(await jobs.finish(job?.id ?? '', job?.fence ?? 0)).toBe(true);
    jest.restoreAllMocks();
    expect((await jobs.lease('creations', 'w', LEASE, 3)).map(({ id }) => id)).toEqual(['job-1', 'job-2']);
  });

  it('says so when it cannot take even the first', async () => {
    await add(1);
    before(() => Promise.reject(new Error('Connection is closed.')));
    await expect(jobs.lease('creations', 'w', LEASE, 3)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'unreachable',
    });
  });

  it('takes no more than it can hand over in time', async () => {
    await add(12);
    before(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    const leased = await jobs.lease('creations', 'w', LEASE, 12);
    expect(leased.length).toBeGreaterThan(0);
    // Longer than one more would take.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await jobs.size('creations')).toEqual({ waiting: 12 - leased.length, held: leased.length });
  });

  it('looks for the primary again when it finds itself at a replica', async () => {
    const operator = new Redis(server?.url ?? '');
    const connection = async (): Promise<unknown> => redis.commands.client('ID').catch(() => undefined);
    const first = await connection();
    await operator.replicaof('127.0.0.1', 1);
    try {
      await expect(jobs.add({ id: 'a', queue: 'creations', payload: null })).rejects.toMatchObject({
        name: 'StoreUnavailable',
        reason: 'unreachable',
      });
      await until(connection, (now) => now !== undefined && now !== first);
    } finally {
      await operator.replicaof('NO', 'ONE');
      operator.disconnect();
    }
    expect(
      await until(
        () => jobs.add({ id: 'a', queue: 'creations', payload: null }).catch(() => undefined),
        (added) => added !== undefined,
      ),
    ).toBe(true);
  });
});

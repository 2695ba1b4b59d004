import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Jobs } from '../../src/platform/jobs/port.js';
import { until } from '../support/until.js';
import { describeAdapters } from './adapters.js';
import { jobStores } from './adapters/jobs.js';
import type { Timed } from './adapters/redis.js';

const LEASE = 30_000;

describeAdapters(jobStores, 'jobs', ({ open, time }) => {
  let opened: Timed<Jobs>;
  let jobs: Jobs;

  beforeEach(async () => {
    opened = await open();
    jobs = opened.store;
  });
  afterEach(() => opened.dispose());

  const add = async (...ids: string[]): Promise<void> => {
    for (const id of ids) await jobs.add({ id, queue: 'creations', payload: { taskId: id } });
  };
  const leaseIds = async (limit: number, worker = 'w1'): Promise<string[]> =>
    (await jobs.lease('creations', worker, LEASE, limit)).map(({ id }) => id);
  const leaseOne = async (worker = 'w1'): Promise<{ id: string; fence: number }> => {
    const [job] = await jobs.lease('creations', worker, LEASE, 1);
    if (job === undefined) throw new Error('there was no job to lease');
    return job;
  };

  /** Time in which every lease ends. On real time it is noticed a moment later. */
  const allLapse = async (): Promise<void> => {
    await opened.pass(LEASE + 1);
    if (time === 'real')
      await until(
        () => jobs.size('creations'),
        ({ held }) => held === 0,
      );
  };
  /** Nearly a whole lease. */
  const NEARLY = time === 'manual' ? LEASE - 1 : LEASE - 20_000;

  it('hands a job out as it was added, with a fence and the end of its lease', async () => {
    const payload = { taskId: 't1', list: [1, null, 'é漢🎨'], nested: { ok: true } };
    expect(await jobs.add({ id: 't1_1', queue: 'creations', payload })).toBe(true);
    const before = time === 'manual' ? opened.clock.now() : Date.now();
    const [job] = await jobs.lease('creations', 'w1', LEASE, 5);
    const after = time === 'manual' ? opened.clock.now() : Date.now();
    expect(job).toEqual({
      id: 't1_1',
      queue: 'creations',
      payload,
      fence: expect.any(Number),
      leaseEndsAt: expect.any(Number),
    });
    expect(job?.leaseEndsAt).toBeGreaterThanOrEqual(before + LEASE);
    expect(job?.leaseEndsAt).toBeLessThanOrEqual(after + LEASE);
  });

  it('changes nothing when the same id is added again, waiting or held', async () => {
    await add('a');
    expect(await jobs.add({ id: 'a', queue: 'creations', payload: { other: true } })).toBe(false);
    const [job] = await jobs.lease('creations', 'w1', LEASE, 5);
    expect(job?.payload).toEqual({ taskId: 'a' });
    expect(await jobs.add({ id: 'a', queue: 'creations', payload: null })).toBe(false);
    expect(await leaseIds(5)).toEqual([]);
  });

  it('hands out the oldest first, no more than asked for, and each to one holder', async () => {
    await add('a', 'b', 'c');
    expect(await leaseIds(2)).toEqual(['a', 'b']);
    expect(await leaseIds(2, 'w2')).toEqual(['c']);
    expect(await leaseIds(2, 'w3')).toEqual([]);
  });

  it('gives each of many workers that ask at once a different job', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `job-${n}`);
    await add(...ids);
    const taken = await Promise.all(Array.from({ length: 30 }, (_, n) => leaseIds(1, `w${n}`)));
    expect(taken.flat().sort()).toEqual([...ids].sort());
  });

  it('keeps queues apart', async () => {
    await jobs.add({ id: 'mail-1', queue: 'mail', payload: null });
    expect(await leaseIds(5)).toEqual([]);
    expect(await jobs.size('mail')).toEqual({ waiting: 1, held: 0 });
    expect(await jobs.size('creations')).toEqual({ waiting: 0, held: 0 });
  });

  it('counts what waits and what is held, a lapsed lease as waiting', async () => {
    await add('a', 'b', 'c');
    await leaseIds(1);
    expect(await jobs.size('creations')).toEqual({ waiting: 2, held: 1 });
    await allLapse();
    expect(await jobs.size('creations')).toEqual({ waiting: 3, held: 0 });
  });

  it('does not hand a job out before its lease ends, and does so after, ahead of younger ones', async () => {
    await add('a', 'b');
    await leaseOne();
    await opened.pass(NEARLY);
    expect(await leaseIds(1, 'w2')).toEqual(['b']);
    await opened.pass(LEASE - NEARLY);
    await add('c');
    if (time === 'real')
      await until(
        () => jobs.size('creations'),
        ({ held }) => held === 1,
      );
    expect(await leaseIds(1, 'w3')).toEqual(['a']);
  });

  it('keeps a job with a worker that extends its lease', async () => {
    await add('a');
    const { fence } = await leaseOne();
    for (let n = 0; n < 3; n += 1) {
      await opened.pass(NEARLY);
      expect(await jobs.extend('a', fence, LEASE)).toBe('held');
    }
    expect(await leaseIds(1, 'w2')).toEqual([]);
  });

  it('refuses everything from a worker whose job another has taken', async () => {
    await add('a');
    const old = await leaseOne();
    await allLapse();
    const now = await leaseOne('w2');
    expect(now.fence).toBeGreaterThan(old.fence);
    expect(await jobs.extend('a', old.fence, LEASE)).toBe('lost');
    expect(await jobs.finish('a', old.fence)).toBe(false);
    await jobs.giveBack('a', old.fence);
    expect(await jobs.extend('a', now.fence, LEASE)).toBe('held');
    expect(await jobs.finish('a', now.fence)).toBe(true);
  });

  it('never gives a fence again, not even to a job of the same id that was finished before', async () => {
    await add('a');
    const first = await leaseOne();
    await jobs.finish('a', first.fence);
    await add('a');
    const second = await leaseOne();
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(await jobs.finish('a', first.fence)).toBe(false);
    expect(await jobs.size('creations')).toEqual({ waiting: 0, held: 1 });
  });

  it('removes a finished job, once', async () => {
    await add('a');
    const { fence } = await leaseOne();
    expect(await jobs.finish('a', fence)).toBe(true);
    expect(await jobs.finish('a', fence)).toBe(false);
    expect(await jobs.extend('a', fence, LEASE)).toBe('lost');
    expect(await jobs.size('creations')).toEqual({ waiting: 0, held: 0 });
  });

  it('does not let a job that nobody holds be finished or extended', async () => {
    await add('a');
    expect(await jobs.finish('a', 0)).toBe(false);
    expect(await jobs.extend('a', 0, LEASE)).toBe('lost');
    expect(await jobs.extend('nobody', 1, LEASE)).toBe('lost');
    expect(await leaseIds(1)).toEqual(['a']);
  });

  it('takes a job back at once, and its old fence is worth nothing', async () => {
    await add('a', 'b');
    const { fence } = await leaseOne();
    await jobs.giveBack('a', fence);
    expect(await jobs.finish('a', fence)).toBe(false);
    expect(await leaseIds(5, 'w2')).toEqual(['a', 'b']);
  });

  describe('cancelling', () => {
    it('removes a job that waits, or whose lease has lapsed', async () => {
      await add('a', 'b');
      await leaseOne();
      expect(await jobs.cancel('b')).toBe('removed');
      await allLapse();
      expect(await jobs.cancel('a')).toBe('removed');
      expect(await leaseIds(5)).toEqual([]);
    });

    it('asks the holder, who hears of it at its next extension and may still finish', async () => {
      await add('a');
      const { fence } = await leaseOne();
      expect(await jobs.extend('a', fence, LEASE)).toBe('held');
      expect(await jobs.cancel('a')).toBe('asked');
      expect(await jobs.extend('a', fence, LEASE)).toBe('cancel');
      expect(await jobs.finish('a', fence)).toBe(true);
    });

    it('does not hand a cancelled job to another when its holder dies or gives it back', async () => {
      await add('a', 'b');
      const { fence } = await leaseOne();
      await leaseOne();
      await jobs.cancel('a');
      await jobs.cancel('b');
      await jobs.giveBack('a', fence);
      await allLapse();
      expect(await leaseIds(5, 'w2')).toEqual([]);
      expect(await jobs.size('creations')).toEqual({ waiting: 0, held: 0 });
    });

    it('knows nothing of a job that is not there', async () => {
      expect(await jobs.cancel('nobody')).toBe('unknown');
    });

    it('leaves other jobs alone', async () => {
      await add('a', 'ab');
      await jobs.cancel('a');
      expect(await leaseIds(5)).toEqual(['ab']);
    });
  });

  it('rings for a queue when a job is added or given back, until the listener goes', async () => {
    let rung = 0;
    const stop = jobs.onAdded('creations', () => (rung += 1));
    jobs.onAdded('creations', () => {
      throw new Error('a listener that fails is its own affair');
    });
    await jobs.add({ id: 'mail-1', queue: 'mail', payload: null });
    expect(rung).toBe(0);
    await add('a');
    expect(rung).toBe(1);
    const { fence } = await leaseOne();
    await jobs.giveBack('a', fence);
    expect(rung).toBe(2);
    stop();
    await add('b');
    expect(rung).toBe(2);
  });

  it('refuses every call once closed', async () => {
    const closed = { name: 'StoreUnavailable', store: 'jobs', reason: 'closed' };
    await jobs.ping();
    await jobs.close();
    await expect(add('a')).rejects.toMatchObject(closed);
    await expect(leaseIds(1)).rejects.toMatchObject(closed);
    await expect(jobs.extend('a', 1, LEASE)).rejects.toMatchObject(closed);
    await expect(jobs.finish('a', 1)).rejects.toMatchObject(closed);
    await expect(jobs.giveBack('a', 1)).rejects.toMatchObject(closed);
    await expect(jobs.cancel('a')).rejects.toMatchObject(closed);
    await expect(jobs.size('creations')).rejects.toMatchObject(closed);
    await expect(jobs.ping()).rejects.toMatchObject(closed);
  });
});

import { ErrorCode, Queue, Worker, type Job } from 'bullmq';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Json } from '../documents/port.js';
import { Emitter } from '../emitter.js';
import type { Logs } from '../http/logs.js';
import { systemRandom } from '../random.js';
import { answered, type RedisConnections } from '../redis.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Jobs, LeasedJob, NewJob } from './port.js';

export interface BullJobsOptions {
  readonly redis: RedisConnections;
  readonly log: Pick<Logs, 'warn'>;
}

/** Jobs in Redis, by BullMQ. Any number of processes may add and lease. */
export function createBullJobs(options: BullJobsOptions): Jobs {
  return new BullJobs(options);
}

const STORE = 'jobs';
const ADDED = 'jobs';

/** Interval at which each worker looks for expired leases. Such a job is leased again at the second look afterwards. */
const STALLED_EVERY_MS = 500;
/** No further job is taken after this long, so that the jobs already taken are returned before the call times out. */
const TAKE_FOR_MS = 2_500;
/** Length of BullMQ's event stream, which is not used here. */
const EVENTS_KEPT = 100;

/** Data of a job. `mark` identifies who added it: an existing id keeps its own. */
interface Carried {
  readonly payload: Json;
  readonly mark: string;
}

const carried = z.object({ payload: z.json(), mark: z.string() });

/** Progress value that marks a job as cancelled; BullMQ delivers it with the job. */
const CANCEL = 'cancel';

/** BullMQ codes for a job that is gone or leased by another worker. */
const LOST: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * Draws this many fences. They always grow, even after Redis has lost its data, because the clock's milliseconds are
 * far above all earlier fences.
 */
const DRAW_FENCES = `
  local time = redis.call('TIME')
  local first = math.max(tonumber(redis.call('GET', KEYS[1]) or '0') + 1, time[1] * 1000)
  redis.call('SET', KEYS[1], string.format('%.0f', first + ARGV[1] - 1))
  return first
`;

interface Holding {
  readonly job: Job<Carried>;
  readonly queue: string;
  readonly fence: number;
  leaseEndsAt: Millis;
}

/** Expired leases without further calls are forgotten after this long. */
const FORGET_AFTER_MS = 60_000;

class BullJobs implements Jobs {
  private readonly own = systemRandom.uuid();
  private readonly queues = new Map<string, Queue<Carried>>();
  /** By queue and lease duration, because a BullMQ worker has one lock duration. */
  private readonly workers = new Map<string, Worker<Carried>>();
  private readonly holdings = new Map<string, Holding>();
  private readonly added = new Map<string, Emitter>();
  private readonly named = new Set<string>();
  private readonly stopHearing: () => void;
  private isClosed = false;

  constructor(private readonly options: BullJobsOptions) {
    this.stopHearing = options.redis.subscribe(ADDED, (text) => {
      const [queue, from] = text.split(' ');
      if (queue !== undefined && from !== this.own) this.hints(queue).emit();
    });
  }

  add({ id, queue, payload }: NewJob): Promise<boolean> {
    return this.ask(async () => {
      await this.name(queue);
      const mark = systemRandom.uuid();
      await this.queue(queue).add('job', { payload, mark }, { jobId: id, removeOnComplete: true, removeOnFail: true });
      const there = await this.queue(queue).getJob(id);
      // A job that is gone again was leased and finished meanwhile.
      if (there !== undefined && there.data.mark !== mark) return false;
      this.notify(queue);
      return true;
    });
  }

  lease(queue: string, worker: string, leaseMs: Millis, limit: number): Promise<readonly LeasedJob[]> {
    return this.ask(async () => {
      this.forgetOld();
      const taker = this.worker(queue, worker, leaseMs);
      if (limit < 1) return [];
      const until = performance.now() + TAKE_FOR_MS;
      const first = z
        .number()
        .parse(await this.options.redis.commands.eval(DRAW_FENCES, 1, `${this.options.redis.prefix}jobs-fence`, limit));
      const taken: LeasedJob[] = [];
      try {
        while (taken.length < limit && performance.now() < until) {
          const job = await this.take(taker, queue, first + taken.length, leaseMs);
          if (job === 'none') break;
          if (job !== 'cancelled') taken.push(job);
        }
      } catch (error) {
        // Jobs already locked are returned nevertheless: otherwise nobody would hold them.
        if (taken.length === 0) throw error;
        this.logError(error);
      }
      return taken;
    });
  }

  private async take(
    taker: Worker<Carried>,
    queue: string,
    fence: number,
    leaseMs: Millis,
  ): Promise<LeasedJob | 'cancelled' | 'none'> {
    const job = await taker.getNextJob(String(fence), { block: false });
    if (job === undefined) return 'none';
    if (job.progress === CANCEL) {
      await job.moveToCompleted(null, String(fence), false);
      return 'cancelled';
    }
    // Redis returns what `add` wrote.
    const { payload } = carried.parse(job.data);
    const leased = { id: job.id ?? '', queue, payload, fence, leaseEndsAt: Date.now() + leaseMs };
    this.holdings.set(leased.id, { job, queue, fence, leaseEndsAt: leased.leaseEndsAt });
    return leased;
  }

  extend(id: string, fence: number, leaseMs: Millis): Promise<'held' | 'lost' | 'cancel'> {
    return this.ask(async () => {
      const held = this.held(id, fence);
      if (held === undefined) return 'lost';
      if ((await held.job.extendLock(String(fence), leaseMs)) !== 1) {
        this.holdings.delete(id);
        return 'lost';
      }
      held.leaseEndsAt = Date.now() + leaseMs;
      return (await this.isCancelRequested(held)) ? 'cancel' : 'held';
    });
  }

  finish(id: string, fence: number): Promise<boolean> {
    return this.ask(async () => {
      const held = this.held(id, fence);
      return held !== undefined && this.letGo(held, () => held.job.moveToCompleted(null, String(fence), false));
    });
  }

  giveBack(id: string, fence: number): Promise<void> {
    return this.ask(async () => {
      const held = this.held(id, fence);
      if (held === undefined) return;
      if (await this.isCancelRequested(held))
        await this.letGo(held, () => held.job.moveToCompleted(null, String(fence), false));
      else if (await this.letGo(held, () => held.job.moveToWait(String(fence)))) this.notify(held.queue);
    });
  }

  cancel(id: string): Promise<'removed' | 'asked' | 'unknown'> {
    return this.ask(async () => {
      for (const name of await this.options.redis.commands.smembers(this.namesKey())) {
        const job = await this.queue(name).getJob(id);
        if (job === undefined) continue;
        // A locked job is held, and stays.
        if ((await this.queue(name).remove(id)) === 1) return 'removed';
        try {
          await job.updateProgress(CANCEL);
          return 'asked';
        } catch (error) {
          if (!isLost(error)) throw error;
        }
      }
      return 'unknown';
    });
  }

  size(queue: string): Promise<{ readonly waiting: number; readonly held: number }> {
    return this.ask(async () => {
      const { wait = 0, active = 0 } = await this.queue(queue).getJobCounts('wait', 'active');
      return { waiting: wait, held: active };
    });
  }

  onAdded(queue: string, listener: () => void): () => void {
    return this.hints(queue).subscribe(listener);
  }

  ping(): Promise<void> {
    return this.ask(async () => void (await this.options.redis.queues.ping()));
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopHearing();
    await Promise.all(
      [...this.workers.values(), ...this.queues.values()].map(async (part) => {
        try {
          await answered(STORE, () => part.close());
        } catch (error) {
          this.options.log.warn({ err: error }, 'a queue could not be closed cleanly');
        }
      }),
    );
  }

  private async letGo(held: Holding, call: () => Promise<unknown>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (isLost(error)) return false;
      throw error;
    } finally {
      this.holdings.delete(held.job.id ?? '');
    }
  }

  private async isCancelRequested({ queue, job }: Holding): Promise<boolean> {
    return (await this.queue(queue).getJob(job.id ?? ''))?.progress === CANCEL;
  }

  private held(id: string, fence: number): Holding | undefined {
    const held = this.holdings.get(id);
    return held?.fence === fence ? held : undefined;
  }

  private forgetOld(): void {
    const before = Date.now() - FORGET_AFTER_MS;
    for (const [id, { leaseEndsAt }] of this.holdings) if (leaseEndsAt < before) this.holdings.delete(id);
  }

  private queue(name: string): Queue<Carried> {
    const known = this.queues.get(name);
    if (known) return known;
    const { redis } = this.options;
    const queue = new Queue<Carried>(name, {
      connection: redis.queues,
      prefix: `${redis.prefix}jobs`,
      skipVersionCheck: true,
      streams: { events: { maxLen: EVENTS_KEPT } },
    });
    queue.on('error', (error) => this.logError(error));
    this.queues.set(name, queue);
    return queue;
  }

  private worker(queue: string, name: string, leaseMs: Millis): Worker<Carried> {
    const key = `${leaseMs} ${queue}`;
    const known = this.workers.get(key);
    if (known) return known;
    const { redis } = this.options;
    const worker = new Worker<Carried>(queue, null, {
      connection: redis.queues,
      prefix: `${redis.prefix}jobs`,
      name,
      skipVersionCheck: true,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: STALLED_EVERY_MS,
      // Creation counts the attempts, and gives up jobs that kill their workers.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    worker.on('error', (error) => this.logError(error));
    worker.on('stalled', () => this.notify(queue));
    void worker.startStalledCheckTimer();
    this.workers.set(key, worker);
    return worker;
  }

  private logError(error: unknown): void {
    if (!this.isClosed) this.options.log.warn({ err: error }, 'a queue reported a Redis error');
  }

  /** Records a queue's name for all processes, because a job is cancelled by its id alone. */
  private async name(queue: string): Promise<void> {
    if (this.named.has(queue)) return;
    await this.options.redis.commands.sadd(this.namesKey(), queue);
    this.named.add(queue);
  }

  private namesKey(): string {
    return `${this.options.redis.prefix}jobs-queues`;
  }

  private notify(queue: string): void {
    this.hints(queue).emit();
    this.options.redis.publish(ADDED, `${queue} ${this.own}`);
  }

  private hints(queue: string): Emitter {
    let hints = this.added.get(queue);
    if (hints === undefined) this.added.set(queue, (hints = new Emitter()));
    return hints;
  }

  private ask<T>(call: () => Promise<T>): Promise<T> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable(STORE, 'closed', 'the store was closed'));
    return answered(STORE, call);
  }
}

function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.has(error.code);
}

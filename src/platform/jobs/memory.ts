import type { Clock, Millis } from '../../kernel/clock.js';
import { parseJson } from '../documents/json.js';
import { Emitter } from '../emitter.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Jobs, LeasedJob, NewJob } from './port.js';

/** In-memory jobs, for tests. */
export function createMemoryJobs(clock: Clock): Jobs {
  return new MemoryJobs(clock);
}

interface StoredJob {
  readonly id: string;
  readonly queue: string;
  readonly payload: string;
  fence: number;
  /** 0 while not leased. */
  leaseEndsAt: Millis;
  cancelRequested: boolean;
}

class MemoryJobs implements Jobs {
  private readonly jobs = new Map<string, StoredJob>();
  private readonly added = new Map<string, Emitter>();
  private lastFence = 0;
  private closed = false;

  constructor(private readonly clock: Clock) {}

  async add(job: NewJob): Promise<boolean> {
    this.assertOpen();
    if (this.jobs.has(job.id)) return false;
    const { id, queue, payload } = job;
    this.jobs.set(id, {
      id,
      queue,
      payload: JSON.stringify(payload),
      fence: 0,
      leaseEndsAt: 0,
      cancelRequested: false,
    });
    this.hints(queue).emit();
    return true;
  }

  async lease(queue: string, _worker: string, leaseMs: Millis, limit: number): Promise<readonly LeasedJob[]> {
    this.assertOpen();
    const now = this.clock.now();
    const taken: LeasedJob[] = [];
    for (const job of [...this.jobs.values()]) {
      if (taken.length === limit) break;
      if (job.queue !== queue || job.leaseEndsAt > now) continue;
      if (job.cancelRequested) {
        this.jobs.delete(job.id);
        continue;
      }
      this.lastFence += 1;
      job.fence = this.lastFence;
      job.leaseEndsAt = now + leaseMs;
      taken.push({
        id: job.id,
        queue,
        payload: parseJson(job.payload),
        fence: job.fence,
        leaseEndsAt: job.leaseEndsAt,
      });
    }
    return taken;
  }

  async extend(id: string, fence: number, leaseMs: Millis): Promise<'held' | 'lost' | 'cancel'> {
    const job = this.heldWith(id, fence);
    if (job === undefined) return 'lost';
    job.leaseEndsAt = this.clock.now() + leaseMs;
    return job.cancelRequested ? 'cancel' : 'held';
  }

  async finish(id: string, fence: number): Promise<boolean> {
    return this.heldWith(id, fence) !== undefined && this.jobs.delete(id);
  }

  async giveBack(id: string, fence: number): Promise<void> {
    const job = this.heldWith(id, fence);
    if (job === undefined) return;
    if (job.cancelRequested) {
      this.jobs.delete(id);
      return;
    }
    job.leaseEndsAt = 0;
    job.fence = 0;
    this.hints(job.queue).emit();
  }

  async cancel(id: string): Promise<'removed' | 'asked' | 'unknown'> {
    this.assertOpen();
    const job = this.jobs.get(id);
    if (job === undefined) return 'unknown';
    if (job.leaseEndsAt > this.clock.now()) {
      job.cancelRequested = true;
      return 'asked';
    }
    this.jobs.delete(id);
    return 'removed';
  }

  async size(queue: string): Promise<{ readonly waiting: number; readonly held: number }> {
    this.assertOpen();
    const now = this.clock.now();
    const own = [...this.jobs.values()].filter((job) => job.queue === queue);
    const held = own.filter((job) => job.leaseEndsAt > now).length;
    return { waiting: own.length - held, held };
  }

  onAdded(queue: string, listener: () => void): () => void {
    return this.hints(queue).subscribe(listener);
  }

  async ping(): Promise<void> {
    this.assertOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private heldWith(id: string, fence: number): StoredJob | undefined {
    this.assertOpen();
    const job = this.jobs.get(id);
    return job !== undefined && fence > 0 && job.fence === fence ? job : undefined;
  }

  private hints(queue: string): Emitter {
    let hints = this.added.get(queue);
    if (hints === undefined) this.added.set(queue, (hints = new Emitter()));
    return hints;
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('jobs', 'closed', 'the store was closed');
  }
}

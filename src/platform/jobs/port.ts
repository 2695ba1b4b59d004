import type { Millis } from '../../kernel/clock.js';
import type { Json } from '../documents/port.js';

export interface NewJob {
  /** `taskId_attempt`: adding the same id again has no effect. */
  readonly id: string;
  readonly queue: string;
  readonly payload: Json;
}

/** A leased job. `fence` grows with each lease, and calls with an older one are refused. */
export interface LeasedJob extends NewJob {
  readonly fence: number;
  readonly leaseEndsAt: Millis;
}

/**
 * A small window of work between the dispatcher and the workers: durable, at-least-once delivery, one holder at a time.
 * The lease of a worker that dies expires, and its job is leased again.
 * @throws StoreUnavailable from every call
 */
export interface Jobs {
  /** @returns false if a job with this id exists */
  add(job: NewJob): Promise<boolean>;
  /** Leases up to `limit` waiting or expired jobs, oldest first. */
  lease(queue: string, worker: string, leaseMs: Millis, limit: number): Promise<readonly LeasedJob[]>;
  /** @returns `lost` if another worker may hold the lease, `cancel` if the job should stop */
  extend(id: string, fence: number, leaseMs: Millis): Promise<'held' | 'lost' | 'cancel'>;
  /**
   * Removes a finished job, whatever its outcome.
   * @returns false if the lease was lost
   */
  finish(id: string, fence: number): Promise<boolean>;
  /** Returns a job to the queue at once, so that a worker can drain. */
  giveBack(id: string, fence: number): Promise<void>;
  /**
   * Removes a waiting or expired job. A leased one is told at its next `extend`; it is removed, and not leased again,
   * once its lease expires or it is given back.
   */
  cancel(id: string): Promise<'removed' | 'asked' | 'unknown'>;
  /** Number of waiting and leased jobs. */
  size(queue: string): Promise<{ readonly waiting: number; readonly held: number }>;
  /**
   * Called soon after a job is added or given back; a hint.
   * @returns a function that unsubscribes
   */
  onAdded(queue: string, listener: () => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

import type { Millis } from '../../kernel/clock.js';
import type { Json } from '../documents/port.js';

export interface NewJob {
  /** `taskId_attempt`: adding the same id again changes nothing. */
  readonly id: string;
  readonly queue: string;
  readonly payload: Json;
}

/** A job that a worker holds. `fence` grows each time the job is leased; whatever carries an old one is refused. */
export interface LeasedJob extends NewJob {
  readonly fence: number;
  readonly leaseEndsAt: Millis;
}

/**
 * A small window of work between the dispatcher and the workers: durable, at least once, one holder at a time.
 * A worker that dies gives its job back when its lease ends.
 * @throws StoreUnavailable from every call
 */
export interface Jobs {
  /** @returns false when a job with this id was already there */
  add(job: NewJob): Promise<boolean>;
  /** Takes up to `limit` waiting or lapsed jobs, oldest first. */
  lease(queue: string, worker: string, leaseMs: Millis, limit: number): Promise<readonly LeasedJob[]>;
  /** @returns `lost` when the lease is no longer this worker's, `cancel` when someone requested the job to stop */
  extend(id: string, fence: number, leaseMs: Millis): Promise<'held' | 'lost' | 'cancel'>;
  /** Removes a finished job, whatever became of it. @returns false when the lease was lost */
  finish(id: string, fence: number): Promise<boolean>;
  /** Gives a job back at once, so that a worker can drain. */
  giveBack(id: string, fence: number): Promise<void>;
  /**
   * A waiting or lapsed job is removed; a held one hears of it at its next `extend`, and is removed, not handed out
   * again, when its lease ends or it is given back.
   */
  cancel(id: string): Promise<'removed' | 'asked' | 'unknown'>;
  /** Waiting and held. */
  size(queue: string): Promise<{ readonly waiting: number; readonly held: number }>;
  /** Called soon after a job is added or given back; a hint. Answers how to stop listening. */
  onAdded(queue: string, listener: () => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

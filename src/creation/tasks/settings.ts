import type { CountryLimit } from '../../kernel/countries.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { VideoTemplate } from '../../engine/options.shared.js';

/** What the operator may set about creations; the defaults are the product's. All times in milliseconds. */
export interface CreationSettings {
  /** Name of the queue in the jobs port. */
  readonly queue: string;
  /** Tasks one worker process runs at once. */
  readonly concurrency: number;
  /** Jobs that may wait in the jobs port, beside those that are held: the smaller, the fairer; the larger, the less idle. */
  readonly window: number;
  /** A worker that says nothing for so long has lost its task. */
  readonly leaseMs: Millis;
  /** How often a worker extends its lease and writes its progress down. */
  readonly heartbeatMs: Millis;
  /** After so many lost or spent attempts a task is concluded with what it has. */
  readonly attempts: number;
  /** One attempt may run so long, all outputs together. */
  readonly attemptLimitMs: Millis;
  /** A task must be finished so long after it was submitted; a live worker extends it. */
  readonly deadlineMs: Millis;
  /** The hold outlives the deadline by so much: a task is cancelled before its hold may expire. */
  readonly holdMarginMs: Millis;
  /** A live worker extends deadline and hold when less than this is left, and by as much. */
  readonly extendWhenLeftMs: Millis;
  /** A task that is `reserving` for longer was left by a crash. */
  readonly reservingPatienceMs: Millis;
  /** Longest life of a request: after it no hold that was on its way when the task ended can still arrive. */
  readonly requestLifeMs: Millis;
  /** New requests of one user in any minute, those that are refused too; a repeat of one that is known counts for nothing. */
  readonly requestsAMinute: number;
  /** What is hidden (deleted by its owner, refused for want of credits) is kept so long as the proof of its id. */
  readonly purgeAfterMs: Millis;
  readonly sweepEveryMs: Millis;
  /** The dispatcher and the live subscriptions look again so often, should a signal be lost. */
  readonly lookAgainMs: Millis;
  /** Of several workers one dispatches; when it dies another continues after so long. */
  readonly leadMs: Millis;
  /** At most one signal of progress a task in so long. */
  readonly progressEveryMs: Millis;
  /** Which countries' free use is refused. */
  readonly freeUseRefusedTo: CountryLimit;
  /** Effects of videos that are no longer offered. */
  readonly withdrawnEffects: readonly VideoTemplate[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Product defaults: a reservation left alone times out after 24 hours, three lost leases are a failure. */
export const CREATION_DEFAULTS: CreationSettings = {
  queue: 'creation',
  concurrency: 2,
  window: 4,
  leaseMs: 6_000,
  heartbeatMs: 2_000,
  attempts: 3,
  attemptLimitMs: 15 * MINUTE,
  deadlineMs: 23 * HOUR,
  holdMarginMs: HOUR,
  extendWhenLeftMs: HOUR,
  reservingPatienceMs: 15_000,
  requestLifeMs: 10 * MINUTE,
  requestsAMinute: 30,
  purgeAfterMs: 7 * 24 * HOUR,
  sweepEveryMs: 5_000,
  lookAgainMs: 10_000,
  leadMs: 4_000,
  progressEveryMs: 200,
  freeUseRefusedTo: 'none',
  withdrawnEffects: [],
};

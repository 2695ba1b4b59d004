import type { CountryLimit } from '../../kernel/countries.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { VideoTemplate } from '../../engine/options.shared.js';

/** Operator settings of creations, with the product's defaults. All times in milliseconds. */
export interface CreationSettings {
  /** Name of the queue in the jobs port. */
  readonly queue: string;
  /** Tasks that one worker process runs at once. */
  readonly concurrency: number;
  /**
   * Jobs that may wait in the jobs port besides the leased ones. A smaller window is fairer; a larger one leaves
   * workers less idle.
   */
  readonly window: number;
  /** A worker without a heartbeat for this long has lost its task. */
  readonly leaseMs: Millis;
  /** Interval at which a worker extends its lease and stores its progress. */
  readonly heartbeatMs: Millis;
  /** Maximum lost or failed attempts; a task then ends with the outputs that it has. */
  readonly attempts: number;
  /** Time limit of one attempt, for all outputs together. */
  readonly attemptLimitMs: Millis;
  /** Time from submission to deadline; a live worker extends it. */
  readonly deadlineMs: Millis;
  /** How much longer than the deadline the hold lasts, so that a task is cancelled before its hold can expire. */
  readonly holdMarginMs: Millis;
  /** A live worker extends deadline and hold once less than this is left, by the same amount. */
  readonly extendWhenLeftMs: Millis;
  /** After this long in `reserving`, a task counts as left by a crash. */
  readonly reservingPatienceMs: Millis;
  /** Longest life of a request. This long after the end of a task, no hold in flight can arrive any more. */
  readonly requestLifeMs: Millis;
  /** New requests of one user per minute, including refused ones. Repeats of a known request are free. */
  readonly requestsAMinute: number;
  /**
   * Creations per payer and day (UTC) whose defective results of a connected engine are not charged. Later ones are
   * delivered and charged.
   */
  readonly defectReleasesADay: number;
  /**
   * How long a hidden task (deleted by its owner, or refused for lack of credits) is kept as proof that its id was
   * used.
   */
  readonly purgeAfterMs: Millis;
  readonly sweepEveryMs: Millis;
  /** Polling interval of the dispatcher and of live subscriptions, in case a signal is lost. */
  readonly lookAgainMs: Millis;
  /** Time until another worker takes over when the dispatching one dies. */
  readonly leadMs: Millis;
  /** Minimum interval between two progress signals of a task. */
  readonly progressEveryMs: Millis;
  /** Countries in which free use is refused. */
  readonly freeUseRefusedTo: CountryLimit;
  /** Video effects that are no longer offered. */
  readonly withdrawnEffects: readonly VideoTemplate[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Product defaults: an abandoned reservation times out after 24 hours, and three lost leases are a failure. */
export const CREATION_DEFAULTS: CreationSettings = {
  queue: 'creation',
  concurrency: 2,
  window: 4,
  leaseMs: 6_000,
  heartbeatMs: 2_000,
  attempts: 3,
  attemptLimitMs: 15 * MINUTE,
  deadlineMs: 23 * HOUR,
  holdMarginMs: 7 * 24 * HOUR,
  extendWhenLeftMs: HOUR,
  reservingPatienceMs: 15_000,
  requestLifeMs: 10 * MINUTE,
  requestsAMinute: 30,
  defectReleasesADay: 10,
  purgeAfterMs: 7 * 24 * HOUR,
  sweepEveryMs: 5_000,
  lookAgainMs: 10_000,
  leadMs: 4_000,
  progressEveryMs: 200,
  freeUseRefusedTo: 'none',
  withdrawnEffects: [],
};

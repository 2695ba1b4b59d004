import type { Millis } from '../../kernel/clock.js';
import { pause } from '../pause.js';
import { systemRandom, type Random } from '../random.js';
import { StoreUnavailable } from '../unavailable.js';

/** Attempts and pauses of a conflicting write. Clock and randomness are passed in. */
export interface RetryPolicy {
  /** 1 or more. */
  readonly attempts: number;
  /** Maximum pause before the second attempt; it doubles with each further attempt. */
  readonly baseMs: Millis;
  /** Upper limit of a pause. */
  readonly maxMs: Millis;
  readonly random: Pick<Random, 'between'>;
  readonly pause: (ms: Millis) => Promise<void>;
}

/**
 * The policy for all documents. 300 concurrent writers of one document all succeed with it; pauses add up to at most 11
 * seconds.
 */
export const RETRY_POLICY: RetryPolicy = { attempts: 30, baseMs: 2, maxMs: 500, random: systemRandom, pause };

/** The result of an attempt that conflicted. */
export const CONFLICT = Symbol('conflict');

/**
 * Persistent write conflicts on one document. A `StoreUnavailable` with reason `contended`: callers get TRY_AGAIN, and
 * consumers retry later.
 */
export class DocumentContended extends StoreUnavailable {
  /** @param what the document, for the log only */
  constructor(
    readonly what: string,
    attempts: number,
  ) {
    super('documents', 'contended', `${what} was written by others during ${attempts} attempts`);
    this.name = 'DocumentContended';
  }
}

/**
 * Retries a write until it does not conflict. For writes that `update` and its variants cannot express, such as those
 * of many documents.
 * @param what names the document in the error
 * @param attempt reads and writes; called again after a conflict
 * @returns the result of the successful attempt
 * @throws DocumentContended after the last attempt, and errors of `attempt`
 */
export async function retryConflicts<Answer>(
  what: string,
  attempt: () => Promise<Answer | typeof CONFLICT>,
  policy: RetryPolicy = RETRY_POLICY,
): Promise<Answer> {
  for (let lost = 0; lost < policy.attempts; lost += 1) {
    if (lost > 0) await backOff(lost, policy);
    const answer = await attempt();
    if (answer !== CONFLICT) return answer;
  }
  throw new DocumentContended(what, policy.attempts);
}

/** Full jitter: spreads conflicting writers over the whole pause. */
async function backOff(lost: number, { baseMs, maxMs, random, pause }: RetryPolicy): Promise<void> {
  const ms = random.between(0, Math.min(maxMs, baseMs * 2 ** (lost - 1)));
  if (ms > 0) await pause(ms);
}

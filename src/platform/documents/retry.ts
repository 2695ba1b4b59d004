import type { Millis } from '../../kernel/clock.js';
import { pause } from '../pause.js';
import { systemRandom, type Random } from '../random.js';
import { StoreUnavailable } from '../unavailable.js';

/** How often a write is attempted that loses against others, and how long it waits in between. Time and chance come with it. */
export interface RetryPolicy {
  /** 1 or more. */
  readonly attempts: number;
  /** The longest wait before the second attempt; it doubles with each attempt after that. */
  readonly baseMs: Millis;
  /** No wait is longer. */
  readonly maxMs: Millis;
  readonly random: Pick<Random, 'between'>;
  readonly pause: (ms: Millis) => Promise<void>;
}

/** The policy of every document. 300 writers at once on one document all get their turn by it; pauses add up to at most 11 seconds. */
export const RETRY_POLICY: RetryPolicy = { attempts: 30, baseMs: 2, maxMs: 500, random: systemRandom, pause };

/** What an attempt answers when someone else was faster. */
export const CONFLICT = Symbol('conflict');

/**
 * Others kept writing the same document. It is a `StoreUnavailable` of reason `contended`, so callers are told TRY_AGAIN and
 * consumers of messages try again later.
 */
export class DocumentContended extends StoreUnavailable {
  /** @param what the document, for the log only */
  constructor(readonly what: string, attempts: number) {
    super('documents', 'contended', `${what} was written by others during ${attempts} attempts`);
    this.name = 'DocumentContended';
  }
}

/**
 * Attempts a write until it does not end in a conflict. For writes that `update` and the like cannot express, as of many
 * documents at once.
 * @param what names the document in the error
 * @param attempt reads and writes; called again after a conflict
 * @returns what the attempt answers
 * @throws DocumentContended after the last attempt, and what `attempt` throws
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

/** Full jitter: writers that met once are spread over the whole wait, so that they seldom meet again. */
async function backOff(lost: number, { baseMs, maxMs, random, pause }: RetryPolicy): Promise<void> {
  const ms = random.between(0, Math.min(maxMs, baseMs * 2 ** (lost - 1)));
  if (ms > 0) await pause(ms);
}

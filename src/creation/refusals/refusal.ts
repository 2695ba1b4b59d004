import { createHash } from 'node:crypto';
import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { mayAppealAgainst, type Category } from '../../moderation/index.js';
import { REFUSAL_DAYS, type AppealState } from './refusal.shared.js';

/** A text that moderation has refused. */
export interface RefusedText {
  /** The form field. */
  readonly input: string;
  readonly category: Category;
  /** Words that led to it, as in the text; may be empty. */
  readonly words: string;
  readonly text: string;
}

/** An appeal with its answer. */
export interface RefusalAppeal {
  readonly comment: string;
  readonly at: Millis;
  readonly answer?: { readonly isGranted: boolean; readonly by: UserId; readonly at: Millis };
}

/** A refusal of one text of one user. Its exception, if granted, is the same document. */
export interface Refusal {
  readonly owner: UserId;
  readonly input: string;
  readonly category: Category;
  readonly words: string;
  /** Absent if no appeal is possible, and after a granted appeal. */
  readonly text?: string;
  /** When it was last refused, by about a day. */
  readonly at: Millis;
  readonly appeal?: RefusalAppeal;
}

/** Identifiers of the error catalogue. */
export type RefusalError =
  'REFUSAL_NOT_FOUND' | 'APPEAL_NOT_POSSIBLE' | 'APPEAL_ALREADY_EXISTS' | 'REPORT_ALREADY_HANDLED' | 'SECOND_PERSON';

const DAY_MS = 86_400_000;
/** Letters and digits of Crockford's base 32, which leaves out those that look like others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Id of a refusal: the same user, category and text always give the same one. `R-` and 60 bits in groups of four.
 */
export function refusalIdOf(owner: UserId, category: Category, text: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify(['refusal', owner, category, text.normalize('NFC').trim()]))
    .digest();
  const letters = [...digest.subarray(0, 12)].map((byte) => ALPHABET[byte % 32] ?? '').join('');
  return `R-${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** A new refusal. A text against whose refusal nobody can appeal is not kept, nor are its words. */
export function newRefusal(owner: UserId, { input, category, words, text }: RefusedText, at: Millis): Refusal {
  return mayAppealAgainst(category)
    ? { owner, input, category, words, text, at }
    : { owner, input, category, words: '', at };
}

/** When a refusal is deleted; undefined while an appeal waits. */
export function endOf({ at, appeal }: Pick<Refusal, 'at' | 'appeal'>): Millis | undefined {
  if (appeal === undefined) return at + REFUSAL_DAYS.plain * DAY_MS;
  const { answer } = appeal;
  return answer && answer.at + (answer.isGranted ? REFUSAL_DAYS.granted : REFUSAL_DAYS.denied) * DAY_MS;
}

/** Whether a refusal is due for deletion, and counts as absent. */
export function hasEnded(refusal: Pick<Refusal, 'at' | 'appeal'>, now: Millis): boolean {
  const end = endOf(refusal);
  return end !== undefined && end <= now;
}

export function appealStateOf({ category, appeal }: Pick<Refusal, 'category' | 'appeal'>): AppealState {
  if (appeal === undefined) return mayAppealAgainst(category) ? 'possible' : 'never';
  if (appeal.answer === undefined) return 'waiting';
  return appeal.answer.isGranted ? 'granted' : 'denied';
}

/** Whether the text is let through: an appeal was granted, and the exception has not ended. */
export const isExcepted = (refusal: Refusal, now: Millis): boolean =>
  appealStateOf(refusal) === 'granted' && !hasEnded(refusal, now);

/**
 * The same text is refused again.
 * @returns the given refusal if nothing has to be written: with an appeal, or within a day
 */
export function refusedAgain(known: Refusal, given: RefusedText, now: Millis): Refusal {
  if (hasEnded(known, now)) return newRefusal(known.owner, given, now);
  return known.appeal !== undefined || now - known.at < DAY_MS ? known : newRefusal(known.owner, given, now);
}

/** An author's appeal, once. A repeat with the same comment changes nothing. */
export function appealRefusal(known: Refusal, comment: string, at: Millis): Result<Refusal, RefusalError> {
  if (!mayAppealAgainst(known.category)) return err('APPEAL_NOT_POSSIBLE');
  if (known.appeal !== undefined) return known.appeal.comment === comment ? ok(known) : err('APPEAL_ALREADY_EXISTS');
  return ok({ ...known, appeal: { comment, at } });
}

/**
 * An administrator's answer to an appeal; nobody answers their own. A granted one makes the refusal an exception, for
 * which the text is not needed. A repeat by the same administrator changes nothing.
 */
export function answerAppeal(
  known: Refusal,
  isGranted: boolean,
  by: UserId,
  at: Millis,
): Result<Refusal, RefusalError> {
  const { appeal } = known;
  if (appeal === undefined) return err('REFUSAL_NOT_FOUND');
  if (by === known.owner) return err('SECOND_PERSON');
  if (appeal.answer !== undefined)
    return appeal.answer.by === by && appeal.answer.isGranted === isGranted ? ok(known) : err('REPORT_ALREADY_HANDLED');
  const answered: Refusal = { ...known, appeal: { ...appeal, answer: { isGranted, by, at } } };
  if (!isGranted) return ok(answered);
  const { text: _text, ...rest } = answered;
  return ok({ ...rest, words: '' });
}

import type { Clock } from '../../../kernel/clock.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { MailPort, Sent } from '../../../platform/mail/port.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import type { UserDocument } from '../../accounts/user.js';
import { composeLetter, type Letter, type WordedLetter } from './compose.js';
import type { MailLanguage } from './words.js';

/** A letter that cannot be sent for so long is given up, as mail servers do (RFC 5321, 4.5.4.1). */
const TRIED_MS = 4 * 24 * 3_600_000;

/** A letter with its address. */
export interface Addressed {
  readonly to: string;
  /** When its cause was, milliseconds since the epoch. */
  readonly at: number;
  readonly letter: Letter | WordedLetter;
}

export interface PostDeps {
  readonly mail: MailPort;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
}

/**
 * Hands a letter to the mail port. One that is refused is told of by its id and what it is, and not sent again.
 * @param named its id, the same again for the same letter, and what it is in logs. @throws StoreUnavailable to be given it again
 */
export async function post({ mail, clock, log }: PostDeps, { id, what }: { readonly id: string; readonly what: string }, { to, at, letter }: Addressed): Promise<void> {
  const sent = await mail.send({ id, at, to, language: letter.language, ...composeLetter(letter) }).catch((error: unknown): Sent => {
    if (!(error instanceof StoreUnavailable) || clock.now() - at < TRIED_MS) throw error;
    return { outcome: 'refused', code: 'refused for too long' };
  });
  if (sent.outcome === 'refused') log.warn({ letter: what, messageId: id, code: sent.code }, 'a letter was refused and will not be sent');
}

/**
 * Whether a user may be written to: behind an address that no one has proved (adr/0059) may be a stranger, once letters go out.
 * One that is not written is told of by the user's id.
 */
export function mayReach({ mail, log }: Pick<PostDeps, 'mail' | 'log'>, { id, emailUnproven }: Pick<UserDocument, 'id' | 'emailUnproven'>): boolean {
  if (emailUnproven === undefined || mail.outbox !== undefined) return true;
  log.warn({ userId: id }, 'a letter was not sent, as its address was never proved: `npm run users -- confirm-address` confirms it');
  return false;
}

/** An absolute link to a page in a language, or to what is called by its path alone (`/api/…`). @param origin without a slash at the end */
export function letterLink(origin: string, language: MailLanguage, path: string): string {
  return `${origin}${language === 'en' || path.startsWith('/api/') ? '' : `/${language}`}${path}`;
}

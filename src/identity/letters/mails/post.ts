import type { Clock } from '../../../kernel/clock.js';
import type { Logs } from '../../../platform/http/logs.js';
import type { MailPort, Sent } from '../../../platform/mail/port.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import type { UserDocument } from '../../accounts/user.js';
import { composeLetter, type Letter, type WordedLetter } from './compose.js';
import type { MailLanguage } from './words.js';

/** Sending is given up after this time, as mail servers do (RFC 5321, 4.5.4.1). */
const TRIED_MS = 4 * 24 * 3_600_000;

/** An email with its recipient. */
export interface Addressed {
  readonly to: string;
  /** Time of its cause, milliseconds since the epoch. */
  readonly at: number;
  readonly letter: Letter | WordedLetter;
}

export interface PostDeps {
  readonly mail: MailPort;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
}

/**
 * Passes an email to the mail port. A refused email is logged by id and kind, and not sent again.
 * @param named the email's stable id, and its kind for logs
 * @throws StoreUnavailable so that the caller's message is delivered again
 */
export async function post(
  { mail, clock, log }: PostDeps,
  { id, what }: { readonly id: string; readonly what: string },
  { to, at, letter }: Addressed,
): Promise<void> {
  const sent = await mail
    .send({ id, at, to, language: letter.language, ...composeLetter(letter) })
    .catch((error: unknown): Sent => {
      if (!(error instanceof StoreUnavailable) || clock.now() - at < TRIED_MS) throw error;
      return { outcome: 'refused', code: 'refused for too long' };
    });
  if (sent.outcome === 'refused')
    log.warn({ letter: what, messageId: id, code: sent.code }, 'a letter could not be delivered and will not be sent');
}

/**
 * Whether emails may be sent to a user. An address that was never proved (adr/0059) may belong to a stranger, so
 * nothing is sent to it once emails leave the installation. A suppressed email is logged with the user's id.
 */
export function mayReach(
  { mail, log }: Pick<PostDeps, 'mail' | 'log'>,
  { id, emailUnproven }: Pick<UserDocument, 'id' | 'emailUnproven'>,
): boolean {
  if (emailUnproven === undefined || mail.outbox !== undefined) return true;
  log.warn(
    { userId: id },
    'a letter was not sent because its address is unverified; `npm run users -- confirm-address` confirms it',
  );
  return false;
}

/**
 * An absolute link to a page in a language, or to a path without a language (`/api/…`).
 * @param origin without a trailing slash
 */
export function letterLink(origin: string, language: MailLanguage, path: string): string {
  return `${origin}${language === 'en' || path.startsWith('/api/') ? '' : `/${language}`}${path}`;
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { isSameText } from '../sign-in/same-text.js';

const hash = (token: string, key: Buffer): Buffer => createHash('sha256').update(token).update(key).digest();

/**
 * The CSRF cookie of a token: `token|sha256(token + secret)` (NextAuth v4's double submit).
 * @param token hex
 */
export function csrfCookie(token: string, key: Buffer): string {
  return `${token}|${hash(token, key).toString('hex')}`;
}

/** The token of a valid CSRF cookie; undefined for a missing or forged one. */
export function csrfTokenOf(cookie: string | undefined, key: Buffer): string | undefined {
  const [, token, mark] = /^([0-9a-f]{64})\|([0-9a-f]{64})$/.exec(cookie ?? '') ?? [];
  if (token === undefined || mark === undefined) return undefined;
  return timingSafeEqual(Buffer.from(mark, 'hex'), hash(token, key)) ? token : undefined;
}

/** Whether the form's token is that of the CSRF cookie. */
export function csrfMatches(sent: unknown, cookie: string | undefined, key: Buffer): boolean {
  const token = csrfTokenOf(cookie, key);
  return token !== undefined && typeof sent === 'string' && isSameText(sent, token);
}

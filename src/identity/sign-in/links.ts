import { createHash, createHmac } from 'node:crypto';

/** What a token in a letter is for; a token of one kind is worth nothing as another. */
export type LinkKind = 'verify' | 'reset' | 'admin';

/** Characters of a token: 256 bits, base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of a link, 256 bits. It follows from the seed, so that neither the document nor its message has to hold it: it is
 * made again when the letter is written.
 * @param key of the installation, see `Secrets.links`. @param seed 128 bits of chance, hex
 */
export function linkToken(key: Buffer, kind: LinkKind, seed: string): string {
  return createHmac('sha256', key).update(`${kind}:${seed}`).digest('base64url');
}

/** The code of six digits that goes with the same seed (RFC 4226, 5.3, has the like of it). */
export function emailCode(key: Buffer, seed: string): string {
  const number = createHmac('sha256', key).update(`code:${seed}`).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}

/** Name of a link's document: the hex SHA-256 of its token; all that is kept of it. @returns undefined for what can be no token */
export function linkId(kind: LinkKind, token: string): string | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(`${kind}:${token}`).digest('hex') : undefined;
}

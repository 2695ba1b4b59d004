import { createHash, createHmac } from 'node:crypto';

/** Purpose of a token in an email. A token of one kind is not valid as another. */
export type LinkKind = 'verify' | 'reset' | 'admin';

/** Format of a token: 256 bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of a link, 256 bits. It is derived from the seed when the email is written, so neither the document nor its
 * message stores it.
 * @param key of the installation, see `Secrets.links`
 * @param seed 128 random bits in hex
 */
export function linkToken(key: Buffer, kind: LinkKind, seed: string): string {
  return createHmac('sha256', key).update(`${kind}:${seed}`).digest('base64url');
}

/** The six-digit code for the same seed, truncated similarly to RFC 4226, 5.3. */
export function emailCode(key: Buffer, seed: string): string {
  const number = createHmac('sha256', key).update(`code:${seed}`).digest().readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, '0');
}

/**
 * Document id of a link: the hex SHA-256 of its token. Nothing else of the token is stored.
 * @returns undefined for text that cannot be a token
 */
export function linkId(kind: LinkKind, token: string): string | undefined {
  return TOKEN.test(token) ? createHash('sha256').update(`${kind}:${token}`).digest('hex') : undefined;
}

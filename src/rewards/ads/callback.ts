import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { UserId } from '../../kernel/ids.js';

/** How old a callback may be, and how far ahead of this server's clock. */
export const CALLBACK_VALID_MS: Millis = 3_600_000;
const AHEAD_MS: Millis = 300_000;
const MAX_QUERY = 4_096;

/** What an ad network reports: that a user has watched an ad to its end. */
const report = z.object({
  user_id: z
    .string()
    .min(1)
    .max(100)
    .transform((text) => text as UserId), // the brand is applied when the callback is read
  transaction_id: z.string().regex(/^[\w-]{1,200}$/),
  timestamp: z.coerce.number().int().positive(),
});

export interface AdCallback {
  readonly userId: UserId;
  /** Unique for each ad that was watched. */
  readonly transactionId: string;
  /** Milliseconds since the epoch. */
  readonly at: Millis;
  readonly keyId: string;
  /** What is signed: the query before the signature, with its percent escapes decoded. */
  readonly signed: string;
  /** ECDSA, DER encoded. */
  readonly signature: Buffer;
}

/**
 * Reads a callback of server-side verification, as AdMob sends it: the last two parameters of the query are
 * `signature` (base64url) and `key_id`. Everything before them is signed, after its percent escapes were decoded
 * (https://developers.google.com/admob/android/ssv, and `RewardedAdsVerifier` of Tink). It is read from the decoded text
 * too, so that nothing is read that was not signed.
 * @param query of the request, as it was sent
 * @returns undefined for anything else
 */
export function readCallback(query: string): AdCallback | undefined {
  if (query.length > MAX_QUERY) return undefined;
  const [, sent, signature, keyId] = /^(.+)&signature=([\w-]+)={0,2}&key_id=(\d{1,20})$/.exec(query) ?? [];
  const signed = sent === undefined ? undefined : decoded(sent);
  if (signed === undefined || signature === undefined || keyId === undefined) return undefined;
  const parameters = signed.split('&').map((pair): readonly [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  // A parameter that is given twice could be read differently from how it was meant.
  if (new Set(parameters.map(([name]) => name)).size !== parameters.length) return undefined;
  const read = report.safeParse(Object.fromEntries(parameters));
  if (!read.success) return undefined;
  const { user_id: userId, transaction_id: transactionId, timestamp: at } = read.data;
  return { userId, transactionId, at, keyId, signed, signature: Buffer.from(signature, 'base64url') };
}

/** @returns undefined for text with an invalid escape */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether a callback was sent recently. @param now milliseconds since the epoch */
export const isRecent = ({ at }: Pick<AdCallback, 'at'>, now: Millis): boolean =>
  now - at <= CALLBACK_VALID_MS && at - now <= AHEAD_MS;

/**
 * Whether a callback was signed with the key: ECDSA over SHA-256.
 * @param pem public key (SPKI); false for a key of another kind
 */
export function isSigned({ signed, signature }: Pick<AdCallback, 'signed' | 'signature'>, pem: string): boolean {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ec' && verify('sha256', Buffer.from(signed), key, signature);
  } catch {
    return false;
  }
}

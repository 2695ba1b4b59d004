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
  /** The part of the query that is signed. */
  readonly signed: string;
  /** ECDSA, DER encoded. */
  readonly signature: Buffer;
}

/**
 * Reads a callback of server-side verification, as AdMob sends it: the last two parameters of the query are `signature`
 * (base64url) and `key_id`, and everything before them is signed
 * (https://developers.google.com/admob/android/ssv).
 * @param query of the request, as it was sent
 * @returns undefined for anything else
 */
export function readCallback(query: string): AdCallback | undefined {
  if (query.length > MAX_QUERY) return undefined;
  const [, signed, signature, keyId] = /^(.+)&signature=([\w-]+)={0,2}&key_id=(\d{1,20})$/.exec(query) ?? [];
  if (signed === undefined || signature === undefined || keyId === undefined) return undefined;
  const parameters = new URLSearchParams(signed);
  const names = [...parameters.keys()];
  // A parameter that is given twice could be read differently from how it was meant.
  if (new Set(names).size !== names.length) return undefined;
  const read = report.safeParse(Object.fromEntries(parameters));
  if (!read.success) return undefined;
  const { user_id: userId, transaction_id: transactionId, timestamp: at } = read.data;
  return { userId, transactionId, at, keyId, signed, signature: Buffer.from(signature, 'base64url') };
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

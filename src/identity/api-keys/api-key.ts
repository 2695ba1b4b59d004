import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { API_SCOPES } from '../../kernel/api-scopes.shared.js';
import { PAYERS } from '../../kernel/payers.shared.js';
import { REPLACED_SECRET_MS, type ApiKeyInput, type ApiKeyView } from './api-keys.shared.js';

/** API keys as values. Pure. */

/** Accuracy of the last use, so that not every request writes. */
const USE_ACCURACY_MS: Millis = 600_000;

const hash = z.string().length(64);
export const apiKeyDocument = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** Keys from before there was a choice are paid by credits. */
  payer: z.enum(PAYERS).default('credits'),
  /** SHA-256 of the secret. It has 256 random bits, so that no slow hash is needed. */
  hash,
  /** The secret before the last replacement. */
  replaced: z.object({ hash, until: z.int() }).exactOptional(),
  createdAt: z.int(),
  lastUsedAt: z.int().exactOptional(),
});
export type ApiKeyDocument = z.infer<typeof apiKeyDocument>;

/** Key and secret in one text, recognisable for scanners of leaked secrets. `isApiKey` knows the beginning. */
const FORMAT = /^Bearer +kinora_([0-9a-f]{16})_([0-9a-f]{64})$/i;

/** The text that clients send. */
export const secretText = (id: string, secret: string): string => `kinora_${id}_${secret}`;

/** The parts of an authorization header; undefined for any other one. */
export function readAuthorization(
  header: string | undefined,
): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = FORMAT.exec(header ?? '') ?? [];
  return id === undefined || secret === undefined ? undefined : { id: id.toLowerCase(), secret: secret.toLowerCase() };
}

export const newKey = (userId: UserId, input: ApiKeyInput, secretHash: string, at: Millis): ApiKeyDocument => ({
  userId,
  ...input,
  hash: secretHash,
  createdAt: at,
});

/** The hashes of the secrets that are valid at a time. */
export const validHashes = ({ hash: current, replaced }: ApiKeyDocument, at: Millis): readonly string[] =>
  replaced === undefined || replaced.until <= at ? [current] : [current, replaced.hash];

/** Gives a key a new secret. The one before stays valid for `REPLACED_SECRET_MS`; a third one never is. */
export const withSecret = (key: ApiKeyDocument, secretHash: string, at: Millis): ApiKeyDocument => ({
  ...key,
  hash: secretHash,
  replaced: { hash: key.hash, until: at + REPLACED_SECRET_MS },
});

/** The key after a use; undefined if a use so recent is recorded already. */
export const usedAt = (key: ApiKeyDocument, at: Millis): ApiKeyDocument | undefined =>
  key.lastUsedAt !== undefined && at - key.lastUsedAt < USE_ACCURACY_MS ? undefined : { ...key, lastUsedAt: at };

/** The key for its owner. */
export const viewOf = (id: string, key: ApiKeyDocument, at: Millis): ApiKeyView => ({
  id,
  name: key.name,
  scopes: key.scopes,
  payer: key.payer,
  createdAt: key.createdAt,
  ...defined({
    lastUsedAt: key.lastUsedAt,
    replacedUntil: key.replaced !== undefined && key.replaced.until > at ? key.replaced.until : undefined,
  }),
});

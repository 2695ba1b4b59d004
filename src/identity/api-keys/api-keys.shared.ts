import { z } from 'zod';
import { API_SCOPES, type ApiScope } from '../../kernel/api-scopes.shared.js';
import { PAYERS, type Payer } from '../../kernel/payers.shared.js';

/** Maximum valid keys of a user. */
export const MAX_API_KEYS = 20;
export const API_KEY_NAME_MAX = 60;
/** A replaced secret stays valid this long, so that clients can be changed one after the other. */
export const REPLACED_SECRET_MS = 86_400_000;

export const apiKeyInput = z.object({
  name: z.string().trim().min(1).max(API_KEY_NAME_MAX),
  scopes: z
    .array(z.enum(API_SCOPES))
    .min(1)
    .max(API_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length),
  /** The owner's account that pays for what is created with the key. */
  payer: z.enum(PAYERS).default('credits'),
});
export type ApiKeyInput = z.infer<typeof apiKeyInput>;

/** A key as its owner sees it; never its secret. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** The owner's account that pays for what is created with the key. */
  readonly payer: Payer;
  /** Milliseconds since the epoch, as the other times. */
  readonly createdAt: number;
  /** Accurate to ten minutes; absent before the first use. */
  readonly lastUsedAt?: number;
  /** Until when the replaced secret is valid; absent if there is none. */
  readonly replacedUntil?: number;
}

/** The answer to a new key or a new secret. `secret` is shown this once. */
export interface ApiKeySecret {
  readonly key: ApiKeyView;
  readonly secret: string;
}

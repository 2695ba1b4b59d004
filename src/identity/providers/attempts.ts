import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import type { Checks, FederatedId } from './port.js';

/** How long a sign-in at a provider may take. */
export const ATTEMPT_MS: Millis = 10 * 60_000;

export const ATTEMPTS: CollectionDefinition = { name: 'sign_in_attempts_v1', indexes: [['until']] };
/**
 * A sign-in in progress at a provider. The document id is the hash of the secret in the browser's cookie; nothing else
 * of the secret is stored.
 */
export const attemptDocument = z.object({
  provider: z.enum(['google', 'facebook']),
  /** URL on this site to return to afterwards. */
  landing: z.string(),
  language: z.string(),
  /** Whether to restore a deleted account. */
  restore: z.boolean(),
  until: z.int(),
});
export type AttemptDocument = z.infer<typeof attemptDocument>;

const SECRET = /^[0-9a-f]{64}$/;
const idOf = (secret: string): string => createHash('sha256').update(`attempt:${secret}`).digest('hex');

/**
 * Sign-ins in progress at a provider; each can be completed once. State, nonce and code verifier derive from one secret
 * in the browser's cookie, so a response to another browser's attempt never matches.
 */
export class Attempts {
  constructor(
    private readonly documents: Collection<AttemptDocument>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /**
   * @returns the secret for the browser's cookie, and the checks derived from it
   * @throws StoreUnavailable
   */
  async begin(
    facts: Omit<AttemptDocument, 'until'>,
    at: Millis,
  ): Promise<{ readonly secret: string; readonly checks: Checks }> {
    const secret = this.random.hex(32);
    await this.documents.put({ id: idOf(secret), document: { ...facts, until: at + ATTEMPT_MS }, expectedVersion: 0 });
    return { secret, checks: this.checksOf(secret) };
  }

  /**
   * Consumes an attempt, even if it is not valid.
   * @returns undefined when it does not exist, was used, has expired, or is for another provider
   * @throws StoreUnavailable
   */
  async take(
    secret: string | undefined,
    provider: FederatedId,
    at: Millis,
  ): Promise<{ readonly attempt: AttemptDocument; readonly checks: Checks } | undefined> {
    if (secret === undefined || !SECRET.test(secret)) return undefined;
    const found = await this.documents.get(idOf(secret));
    if (found === undefined || (await this.documents.delete(found.id, found.version)) !== 'written') return undefined;
    const attempt = found.document;
    return attempt.until > at && attempt.provider === provider ? { attempt, checks: this.checksOf(secret) } : undefined;
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.documents, { range: { field: 'until', below: at } });
  }

  /** Each value has 43 characters and 256 bits; RFC 7636, 4.1 requires at least 43 characters of a verifier. */
  private checksOf(secret: string): Checks {
    const of = (use: string): string => createHmac('sha256', this.key).update(`${use}:${secret}`).digest('base64url');
    return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') };
  }
}

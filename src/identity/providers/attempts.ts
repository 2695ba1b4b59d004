import { createHash, createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import type { Checks, FederatedId } from './port.js';

/** How long someone may be at a provider. */
export const ATTEMPT_MS: Millis = 10 * 60_000;

export const ATTEMPTS: CollectionDefinition = { name: 'sign_in_attempts_v1', indexes: [['until']] };
/** Someone has gone to a provider. Of the secret that their browser holds nothing is kept but the hash, which is the document's name. */
export const attemptDocument = z.object({
  provider: z.enum(['google', 'facebook']),
  /** Where the browser goes afterwards; of this site. */
  landing: z.string(),
  language: z.string(),
  /** An account that waits to be deleted is taken back. */
  restore: z.boolean(),
  until: z.int(),
});
export type AttemptDocument = z.infer<typeof attemptDocument>;

const SECRET = /^[0-9a-f]{64}$/;
const idOf = (secret: string): string => createHash('sha256').update(`attempt:${secret}`).digest('hex');

/**
 * Attempts to sign in by a provider, each good once. The browser keeps one secret in a cookie, from which state, nonce and code
 * verifier follow: an answer that someone else's attempt has caused fits none of them.
 */
export class Attempts {
  constructor(
    private readonly documents: Collection<AttemptDocument>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /** @returns the secret for the browser's cookie. @throws StoreUnavailable */
  async begin(facts: Omit<AttemptDocument, 'until'>, at: Millis): Promise<{ readonly secret: string; readonly checks: Checks }> {
    const secret = this.random.hex(32);
    await this.documents.put({ id: idOf(secret), document: { ...facts, until: at + ATTEMPT_MS }, expectedVersion: 0 });
    return { secret, checks: this.checksOf(secret) };
  }

  /**
   * Uses an attempt up, whatever becomes of it.
   * @returns undefined when there is none, it was used or its time is over, or it is of another provider. @throws StoreUnavailable
   */
  async take(secret: string | undefined, provider: FederatedId, at: Millis): Promise<{ readonly attempt: AttemptDocument; readonly checks: Checks } | undefined> {
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

  /** RFC 7636, 4.1: a verifier of 43 characters has 256 bits. */
  private checksOf(secret: string): Checks {
    const of = (use: string): string => createHmac('sha256', this.key).update(`${use}:${secret}`).digest('base64url');
    return { state: of('state'), nonce: of('nonce'), verifier: of('verifier') };
  }
}

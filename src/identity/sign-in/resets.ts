import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import { linkId, linkToken } from './links.js';
import { letterDue } from '../messages.js';

/** How long a password reset link is valid. */
const RESET_MS: Millis = 3_600_000;

export const RESETS: CollectionDefinition = { name: 'resets_v1', indexes: [['until']] };
/**
 * A password reset request. It is stored whether or not the address has an account, so that both cases behave alike.
 */
export const resetDocument = z.object({
  emailKey: z.string(),
  language: z.string(),
  seed: z.string(),
  createdAt: z.int(),
  until: z.int(),
});
export type ResetDocument = z.infer<typeof resetDocument>;

/** Stores password reset requests. A link becomes invalid once the password changes after the request. */
export class Resets {
  constructor(
    private readonly documents: Collection<ResetDocument>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /**
   * Stores the request and, in the same write, the message that causes the email.
   * @throws StoreUnavailable
   */
  async begin(emailKey: string, language: string, at: Millis): Promise<void> {
    const seed = this.random.hex(16);
    const id = linkId('reset', linkToken(this.key, 'reset', seed));
    if (id === undefined) throw new Error('a token issued here is invalid');
    const document: ResetDocument = { emailKey, language, seed, createdAt: at, until: at + RESET_MS };
    await this.documents.put({
      id,
      document,
      expectedVersion: 0,
      outbox: [letterDue(id, { kind: 'reset', resetId: id })],
    });
  }

  /**
   * @returns undefined when it does not exist or has expired
   * @throws StoreUnavailable
   */
  async find(id: string, at: Millis): Promise<ResetDocument | undefined> {
    const document = (await this.documents.get(id))?.document;
    return document !== undefined && document.until > at ? document : undefined;
  }

  /** @throws StoreUnavailable */
  async byToken(token: string, at: Millis): Promise<ResetDocument | undefined> {
    const id = linkId('reset', token);
    return id === undefined ? undefined : this.find(id, at);
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.documents, { range: { field: 'until', below: at } });
  }
}

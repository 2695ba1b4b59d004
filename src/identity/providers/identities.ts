import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { FederatedId } from './port.js';

export const IDENTITIES: CollectionDefinition = { name: 'identities_v1', indexes: [['userId']] };
/** The user of a person at a provider, by the key from `identityOf`. */
export const identityDocument = z.object({
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  provider: z.enum(['google', 'facebook']),
  linkedAt: z.int(),
});
export type IdentityDocument = z.infer<typeof identityDocument>;

/** Reference to a person at a provider. Only a hash of the provider's id is stored. */
export const linkedIdentity = z.object({ key: z.string(), provider: z.enum(['google', 'facebook']) });
export type LinkedIdentity = z.infer<typeof linkedIdentity>;

/**
 * Builds the reference to a person at a provider.
 * @param subject the provider's id of the person
 */
export function identityOf(provider: FederatedId, subject: string): LinkedIdentity {
  return { provider, key: createHash('sha256').update(`identity:${provider}:${subject}`).digest('hex') };
}

/** Maps people at providers to users. */
export class Identities {
  constructor(private readonly documents: Collection<IdentityDocument>) {}

  /**
   * The user of a person at a provider.
   * @throws StoreUnavailable
   */
  async owner({ key }: LinkedIdentity): Promise<UserId | undefined> {
    return (await this.documents.get(key))?.document.userId;
  }

  /**
   * Links a person at a provider to a user, permanently. An existing link is kept.
   * @throws StoreUnavailable
   */
  async link({ key, provider }: LinkedIdentity, userId: UserId, at: Millis): Promise<void> {
    await this.documents.put({ id: key, document: { userId, provider, linkedAt: at }, expectedVersion: 0 });
  }

  /**
   * The providers through which a user can sign in.
   * @throws StoreUnavailable
   */
  async of(userId: UserId): Promise<readonly FederatedId[]> {
    return (await this.documents.find({ where: { userId }, limit: 20 })).items.map(({ document }) => document.provider);
  }

  /**
   * Deletes all links of a user.
   * @throws StoreUnavailable
   */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.documents, { where: { userId } });
  }
}

import { z } from 'zod';
import { derivedId, type UserId } from '../../kernel/ids.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';

const LINKS: CollectionDefinition = { name: 'billing_links_v1', indexes: [['userId']] };
const CUSTOMERS: CollectionDefinition = { name: 'billing_customers_v1', indexes: [['userId']] };

const link = z.object({
  id: z.string(),
  kind: z.enum(['subscription', 'purchase']),
  gateway: z.string(),
  externalId: z.string(),
  userId: z.string(),
});
/** Link between Kinora's id of a subscription or purchase and the gateway's. */
export type Link = z.infer<typeof link>;
const customer = z.object({ userId: z.string(), gateway: z.string(), customerId: z.string() });

/**
 * Maps Kinora's ids to the gateways' ids.
 * @throws StoreUnavailable from every call
 */
export class Links {
  private constructor(
    private readonly links: Collection<Link>,
    private readonly customers: Collection<z.infer<typeof customer>>,
  ) {}

  static async open(documents: DocumentStore): Promise<Links> {
    return new Links(
      await documents.collection(LINKS, (stored) => link.parse(stored)),
      await documents.collection(CUSTOMERS, (stored) => customer.parse(stored)),
    );
  }

  /** Stores a link; a repeat changes nothing. */
  async keep(document: Link): Promise<void> {
    await this.links.put({ id: document.id, document, expectedVersion: 0 });
  }

  async find(id: string): Promise<Link | undefined> {
    return (await this.links.get(id))?.document;
  }

  /** Stores the gateway's customer id of a user; the latest one counts. */
  async keepCustomer(userId: UserId, gateway: string, customerId: string): Promise<void> {
    const id = derivedId('customer', gateway, userId);
    const known = await this.customers.get(id);
    if (known?.document.customerId === customerId) return;
    // On a conflict, the other writer stored an id from the same gateway.
    await this.customers.put({ id, document: { userId, gateway, customerId }, expectedVersion: known?.version ?? 0 });
  }

  async customer(userId: UserId, gateway: string): Promise<string | undefined> {
    return (await this.customers.get(derivedId('customer', gateway, userId)))?.document.customerId;
  }

  /**
   * Deletes the customer ids of a user. Links of purchases stay, because refunds and disputes may arrive for months.
   */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.customers, { where: { userId } });
  }
}

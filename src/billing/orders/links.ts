import { z } from 'zod';
import { derivedId, type UserId } from '../../kernel/ids.js';
import type { Collection, CollectionDefinition, DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere } from '../../platform/documents/update.js';

const LINKS: CollectionDefinition = { name: 'billing_links_v1', indexes: [['userId']] };
const CUSTOMERS: CollectionDefinition = { name: 'billing_customers_v1', indexes: [['userId']] };

const link = z.object({ id: z.string(), kind: z.enum(['subscription', 'purchase']), gateway: z.string(), externalId: z.string(), userId: z.string() });
/** What a gateway calls a subscription or purchase of Kinora's. */
export type Link = z.infer<typeof link>;
const customer = z.object({ userId: z.string(), gateway: z.string(), customerId: z.string() });

/** How gateways call what Kinora knows by ids of its own. @throws StoreUnavailable from every call */
export class Links {
  private constructor(
    private readonly links: Collection<Link>,
    private readonly customers: Collection<z.infer<typeof customer>>,
  ) {}

  static async open(documents: DocumentStore): Promise<Links> {
    return new Links(await documents.collection(LINKS, (stored) => link.parse(stored)), await documents.collection(CUSTOMERS, (stored) => customer.parse(stored)));
  }

  /** Keeps how it is called; told again it changes nothing. */
  async keep(told: Link): Promise<void> {
    await this.links.put({ id: told.id, document: told, expectedVersion: 0 });
  }

  async find(id: string): Promise<Link | undefined> {
    return (await this.links.get(id))?.document;
  }

  /** Keeps as whom a gateway knows a user; the latest counts. */
  async keepCustomer(userId: UserId, gateway: string, customerId: string): Promise<void> {
    const id = derivedId('customer', gateway, userId);
    const known = await this.customers.get(id);
    if (known?.document.customerId === customerId) return;
    // Whoever is faster has told the same gateway's word.
    await this.customers.put({ id, document: { userId, gateway, customerId }, expectedVersion: known?.version ?? 0 });
  }

  async customer(userId: UserId, gateway: string): Promise<string | undefined> {
    return (await this.customers.get(derivedId('customer', gateway, userId)))?.document.customerId;
  }

  /** Forgets as whom gateways know a user. What they call what was bought stays: refunds and disputes may come for months. */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.customers, { where: { userId } });
  }
}

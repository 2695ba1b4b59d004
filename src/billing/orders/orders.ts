import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, CollectionDefinition, DocumentStore, Versioned } from '../../platform/documents/port.js';
import { deleteWhere, remove, update, upsert } from '../../platform/documents/update.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { orderDocument, type Order } from './order.js';

export const ORDERS: CollectionDefinition = {
  name: 'billing_orders_v1',
  indexes: [['userId', 'createdAt'], ['dueAt']],
};
const RESERVATIONS: CollectionDefinition = { name: 'billing_reservations_v1', indexes: [['userId']] };
const PAGE = 200;

/**
 * A resource that only one order at a time can hold: a user's plan in an app, or a coupon, which is consumed by
 * payment.
 */
const reservation = z.object({ userId: z.string(), orderId: z.string(), isUsed: z.boolean() });
export type Reservation = z.infer<typeof reservation>;

export const planReservation = ({ userId, appName }: Pick<Order, 'userId' | 'appName'>): string =>
  derivedId('plan-reservation', userId, appName);
export const couponReservation = (userId: string, code: string): string =>
  derivedId('coupon-reservation', userId, code);

/**
 * Orders and their reservations as documents; every write is a compare-and-set.
 * @throws StoreUnavailable from every call
 */
export class Orders {
  private constructor(
    private readonly orders: Collection<Order>,
    private readonly reservations: Collection<Reservation>,
  ) {}

  static async open(documents: DocumentStore): Promise<Orders> {
    return new Orders(
      await documents.collection(ORDERS, (stored) => orderDocument.parse(stored)),
      await documents.collection(RESERVATIONS, (stored) => reservation.parse(stored)),
    );
  }

  async get(orderId: string): Promise<Order | undefined> {
    return (await this.orders.get(orderId))?.document;
  }

  /** @returns the stored order, which may be an earlier one with the same id */
  async create(order: Order): Promise<Order> {
    if ((await this.orders.put({ id: order.orderId, document: order, expectedVersion: 0 })) === 'written') return order;
    const known = await this.get(order.orderId);
    if (known === undefined)
      throw new StoreUnavailable('documents', 'failed', `order ${order.orderId} is there and is not`);
    return known;
  }

  /**
   * Reads, decides, writes; retries on a conflict.
   * @param decide returning the same order writes nothing
   * @returns the resulting order; undefined when there is none
   */
  async change(orderId: string, decide: (order: Order) => Order): Promise<Order | undefined> {
    const changed = await update(this.orders, orderId, (before) => {
      const document = decide(before);
      return document === before ? 'unchanged' : { document };
    });
    return changed?.document;
  }

  /** Orders that are due, longest due first. */
  due(now: Millis): AsyncGenerator<Versioned<Order>, void, undefined> {
    return pages(this.orders, {
      range: { field: 'dueAt', below: now + 1 },
      order: { field: 'dueAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  /** A user's orders, oldest first. */
  of(userId: UserId): AsyncGenerator<Versioned<Order>, void, undefined> {
    return pages(this.orders, {
      where: { userId },
      order: { field: 'createdAt', direction: 'ascending' },
      limit: PAGE,
    });
  }

  async reservation(id: string): Promise<Versioned<Reservation> | undefined> {
    return this.reservations.get(id);
  }

  /**
   * Makes a reservation for an order.
   * @param instead the existing reservation that was read; undefined when there was none
   * @returns false on a conflict
   */
  async reserve(id: string, wanted: Reservation, instead: Versioned<Reservation> | undefined): Promise<boolean> {
    return (
      (await this.reservations.put({ id, document: wanted, expectedVersion: instead?.version ?? 0 })) === 'written'
    );
  }

  /** Releases an order's reservation unless it is consumed; a reservation of another order stays. */
  async giveBack(id: string, orderId: string): Promise<void> {
    await remove(this.reservations, id, (held) => held.orderId === orderId && !held.isUsed);
  }

  /** Marks a coupon as used by the paying user, whoever holds the reservation now. */
  async use(id: string, { userId, orderId }: Pick<Order, 'userId' | 'orderId'>): Promise<void> {
    await upsert(this.reservations, id, (held) =>
      held?.isUsed === true ? 'unchanged' : { document: { userId, orderId, isUsed: true } },
    );
  }

  /** Removes everything of a user. */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.orders, { where: { userId } });
    await deleteWhere(this.reservations, { where: { userId } });
  }
}

import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { pages } from '../../platform/documents/pages.js';
import type { Collection, CollectionDefinition, DocumentStore, Versioned } from '../../platform/documents/port.js';
import { deleteWhere, remove, update, upsert } from '../../platform/documents/update.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { orderDocument, type Order } from './order.js';

export const ORDERS: CollectionDefinition = { name: 'billing_orders_v1', indexes: [['userId', 'createdAt'], ['dueAt']] };
const RESERVATIONS: CollectionDefinition = { name: 'billing_reservations_v1', indexes: [['userId']] };
const PAGE = 200;

/** What only one order at a time may have: a user's one plan in an app, or a coupon, which is used up by who pays. */
const reservation = z.object({ userId: z.string(), orderId: z.string(), isUsed: z.boolean() });
export type Reservation = z.infer<typeof reservation>;

export const planReservation = ({ userId, appName }: Pick<Order, 'userId' | 'appName'>): string => derivedId('plan-reservation', userId, appName);
export const couponReservation = (userId: string, code: string): string => derivedId('coupon-reservation', userId, code);

/** Orders and what they have reserved, as documents; every write is a compare-and-set. @throws StoreUnavailable from every call */
export class Orders {
  private constructor(
    private readonly orders: Collection<Order>,
    private readonly reservations: Collection<Reservation>,
  ) {}

  static async open(documents: DocumentStore): Promise<Orders> {
    return new Orders(await documents.collection(ORDERS, (stored) => orderDocument.parse(stored)), await documents.collection(RESERVATIONS, (stored) => reservation.parse(stored)));
  }

  async get(orderId: string): Promise<Order | undefined> {
    return (await this.orders.get(orderId))?.document;
  }

  /** @returns the order as it is kept: the one that was there before, if there was one */
  async create(order: Order): Promise<Order> {
    if ((await this.orders.put({ id: order.orderId, document: order, expectedVersion: 0 })) === 'written') return order;
    const known = await this.get(order.orderId);
    if (known === undefined) throw new StoreUnavailable('documents', 'failed', `order ${order.orderId} is there and is not`);
    return known;
  }

  /**
   * Reads, decides, writes; again when someone else was faster.
   * @param decide what it gives back unchanged is not written
   * @returns the order as it now is; undefined when there is none
   */
  async change(orderId: string, decide: (order: Order) => Order): Promise<Order | undefined> {
    const changed = await update(this.orders, orderId, (before) => {
      const document = decide(before);
      return document === before ? 'unchanged' : { document };
    });
    return changed?.document;
  }

  /** Orders that someone has to look at by now, the longest due first. */
  due(now: Millis): AsyncGenerator<Versioned<Order>, void, undefined> {
    return pages(this.orders, { range: { field: 'dueAt', below: now + 1 }, order: { field: 'dueAt', direction: 'ascending' }, limit: PAGE });
  }

  /** All of a user's, oldest first. */
  of(userId: UserId): AsyncGenerator<Versioned<Order>, void, undefined> {
    return pages(this.orders, { where: { userId }, order: { field: 'createdAt', direction: 'ascending' }, limit: PAGE });
  }

  async reservation(id: string): Promise<Versioned<Reservation> | undefined> {
    return this.reservations.get(id);
  }

  /** Reserves for an order. @param instead of the reservation that was read; undefined where there was none. @returns false when someone was faster */
  async reserve(id: string, wanted: Reservation, instead: Versioned<Reservation> | undefined): Promise<boolean> {
    return (await this.reservations.put({ id, document: wanted, expectedVersion: instead?.version ?? 0 })) === 'written';
  }

  /** Gives back what an order has reserved and not used up; what another has by now stays. */
  async giveBack(id: string, orderId: string): Promise<void> {
    await remove(this.reservations, id, (held) => held.orderId === orderId && !held.isUsed);
  }

  /** A coupon is used up by who has paid with it, whoever has reserved it since. */
  async use(id: string, { userId, orderId }: Pick<Order, 'userId' | 'orderId'>): Promise<void> {
    await upsert(this.reservations, id, (held) => (held?.isUsed === true ? 'unchanged' : { document: { userId, orderId, isUsed: true } }));
  }

  /** Removes everything of a user. */
  async forget(userId: UserId): Promise<void> {
    await deleteWhere(this.orders, { where: { userId } });
    await deleteWhere(this.reservations, { where: { userId } });
  }
}

import { z } from 'zod';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';
import { ORDER_STATUSES } from '../shop/shop.shared.js';

/** How long a checkout can be paid. */
export const CHECKOUT_MS: Millis = 3_600_000;
/** How long after its end a checkout without a report from the gateway is still waited for. */
export const CHECKOUT_MARGIN_MS: Millis = 3_600_000;
/** Delay before handling a later report about a purchase, because nobody waits for it. */
export const UNHURRIED_MS: Millis = 60_000;

const money = z.object({ minor: z.int(), currency: z.string() });

/** A purchase order and its result. */
export const orderDocument = z.object({
  orderId: z.string(),
  userId: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the document is read
  appName: z.enum(APP_NAMES),
  kind: z.enum(['plan', 'once']),
  priceId: z.string(),
  /** After the discount. */
  price: money,
  /** Per cent. */
  discountRate: z.int(),
  coupon: z.string().exactOptional(),
  gateway: z.string(),
  platformName: z.enum(PLATFORM_NAMES),
  /** Of the page, BCP 47. */
  language: z.string(),
  country: z.string().exactOptional(),
  /** Absolute address to which the browser returns. */
  returnUrl: z.string(),
  cancelUrl: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  status: z.enum(ORDER_STATUSES),
  /** Null until the gateway has opened it. */
  checkout: z.object({ checkoutId: z.string(), url: z.string() }).nullable(),
  paidAt: z.int().nullable(),
  /** Kinora's id of the resulting subscription or purchase, and the position of its stream at the last report. */
  bought: z
    .object({
      id: z.string(),
      token: z.object({ stream: z.string().transform((stream) => stream as StreamName), revision: z.int() }),
    })
    .nullable(), // as it was recorded
  /** Another plan was paid first: this one is ended and refunded. */
  isRaced: z.boolean(),
  /** When it must be processed next; null when nothing is left to do. */
  dueAt: z.int().nullable(),
});
export type Order = z.infer<typeof orderDocument>;

/** The order id of a purchase request: a second click gives the same order. */
export const orderIdOf = (userId: string, requestId: string): string => derivedId('order', userId, requestId);

/** Whether it can still be paid. After a declined payment the checkout waits for another one. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'open' || status === 'declined';

/**
 * Applies a gateway's report about a checkout, in any order and any number of times. A paid order stays paid; a closed
 * order stays closed unless it was paid after all.
 */
export function afterGatewayEvent(order: Order, outcome: 'paid' | 'declined' | 'expired', at: Millis): Order {
  if (order.status === 'paid') return order;
  switch (outcome) {
    case 'paid':
      return { ...order, status: 'paid', paidAt: at, dueAt: at };
    case 'declined':
      return order.status === 'open' ? { ...order, status: 'declined' } : order;
    case 'expired':
      return expired(order, at);
    default:
      return outcome satisfies never;
  }
}

/** Marks an order as no longer payable; its reservations are still to be released. */
export function expired(order: Order, at: Millis): Order {
  return isOpen(order) ? { ...order, status: 'expired', dueAt: at } : order;
}

/**
 * Records the purchase of an order. `isPaid` is true when the facts show a payment, even if the checkout has not been
 * reported. A subscription whose first payment is pending or failed closes nothing: its checkout can still be paid and
 * stays due.
 */
export function afterPurchase(order: Order, bought: NonNullable<Order['bought']>, isPaid: boolean, at: Millis): Order {
  const known = isPaid && order.status !== 'paid' ? { ...order, status: 'paid' as const, paidAt: at } : order;
  const isNews = order.bought === null || order.bought.token.revision < bought.token.revision;
  if (!isNews && known === order) return order;
  const after = { ...known, bought: isNews ? bought : order.bought };
  if (after.status !== 'paid') return after;
  const isUrgent = known !== order || order.bought === null || order.isRaced;
  return { ...after, dueAt: isUrgent ? at : (order.dueAt ?? at + UNHURRIED_MS) };
}

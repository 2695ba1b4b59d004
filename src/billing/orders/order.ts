import { z } from 'zod';
import { APP_NAMES } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import type { StreamName } from '../../kernel/event.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';
import { ORDER_STATUSES } from '../shop/shop.shared.js';

/** How long a checkout may be paid at. */
export const CHECKOUT_MS: Millis = 3_600_000;
/** A gateway that has told nothing of a checkout for so long after its end is not waited for. */
export const CHECKOUT_MARGIN_MS: Millis = 3_600_000;
/** News of what was bought before changes nothing that anybody waits for: it is looked at so much later. */
export const UNHURRIED_MS: Millis = 60_000;

const money = z.object({ minor: z.int(), currency: z.string() });

/** What someone wanted to buy, and what came of it. */
export const orderDocument = z.object({
  orderId: z.string(),
  userId: z.string().min(1).transform((id) => id as UserId), // the brand is given where the document is read
  appName: z.enum(APP_NAMES),
  kind: z.enum(['plan', 'once']),
  priceId: z.string(),
  /** After what is taken off. */
  price: money,
  /** Per cent. */
  discountRate: z.int(),
  coupon: z.string().exactOptional(),
  gateway: z.string(),
  platformName: z.enum(PLATFORM_NAMES),
  /** Of the page, BCP 47. */
  language: z.string(),
  country: z.string().exactOptional(),
  /** Where the browser comes back to; absolute. */
  returnUrl: z.string(),
  cancelUrl: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  status: z.enum(ORDER_STATUSES),
  /** Null before the gateway has opened it. */
  checkout: z.object({ checkoutId: z.string(), url: z.string() }).nullable(),
  paidAt: z.int().nullable(),
  /** The subscription or purchase that it came to, by Kinora's id, and where its stream stood when it was last told of. */
  bought: z.object({ id: z.string(), token: z.object({ stream: z.string().transform((stream) => stream as StreamName), revision: z.int() }) }).nullable(), // as it was recorded
  /** Another plan was paid for first: this one is ended and its money goes back. */
  isRaced: z.boolean(),
  /** When someone has to look at it; null when nothing is left to be done. */
  dueAt: z.int().nullable(),
});
export type Order = z.infer<typeof orderDocument>;

/** The order of an action to buy: a second click is the same one. */
export const orderIdOf = (userId: string, requestId: string): string => derivedId('order', userId, requestId);

/** Whether it may still be paid. A checkout at which a payment was declined waits for another. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'open' || status === 'declined';

/**
 * What a gateway tells of a checkout, in any order and any number of times: what is paid stays paid, whatever else is told, and what is
 * over is over unless it was paid after all.
 */
export function afterGatewayEvent(order: Order, outcome: 'paid' | 'declined' | 'expired', at: Millis): Order {
  if (order.status === 'paid') return order;
  switch (outcome) {
    case 'paid': return { ...order, status: 'paid', paidAt: at, dueAt: at };
    case 'declined': return order.status === 'open' ? { ...order, status: 'declined' } : order;
    case 'expired': return expired(order, at);
    default: return outcome satisfies never;
  }
}

/** An order that can be paid no more; what it has reserved is still to be given back. */
export function expired(order: Order, at: Millis): Order {
  return isOpen(order) ? { ...order, status: 'expired', dueAt: at } : order;
}

/**
 * What an order came to: `isPaid` when the facts say so, whether or not its checkout has been told of. A subscription whose first payment
 * waits or has failed closes nothing: its checkout may still be paid, and is due when it was.
 */
export function afterPurchase(order: Order, bought: NonNullable<Order['bought']>, isPaid: boolean, at: Millis): Order {
  const known = isPaid && order.status !== 'paid' ? { ...order, status: 'paid' as const, paidAt: at } : order;
  const isNews = order.bought === null || order.bought.token.revision < bought.token.revision;
  if (!isNews && known === order) return order;
  const after = { ...known, bought: isNews ? bought : order.bought };
  if (after.status !== 'paid') return after;
  const isUrgent = known !== order || order.bought === null || order.isRaced;
  return { ...after, dueAt: isUrgent ? at : order.dueAt ?? at + UNHURRIED_MS };
}

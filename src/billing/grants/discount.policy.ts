import { PROMOTIONS } from '../plans/promotions.seed.js';
import type { Promotion } from '../shop/shop.shared.js';
import type { Fact } from '../subscription/events.js';
import { factsOf } from '../subscription/subscription.state.js';

/**
 * Discount that remains after a change of price: all of it when one promotion covers both the first and the new price,
 * else nothing.
 * @param rate agreed per cent
 * @param begunWith price id that the rate was agreed for
 * @returns per cent
 */
export function keptDiscount(
  rate: number,
  begunWith: string,
  priceId: string,
  promotions: readonly Promotion[] = PROMOTIONS,
): number {
  const isKept =
    priceId === begunWith ||
    promotions.some(({ priceIds }) => priceIds.includes(begunWith) && priceIds.includes(priceId));
  return isKept ? rate : 0;
}

/**
 * Discount on one price of a subscription.
 * @param facts facts of the subscription
 * @returns per cent
 */
export function discountAt(facts: readonly Fact[], priceId: string): number {
  const [start] = factsOf(facts, 'SubscriptionStarted');
  return start === undefined ? 0 : keptDiscount(start.discountRate, start.priceId, priceId);
}

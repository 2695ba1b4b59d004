import { PROMOTIONS } from '../plans/promotions.seed.js';
import type { Promotion } from '../shop/shop.shared.js';
import type { Fact } from '../subscription/events.js';
import { factsOf } from '../subscription/subscription.state.js';

/**
 * What is left of a discount once a plan has another price: all of it at a price that a promotion is for as well as for the one that was
 * begun with, else nothing.
 * @param rate per cent that was agreed on. @param begunWith the price id that it was agreed on for
 * @returns per cent
 */
export function keptDiscount(rate: number, begunWith: string, priceId: string, promotions: readonly Promotion[] = PROMOTIONS): number {
  const isKept = priceId === begunWith || promotions.some(({ priceIds }) => priceIds.includes(begunWith) && priceIds.includes(priceId));
  return isKept ? rate : 0;
}

/** What is taken off a price of a subscription's. @param facts of it. @returns per cent */
export function discountAt(facts: readonly Fact[], priceId: string): number {
  const [start] = factsOf(facts, 'SubscriptionStarted');
  return start === undefined ? 0 : keptDiscount(start.discountRate, start.priceId, priceId);
}

import { canUpgrade, isActiveStatus, isPaid, type PaymentPlatform, type Plan } from './plan.shared.js';
import { isPaidName, isUpgrade, type Product } from './product.shared.js';

/** Plan button states. */
export const BUTTON_STATES = ['start', 'current', 'upgrade', 'disabled'] as const;
export type ButtonState = (typeof BUTTON_STATES)[number];

/**
 * What the button under a plan does: `start` a subscription, `upgrade` to more, nothing for the `current` plan, and nothing
 * (`disabled`) for a plan that cannot be had from where one stands: a smaller one, or any while a payment is outstanding or the plan is paused
 * or on trial.
 * @param product the plan the button stands under
 * @param current the plan that one has, the free one included
 */
export function buttonState(product: Pick<Product, 'priceId' | 'productName' | 'duration'>, current: Plan, platform: Pick<PaymentPlatform, 'enable'>): ButtonState {
  const isCurrent = current.subProductRelation.some(({ priceId }) => priceId === product.priceId);
  const isHeld = isPaid(current) && current.status !== 'canceled' && current.status !== 'incomplete' && current.status !== 'incomplete_expired';
  if (!isHeld) {
    if (isCurrent && isActiveStatus(current.status)) return 'current';
    return isPaidName(product.productName) ? 'start' : 'disabled';
  }
  if (isCurrent) return 'current';
  return current.status === 'active' && isUpgrade(product, current.subProductRelation) && canUpgrade(current, platform) ? 'upgrade' : 'disabled';
}

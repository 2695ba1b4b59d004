import { canUpgrade, isActiveStatus, isPaid, type PaymentPlatform, type Plan } from './plan.shared.js';
import { isPaidName, isUpgrade, type Product } from './product.shared.js';

/** Plan button states. */
export const BUTTON_STATES = ['start', 'current', 'upgrade', 'disabled'] as const;
export type ButtonState = (typeof BUTTON_STATES)[number];

/**
 * Action of the button below a plan: `start` a subscription, `upgrade`, nothing for the `current` plan, and `disabled`
 * for a plan that is not available: a smaller one, or any plan while a payment is outstanding or the current plan is
 * paused or on trial.
 * @param product the plan of the button
 * @param current the user's plan, which may be the free one
 */
export function buttonState(
  product: Pick<Product, 'priceId' | 'productName' | 'duration'>,
  current: Plan,
  platform: Pick<PaymentPlatform, 'enable'>,
): ButtonState {
  const isCurrent = current.subProductRelation.some(({ priceId }) => priceId === product.priceId);
  const isHeld =
    isPaid(current) &&
    current.status !== 'canceled' &&
    current.status !== 'incomplete' &&
    current.status !== 'incomplete_expired';
  if (!isHeld) {
    if (isCurrent && isActiveStatus(current.status)) return 'current';
    return isPaidName(product.productName) ? 'start' : 'disabled';
  }
  if (isCurrent) return 'current';
  return current.status === 'active' && isUpgrade(product, current.subProductRelation) && canUpgrade(current, platform)
    ? 'upgrade'
    : 'disabled';
}

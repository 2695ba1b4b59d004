'use client';

import type { Product } from '@src/billing/plans/product.shared';
import { track } from '@/lib/analytics/track';
import { startPurchase } from '@/lib/popups/pending-purchase';
import { openPopup } from '@/lib/popups/queue';
import { subscribeClickEvent } from './purchase-events';

/**
 * Handler of the button under a product: tracks the click and starts the purchase.
 * @param currency of the price shown
 * @param open opens the next popup, which may replace the current one
 */
export function useBuy(
  isMember: boolean,
  currency: string,
  open: typeof openPopup = openPopup,
): (product: Product) => void {
  return (product) => {
    track(subscribeClickEvent(product, currency));
    startPurchase({ priceId: product.priceId, currency }, isMember, open);
  };
}

'use client';

import type { Product } from '@src/billing/plans/product.shared';
import { track } from '@/lib/analytics/track';
import { startBuying } from '@/lib/popups/buying';
import { openPopup } from '@/lib/popups/queue';
import { buttonPressed } from './told';

/**
 * What the button under a product does: it is told of, and the purchase begins.
 * @param currency that the price stands in
 * @param open opens the next popup, where it takes the place of one
 */
export function useBuy(isMember: boolean, currency: string, open: typeof openPopup = openPopup): (product: Product) => void {
  return (product) => {
    track(buttonPressed(product, currency));
    startBuying({ priceId: product.priceId, currency }, isMember, open);
  };
}

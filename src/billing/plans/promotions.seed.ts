import { DEFAULT_DISCOUNT } from './currencies.seed.shared.js';
import { periodOf } from './product.shared.js';
import { PRODUCTS } from './products.seed.shared.js';
import type { Promotion } from '../shop/shop.shared.js';

/**
 * Promotions by code, for users who never had a plan; maintained by the operator. The default discount is the part that
 * is still charged.
 */
export const PROMOTIONS: readonly Promotion[] = [
  {
    code: 'FIRSTYEAR',
    percent: 100 - Math.round(Number(DEFAULT_DISCOUNT) * 100),
    priceIds: PRODUCTS.filter(
      (product) => product.price > 0 && product.isRetired !== true && periodOf(product) === 'yearly',
    ).map(({ priceId }) => priceId),
  },
];

/** @param code as typed; surrounding blanks and lower case are accepted */
export const findPromotion = (code: string, promotions: readonly Promotion[] = PROMOTIONS): Promotion | undefined =>
  promotions.find((promotion) => promotion.code === code.trim().toUpperCase());

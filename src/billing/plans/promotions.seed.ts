import { DEFAULT_DISCOUNT } from './currencies.seed.shared.js';
import { periodOf } from './product.shared.js';
import { PRODUCTS } from './products.seed.shared.js';
import type { Promotion } from '../shop/shop.shared.js';

/** What is taken off for who has never had a plan, by its code: the operator's to change. The default discount states the part that is still charged. */
export const PROMOTIONS: readonly Promotion[] = [
  {
    code: 'FIRSTYEAR',
    percent: 100 - Math.round(Number(DEFAULT_DISCOUNT) * 100),
    priceIds: PRODUCTS.filter((product) => product.price > 0 && product.isRetired !== true && periodOf(product) === 'yearly').map(({ priceId }) => priceId),
  },
];

/** @param code as it was typed: blanks around it and small letters are as good */
export const findPromotion = (code: string, promotions: readonly Promotion[] = PROMOTIONS): Promotion | undefined => promotions.find((promotion) => promotion.code === code.trim().toUpperCase());

import type { AppName } from '../../credits/credits.shared.js';
import { pricesElsewhere } from './price.shared.js';
import type { Product } from './product.shared.js';

/**
 * Every product that is or was sold, and the free plans; maintained by the operator. Never reuse a price id for another
 * price, and never remove one: mark it `isRetired`, because existing subscribers keep it.
 */
const monthly = (productName: string, id: string, price: number, credits: number): Product =>
  plan('kinora', productName, `${id}-monthly`, price, credits, 1);
const yearly = (productName: string, id: string, price: number, credits: number): Product =>
  plan('kinora', productName, `${id}-yearly`, price, credits, 12);

function plan(
  appName: AppName,
  productName: string,
  priceId: string,
  price: number,
  credits: number,
  duration: number,
): Product {
  return {
    appName,
    productName,
    priceId,
    price,
    moreCurrency: pricesElsewhere(price),
    usageCount: credits,
    duration,
    usageList: credits === 0 ? [] : [{ usageType: 'credits', usageCount: credits }],
  };
}

function pack(
  productName: string,
  priceId: string,
  price: number,
  usageType: 'credits' | 'api_credits',
  usageCount: number,
): Product {
  return {
    appName: 'kinora',
    productName,
    priceId,
    price,
    moreCurrency: pricesElsewhere(price),
    usageCount,
    duration: null,
    usageList: [{ usageType, usageCount }],
  };
}

/** The free plan of each app: credits come only from check-ins. */
const FREE: Readonly<Record<AppName, Product>> = {
  kinora: { ...plan('kinora', 'Kinora Free', 'kinora-free', 0, 0, 1), moreCurrency: {} },
  'kinora-writer': { ...plan('kinora-writer', 'Kinora Writer Free', 'kinora-writer-free', 0, 0, 1), moreCurrency: {} },
};

/** Price in cents, credits per month. */
export const PRODUCTS: readonly Product[] = [
  ...Object.values(FREE),
  monthly('Kinora Lite', 'kinora-lite', 1_500, 300),
  yearly('Kinora Lite', 'kinora-lite', 12_000, 300),
  monthly('Kinora Pro', 'kinora-pro', 2_900, 800),
  yearly('Kinora Pro', 'kinora-pro', 23_400, 800),
  monthly('Kinora Unlimited', 'kinora-unlimited', 6_900, 1_500),
  yearly('Kinora Unlimited', 'kinora-unlimited', 58_800, 1_500),
  monthly('Kinora Plus', 'kinora-plus', 13_900, 4_000),
  yearly('Kinora Plus', 'kinora-plus', 118_800, 4_000),
  pack('Kinora Credits 100', 'kinora-credits-100', 800, 'credits', 100),
  pack('Kinora Credits 500', 'kinora-credits-500', 3_500, 'credits', 500),
  pack('Kinora Credits 2000', 'kinora-credits-2000', 12_000, 'credits', 2_000),
  pack('Kinora API Credits 1000', 'kinora-api-credits-1000', 1_000, 'api_credits', 1_000),
];

const BY_PRICE_ID: ReadonlyMap<string, Product> = new Map(PRODUCTS.map((product) => [product.priceId, product]));

/** The product of a price id; undefined when it was never sold. */
export const findProduct = (priceId: string): Product | undefined => BY_PRICE_ID.get(priceId);

/** The free plan of an app. */
export const freeProduct = (appName: AppName): Product => FREE[appName];

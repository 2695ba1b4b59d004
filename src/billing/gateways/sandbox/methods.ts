import { localMethodsOf, pricingOf } from '../../plans/price.shared.js';
import type { PaymentMethod } from '../../shop/shop.shared.js';

/** Test payment methods. The name states what each one does. */
export const METHOD_IDS = ['pays', 'asks', 'declines', 'fails-later', 'alipay'] as const;
export type MethodId = (typeof METHOD_IDS)[number];

interface Behaviour {
  readonly last4: string | null;
  /** The issuer asks the owner to confirm (3-D Secure). */
  readonly asks: boolean;
  readonly first: boolean;
  /** Whether a renewal or an upgrade charge succeeds. */
  readonly later: boolean;
}

/** Test card numbers, which belong to nobody. */
export const METHODS: Readonly<Record<MethodId, Behaviour>> = {
  pays: { last4: '4242', asks: false, first: true, later: true },
  asks: { last4: '3155', asks: true, first: true, later: true },
  declines: { last4: '0002', asks: false, first: false, later: false },
  'fails-later': { last4: '0341', asks: false, first: true, later: false },
  alipay: { last4: null, asks: false, first: true, later: true },
};

export const isPaying = (method: MethodId, when: 'first' | 'later'): boolean => METHODS[method][when];

/**
 * Methods offered in a country. As at Stripe, Alipay is offered only where it is common and only for one-time
 * purchases.
 * @param country ISO 3166-1 alpha-2
 */
export const methodsIn = (country: string | null, isPlan: boolean): readonly MethodId[] =>
  METHOD_IDS.filter(
    (method) => method !== 'alipay' || localMethodsOf(pricingOf(country ?? undefined), isPlan).includes('alipay'),
  );

/** The method as shown on the owner's page. */
export function methodShown(method: MethodId): PaymentMethod {
  const { last4 } = METHODS[method];
  return last4 === null
    ? { kind: 'alipay', brand: null, last4: null, expires: null }
    : { kind: 'card', brand: 'visa', last4, expires: { month: 12, year: 2039 } };
}

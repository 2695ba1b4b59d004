'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { PlatformName } from '@src/billing/plans/plan.shared';
import type { Product } from '@src/billing/plans/product.shared';
import type { Money } from '@src/kernel/money.shared';
import { getPathname } from '@/i18n/navigation';
import { track } from '@/lib/analytics/track';
import { PLAN_INPUT } from '@/lib/data/plan';
import { refreshAfterPurchase } from '@/lib/data/shop';
import { isRefusal, readFailure, type Failure } from '@/lib/errors/failure';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { usePageRestored } from '@/lib/page-restored';
import { trpc } from '@/lib/trpc/client';
import { subscribeSubmitEvent } from './purchase-events';

/** Product, price as shown, and payment method of a checkout. */
export interface CheckoutRequest {
  readonly product: Product;
  readonly price: Money;
  readonly platformName: PlatformName;
  readonly coupon?: string;
}

/** The current price from a refusal because the shown price was outdated. */
export function newPrice(failure: Failure): Money | undefined {
  if (failure.kind !== 'product' || failure.identifier !== 'OFFER_CHANGED') return undefined;
  const { minor, currency } = failure.params;
  return typeof minor === 'number' && typeof currency === 'string' ? { minor, currency } : undefined;
}

/**
 * Creates the checkout and goes to the payment page. A retry has the same id, so it opens the same page. Stays busy
 * until the provider's page replaces this one.
 */
export function useCheckout() {
  const locale = useLocale();
  const sending = useRef<SentRequest>(undefined);
  const [leaving, setLeaving] = useState(false);
  const underWay = useRef(false);
  const checkout = useMutation(trpc.billing.checkout.mutationOptions({ meta: { shownInPage: true } }));
  const stay = useCallback((): void => {
    underWay.current = false;
    setLeaving(false);
  }, []);
  usePageRestored(stay);
  const go = async ({ product, price, platformName, coupon }: CheckoutRequest): Promise<Failure | undefined> => {
    if (underWay.current) return undefined;
    underWay.current = true;
    setLeaving(true);
    const { minor, currency } = price;
    const order = {
      ...PLAN_INPUT,
      priceId: product.priceId,
      price: { minor, currency },
      platformName,
      returnPath: getPathname({ href: '/pricing', locale }),
      ...defined({ coupon }),
    } as const;
    sending.current = sentRequestOf(sending.current, order, newId);
    try {
      const { orderId, url } = await checkout.mutateAsync({ ...order, requestId: sending.current.id });
      track(subscribeSubmitEvent('subscription', orderId, platformName, product));
      window.location.assign(url);
      return undefined;
    } catch (error) {
      stay();
      const failure = readFailure(error);
      // After a refusal the request is closed. Without an answer, the retry is the same request.
      if (isRefusal(failure)) sending.current = undefined;
      if (newPrice(failure) !== undefined) void refreshAfterPurchase();
      return failure;
    }
  };
  return { go, busy: leaving };
}

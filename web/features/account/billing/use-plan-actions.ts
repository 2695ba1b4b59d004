'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useEffect, useRef } from 'react';
import { getPathname } from '@/i18n/navigation';
import { isRefusal, readFailure } from '@/lib/errors/failure';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { usePageRestored } from '@/lib/page-restored';
import { refreshUntil } from '@/lib/data/billing';
import { client } from '@/lib/trpc/client';

/** The page shows the error itself. */
const IN_PAGE = { meta: { shownInPage: true } } as const;

/** Request ids: the same id until the server has accepted or refused the request, so that it is carried out once. */
export function useRequestId() {
  const last = useRef<SentRequest | undefined>(undefined);
  return {
    of: (content: unknown): string => {
      last.current = sentRequestOf(last.current, content, newId);
      return last.current.id;
    },
    done: (): void => {
      last.current = undefined;
    },
    failed: (error: unknown): void => {
      if (isRefusal(readFailure(error))) last.current = undefined;
    },
  };
}

/** Resets a mutation when there is something new to act on, so that its button does not show the last outcome. */
function useForget(occasion: string | undefined, reset: () => void): void {
  useEffect(() => {
    if (occasion !== undefined) reset();
  }, [occasion, reset]);
}

/**
 * Reverts a cancellation, and refetches until the provider has confirmed it.
 * @param occasion id of the current cancellation; undefined without one
 */
export function useReactivate(occasion: string | undefined) {
  const id = useRequestId();
  const reactivate = useMutation({
    mutationFn: (subscriptionId: string) =>
      client.billing.reactivate.mutate({ requestId: id.of(subscriptionId), subscriptionId }),
    onSuccess: () => {
      id.done();
      refreshUntil(({ subLog }) => !subLog.currentPlan.cancelAtPeriodEnd);
    },
    onError: id.failed,
    ...IN_PAGE,
  });
  useForget(occasion, reactivate.reset);
  return reactivate;
}

/**
 * Keeps the current plan by cancelling a scheduled downgrade.
 * @param occasion id of the scheduled plan; undefined without one
 */
export function useKeepPlan(occasion: string | undefined) {
  const id = useRequestId();
  const stay = useMutation({
    mutationFn: (change: { readonly subscriptionId: string; readonly priceId: string; readonly currency: string }) => {
      const { subscriptionId, priceId, currency } = change;
      return client.billing.changePlan.mutate({
        requestId: id.of(change),
        subscriptionId,
        priceId,
        dueNow: { minor: 0, currency },
      });
    },
    onSuccess: () => {
      id.done();
      refreshUntil(({ scheduled }) => scheduled === null);
    },
    onError: id.failed,
    ...IN_PAGE,
  });
  useForget(occasion, stay.reset);
  return stay;
}

/**
 * Opens the provider's billing portal, where the payment method is changed and open invoices are paid; it returns to
 * the billing page.
 */
export function usePortal() {
  const locale = useLocale();
  const portal = useMutation({
    mutationFn: (subscriptionId: string) =>
      client.billing.portal.mutate({ subscriptionId, returnPath: getPathname({ href: '/billing', locale }) }),
    onSuccess: ({ url }) => location.assign(url),
    ...IN_PAGE,
  });
  usePageRestored(portal.reset);
  return portal;
}

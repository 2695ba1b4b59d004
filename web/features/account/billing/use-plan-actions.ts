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

/** The page says itself what went wrong. */
const IN_PAGE = { meta: { shownInPage: true } } as const;

/** The id of what is asked: the same one until it was answered, by a yes or a no, so that it is done once. */
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

/** What was done is forgotten when there is something to be done anew: a button is not busy with what it did the last time. */
function useForget(occasion: string | undefined, reset: () => void): void {
  useEffect(() => {
    if (occasion !== undefined) reset();
  }, [occasion, reset]);
}

/**
 * Takes a cancellation back, and waits until the provider has told so.
 * @param occasion names the cancellation that there is; undefined as long as there is none
 */
export function useReactivate(occasion: string | undefined) {
  const id = useRequestId();
  const reactivate = useMutation({
    mutationFn: (subscriptionId: string) => client.billing.reactivate.mutate({ requestId: id.of(subscriptionId), subscriptionId }),
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
 * Stays with the plan that one has, in place of the smaller one that was to follow.
 * @param occasion names the one that is to follow; undefined as long as there is none
 */
export function useKeepPlan(occasion: string | undefined) {
  const id = useRequestId();
  const stay = useMutation({
    mutationFn: (wish: { readonly subscriptionId: string; readonly priceId: string; readonly currency: string }) => {
      const { subscriptionId, priceId, currency } = wish;
      return client.billing.changePlan.mutate({ requestId: id.of(wish), subscriptionId, priceId, dueNow: { minor: 0, currency } });
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

/** Goes to the provider's own page, on which one changes how one pays or pays what is outstanding; from there back to the billing page. */
export function usePortal() {
  const locale = useLocale();
  const portal = useMutation({
    mutationFn: (subscriptionId: string) => client.billing.portal.mutate({ subscriptionId, returnPath: getPathname({ href: '/billing', locale }) }),
    onSuccess: ({ url }) => location.assign(url),
    ...IN_PAGE,
  });
  usePageRestored(portal.reset);
  return portal;
}

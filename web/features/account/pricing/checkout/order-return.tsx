'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleCheck, X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { priceText } from '@src/billing/plans/price.shared';
import type { OrderView } from '@src/billing/shop/shop.shared';
import { Link } from '@/i18n/navigation';
import { track } from '@/lib/analytics/track';
import { refreshAfterPurchase } from '@/lib/data/shop';
import { isMissing } from '@/lib/errors/failure';
import { openPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button, buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Spinner } from '@/ui/content/spinner';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { refetchIntervalOf, SLOW_AFTER_MS } from './order-polling';
import { gives } from '../plans/plans';
import { isNewPurchase } from './tracked-purchases';
import { purchaseEvent } from './purchase-events';

/** Outcome of an order after the return from the payment provider; nothing if the address names no order. */
export default function OrderReturn() {
  const params = useSearchParams();
  const orderId = params.get('order');
  if (orderId === null || orderId === '') return null;
  return (
    <DataProvider>
      <Outcome key={orderId} orderId={orderId} isLeft={params.get('checkout') === 'canceled'} />
    </DataProvider>
  );
}

function leave(): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('order');
  address.searchParams.delete('checkout');
  window.history.replaceState(null, '', `${address.pathname}${address.search}${address.hash}`);
}

function useOrder(orderId: string) {
  const isReady = useVisitor().status === 'ready';
  return useQuery(
    trpc.billing.order.queryOptions(
      { orderId },
      {
        enabled: isReady,
        staleTime: 0,
        meta: { shownInPage: true },
        refetchInterval: ({ state }) => refetchIntervalOf(state),
      },
    ),
  );
}

/** Tracks a purchase and refetches what it changes; once per order. */
function usePaid(order: OrderView | undefined): void {
  const seen = useRef(false);
  useEffect(() => {
    if (order?.status !== 'paid' || seen.current) return;
    seen.current = true;
    if (isNewPurchase(order.orderId)) track(purchaseEvent(order.orderId, order.product, order.price));
    void refreshAfterPurchase();
  }, [order]);
}

/** The latest error. */
function useLast(error: unknown): unknown {
  const [last, setLast] = useState(error ?? undefined);
  if (error !== null && error !== undefined && error !== last) setLast(error);
  return error ?? last;
}

/** @param isLeft whether the user returned without paying */
function Outcome({ orderId, isLeft }: { readonly orderId: string; readonly isLeft: boolean }) {
  const t = useTranslations('pricing.order');
  const query = useOrder(orderId);
  const order = query.data;
  // The last error stays visible until the next answer.
  const error = useLast(query.error);
  usePaid(order);
  const closing = (
    <IconButton label={t('close')} onClick={leave} className="ms-auto -me-2 -mt-2 shrink-0">
      <Icon of={X} />
    </IconButton>
  );
  const billing = (
    <Link href="/billing" className={buttonStyle()}>
      {t('billing')}
    </Link>
  );
  if (order === undefined && error !== undefined) {
    if (isMissing(error, 'ORDER_NOT_FOUND'))
      return (
        <Frame closing={closing}>
          <EmptyState title={t('unknown')} actions={billing}>
            {t('unknownText')}
          </EmptyState>
        </Frame>
      );
    return (
      <Frame closing={closing}>
        <ErrorState
          title={t('waiting')}
          actions={
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('again')}
            </Button>
          }
        >
          {t('slow')}
        </ErrorState>
      </Frame>
    );
  }
  if (order === undefined || (order.status === 'open' && !isLeft))
    return (
      <Frame closing={closing}>
        <Waiting />
      </Frame>
    );
  return (
    <Frame closing={closing}>
      <Ended order={order} billing={billing} />
    </Frame>
  );
}

/** No result yet. After a while, explains the delay. */
function Waiting() {
  const t = useTranslations('pricing.order');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="grid gap-1.5">
      <p className="flex items-center gap-2.5 text-lg font-strong tracking-title">
        <Spinner />
        {t('waiting')}
      </p>
      {isSlow ? <p className="max-w-[62ch] text-sm text-ink-2">{t('slow')}</p> : null}
    </div>
  );
}

function Ended({
  order: { status, kind, product, price, coupon },
  billing,
}: {
  readonly order: OrderView;
  readonly billing: ReactNode;
}) {
  const t = useTranslations('pricing.order');
  const locale = useLocale();
  const { productName: name, usageCount: count, priceId } = product;
  if (status !== 'paid') {
    const said = status === 'open' ? 'left' : status;
    const again = (): void => {
      leave();
      openPopup('paymentConfirm', { priceId, currency: price.currency, ...defined({ coupon }) });
    };
    return (
      <ErrorState
        title={t(said)}
        actions={
          <Button tone="invert" onClick={again}>
            {t('again')}
          </Button>
        }
      >
        {t(`${said}Text`, { name })}
      </ErrorState>
    );
  }
  const paid = priceText(price, locale);
  const said = kind === 'plan' ? 'paidPlan' : gives(product, 'api_credits') ? 'paidApi' : 'paidOnce';
  return (
    <div role="status" className="flex items-start gap-4">
      <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-success-soft text-success">
        <Icon of={CircleCheck} />
      </span>
      <div className="grid justify-items-start gap-2">
        <h2 className="text-lg leading-snug font-strong tracking-title">{t(said, { name, count })}</h2>
        <p className="text-sm text-ink-2">{t(`${said}Text`, { count, price: paid })}</p>
        <div className="flex flex-wrap gap-2 pt-1">
          <Link href="/image" className={buttonStyle({ tone: 'invert' })}>
            {t('create')}
          </Link>
          {billing}
        </div>
      </div>
    </div>
  );
}

function Frame({ closing, children }: { readonly closing: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="flex items-start gap-3 rounded-media bg-surface-1 p-5" data-testid="order">
      {children}
      {closing}
    </section>
  );
}

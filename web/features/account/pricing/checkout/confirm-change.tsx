'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { priceText } from '@src/billing/plans/price.shared';
import type { PlatformName } from '@src/billing/plans/plan.shared';
import type { ChangePreview } from '@src/billing/shop/shop.shared';
import { Link } from '@/i18n/navigation';
import { brandName } from '@/features/account/billing/card-brand';
import { useFigures } from '@/features/account/billing/use-figures';
import { track } from '@/lib/analytics/track';
import { useOverview } from '@/lib/data/billing';
import { refreshAfterPurchase } from '@/lib/data/shop';
import { isRefusal, readFailure, type Failure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { newId } from '@/lib/random';
import { sentRequestOf, type SentRequest } from '@/lib/request-id';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState, Notice } from '@/ui/content/states';
import { AmountLine, Amounts } from './amounts';
import { purchaseEvent, subscribeSubmitEvent } from './purchase-events';
import { newPrice } from './use-checkout';

interface ChangeProps {
  readonly subscriptionId: string;
  readonly priceId: string;
  readonly platformName: PlatformName;
  readonly isSandbox: boolean;
  readonly onClose: () => void;
}

/** The provider's quote for a change of plan, and the button that confirms it. */
export function ConfirmChange({ subscriptionId, priceId, ...rest }: ChangeProps) {
  const t = useTranslations('popups.paymentConfirm');
  const { ofFailure } = useErrorWords();
  const preview = useQuery(
    trpc.billing.previewChange.queryOptions(
      { subscriptionId, priceId },
      { staleTime: 0, gcTime: 0, meta: { shownInPage: true } },
    ),
  );
  // Payment events refetch the quote. Once the change is made, the quote no longer matters.
  const [made, setMade] = useState<ChangePreview>();
  if (made !== undefined) return <Made preview={made} onClose={rest.onClose} />;
  if (preview.isPending) {
    return (
      <div role="status" aria-label={t('loading')} className="grid gap-4">
        <Skeleton className="h-32" />
        <Skeleton className="h-11" />
      </div>
    );
  }
  if (preview.data === undefined) {
    const failure = readFailure(preview.error);
    // A retry would be refused again.
    if (failure.kind === 'product' && failure.identifier === 'PLAN_CHANGE_REFUSED')
      return (
        <EmptyState
          title={ofFailure(failure)}
          actions={
            <Link href="/billing" onClick={rest.onClose} className={buttonStyle()}>
              {t('billing')}
            </Link>
          }
        />
      );
    return (
      <ErrorState
        title={t('failed')}
        actions={
          <Button busy={preview.isFetching} onClick={() => void preview.refetch()}>
            {t('retry')}
          </Button>
        }
      >
        {ofFailure(failure)}
      </ErrorState>
    );
  }
  return <Preview preview={preview.data} onStale={() => void preview.refetch()} onMade={setMade} {...rest} />;
}

function useChange({ subscriptionId, product, takesEffect, dueNow }: ChangePreview, platformName: PlatformName) {
  const sending = useRef<SentRequest>(undefined);
  const change = useMutation(trpc.billing.changePlan.mutationOptions({ meta: { shownInPage: true } }));
  const make = async (): Promise<Failure | undefined> => {
    const input = {
      subscriptionId,
      priceId: product.priceId,
      dueNow: { minor: dueNow.minor, currency: dueNow.currency },
    };
    sending.current = sentRequestOf(sending.current, input, newId);
    const { id } = sending.current;
    try {
      await change.mutateAsync({ ...input, requestId: id });
    } catch (error) {
      const failure = readFailure(error);
      // After a refusal the request is closed. Without an answer, the retry is the same request.
      if (isRefusal(failure)) sending.current = undefined;
      return failure;
    }
    // A change with the next period is no upgrade yet, and nothing is paid now.
    if (takesEffect === 'now') track(subscribeSubmitEvent('upgrade', id, platformName, product));
    if (dueNow.minor > 0) track(purchaseEvent(id, product, dueNow));
    void refreshAfterPurchase();
    return undefined;
  };
  return { make, busy: change.isPending };
}

/** Confirms the change. */
function Made({
  preview: { product, takesEffect, nextChargeAt },
  onClose,
}: Pick<ChangeProps, 'onClose'> & { readonly preview: ChangePreview }) {
  const t = useTranslations('popups.paymentConfirm');
  const date = useFigures().day(nextChargeAt);
  const isNow = takesEffect === 'now';
  return (
    <div className="grid gap-4">
      <Notice tone="success" live>
        <p className="font-medium">{isNow ? t('doneNow', { name: product.productName }) : t('doneLater', { date })}</p>
        <p className="text-ink-2">{isNow ? t('doneNowText') : t('doneLaterText')}</p>
      </Notice>
      <Button onClick={onClose}>{t('done')}</Button>
    </div>
  );
}

function Preview({
  preview,
  platformName,
  isSandbox,
  onStale,
  onMade,
}: Omit<ChangeProps, 'subscriptionId' | 'priceId' | 'onClose'> & {
  readonly preview: ChangePreview;
  readonly onStale: () => void;
  readonly onMade: (preview: ChangePreview) => void;
}) {
  const t = useTranslations('popups.paymentConfirm');
  const locale = useLocale();
  const { day } = useFigures();
  const { ofFailure } = useErrorWords();
  const [failure, setFailure] = useState<Failure>();
  const change = useChange(preview, platformName);
  const { product, takesEffect, dueNow, credited, creditsNow, nextCharge, nextChargeAt } = preview;
  const isNow = takesEffect === 'now';
  const date = day(nextChargeAt);
  const due = priceText(dueNow, locale);
  const press = async (): Promise<void> => {
    if (change.busy) return;
    const refused = await change.make();
    setFailure(refused);
    if (refused === undefined) onMade(preview);
    else if (newPrice(refused) !== undefined) onStale();
  };
  return (
    <div className="grid gap-4">
      <Amounts>
        {credited.minor === 0 ? null : (
          <>
            <AmountLine label={t('newPlan')} note={product.productName}>
              {priceText({ ...dueNow, minor: dueNow.minor + credited.minor }, locale)}
            </AmountLine>
            <AmountLine label={t('credited')}>{priceText({ ...credited, minor: -credited.minor }, locale)}</AmountLine>
          </>
        )}
        <AmountLine label={t('due')} total>
          {due}
        </AmountLine>
        <AmountLine label={t('next')}>{t('nextAt', { price: priceText(nextCharge, locale), date })}</AmountLine>
      </Amounts>
      {isNow && creditsNow === 0 ? null : (
        <p className="text-sm text-ink-2">{isNow ? t('creditsNow', { count: creditsNow }) : t('atEnd', { date })}</p>
      )}
      {failure === undefined ? null : (
        <Notice tone={newPrice(failure) === undefined ? 'danger' : 'warning'} live>
          {newPrice(failure) === undefined ? ofFailure(failure) : t('changed', { price: due })}
        </Notice>
      )}
      <Button tone="accent" size="lg" shape="block" busy={change.busy} onClick={() => void press()}>
        {dueNow.minor > 0 ? t('payNow', { price: due }) : isNow ? t('changeFree') : t('changeLater', { date })}
      </Button>
      <p className="text-xs text-ink-3 empty:hidden">
        {dueNow.minor > 0 ? <Charged subscriptionId={preview.subscriptionId} /> : null}
        {isSandbox ? t('test') : null}
      </p>
    </div>
  );
}

/** The card to be charged, since no other page follows this press. Renders nothing until the card is known. */
function Charged({ subscriptionId }: { readonly subscriptionId: string }) {
  const t = useTranslations('popups.paymentConfirm');
  const { data: overview } = useOverview();
  const method = overview?.subLog.currentPlan.subscriptionId === subscriptionId ? overview.method : null;
  if (method === null || method.brand === null || method.last4 === null) return null;
  return (
    <>
      {t.rich('charged', {
        method: `${brandName(method.brand)} •••• ${method.last4}`,
        card: (name) => <bdi className="num">{name}</bdi>,
      })}{' '}
    </>
  );
}

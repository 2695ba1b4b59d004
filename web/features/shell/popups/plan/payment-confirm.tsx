'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import { ConfirmChange } from '@/features/account/pricing/checkout/confirm-change';
import { ConfirmCheckout } from '@/features/account/pricing/checkout/confirm-checkout';
import { changeObstacleOf } from '@/features/account/pricing/checkout/change-obstacle';
import { stateFor } from '@/features/account/pricing/plans/plans';
import { openPlatforms } from '@/features/account/pricing/checkout/open-platforms';
import { Link } from '@/i18n/navigation';
import { useOffer } from '@/lib/data/billing';
import { useSubLog } from '@/lib/data/shop';
import { useErrorWords } from '@/lib/errors/words';
import type { PopupProps } from '@/lib/popups/names';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

type Props = PopupProps['paymentConfirm'] & PopupFrame;

/**
 * The plan that a purchase changes: the named one, or the current one if the product is larger. Undefined for a new
 * plan or a one-off purchase.
 */
function changedPlan(product: Product, log: SubLog | undefined, named: string | undefined): string | undefined {
  if (named !== undefined) return named;
  return log !== undefined && periodOf(product) !== 'forever' && stateFor(product, log) === 'upgrade'
    ? (log.currentPlan.subscriptionId ?? undefined)
    : undefined;
}

/**
 * Keeps the first known value. After the change, the new plan is the current one, but this popup still shows the
 * change.
 */
function useFirst<T extends object>(known: T | undefined): T | undefined {
  const [first, setFirst] = useState(known);
  if (first === undefined && known !== undefined) setFirst(known);
  return first ?? known;
}

/** The last step before payment: product, price and the confirm button. */
export default function PaymentConfirm({ onClose, ...props }: Props) {
  const t = useTranslations('popups.paymentConfirm');
  const offer = useOffer();
  const plan = useSubLog();
  const product = offer.data?.products.find(({ priceId }) => priceId === props.priceId);
  const isKnown = offer.data !== undefined && plan.isKnown && !plan.isError;
  const changes = useFirst(
    product !== undefined && isKnown ? { plan: changedPlan(product, plan.log, props.subscriptionId) } : undefined,
  )?.plan;
  const name = product?.productName ?? 'Kinora';
  return (
    <Popup title={changes === undefined ? t('title', { name }) : t('titleChange', { name })} onClose={onClose}>
      {offer.isPending || !plan.isKnown ? (
        <div role="status" aria-label={t('loading')} className="grid gap-4">
          <Skeleton className="h-28" />
          <Skeleton className="h-11" />
        </div>
      ) : offer.data === undefined || plan.isError ? (
        <ErrorState
          title={t('failed')}
          actions={<Button onClick={() => void Promise.all([offer.refetch(), plan.refetch()])}>{t('retry')}</Button>}
        >
          {t('failedText')}
        </ErrorState>
      ) : (
        <Body {...props} offer={offer.data} log={plan.log} product={product} changes={changes} onClose={onClose} />
      )}
    </Popup>
  );
}

/** A user with a plan cannot begin another. Explains why it cannot be changed here, and links to it. */
function Held({ log, onClose }: { readonly log: SubLog; readonly onClose: () => void }) {
  const t = useTranslations('pricing.standing');
  const { ofIdentifier } = useErrorWords();
  const hindrance = changeObstacleOf(log);
  const why = hindrance === undefined || hindrance === 'smaller' ? ofIdentifier('ALREADY_SUBSCRIBED') : t(hindrance);
  return (
    <EmptyState
      title={why}
      actions={
        <Link href="/billing" onClick={onClose} className={buttonStyle()}>
          {t('billing')}
        </Link>
      }
    />
  );
}

interface BodyProps extends Omit<Props, 'swap'> {
  readonly offer: Offer;
  readonly log: SubLog | undefined;
  readonly product: Product | undefined;
  readonly changes: string | undefined;
}

function Body({ offer, log, product, changes, currency, coupon, onClose }: Omit<BodyProps, 'priceId'>) {
  const t = useTranslations('popups.paymentConfirm');
  const words = useTranslations('pricing.refused');
  const plans = (
    <Link href="/pricing" onClick={onClose} className={buttonStyle()}>
      {t('see')}
    </Link>
  );
  if (product === undefined)
    return (
      <EmptyState title={t('gone')} actions={plans}>
        {t('goneText')}
      </EmptyState>
    );
  if (changes !== undefined)
    return (
      <ConfirmChange
        subscriptionId={changes}
        priceId={product.priceId}
        platformName={log?.paymentPlatform.platformName ?? 'card'}
        isSandbox={offer.isSandbox}
        onClose={onClose}
      />
    );
  if (periodOf(product) !== 'forever' && log !== undefined && stateFor(product, log) !== 'start')
    return <Held log={log} onClose={onClose} />;
  if (offer.isRefused) return <EmptyState title={words('title')}>{words('text')}</EmptyState>;
  if (openPlatforms(offer.platforms).length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
  return <ConfirmCheckout product={product} offer={offer} currency={currency} coupon={coupon} />;
}

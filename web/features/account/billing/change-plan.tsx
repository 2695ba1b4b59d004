'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import type { Plan } from '@src/billing/plans/plan.shared';
import { isPaidName, periodOf, type Product } from '@src/billing/plans/product.shared';
import type { BillingOverview, ChangePreview } from '@src/billing/shop/shop.shared';
import { subscribeClickEvent } from '@/features/account/pricing/checkout/purchase-events';
import { Link } from '@/i18n/navigation';
import { track } from '@/lib/analytics/track';
import { useOffer } from '@/lib/data/billing';
import { readFailure } from '@/lib/errors/failure';
import { openPopup } from '@/lib/popups/queue';
import { trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { productOf } from './product-of';
import { chargeOf } from './shown-status';
import { useFigures } from './use-figures';

const PERIODS = ['monthly', 'yearly'] as const;
type Period = (typeof PERIODS)[number];

/** The plans to change to, each with the cost of a change now. */
export function ChangePlan({
  plan,
  subscriptionId,
  scheduled,
  id,
}: {
  readonly plan: Plan;
  readonly subscriptionId: string;
  readonly scheduled: BillingOverview['scheduled'];
  readonly id: string;
}) {
  const t = useTranslations('billing');
  const { data: offer, isPending } = useOffer();
  const present = productOf(plan);
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone it opens below the visible part: scroll to it.
  useEffect(() => heading.current?.focus(), []);
  const [period, setPeriod] = useState<Period>(
    present !== undefined && periodOf(present) === 'monthly' ? 'monthly' : 'yearly',
  );
  const plans = (offer?.products ?? []).filter(
    (product) => isPaidName(product.productName) && periodOf(product) === period,
  );
  return (
    <Card id={id} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          ref={heading}
          tabIndex={-1}
          className="scroll-mt-[calc(var(--topbar)+12px)] text-lg font-strong tracking-title outline-none"
        >
          {t('change.title')}
        </h2>
        <Segmented
          label={t('change.period')}
          value={period}
          onChange={setPeriod}
          choices={PERIODS.map((value) => ({ value, label: t(`change.periods.${value}`) }))}
        />
      </div>
      <p className="max-w-[60ch] text-sm text-ink-2">{t('change.lead')}</p>
      {isPending ? (
        <Skeleton className="h-48" />
      ) : plans.length === 0 ? (
        <p className="text-sm text-ink-2">{t('change.none')}</p>
      ) : null}
      <ul className="grid gap-2">
        {plans.map((product) => (
          <Choice
            key={product.priceId}
            product={product}
            plan={plan}
            subscriptionId={subscriptionId}
            isPresent={product.priceId === present?.priceId}
            followsAt={product.priceId === scheduled?.product.priceId ? scheduled.at : undefined}
          />
        ))}
      </ul>
      <Link href="/pricing" className="justify-self-start text-sm text-ink-2 underline hover:text-ink-1">
        {t('change.compare')}
      </Link>
    </Card>
  );
}

interface ChoiceProps {
  readonly product: Product;
  readonly plan: Plan;
  readonly subscriptionId: string;
  readonly isPresent: boolean;
  /** When it replaces the current plan, if that is already scheduled. */
  readonly followsAt: number | undefined;
}

function Choice({ product, plan, subscriptionId, isPresent, followsAt }: ChoiceProps) {
  const t = useTranslations('billing');
  const { price, day } = useFigures();
  const preview = useQuery(
    trpc.billing.previewChange.queryOptions(
      { subscriptionId, priceId: product.priceId },
      { enabled: !isPresent, retry: false, staleTime: 30_000, meta: { shownInPage: true } },
    ),
  );
  // The provider decides the price per period. Until it answers, show the catalogue's.
  const each = preview.data?.nextCharge ?? chargeOf({ ...plan, subProductRelation: [product] })?.amount;
  const isRefused = preview.error !== null && refused(preview.error);
  const choose = (): void => {
    track(subscribeClickEvent(product, plan.currency));
    openPopup('paymentConfirm', { priceId: product.priceId, currency: plan.currency, subscriptionId });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-group bg-surface-2 px-4 py-3.5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <bdi className="text-md font-strong">{product.productName}</bdi>
          <span className="num text-ink-2">
            {each === undefined ? null : <>{t(`plan.period.${periodOf(product)}`, { price: price(each) })} · </>}
            {t('plan.credits', { count: product.usageCount })}
          </span>
        </p>
        {isPresent ? null : preview.data !== undefined ? (
          <Cost preview={preview.data} />
        ) : preview.isPending ? (
          <Skeleton className="h-4 w-48" />
        ) : (
          <p className="text-ink-3">{t(isRefused ? 'change.refused' : 'change.failed')}</p>
        )}
      </div>
      {isPresent ? (
        <Badge tone="success">{t('change.current')}</Badge>
      ) : followsAt !== undefined ? (
        <Badge tone="info">{t('change.follows', { date: day(followsAt) })}</Badge>
      ) : isRefused ? null : preview.data === undefined && !preview.isPending ? (
        <Button size="sm" onClick={() => void preview.refetch()}>
          {t('failed.retry')}
        </Button>
      ) : (
        <Button size="sm" aria-haspopup="dialog" disabled={preview.data === undefined} onClick={choose}>
          {t('change.choose', { plan: product.productName })}
        </Button>
      )}
    </li>
  );
}

const refused = (error: unknown): boolean => {
  const failure = readFailure(error);
  return failure.kind === 'product' && failure.identifier === 'PLAN_CHANGE_REFUSED';
};

/** Cost of a change: at once, or with the next period. */
function Cost({
  preview: { takesEffect, dueNow, credited, creditsNow, nextCharge, nextChargeAt },
}: {
  readonly preview: ChangePreview;
}) {
  const t = useTranslations('billing.change');
  const { day, price } = useFigures();
  const next = price(nextCharge);
  if (takesEffect === 'period-end')
    return <p className="num text-ink-2">{t('later', { next, date: day(nextChargeAt) })}</p>;
  return (
    <p className="num text-ink-2">
      {t('now', { due: price(dueNow), next, date: day(nextChargeAt) })}{' '}
      {credited.minor > 0 ? t('credited', { credited: price(credited) }) : null}{' '}
      {creditsNow > 0 ? t('creditsNow', { count: creditsNow }) : null}
    </p>
  );
}

'use client';

import { CreditCard } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { BillingOverview, PaymentMethod } from '@src/billing/shop/shop.shared';
import { isActiveAfterCancel, isPaid } from '@src/billing/plans/plan.shared';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { brandName } from './card-brand';
import { actionsOf } from './shown-status';
import { ActionError } from './action-error';
import { useFigures } from './use-figures';
import { usePortal } from './use-plan-actions';

/** The next charge, or a note that there is none. */
export function NextCharge({
  overview: {
    nextCharge,
    subLog: { currentPlan },
  },
}: {
  readonly overview: BillingOverview;
}) {
  const t = useTranslations('billing.next');
  const { day, price } = useFigures();
  const { currentPeriodEnd } = currentPlan;
  return (
    <Card className="grid content-start gap-2">
      <h2 className="text-sm text-ink-2">{t('title')}</h2>
      {nextCharge === null ? (
        <>
          <p className="text-lg leading-snug font-strong tracking-title">{t('none')}</p>
          <p className="num text-sm text-ink-2">
            {isActiveAfterCancel(currentPlan) && currentPeriodEnd !== null
              ? t('ending', { date: day(currentPeriodEnd) })
              : isPaid(currentPlan)
                ? null
                : t('noPlan')}
          </p>
        </>
      ) : (
        <>
          <p className="num text-2xl leading-tight font-strong tracking-title">
            <bdi>{price(nextCharge.amount)}</bdi>
          </p>
          <p className="num text-sm text-ink-2">{t('on', { date: day(nextCharge.at) })}</p>
        </>
      )}
    </Card>
  );
}

/** The payment method as reported by the provider, whose page changes it. */
export function Method({ overview: { method, subLog } }: { readonly overview: BillingOverview }) {
  const t = useTranslations('billing.method');
  const portal = usePortal();
  const { subscriptionId } = subLog.currentPlan;
  const canChange = actionsOf(subLog).method && subscriptionId !== null;
  if (method === null && !canChange) return null;
  return (
    <Card className="grid content-start gap-3">
      <h2 className="text-sm text-ink-2">{t('title')}</h2>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {method === null ? <p className="text-sm text-ink-2">{t('none')}</p> : <MethodLine method={method} />}
        {canChange ? (
          <Button size="sm" busy={portal.isPending || portal.isSuccess} onClick={() => portal.mutate(subscriptionId)}>
            {t('change')}
          </Button>
        ) : null}
      </div>
      <ActionError error={portal.error} />
    </Card>
  );
}

function MethodLine({ method: { kind, brand, last4, expires } }: { readonly method: PaymentMethod }) {
  const t = useTranslations('billing.method');
  const name = brand === null ? t(`kinds.${kind}`) : brandName(brand);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Icon of={CreditCard} className="text-ink-2" />
      <div className="grid gap-0.5 text-sm">
        <p className="num font-medium">{last4 === null ? name : t('ending', { kind: name, digits: last4 })}</p>
        {expires === null ? null : (
          <p className="num text-xs text-ink-3">
            {t('expires', { month: String(expires.month).padStart(2, '0'), year: String(expires.year) })}
          </p>
        )}
      </div>
    </div>
  );
}

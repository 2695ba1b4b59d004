'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { BillingOverview } from '@src/billing/shop/shop.shared';
import { money } from '@src/kernel/money.shared';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/content/states';
import { actionsOf, isSuspended } from '../shown-status';
import { ActionError } from '../action-error';
import { useFigures } from '../use-figures';
import { usePortal } from '../use-plan-actions';

/**
 * A failed payment: which one, the next attempt, until when the plan stays active or since when it is suspended, and
 * the button to pay now.
 */
export function Outstanding({ overview, now }: { readonly overview: BillingOverview; readonly now: number }) {
  const { subLog, graceUntil } = overview;
  const t = useTranslations('billing.outstanding');
  const { day, price } = useFigures();
  const portal = usePortal();
  const {
    expirePayment,
    currentPlan: { subscriptionId },
  } = subLog;
  if (expirePayment === null) return null;
  const { amountDue, currency, attempts, failedAt, nextAttemptAt } = expirePayment;
  return (
    <div className="grid gap-3 rounded-panel bg-surface-1 p-5">
      <ErrorState
        icon={CircleAlert}
        title={t('title', { amount: price(money(amountDue, currency)) })}
        actions={
          actionsOf(subLog).pay && subscriptionId !== null ? (
            <Button
              tone="accent"
              busy={portal.isPending || portal.isSuccess}
              onClick={() => portal.mutate(subscriptionId)}
            >
              {t('pay')}
            </Button>
          ) : undefined
        }
      >
        <p className="num">
          {t('tried', { attempts, date: day(failedAt) })}{' '}
          {nextAttemptAt === null ? t('noNext') : t('next', { date: day(nextAttemptAt) })}
        </p>
        {graceUntil === null ? null : (
          <p className="num pt-1">{t(isSuspended(overview, now) ? 'graceOver' : 'grace', { date: day(graceUntil) })}</p>
        )}
      </ErrorState>
      <ActionError error={portal.error} />
    </div>
  );
}

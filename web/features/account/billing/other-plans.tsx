'use client';

import { useTranslations } from 'next-intl';
import type { Plan } from '@src/billing/plans/plan.shared';
import { Badge } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { productOf } from './product-of';
import { shownStatusOf, STATUS_TONES } from './shown-status';
import { useFigures } from './use-figures';

/** Plans in the log other than the current one: earlier plans and failed attempts. */
export function OtherPlans({ plans }: { readonly plans: readonly Plan[] }) {
  const t = useTranslations('billing');
  const { day } = useFigures();
  if (plans.length === 0) return null;
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('others.title')}</h2>
      <ul className="grid gap-2">
        {plans.map((plan) => {
          const status = shownStatusOf(plan);
          return (
            <li
              key={plan.subscriptionId}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 rounded-group bg-surface-2 px-3.5 py-2.5 text-sm"
            >
              <span className="flex flex-wrap items-center gap-2 font-medium">
                <bdi>{productOf(plan)?.productName}</bdi>{' '}
                <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
              </span>
              {plan.currentPeriodEnd === null || status === 'incomplete' || status === 'incompleteExpired' ? null : (
                <span className="num text-xs text-ink-3">
                  {t('others.paidTo', { date: day(plan.currentPeriodEnd) })}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

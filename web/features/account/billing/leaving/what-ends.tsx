'use client';

import { Check, Hourglass, type LucideIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Plan } from '@src/billing/plans/plan.shared';
import { monthsOf } from '@src/billing/plans/product.shared';
import { useAccountBalance, useExpiries } from '@/features/account/credits/use-statement';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { forfeitOf } from './forfeit';
import { productOf } from '../product-of';
import { useFigures } from '../use-figures';

const ACCOUNT = { appName: 'kinora', usageType: 'credits' } as const;

/** What a cancellation ends, and when credits expire; shown before anything is cancelled. */
export function WhatEnds({ plan }: { readonly plan: Plan }) {
  const t = useTranslations('billing.cancel');
  const { day } = useFigures();
  const balance = useAccountBalance(ACCOUNT);
  const expiries = useExpiries(ACCOUNT);
  const product = productOf(plan);
  const forfeit = balance === undefined || expiries === undefined ? undefined : forfeitOf(expiries, balance);
  return (
    <ul className="grid gap-2 text-sm">
      {plan.currentPeriodEnd === null ? null : (
        <Point icon={Check}>{t('keep', { date: day(plan.currentPeriodEnd) })}</Point>
      )}
      {product !== undefined && monthsOf(product) > 1 && product.usageCount > 0 ? (
        <Point icon={Check}>{t('months', { count: product.usageCount })}</Point>
      ) : null}
      {forfeit === undefined ? (
        <Skeleton className="h-10" />
      ) : (
        <>
          {forfeit.lots.map(({ at, amount }) => (
            <Point key={at} icon={Hourglass} isWarning>
              {t('lot', { count: amount, date: day(at) })}
            </Point>
          ))}
          {forfeit.lots.length === 0 ? <Point icon={Check}>{t('noLots')}</Point> : null}
          {forfeit.others > 0 ? <Point icon={Check}>{t('others', { count: forfeit.others })}</Point> : null}
        </>
      )}
      <Point icon={Check}>{t('works')}</Point>
    </ul>
  );
}

function Point({
  icon,
  isWarning = false,
  children,
}: {
  readonly icon: LucideIcon;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li className="num flex items-start gap-2.5">
      <Icon of={icon} size="s" className={isWarning ? 'mt-0.5 text-warning' : 'mt-0.5 text-ink-2'} />
      <span className={isWarning ? 'font-medium' : 'text-ink-2'}>{children}</span>
    </li>
  );
}

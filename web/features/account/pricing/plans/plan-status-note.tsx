'use client';

import { useTranslations } from 'next-intl';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { Link } from '@/i18n/navigation';
import { Notice } from '@/ui/content/states';
import { changeObstacleOf } from '../checkout/change-obstacle';

/** Explains to a subscriber which changes are possible. */
export function PlanStatusNote({ log }: { readonly log: SubLog | undefined }) {
  const t = useTranslations('pricing.standing');
  const obstacle = changeObstacleOf(log);
  if (obstacle === undefined) return null;
  return (
    <Notice
      tone={obstacle === 'smaller' ? 'info' : 'warning'}
      action={
        <Link
          href="/billing"
          className="inline-flex min-h-6 items-center font-medium text-ink-1 underline underline-offset-2"
        >
          {t('billing')}
        </Link>
      }
    >
      {t(obstacle)}
    </Notice>
  );
}

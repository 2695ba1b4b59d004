'use client';

import { useTranslations } from 'next-intl';
import { usePlan } from '@/lib/data/plan';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Badge } from '@/ui/content/badge';
import { productOf } from './product-of';

/** The user's plan as a small badge beside their email address; nothing without a plan. */
export function PlanBadge() {
  return (
    <DataProvider>
      <OwnPlan />
    </DataProvider>
  );
}

function OwnPlan() {
  const t = useTranslations('common.account');
  const subLog = usePlan();
  if (subLog === undefined || !subLog.isSub) return null;
  const name = productOf(subLog.currentPlan)?.productName;
  if (subLog.expirePayment !== null) {
    return (
      <Badge tone="danger">
        <bdi>{name}</bdi> · {t('paymentDue')}
      </Badge>
    );
  }
  if (!subLog.isActiveSub) return null;
  return (
    <Badge tone="success">
      <bdi>{name}</bdi>
    </Badge>
  );
}

'use client';

import { Coins, SlidersHorizontal } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useRouter } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { LimitWays, type LimitWay } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';
import { useCreditSources } from './use-credit-sources';

/** Credits are low: too few to repeat the creation, or little left of the plan's month. Shows ways to get more. */
export default function UsageAlert({ left, price, plan, onClose, swap }: PopupProps['usageAlert'] & PopupFrame) {
  const t = useTranslations('popups.usageAlert');
  const words = useTranslations('popups.moreCredits');
  const format = useFormatter();
  const router = useRouter();
  const more = useCreditSources({ onClose, swap });
  const statement = (): void => {
    onClose();
    router.push('/credits');
  };
  const ways: readonly LimitWay[] = [
    ...more,
    ...(left > 0 ? [{ key: 'cheaper', icon: SlidersHorizontal, label: words('cheaper'), onSelect: onClose }] : []),
    { key: 'statement', icon: Coins, label: words('statement'), onSelect: statement },
  ];
  const title = plan !== undefined ? t('titlePlan') : left > 0 ? t('title') : t('titleNone');
  return (
    <Popup
      title={title}
      description={
        plan === undefined ? t('text', { left, price }) : t('textPlan', { left: plan.left, of: format.number(plan.of) })
      }
      onClose={onClose}
    >
      <LimitWays ways={ways} />
    </Popup>
  );
}

'use client';

import { Check } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { allowedBy, LANE_TURNS } from '@src/billing/plans/entitlements.shared';
import type { Tier } from '@src/billing/plans/product.shared';
import { Icon } from '@/ui/icon';

/** The entitlements of a plan, one per line. Uses the same function as the server. */
export function useAllowed(tier: Tier): readonly { readonly key: string; readonly text: string }[] {
  const t = useTranslations('pricing.features');
  const { parallelTasks, proModels, maxShortSide, watermark, lane, relaxedFree, relaxedADay } = allowedBy(tier);
  const turns = LANE_TURNS[lane] / LANE_TURNS.free;
  return [
    { key: 'parallel', text: t('parallel', { count: parallelTasks }) },
    { key: 'models', text: proModels ? t('modelsAll') : t('modelsFree') },
    { key: 'size', text: maxShortSide === 'any' ? t('sizeAny') : t('sizeUpTo', { side: String(maxShortSide) }) },
    { key: 'mark', text: watermark ? t('mark') : t('noMark') },
    { key: 'lane', text: turns > 1 ? t('laneMore', { turns }) : t('laneFree') },
    ...(relaxedFree ? [{ key: 'relaxed', text: t('relaxed', { count: relaxedADay }) }] : []),
  ];
}

export function AllowedList({ tier }: { readonly tier: Tier }) {
  return (
    <ul className="grid gap-2.5 text-sm text-ink-2">
      {useAllowed(tier).map(({ key, text }) => (
        <li key={key} className="flex items-start gap-2.5">
          <Icon of={Check} size="s" className="mt-[3px] text-ink-1" />
          {text}
        </li>
      ))}
    </ul>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '@/ui/form/segmented';
import { MAX_COUNT } from '../draft/draft';

const COUNTS = Array.from({ length: MAX_COUNT }, (_none, index) => String(index + 1));

/** Chooses the number of images. */
export function CountPicker({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (count: number) => void;
}) {
  const t = useTranslations('image');
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-sm font-medium">{t('pictures')}</span>
      <Segmented
        label={t('pictures')}
        value={String(value)}
        choices={COUNTS.map((count) => ({
          value: count,
          label: count,
          name: t('picturesCount', { count: Number(count) }),
        }))}
        onChange={(count) => onChange(Number(count))}
        fill
        className="w-full max-w-[216px]"
      />
    </div>
  );
}

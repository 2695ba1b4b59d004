'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { SURCHARGE_MAX } from '@src/creation/publishing/work.shared';
import { SHARE_PERCENT, SHARE_WAITS_DAYS } from '@src/rewards/shares/shares.shared';
import { Segmented } from '@/ui/form/segmented';

/** Credits that can be asked here; a work may have another amount already. */
const AMOUNTS = [0, 2, 5, 10, SURCHARGE_MAX];

/** What the author of a work asks for each creation from its recipe, in credits. */
export function SurchargeField({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const t = useTranslations('works.surcharge');
  const format = useFormatter();
  const amounts = AMOUNTS.includes(value) ? AMOUNTS : [...AMOUNTS, value].toSorted((a, b) => a - b);
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2.5 text-sm font-medium">{t('label')}</legend>
      <Segmented
        label={t('label')}
        value={String(value)}
        choices={amounts.map((amount) => ({
          value: String(amount),
          label: amount === 0 ? t('none') : format.number(amount),
          ...(amount === 0 ? {} : { name: t('amount', { count: amount }) }),
        }))}
        onChange={(amount) => onChange(Number(amount))}
        className="justify-self-start"
      />
      <p className="text-xs text-ink-3">{t('help', { percent: SHARE_PERCENT / 100, days: SHARE_WAITS_DAYS })}</p>
    </fieldset>
  );
}

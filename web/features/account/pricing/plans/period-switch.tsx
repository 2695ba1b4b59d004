'use client';

import { useTranslations } from 'next-intl';
import { Segmented } from '@/ui/form/segmented';
import { PLAN_PERIODS, type PlanPeriod } from './plans';

/** Chooses monthly or yearly, and shows the maximum yearly saving. @param percent whole; 0 shows nothing */
export function PeriodSwitch({
  value,
  percent,
  onChange,
  fill = false,
}: {
  readonly value: PlanPeriod;
  readonly percent: number;
  readonly onChange: (period: PlanPeriod) => void;
  readonly fill?: boolean;
}) {
  const t = useTranslations('pricing.period');
  return (
    <Segmented
      label={t('label')}
      value={value}
      onChange={onChange}
      fill={fill}
      choices={PLAN_PERIODS.map((period) => ({
        value: period,
        label: (
          <>
            {t(period)}
            {period === 'yearly' && percent > 0 ? <span className="text-success">{t('less', { percent })}</span> : null}
          </>
        ),
      }))}
    />
  );
}

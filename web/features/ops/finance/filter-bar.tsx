'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { APP_NAMES, USAGE_TYPES } from '@src/credits/credits.shared';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { presetOf, rangeOf, RANGES, type Preset } from './filters';
import { today, useFilters } from './use-filters';

const EARLIEST = '2000-01-01';
const ALL = 'all';
const APPS = [ALL, ...APP_NAMES] as const;

/** Filters of a page by day and account. `range` has a first and a last day, `day` the last only. */
export function FilterBar({ kind, children }: { readonly kind: 'range' | 'day'; readonly children?: ReactNode }) {
  const t = useTranslations('finance.filter');
  const names = useTranslations('finance');
  const { filters, change } = useFilters();
  const now = today();
  const chosen = presetOf(filters, now);
  return (
    <Card role="group" aria-label={t('title')} className="grid grid-cols-2 items-end gap-3 p-4 md:flex md:flex-wrap">
      {kind === 'range' ? (
        <div className="col-span-2">
          <Segmented<Preset | 'none'>
            className="max-w-full flex-wrap"
            label={t('preset')}
            value={chosen ?? 'none'}
            onChange={(preset) => (preset === 'none' ? undefined : change(rangeOf(preset, now)))}
            choices={RANGES.map((value) => ({ value, label: t(`presets.${value}`) }))}
          />
        </div>
      ) : null}
      {kind === 'range' ? (
        <DayField
          label={t('from')}
          value={filters.from}
          max={filters.to}
          onChange={(from) => change({ from, to: filters.to })}
        />
      ) : null}
      <DayField
        label={kind === 'range' ? t('to') : t('asOf')}
        value={filters.to}
        max={now}
        onChange={(to) => change({ to })}
      />
      <Field label={t('app')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('app')}
            value={filters.app ?? ALL}
            onChange={(app) => change({ app: app === ALL ? undefined : app })}
            choices={APPS.map((value) => ({ value, label: value === ALL ? t('allApps') : names(`apps.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('usage')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('usage')}
            value={filters.usage}
            onChange={(usage) => change({ usage })}
            choices={USAGE_TYPES.map((value) => ({ value, label: names(`usageTypes.${value}`) }))}
          />
        )}
      </Field>
      {children}
    </Card>
  );
}

/** A day field that commits only complete dates. A partly typed year is a date long ago. */
export function DayField({
  label,
  value,
  max,
  error,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly error?: string | undefined;
  readonly onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const take = (day: string): void => {
    setTyped(day);
    if (day >= EARLIEST) onChange(day);
  };
  return (
    <Field label={label} error={error}>
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          type="date"
          min={EARLIEST}
          max={max}
          value={typed ?? value}
          onChange={(event) => take(event.target.value)}
          onBlur={() => setTyped(undefined)}
          className="num"
        />
      )}
    </Field>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Card } from '@/ui/content/card';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { DayField } from '../filter-bar';
import { presetOf, rangeOf, RANGES, type Preset } from '../filters';
import { today, useAddress, useFilters } from '../use-filters';

const ALL = 'all';

/** The filter's choices, from the latest answer. */
export interface Choices {
  readonly gateways: readonly string[];
  readonly known: readonly string[];
}

/** The gateway and currency in the address. */
export function usePaid(): { readonly gateway: string | undefined; readonly currency: string | undefined } {
  const { parameters } = useAddress();
  const read = (name: string): string | undefined =>
    /^[a-z][a-z-]{0,39}$/.test(parameters.get(name) ?? '') ? (parameters.get(name) ?? undefined) : undefined;
  return { gateway: read('gateway'), currency: read('currency') };
}

/**
 * The currency to show: the chosen one, otherwise that with the most payments.
 * @param known every currency, that with the most payments first
 */
export const shownCurrency = (chosen: string | undefined, known: readonly string[] | undefined): string =>
  chosen ?? known?.[0] ?? 'usd';

/**
 * Filters of a page about money: days, gateway and, unless the page shows all of them, the currency. Amounts in
 * different currencies are never added.
 */
export function RevenueFilter({
  choices,
  currency,
  children,
}: {
  readonly choices: Choices;
  readonly currency?: string;
  readonly children?: ReactNode;
}) {
  const t = useTranslations('finance.filter');
  const words = useTranslations('finance.revenue');
  const { filters, change } = useFilters();
  const { change: write } = useAddress();
  const { gateway } = usePaid();
  const now = today();
  return (
    <Card role="group" aria-label={t('title')} className="grid grid-cols-2 items-end gap-3 p-4 md:flex md:flex-wrap">
      <div className="col-span-2">
        <Segmented<Preset | 'none'>
          className="max-w-full flex-wrap"
          label={t('preset')}
          value={presetOf(filters, now) ?? 'none'}
          onChange={(preset) => (preset === 'none' ? undefined : change(rangeOf(preset, now)))}
          choices={RANGES.map((value) => ({ value, label: t(`presets.${value}`) }))}
        />
      </div>
      <DayField
        label={t('from')}
        value={filters.from}
        max={filters.to}
        onChange={(from) => change({ from, to: filters.to })}
      />
      <DayField label={t('to')} value={filters.to} max={now} onChange={(to) => change({ to })} />
      <Field label={words('gateway')}>
        {({ id }) => (
          <Select
            id={id}
            label={words('gateway')}
            value={gateway ?? ALL}
            onChange={(value) => write({ gateway: value === ALL ? undefined : value })}
            choices={[...new Set([ALL, ...choices.gateways, ...(gateway === undefined ? [] : [gateway])])].map(
              (value) => ({ value, label: value === ALL ? words('allGateways') : value }),
            )}
          />
        )}
      </Field>
      {currency === undefined ? null : (
        <Field label={words('currency')}>
          {({ id }) => (
            <Select
              id={id}
              label={words('currency')}
              value={currency}
              onChange={(value) => write({ currency: value })}
              choices={[...new Set([...choices.known, currency])].map((value) => ({
                value,
                label: value.toUpperCase(),
              }))}
            />
          )}
        </Field>
      )}
      {children}
    </Card>
  );
}

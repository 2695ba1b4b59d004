'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { BILLING_TABLES } from '@src/billing/exports/tables.shared';
import { CREDIT_TABLES, LEDGER } from '@src/credits/exports/tables.shared';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Field } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { DayField } from './filter-bar';
import { dayPlus } from './filters';
import { FinanceFrame } from './finance-frame';
import { today, useAddress, useFilters } from './use-filters';

const FORMATS = ['csv', 'parquet'] as const;
type Format = (typeof FORMATS)[number];
const RANGES = ['days', 'whole'] as const;
type Range = (typeof RANGES)[number];

const TABLES = [...CREDIT_TABLES, ...BILLING_TABLES];
type ExportName = (typeof TABLES)[number]['name'];

/** Downloads one of the exports as a file. */
export function ExportPage() {
  return (
    <FinanceFrame view="export">
      <Export />
    </FinanceFrame>
  );
}

function Export() {
  const t = useTranslations('finance.file');
  const { filters, change: setFilters } = useFilters();
  const { parameters, change } = useAddress();
  const { name } = TABLES.find((one) => one.name === parameters.get('name')) ?? LEDGER;
  const format = FORMATS.find((one) => one === parameters.get('format')) ?? 'csv';
  const scope = RANGES.find((one) => one === parameters.get('range')) ?? 'days';
  const begins = parameters.get('from') ?? filters.from;
  const period: Readonly<Record<string, string>> =
    scope === 'whole' ? {} : { from: filters.from, to: dayPlus(filters.to, 1) };
  const problem =
    scope === 'whole' ? undefined : filters.to > today() ? t('future') : begins > filters.to ? t('wrong') : undefined;
  return (
    <Card className="grid max-w-[720px] justify-items-start gap-5">
      <div className="grid w-full max-w-md gap-2">
        <Field label={t('name')}>
          {({ id }) => (
            <Select<ExportName>
              id={id}
              label={t('name')}
              value={name}
              onChange={(value) => change({ name: value })}
              choices={TABLES.map((one) => ({ value: one.name, label: t(`names.${one.name}`) }))}
            />
          )}
        </Field>
        <p className="text-xs text-ink-3">{t(`rows.${name}`)}</p>
      </div>
      <div className="grid gap-2">
        <h2 className="text-sm font-medium">{t('format')}</h2>
        <Segmented<Format>
          label={t('format')}
          value={format}
          onChange={(value) => change({ format: value })}
          choices={FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
          className="justify-self-start"
        />
        <p className="text-xs text-ink-3">{t(`${format}Help`)}</p>
      </div>
      <div className="grid gap-2">
        <h2 className="text-sm font-medium">{t('range')}</h2>
        <Segmented<Range>
          label={t('range')}
          value={scope}
          onChange={(value) => change({ range: value })}
          choices={RANGES.map((value) => ({ value, label: t(value) }))}
          className="justify-self-start"
        />
      </div>
      {scope === 'days' ? (
        <div className="grid w-full max-w-md grid-cols-2 gap-3">
          <DayField
            label={t('first')}
            value={begins}
            max={filters.to}
            error={begins > filters.to ? problem : undefined}
            onChange={(from) => setFilters({ from, to: filters.to })}
          />
          <DayField
            label={t('last')}
            value={filters.to}
            max={today()}
            error={filters.to > today() ? problem : undefined}
            onChange={(to) => setFilters({ from: filters.from, to })}
          />
        </div>
      ) : null}
      <a
        aria-disabled={problem !== undefined}
        {...(problem === undefined
          ? { href: `/api/finance/export?${new URLSearchParams({ name, format, ...period })}` }
          : {})}
        className={cx(buttonStyle({ tone: 'invert', size: 'lg' }), problem !== undefined && 'opacity-55')}
      >
        <Icon of={Download} size="s" />
        {t('download', { format: t(`formats.${format}`) })}
      </a>
      <p className="max-w-[64ch] text-sm text-ink-2">{t('says')}</p>
    </Card>
  );
}

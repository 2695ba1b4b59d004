'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import {
  fileParts,
  XERO_MAX_LINES,
  xeroTaxRate,
  type JournalForm,
  type JournalView,
} from '@src/billing/journal/journal.shared';
import { buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Field, Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { DayField } from '../filter-bar';
import { dayPlus } from '../filters';

interface DownloadsProps {
  readonly journal: JournalView;
  readonly currency: string;
  readonly gateway: string | undefined;
}

type Parameters = Readonly<Record<string, string>>;

/** The shown journal as files: CSV, Parquet, and the import files of accounting software. */
export function JournalDownloads({ journal, currency, gateway }: DownloadsProps) {
  const t = useTranslations('finance.journal.files');
  const of: Parameters = {
    from: journal.from,
    to: dayPlus(journal.to, 1),
    currency,
    ...(gateway === undefined ? {} : { gateway }),
  };
  const fileOf = (form: JournalForm, more: Parameters = {}): string =>
    `/api/finance/journal?${new URLSearchParams({ form, ...of, ...more })}`;
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Choice title={t('plain.title')} text={t('plain.text')}>
          {(['csv', 'parquet'] as const).map((format) => (
            <File key={format} href={`/api/finance/export?${new URLSearchParams({ name: 'journal', format, ...of })}`}>
              {t(`plain.${format}`)}
            </File>
          ))}
        </Choice>
        <Choice title={t('names.quickbooks')} text={t('quickbooks')}>
          <File href={fileOf('quickbooks')}>{t('download')}</File>
        </Choice>
        <Xero parts={fileParts(journal.lines, XERO_MAX_LINES).length} fileOf={(more) => fileOf('xero', more)} />
        <Datev journal={journal} fileOf={(more) => fileOf('datev', more)} />
      </div>
    </section>
  );
}

function Choice({
  title,
  text,
  fields,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly fields?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Card className="grid grid-cols-1 content-start gap-3">
      <h3 className="font-strong">{title}</h3>
      <p className="max-w-[60ch] text-sm text-ink-2">{text}</p>
      {fields}
      <div className="flex flex-wrap gap-2">{children}</div>
    </Card>
  );
}

/** @param href undefined if the file cannot be made yet */
function File({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  return (
    <a
      aria-disabled={href === undefined}
      {...(href === undefined ? {} : { href })}
      className={cx(buttonStyle(), href === undefined && 'opacity-55')}
    >
      <Icon of={Download} size="s" />
      {children}
    </a>
  );
}

function Xero({ parts, fileOf }: { readonly parts: number; readonly fileOf: (more: Parameters) => string }) {
  const t = useTranslations('finance.journal.files');
  const [taxRate, setTaxRate] = useState('Tax Exempt');
  const name = xeroTaxRate.safeParse(taxRate);
  const field = (
    <Field label={t('taxRate')} help={t('taxRateHelp')}>
      {({ id, describedBy }) => (
        <Input
          id={id}
          aria-describedby={describedBy}
          maxLength={50}
          value={taxRate}
          onChange={(event) => setTaxRate(event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <Choice title={t('names.xero')} text={t('xero')} fields={field}>
      <File href={name.success ? fileOf({ taxRate: name.data }) : undefined}>
        {parts === 1 ? t('download') : t('parts', { parts })}
      </File>
    </Choice>
  );
}

/** Fields of the header of a DATEV file, with the numbers that DATEV allows. */
const NUMBERS = [
  ['consultant', 1_001, 9_999_999],
  ['client', 1, 99_999],
  ['accountLength', 4, 8],
] as const;

function Datev({
  journal: { from, to, totals },
  fileOf,
}: {
  readonly journal: JournalView;
  readonly fileOf: (more: Parameters) => string;
}) {
  const t = useTranslations('finance.journal.files');
  const [typed, setTyped] = useState<Readonly<Record<(typeof NUMBERS)[number][0], string>>>({
    consultant: '1001',
    client: '1',
    accountLength: '4',
  });
  const [chosen, setChosen] = useState<string>();
  const fiscalYearStart = chosen ?? `${from.slice(0, 4)}-01-01`;
  const isIn = (name: keyof typeof typed, min: number, max: number): boolean =>
    /^\d{1,7}$/.test(typed[name]) && Number(typed[name]) >= min && Number(typed[name]) <= max;
  const isNumber = ({ code }: JournalView['totals'][number]): boolean =>
    /^(?!0+$)\d+$/.test(code) && code.length <= Number(typed.accountLength);
  const wrong = totals.find((total) => !isNumber(total));
  const isWithin =
    from >= fiscalYearStart && to < `${Number(fiscalYearStart.slice(0, 4)) + 1}${fiscalYearStart.slice(4)}`;
  const canMake = NUMBERS.every(([name, min, max]) => isIn(name, min, max)) && wrong === undefined && isWithin;
  const fields = (
    <div className="grid grid-cols-2 items-start gap-3">
      {NUMBERS.map(([name, min, max]) => (
        <Field key={name} label={t(name)} error={isIn(name, min, max) ? undefined : t('between', { min, max })}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              inputMode="numeric"
              maxLength={7}
              className="num"
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <DayField
        label={t('fiscalYearStart')}
        value={fiscalYearStart}
        max={from}
        error={isWithin ? undefined : t('oneYear')}
        onChange={setChosen}
      />
      {wrong === undefined ? null : (
        <p role="alert" className="col-span-2 text-sm text-danger">
          {t('codes', { account: wrong.name, code: wrong.code, digits: typed.accountLength })}
        </p>
      )}
    </div>
  );
  return (
    <Choice title={t('names.datev')} text={t('datev')} fields={fields}>
      <File href={canMake ? fileOf({ ...typed, fiscalYearStart }) : undefined}>{t('download')}</File>
    </Choice>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { MAX_RATES_AT_ONCE, type AccountingView } from '@src/billing/accounting/changes.shared';
import type { Reporting } from '@src/billing/accounting/reporting.shared';
import { suggestedRate } from '@src/billing/accounting/suggested-rates.shared';
import { ENABLED_CURRENCIES } from '@src/billing/plans/currencies.seed.shared';
import { useForm } from '@/features/core/use-form';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { readRates, replacedBy } from './rates-csv';
import { useProblems, useSave } from './use-accounting';

/** Problems that are listed; the rest follows once these are corrected. */
const MAX_PROBLEMS = 20;
/** Shows the form of the lines; the same in every language. */
const EXAMPLE = '2026-01,usd,0.9285\n2026-01,gbp,1.1523';

/** Saves many rates from pasted lines or a file. */
export function RatesCsvForm({ view, reporting }: { readonly view: AccountingView; readonly reporting: Reporting }) {
  const t = useTranslations('finance.accounting.reporting');
  const save = useSave(view);
  const { ofError } = useProblems();
  const [text, setText] = useState('');
  const [saved, setSaved] = useState<{ readonly count: number; readonly replaced: number }>();
  const form = useForm<'lines'>({
    fields: ['lines'],
    read: ofError,
    send: async () => {
      setSaved(undefined);
      const { rates, problems } = readRates(text, reporting.currency);
      if (problems.length > 0)
        return problems
          .slice(0, MAX_PROBLEMS)
          .map(({ line, reason }) => ({
            field: 'lines',
            message: t('wrongLine', { line, problem: t(`wrong.${reason}`) }),
          }));
      if (rates.length === 0) return [{ field: 'lines', message: t('noLines') }];
      if (rates.length > MAX_RATES_AT_ONCE)
        return [{ field: 'lines', message: t('tooMany', { limit: MAX_RATES_AT_ONCE }) }];
      await save({ part: 'rates', entered: [...rates], removed: [] });
      setSaved({ count: rates.length, replaced: replacedBy(rates, reporting.rates) });
      setText('');
      return undefined;
    },
  });
  const suggest = (): void =>
    setText(
      ENABLED_CURRENCIES.filter((currency) => currency !== reporting.currency)
        .map((currency) =>
          [view.today.slice(0, 7), currency, suggestedRate(reporting.currency, currency) ?? ''].join(','),
        )
        .join('\n'),
    );
  return (
    <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-md font-strong">{t('many')}</h3>
      <FormErrors title={t('many')} problems={form.summary} />
      <Field label={t('lines')} help={t('linesHelp')} {...form.at.lines}>
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="ltr"
            rows={6}
            disabled={form.busy}
            spellCheck={false}
            placeholder={EXAMPLE}
            className="num"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" tone="invert" busy={form.busy}>
            {t('saveRates')}
          </Button>
          <FileButton label={t('file')} onText={setText} />
          <Button tone="quiet" onClick={suggest}>
            {t('suggest')}
          </Button>
        </div>
        <p className="max-w-[72ch] text-xs text-ink-3">{t('suggestHelp')}</p>
        {saved === undefined ? null : (
          <Notice tone="success" live>
            {t('savedRates', saved)}
          </Notice>
        )}
      </div>
    </form>
  );
}

/** Reads a text file in the browser. */
function FileButton({ label, onText }: { readonly label: string; readonly onText: (text: string) => void }) {
  return (
    <label className="relative inline-flex control-md cursor-pointer items-center rounded-control bg-surface-3 px-3.5 text-md font-medium focus-within:outline-2 focus-within:outline-offset-2">
      {label}
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          void event.target.files?.[0]?.text().then(onText);
          event.target.value = '';
        }}
      />
    </label>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AccountingView } from '@src/billing/accounting/changes.shared';
import type { Reporting } from '@src/billing/accounting/reporting.shared';
import { useForm } from '@/features/core/use-form';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { readLine } from './rates-csv';
import { useProblems, useSave } from './use-accounting';

const FIELDS = ['month', 'currency', 'rate'] as const;

/** Saves the rate of one month and currency. */
export function RateForm({ view, reporting }: { readonly view: AccountingView; readonly reporting: Reporting }) {
  const t = useTranslations('finance.accounting.reporting');
  const save = useSave(view);
  const { ofError } = useProblems();
  const [typed, setTyped] = useState({ month: view.today.slice(0, 7), currency: '', rate: '' });
  const [saved, setSaved] = useState<string>();
  const own = reporting.currency.toUpperCase();
  const form = useForm<(typeof FIELDS)[number]>({
    fields: FIELDS,
    read: ofError,
    send: async () => {
      setSaved(undefined);
      const read = readLine(
        FIELDS.map((field) => typed[field].trim()),
        reporting.currency,
      );
      if (typeof read === 'string') {
        const [field] = FIELDS.filter((name) => read.endsWith(name));
        return [{ ...(field === undefined ? {} : { field }), message: t(`wrong.${read}`) }];
      }
      await save({ part: 'rates', entered: [read], removed: [] });
      setSaved(`${read.month} ${read.currency.toUpperCase()}`);
      setTyped((before) => ({ ...before, currency: '', rate: '' }));
      return undefined;
    },
  });
  const examples = { month: '2026-01', currency: 'USD', rate: '0.9285' } as const;
  return (
    <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4 border-t border-line pt-5">
      <h3 className="text-md font-strong">{t('one')}</h3>
      <FormErrors title={t('one')} problems={form.summary} />
      <fieldset disabled={form.busy} className="grid min-w-0 grid-cols-1 items-start gap-3 md:grid-cols-3">
        {FIELDS.map((field) => (
          <Field key={field} label={t(`fields.${field}`)} help={t(`help.${field}`, { own })} {...form.at[field]}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                dir="ltr"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                inputMode={field === 'rate' ? 'decimal' : 'text'}
                placeholder={examples[field]}
                className="num"
                value={typed[field]}
                onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
              />
            )}
          </Field>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="invert" busy={form.busy}>
          {t('saveRate')}
        </Button>
        {saved === undefined ? null : (
          <Notice tone="success" live>
            {t('savedRate', { rate: saved })}
          </Notice>
        )}
      </div>
    </form>
  );
}

'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AccountingView } from '@src/billing/accounting/changes.shared';
import { ENABLED_CURRENCIES } from '@src/billing/plans/currencies.seed.shared';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Confirm } from '@/ui/overlay/dialog';
import { RateForm } from './rate-form';
import { RateList } from './rate-list';
import { RatesCsvForm } from './rates-csv-form';
import { Section } from './section';
import { useProblems, useSave } from './use-accounting';

const NONE = 'none';

/** The name of a currency with its code, in the page's language. */
export function useCurrencyName(): (currency: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' });
  return (currency) => `${currency.toUpperCase()} · ${names.of(currency.toUpperCase()) ?? ''}`;
}

/** The currency in which figures are also shown, and its rates by month. */
export function ReportingCurrency({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting.reporting');
  const { reporting } = view.settings;
  return (
    <Section title={t('title')} lead={t('lead')}>
      <CurrencyForm view={view} />
      {reporting === null ? null : (
        <>
          <RateForm key={`one ${reporting.currency}`} view={view} reporting={reporting} />
          <RatesCsvForm key={`all ${reporting.currency}`} view={view} reporting={reporting} />
          <RateList view={view} reporting={reporting} />
        </>
      )}
    </Section>
  );
}

/** Another currency needs other rates, so the present ones are removed after a question. */
function CurrencyForm({ view }: { readonly view: AccountingView }) {
  const t = useTranslations('finance.accounting.reporting');
  const nameOf = useCurrencyName();
  const save = useSave(view);
  const { ofError } = useProblems();
  const { reporting } = view.settings;
  const [chosen, setChosen] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stored = reporting?.currency ?? NONE;
  const currency = chosen ?? stored;
  const rates = reporting?.rates.length ?? 0;
  const change = async (): Promise<void> => {
    setProblem(undefined);
    try {
      await save({ part: 'currency', currency: currency === NONE ? null : currency });
      setChosen(undefined);
    } catch (error) {
      setProblem(ofError(error).message);
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-full max-w-80">
          <Field label={t('currency')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('currency')}
                value={currency}
                onChange={setChosen}
                choices={[
                  NONE,
                  ...new Set([...ENABLED_CURRENCIES, ...(reporting === null ? [] : [reporting.currency])]),
                ].map((value) => ({ value, label: value === NONE ? t('noCurrency') : nameOf(value) }))}
              />
            )}
          </Field>
        </div>
        <Button
          tone="invert"
          disabled={currency === stored}
          onClick={() => (rates > 0 ? setAsking(true) : void change())}
        >
          {t('save')}
        </Button>
      </div>
      {problem === undefined ? null : (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('confirm.title')}
        description={t('confirm.text', { count: rates, currency: stored.toUpperCase() })}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('confirm.cancel')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" onClick={() => void change()}>
                {t('confirm.act')}
              </Button>
            </Action>
          </>
        )}
      />
    </div>
  );
}

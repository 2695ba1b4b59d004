'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Select } from '@/ui/form/select';

/** Chooses the currency of the prices, by code and name. The country's own comes first. */
export function CurrencyChoice({
  value,
  currencies,
  onChange,
}: {
  readonly value: string;
  readonly currencies: readonly string[];
  readonly onChange: (currency: string) => void;
}) {
  const t = useTranslations('pricing');
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' });
  const label = (code: string): string => {
    const iso = code.toUpperCase();
    return `${iso} · ${names.of(iso) ?? iso}`;
  };
  return (
    <Select
      label={t('currency')}
      value={value}
      onChange={onChange}
      choices={currencies.map((code) => ({ value: code, label: label(code) }))}
    />
  );
}

'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Select } from '@/ui/form/select';

/** What prices are shown in: the country's own first, each by its code and its name. */
export function CurrencyChoice({ value, currencies, onChange }: { readonly value: string; readonly currencies: readonly string[]; readonly onChange: (currency: string) => void }) {
  const t = useTranslations('pricing');
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' });
  const label = (code: string): string => {
    const iso = code.toUpperCase();
    return `${iso} · ${names.of(iso) ?? iso}`;
  };
  return <Select label={t('currency')} value={value} onChange={onChange} choices={currencies.map((code) => ({ value: code, label: label(code) }))} />;
}

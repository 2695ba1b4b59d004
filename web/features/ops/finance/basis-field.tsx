'use client';

import { useTranslations } from 'next-intl';
import { BASES, type Basis } from '@src/credits/books/finance.shared';
import { Segmented } from '@/ui/form/segmented';
import { useFilters } from './use-filters';

/** Chooses the time by which adjustments count. It is kept in the address. */
export function BasisField() {
  const t = useTranslations('finance.basis');
  const { filters, change } = useFilters();
  return (
    <div className="grid gap-1.5 max-md:[[role=group]>&]:col-span-2">
      <span className="text-sm text-ink-2">{t('label')}</span>
      <Segmented<Basis>
        className="justify-self-start"
        label={t('label')}
        value={filters.basis}
        onChange={(basis) => change({ basis })}
        choices={BASES.map((value) => ({ value, label: t(value) }))}
      />
    </div>
  );
}

/** What figures by valid time mean; nothing for recorded ones. */
export function BasisNote() {
  const t = useTranslations('finance.basis');
  const { filters } = useFilters();
  return filters.basis === 'valid' ? <p className="max-w-[72ch] text-sm text-ink-2">{t('note')}</p> : null;
}

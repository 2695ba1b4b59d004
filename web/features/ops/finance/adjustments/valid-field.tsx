'use client';

import { useTranslations } from 'next-intl';
import { Field, Input } from '@/ui/form/field';
import { today } from '../use-filters';

/**
 * The earlier day on which an adjustment should have been made; empty for none.
 * @param value `YYYY-MM-DD`, UTC
 */
export function ValidField({ value, onChange }: { readonly value: string; readonly onChange: (day: string) => void }) {
  const t = useTranslations('finance.adjust.form');
  return (
    <Field label={t('valid')} help={t('validHelp')}>
      {({ id, describedBy }) => (
        <Input
          id={id}
          aria-describedby={describedBy}
          type="date"
          max={today()}
          className="num"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

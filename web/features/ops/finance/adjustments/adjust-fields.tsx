'use client';

import { useTranslations } from 'next-intl';
import { REQUESTABLE_REASONS } from '@src/credits/adjustments/adjustment.shared';
import { Field, Input } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import type { Adjustment, Reason } from './use-adjustment';

/** The fields of every adjustment: account, amount, reason and case. */
export function AdjustFields({ draft, form }: Pick<Adjustment, 'draft' | 'form'>) {
  const t = useTranslations('finance.adjust.form');
  const words = useTranslations('finance.adjust');
  return (
    <fieldset disabled={form.busy} className="grid min-w-0 grid-cols-1 items-start gap-3 md:grid-cols-2 lg:grid-cols-4">
      <Field label={t('user')} help={t('userHelp')} {...form.at.user}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="auto"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={draft.values.user}
            onChange={(event) => draft.edit({ user: event.target.value })}
            onBlur={draft.lookUp}
          />
        )}
      </Field>
      <Field label={t('amount')} help={t('amountHelp')} {...form.at.amount}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="ltr"
            inputMode="text"
            autoComplete="off"
            className="num"
            value={draft.values.typed}
            onChange={(event) => draft.edit({ typed: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('reason')}>
        {({ id }) => (
          <Select<Reason>
            id={id}
            label={t('reason')}
            value={draft.values.reason}
            onChange={(value) => draft.edit({ reason: value })}
            choices={REQUESTABLE_REASONS.map((value) => ({ value, label: words(`reasons.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('case')} help={t('caseHelp')} {...form.at.case}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="auto"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={draft.values.reference}
            onChange={(event) => draft.edit({ reference: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}

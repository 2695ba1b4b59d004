'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { REOPEN_REASONS, type CloseMonth } from '@src/billing/close/close.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { Dialog } from '@/ui/overlay/dialog';
import { CASE } from '../adjustments/case';
import { useFigures } from '../charts/use-figures';

interface ReopenProps {
  readonly month: string;
  readonly closing: number;
  readonly onClose: () => void;
  readonly onDone: (answer: CloseMonth) => Promise<void>;
}

/** Re-opens a closed month, with a reason and a case. */
export function ReopenDialog({ month, closing, onClose, onDone }: ReopenProps) {
  const t = useTranslations('finance.close');
  const { month: nameOf } = useFigures();
  const { ofFailure } = useErrorWords();
  const [reason, setReason] = useState<(typeof REOPEN_REASONS)[number]>('late-facts');
  const [reference, setReference] = useState('');
  const form = useForm<'case'>({
    fields: ['case'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (!CASE.test(reference.trim())) return [{ field: 'case', message: t('caseWrong') }];
      await onDone(await client.close.reopen.mutate({ month, closing, reason, case: reference.trim() }));
      onClose();
      return undefined;
    },
  });
  const title = t('reopen.title', { month: nameOf(month) });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={t('reopen.text')}
      closeLabel={t('close')}
    >
      <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4">
        <FormErrors title={title} problems={form.summary} />
        <Field label={t('reason')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('reason')}
              value={reason}
              onChange={setReason}
              choices={REOPEN_REASONS.map((value) => ({ value, label: t(`reopenReasons.${value}`) }))}
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
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone="danger" busy={form.busy}>
            {t('reopen.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

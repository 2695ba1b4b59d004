'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AdjustmentView } from '@src/credits/adjustments/adjustment.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Dialog } from '@/ui/overlay/dialog';
import { useFigures } from '../charts/use-figures';
import { CASE } from './case';
import { accountOf, type Pending } from './pending';

function send({ act, adjustment: { requestId, userId, appName, usageType, adjustmentId } }: Pending, reference: string, note: string): Promise<AdjustmentView> {
  switch (act) {
    case 'approve': return client.finance.approveAdjustment.mutate({ requestId, note });
    case 'reject': return client.finance.rejectAdjustment.mutate({ requestId, note });
    case 'reverse': return client.finance.reverseAdjustment.mutate({ userId, appName, usageType, adjustmentId, reference, note });
    default: return act satisfies never;
  }
}

/** Confirms an action on an adjustment, with a note, and for a reversal the case. */
export function AdjustmentDialog({ pending, onClose, onDone }: { readonly pending: Pending; readonly onClose: () => void; readonly onDone: () => Promise<void> }) {
  const t = useTranslations('finance.adjust');
  const { signed } = useFigures();
  const { ofFailure } = useErrorWords();
  const { act, adjustment } = pending;
  const [reference, setReference] = useState(act === 'reverse' ? adjustment.reference : '');
  const [note, setNote] = useState('');
  const amount = signed(adjustment.amount);
  const form = useForm<'case'>({
    fields: ['case'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (act === 'reverse' && !CASE.test(reference.trim())) return [{ field: 'case', message: t('form.caseWrong') }];
      await send(pending, reference.trim(), note);
      await onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t(`dialog.${act}`)} description={act === 'reverse' ? t('dialog.reverseText', { amount }) : t('dialog.what', { amount, account: accountOf(adjustment) })} closeLabel={t('dialog.close')}>
      <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4">
        <FormErrors title={t(`dialog.${act}`)} problems={form.summary} />
        {act === 'reverse' ? (
          <Field label={t('form.case')} help={t('form.caseHelp')} {...form.at.case}>
            {({ id, describedBy, invalid }) => <Input id={id} aria-describedby={describedBy} aria-invalid={invalid} dir="auto" autoComplete="off" value={reference} onChange={(event) => setReference(event.target.value)} />}
          </Field>
        ) : null}
        <Field label={t('form.note')} help={t('form.noteHelp')}>
          {({ id, describedBy }) => <Textarea id={id} aria-describedby={describedBy} rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" tone={act === 'approve' ? 'invert' : 'danger'} busy={form.busy}>{t(act)}</Button>
        </div>
      </form>
    </Dialog>
  );
}

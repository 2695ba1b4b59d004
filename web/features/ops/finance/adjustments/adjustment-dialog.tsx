'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
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
import { ValidField } from './valid-field';

function send(
  { act, adjustment: { requestId, userId, appName, usageType, adjustmentId } }: Pending,
  { reference, note, valid }: { readonly reference: string; readonly note: string; readonly valid: string },
): Promise<AdjustmentView> {
  switch (act) {
    case 'approve':
      return client.finance.approveAdjustment.mutate({ requestId, note });
    case 'reject':
      return client.finance.rejectAdjustment.mutate({ requestId, note });
    case 'reverse':
      return client.finance.reverseAdjustment.mutate({
        userId,
        appName,
        usageType,
        adjustmentId,
        reference,
        note,
        validAt: valid === '' ? null : valid,
      });
    default:
      return act satisfies never;
  }
}

/** Confirms an action on an adjustment, with a note, and for a reversal the case. */
export function AdjustmentDialog({
  pending,
  onClose,
  onDone,
}: {
  readonly pending: Pending;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const t = useTranslations('finance.adjust');
  const { signed } = useFigures();
  const { ofFailure } = useErrorWords();
  const { act, adjustment } = pending;
  const [reference, setReference] = useState(act === 'reverse' ? adjustment.reference : '');
  const [note, setNote] = useState('');
  const [valid, setValid] = useState('');
  const form = useForm<'case'>({
    fields: ['case'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (act === 'reverse' && !CASE.test(reference.trim())) return [{ field: 'case', message: t('form.caseWrong') }];
      await send(pending, { reference: reference.trim(), note, valid });
      await onDone();
      onClose();
      return undefined;
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(`dialog.${act}`)}
      {...(act === 'reverse' ? { description: t('dialog.reverseText', { amount: signed(adjustment.amount) }) } : {})}
      closeLabel={t('dialog.close')}
    >
      <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4">
        <FormErrors title={t(`dialog.${act}`)} problems={form.summary} />
        <Details adjustment={adjustment} />
        {act === 'reverse' ? (
          <Field label={t('form.case')} help={t('form.caseHelp')} {...form.at.case}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                dir="auto"
                autoComplete="off"
                value={reference}
                onChange={(event) => setReference(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        {act === 'reverse' ? <ValidField value={valid} onChange={setValid} /> : null}
        <Field label={t('form.note')} help={t('form.noteHelp')}>
          {({ id, describedBy }) => (
            <Textarea
              id={id}
              aria-describedby={describedBy}
              rows={2}
              maxLength={1_000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" tone={act === 'approve' ? 'invert' : 'danger'} busy={form.busy}>
            {t(act)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What is decided on, with the notes of everyone so far. */
function Details({ adjustment }: { readonly adjustment: AdjustmentView }) {
  const t = useTranslations('finance.adjust');
  const { signed, moment } = useFigures();
  const notes = adjustment.steps.filter(({ note }) => note !== '');
  const facts = [
    [t('columns.account'), accountOf(adjustment)],
    [t('columns.amount'), signed(adjustment.amount)],
    [t('columns.reason'), t(`reasons.${adjustment.reason}`)],
    [t('columns.case'), adjustment.reference],
    [t('columns.actor'), adjustment.actor],
    ...(adjustment.validAt === null ? [] : [[t('columns.valid'), moment(adjustment.validAt)] as const]),
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          <bdi>{value}</bdi>
        </Fact>
      ))}
      <Fact name={t('notes')}>
        {notes.length === 0 ? (
          t('noNotes')
        ) : (
          <ul className="grid gap-1.5">
            {notes.map(({ at, by, what, note }) => (
              <li key={`${at} ${what}`}>
                <span className="block text-xs text-ink-3">
                  {t(`steps.${what}`)} · <bdi>{by}</bdi> · {moment(at)}
                </span>
                <span dir="auto" className="block whitespace-pre-wrap">
                  {note}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { REPORT_TEXT_MAX, type ReportReason } from '@src/creation/reports/report.shared';
import { defined } from '@src/kernel/defined.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { RadioChoices } from '@/ui/form/choices';
import { Field, Textarea } from '@/ui/form/field';
import { Popup } from '../popup';

/** A call that sends a report. */
interface Sending<Reason extends ReportReason> {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
  readonly mutate: (complaint: { readonly reason: Reason; readonly comment?: string }) => void;
}

/** Reports something to the moderators: a reason, and a comment if the user wants. */
export function ReportForm<Reason extends ReportReason>({
  title,
  reasons,
  sending,
  onClose,
}: {
  readonly title: string;
  readonly reasons: readonly Reason[];
  readonly sending: Sending<Reason>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('reports');
  const common = useTranslations('common');
  const [reason, setReason] = useState<Reason>();
  const [comment, setComment] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { ofFailure } = useErrorWords();
  const nameOf = (one: ReportReason): string => t(`reasons.${one}`);
  const isLong = comment.trim().length > REPORT_TEXT_MAX;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (reason === undefined || isLong || sending.isPending) return;
    const text = comment.trim();
    sending.mutate({ reason, ...defined({ comment: text === '' ? undefined : text }) });
  };
  if (sending.isSuccess)
    return (
      <Popup title={t('sent')} description={t('sentText')} onClose={onClose}>
        <div className="flex justify-end">
          <Button tone="invert" onClick={onClose}>
            {common('close')}
          </Button>
        </div>
      </Popup>
    );
  return (
    <Popup title={title} description={t('lead')} onClose={onClose}>
      <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-2">
          <p aria-hidden className="text-sm font-medium">
            {t('reason')}
          </p>
          <RadioChoices
            label={t('reason')}
            value={reason ?? ''}
            onChange={(value) => setReason(reasons.find((one) => one === value))}
            choices={reasons.map((value) => ({ value, label: nameOf(value) }))}
          />
          {isSubmitted && reason === undefined ? (
            <p role="alert" className="text-xs text-danger">
              {t('reasonMissing')}
            </p>
          ) : null}
        </div>
        <Field
          label={t('comment')}
          help={t('commentHelp')}
          error={isLong ? t('long', { max: REPORT_TEXT_MAX }) : undefined}
        >
          {({ id, describedBy, invalid }) => (
            <Textarea
              id={id}
              className="min-h-20"
              aria-describedby={describedBy}
              aria-invalid={invalid || undefined}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {sending.error === null ? null : <Notice tone="danger">{ofFailure(readFailure(sending.error))}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" tone="invert" busy={sending.isPending}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Popup>
  );
}

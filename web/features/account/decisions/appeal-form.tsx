'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { APPEAL_TEXT_MIN, REPORT_TEXT_MAX, type OwnDecision } from '@src/creation/reports/report.shared';
import { useAppeal } from '@/lib/data/reports';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field, Textarea } from '@/ui/form/field';

/** Appeals against a decision, once. */
export function AppealForm({ decision: { caseId, number } }: { readonly decision: OwnDecision }) {
  const t = useTranslations('cases.decisions');
  const { ofFailure } = useErrorWords();
  const appeal = useAppeal();
  const [text, setText] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const said = text.trim();
  const problem =
    said.length > REPORT_TEXT_MAX
      ? t('long', { max: REPORT_TEXT_MAX })
      : isSubmitted && said.length < APPEAL_TEXT_MIN
        ? t('short', { min: APPEAL_TEXT_MIN })
        : undefined;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (said.length < APPEAL_TEXT_MIN || said.length > REPORT_TEXT_MAX || appeal.isPending) return;
    appeal.mutate({ caseId, number, text: said });
  };
  return (
    <form noValidate onSubmit={send} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field label={t('appeal')} help={t('appealHelp')} error={problem}>
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            className="min-h-24"
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {appeal.error === null ? null : <Notice tone="danger">{ofFailure(readFailure(appeal.error))}</Notice>}
      <Button type="submit" tone="invert" className="justify-self-start" busy={appeal.isPending}>
        {t('send')}
      </Button>
    </form>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { APPEAL_COMMENT_MAX, APPEAL_STATES, type AppealState } from '@src/creation/refusals/refusal.shared';
import { useAppealRefusal } from '@/lib/data/refusals';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Field, Textarea } from '@/ui/form/field';

/** The id of a refused text in an error of the server, and its appeal; undefined for any other error. */
export function refusalIn(
  params: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly appeal: AppealState } | undefined {
  const { refusal, appeal } = params;
  const state = APPEAL_STATES.find((one) => one === appeal);
  return typeof refusal === 'string' && state !== undefined ? { id: refusal, appeal: state } : undefined;
}

/** The words that led to a refusal. Shows nothing if they are not known. */
export function RefusedWords({ words }: { readonly words: unknown }) {
  const t = useTranslations('errors.refusal');
  if (typeof words !== 'string' || words === '') return null;
  return <p className="text-sm wrap-anywhere">{t.rich('words', { words, bdi: (chunks) => <bdi>{chunks}</bdi> })}</p>;
}

/** The number of a refused text, to quote it, and an appeal. Shows nothing for any other error. */
export function RefusalAppeal({ params }: { readonly params: Readonly<Record<string, unknown>> }) {
  const refusal = refusalIn(params);
  return refusal === undefined ? null : <Appeal key={refusal.id} {...refusal} />;
}

/** It may stand in a form, so it is none itself. */
function Appeal({ id, appeal }: { readonly id: string; readonly appeal: AppealState }) {
  const t = useTranslations('errors.refusal');
  const session = useVisitor();
  const send = useAppealRefusal();
  const [isOpen, setIsOpen] = useState(false);
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const state = appeal === 'possible' && send.isSuccess ? 'waiting' : appeal;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 text-sm text-ink-2">
      <p className="num text-xs">{t.rich('number', { refusal: id, bdi: (words) => <bdi dir="ltr">{words}</bdi> })}</p>
      {state === 'never' ? <p className="text-xs">{t('never')}</p> : null}
      {state === 'waiting' ? <p role="status">{t('waiting')}</p> : null}
      {state === 'denied' ? <p>{t('denied')}</p> : null}
      {state === 'possible' && !isMember ? <p className="text-xs">{t('membersOnly')}</p> : null}
      {state === 'possible' && isMember && !isOpen ? (
        <Button size="sm" onClick={() => setIsOpen(true)}>
          {t('appeal')}
        </Button>
      ) : null}
      {state === 'possible' && isMember && isOpen ? (
        <AppealFields error={send.error} busy={send.isPending} onSend={(comment) => send.mutate({ id, comment })} />
      ) : null}
    </div>
  );
}

function AppealFields({
  error,
  busy,
  onSend,
}: {
  readonly error: unknown;
  readonly busy: boolean;
  readonly onSend: (comment: string) => void;
}) {
  const t = useTranslations('errors.refusal');
  const { ofFailure } = useErrorWords();
  const [comment, setComment] = useState('');
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] justify-items-start gap-2">
      <Field label={t('comment')} help={t('free')} error={error === null ? undefined : ofFailure(readFailure(error))}>
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            className="min-h-20"
            maxLength={APPEAL_COMMENT_MAX}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      <Button size="sm" tone="invert" busy={busy} onClick={() => onSend(comment)}>
        {t('send')}
      </Button>
    </div>
  );
}

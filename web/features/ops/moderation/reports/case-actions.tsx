'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { RESTRICTION_DAYS, type CaseView, type RestrictionDays } from '@src/creation/reports/report.shared';
import type { ReviewReason } from '@src/kernel/review.shared';
import { ReasonField } from '@/features/core/reason-field';
import { useDecideCase } from '@/lib/data/reports';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { useCaseTime } from './case-time';

/** What an administrator may decide on a case, and on its author. */
export function CaseActions({ of, isAlone }: { readonly of: CaseView; readonly isAlone: boolean }) {
  const t = useTranslations('cases');
  const decide = useDecideCase();
  const [reason, setReason] = useState<ReviewReason>('sensitive');
  const [days, setDays] = useState<RestrictionDays>(7);
  const { shown, author, request } = of;
  if (of.isOwn) return <p className="text-sm text-ink-2">{t('own')}</p>;
  const onCase = { id: of.id, revision: of.revision };
  // Sanctions belong to the case of the author, also from the case of a post.
  const onAuthor = author.case;
  const busy = decide.isPending;
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      {request === undefined ? null : <BanRequest of={of} request={request} isAlone={isAlone} />}
      {of.reports.count === 0 ? null : (
        <Button
          className="justify-self-start"
          busy={busy}
          onClick={() => decide.mutate({ ...onCase, ruling: { kind: 'dismiss' } })}
        >
          {t('dismiss')}
        </Button>
      )}
      <ReasonField value={reason} onChange={setReason} />
      {shown?.work.status === 'published' ? (
        <Button
          tone="danger"
          className="justify-self-start"
          busy={busy}
          onClick={() => decide.mutate({ ...onCase, ruling: { kind: 'remove', reason } })}
        >
          {t('remove')}
        </Button>
      ) : null}
      {author.isBanned ? null : (
        <>
          <Field label={t('for')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('for')}
                value={String(days)}
                onChange={(next) => setDays(RESTRICTION_DAYS.find((one) => String(one) === next) ?? 7)}
                choices={RESTRICTION_DAYS.map((one) => ({ value: String(one), label: t('days', { days: one }) }))}
              />
            )}
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              busy={busy}
              onClick={() => decide.mutate({ ...onAuthor, ruling: { kind: 'restrict', reason, days } })}
            >
              {t('restrict')}
            </Button>
            {request === undefined ? (
              <Button
                tone="quiet"
                busy={busy}
                onClick={() => decide.mutate({ ...onAuthor, ruling: { kind: 'request-ban', reason } })}
              >
                {t('ban')}
              </Button>
            ) : null}
          </div>
          <p className="text-xs text-ink-3">{t('banHelp')}</p>
        </>
      )}
    </div>
  );
}

/** A ban that waits for a second administrator. */
function BanRequest({
  of: { id, revision },
  request,
  isAlone,
}: {
  readonly of: CaseView;
  readonly request: NonNullable<CaseView['request']>;
  readonly isAlone: boolean;
}) {
  const t = useTranslations('cases');
  const reasons = useTranslations('works.reasons');
  const time = useCaseTime();
  const decide = useDecideCase();
  const rule = (kind: 'confirm-ban' | 'decline-ban'): void => decide.mutate({ id, revision, ruling: { kind } });
  return (
    <section aria-label={t('requested', { date: time(request.at) })} className="grid gap-2">
      <h3 className="num text-sm font-medium">{t('requested', { date: time(request.at) })}</h3>
      <p className="text-sm text-ink-2">{reasons(request.reason)}</p>
      {request.isOwn ? (
        <Notice tone="warning">
          {t('secondWanted')} {isAlone ? t('alone') : null}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {request.isOwn ? null : (
          <Button tone="danger" busy={decide.isPending} onClick={() => rule('confirm-ban')}>
            {t('confirm')}
          </Button>
        )}
        <Button busy={decide.isPending} onClick={() => rule('decline-ban')}>
          {t(request.isOwn ? 'withdraw' : 'decline')}
        </Button>
      </div>
    </section>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import type { CaseView } from '@src/creation/reports/report.shared';
import { useDecideCase } from '@/lib/data/reports';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { useCaseTime } from './case-time';

/** Appeals that wait, with the answers that an administrator who took no part may give. */
export function CaseAppeals({ of, isAlone }: { readonly of: CaseView; readonly isAlone: boolean }) {
  const t = useTranslations('cases');
  const time = useCaseTime();
  const decide = useDecideCase();
  const answer = (number: number, isGranted: boolean): void =>
    decide.mutate({ id: of.id, revision: of.revision, ruling: { kind: 'answer', number, isGranted } });
  return of.decisions.map(({ number, action, appeal, isOwn }) =>
    appeal === undefined || appeal.answer !== undefined ? null : (
      <section key={number} aria-label={t('appeal', { date: time(appeal.at) })} className="grid gap-2">
        <h3 className="num text-sm font-medium">{t('appeal', { date: time(appeal.at) })}</h3>
        <p className="text-sm text-ink-2">{t('against', { action: t(`action.${action}`) })}</p>
        <p dir="auto" className="rounded-group bg-info-soft p-3 text-sm wrap-anywhere whitespace-pre-wrap">
          {appeal.text}
        </p>
        {of.isOwn ? null : isOwn ? (
          <Notice tone="warning">
            {t('otherWanted')} {isAlone ? t('alone') : null}
          </Notice>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button tone="invert" busy={decide.isPending} onClick={() => answer(number, true)}>
              {t('grant')}
            </Button>
            <Button busy={decide.isPending} onClick={() => answer(number, false)}>
              {t('refuse')}
            </Button>
          </div>
        )}
      </section>
    ),
  );
}

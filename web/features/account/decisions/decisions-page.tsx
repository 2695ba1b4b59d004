'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { OwnDecision } from '@src/creation/reports/report.shared';
import { localZone } from '@/features/core/days';
import { useOwnDecisions } from '@/lib/data/reports';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { AppealForm } from './appeal-form';
import { OwnRefusals } from './own-refusals';

/** What moderators decided on the user and their posts, with the user's appeals. */
export function DecisionsPage() {
  const t = useTranslations('cases.decisions');
  const session = useVisitor();
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="max-w-[64ch] text-sm text-ink-2">{t('lead')}</p>
      </div>
      {session.status === 'loading' ? <Skeleton className="h-40" /> : isMember ? <Decisions /> : <None />}
      {isMember ? <OwnRefusals /> : null}
    </div>
  );
}

function None() {
  const t = useTranslations('cases.decisions');
  return (
    <Card>
      <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
    </Card>
  );
}

function Decisions() {
  const t = useTranslations('cases.decisions');
  const { data, isPending, refetch } = useOwnDecisions();
  if (isPending) return <Skeleton className="h-40" />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  if (data.length === 0) return <None />;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {data.map((decision) => (
        <li key={`${decision.caseId} ${decision.number}`}>
          <Decision decision={decision} />
        </li>
      ))}
    </ul>
  );
}

function Decision({ decision }: { readonly decision: OwnDecision }) {
  const t = useTranslations('cases.decisions');
  const reasons = useTranslations('works');
  const format = useFormatter();
  const { action, at, reason, until, work, appeal, isInForce, mayAppeal } = decision;
  const time = (when: number): string =>
    format.dateTime(when, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
  // Dismissals are not among a user's decisions.
  if (action === 'dismiss') return null;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h2 className="text-lg font-strong tracking-title">{t(`action.${action}`)}</h2>
        <p className="num text-xs text-ink-3">{time(at)}</p>
      </div>
      {work === undefined ? null : (
        <p className="text-sm wrap-anywhere">
          {t.rich('post', { title: work.title, bdi: (words) => <bdi>{words}</bdi> })}
        </p>
      )}
      {reason === undefined ? null : (
        <p className="text-sm">{reasons('own.reason', { reason: reasons(`reasons.${reason}`) })}</p>
      )}
      {until === undefined ? null : <p className="num text-sm">{t('until', { date: time(until) })}</p>}
      {isInForce ? null : <p className="text-sm text-ink-2">{t('overturned')}</p>}
      {appeal === undefined ? null : (
        <section aria-label={t('appeal')} className="grid gap-1.5">
          <h3 className="text-sm font-medium">{t('appeal')}</h3>
          <p dir="auto" className="rounded-group bg-surface-2 p-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {appeal.text}
          </p>
          <p className="num text-sm text-ink-2">
            {appeal.answer === undefined
              ? t('waiting')
              : t(appeal.answer.isGranted ? 'granted' : 'refused', { date: time(appeal.answer.at) })}
          </p>
        </section>
      )}
      {mayAppeal ? <AppealForm decision={decision} /> : null}
    </Card>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { definitionOf } from '@src/creation/procedures/registry.shared';
import type { CaseView } from '@src/creation/reports/report.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { WorkMedia } from '../work-media';
import { CaseActions } from './case-actions';
import { CaseAppeals } from './case-appeals';
import { useCaseTime } from './case-time';

/** A reported work or author with its context, and what an administrator may decide. */
export function CaseCard({ of, isAlone }: { readonly of: CaseView; readonly isAlone: boolean }) {
  const t = useTranslations('cases');
  const tools = useTranslations('tools.names');
  const { shown, author, kind } = of;
  return (
    <Card className={shown === undefined ? 'grid gap-4' : 'grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]'}>
      {shown === undefined ? null : <WorkMedia work={shown.work} />}
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <header className="grid gap-1.5">
          <p className="flex flex-wrap gap-1.5">
            <Badge>{t(`kind.${kind}`)}</Badge>
            <Sanctions of={author} />
          </p>
          <h2 dir="auto" className="text-lg font-strong tracking-title wrap-anywhere">
            {shown?.work.title ?? author.name ?? t('nameless')}
          </h2>
          {kind === 'author' ? null : (
            <p className="text-sm text-ink-2">
              <bdi>{author.name ?? t('nameless')}</bdi>
            </p>
          )}
          {kind === 'work' && shown === undefined ? <p className="text-sm text-ink-2">{t('gone')}</p> : null}
          {kind === 'author' && !author.isBanned ? (
            <Link href={`/u/${author.id}`} prefetch={false} className="text-sm text-ink-2 underline">
              {t('author')}
            </Link>
          ) : null}
        </header>
        {shown === undefined ? null : (
          <p className="text-sm text-ink-2">
            {t('madeWith', { tool: tools(definitionOf(shown.recipe.procedure).key) })}{' '}
            <bdi dir="ltr" className="num text-xs text-ink-3">
              {shown.recipe.model} · {shown.recipe.seed}
            </bdi>
          </p>
        )}
        {shown === undefined || shown.words === '' ? null : (
          <section aria-label={t('prompt')} className="grid gap-1.5">
            <h3 className="text-sm font-medium">{t('prompt')}</h3>
            <p dir="auto" className="rounded-group bg-surface-2 p-3 text-sm wrap-anywhere whitespace-pre-wrap">
              {shown.words}
            </p>
          </section>
        )}
        <ReportList of={of} />
        <History of={of} />
        <CaseAppeals of={of} isAlone={isAlone} />
        <CaseActions of={of} isAlone={isAlone} />
      </div>
    </Card>
  );
}

function Sanctions({ of }: { readonly of: CaseView['author'] }) {
  const t = useTranslations('cases');
  const time = useCaseTime();
  return (
    <>
      {of.isBanned ? <Badge tone="danger">{t('banned')}</Badge> : null}
      {of.restrictedUntil === undefined ? null : (
        <Badge tone="warning">{t('restricted', { date: time(of.restrictedUntil) })}</Badge>
      )}
    </>
  );
}

function ReportList({ of: { reports } }: { readonly of: CaseView }) {
  const t = useTranslations('cases');
  const names = useTranslations('reports.reasons');
  const time = useCaseTime();
  if (reports.count === 0) return null;
  return (
    <section aria-label={t('reports', { count: reports.count })} className="grid gap-2">
      <h3 className="num text-sm font-medium">{t('reports', { count: reports.count })}</h3>
      <ul className="flex flex-wrap gap-1.5">
        {reports.reasons.map(({ reason, count }) => (
          <li key={reason}>
            <Badge>
              {names(reason)} <span className="num">× {count}</span>
            </Badge>
          </li>
        ))}
      </ul>
      {reports.comments.length === 0 ? null : (
        <ul aria-label={t('comments')} className="grid gap-2">
          {reports.comments.map(({ text, at }, index) => (
            <li key={index} className="grid gap-1 rounded-group bg-surface-2 p-3">
              <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
              <span className="num text-xs text-ink-3">{time(at)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Earlier decisions on the case itself and on the author's other posts. */
function History({ of: { author, decisions } }: { readonly of: CaseView }) {
  const t = useTranslations('cases');
  const time = useCaseTime();
  const all = [...decisions, ...author.earlier].sort((a, b) => b.at - a.at);
  return (
    <section aria-label={t('earlier')} className="grid gap-1.5">
      <h3 className="text-sm font-medium">{t('earlier')}</h3>
      <p className="num text-sm text-ink-2">{t('otherReports', { count: author.reports })}</p>
      <ul className="grid gap-1">
        {all.map(({ action, at, isInForce }, index) => (
          <li key={index} className="text-sm text-ink-2">
            {t(`action.${action}`)} · <span className="num">{time(at)}</span>
            {isInForce || action === 'dismiss' ? null : ` · ${t('overturned')}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

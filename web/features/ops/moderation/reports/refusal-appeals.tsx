'use client';

import { useTranslations } from 'next-intl';
import type { RefusalAppealView } from '@src/creation/refusals/refusal.shared';
import { RefusedWords } from '@/features/core/refusal-appeal';
import { useAnswerRefusal, useRefusalAppeals } from '@/lib/data/refusals';
import { Button } from '@/ui/button';
import { Badge } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState, Notice } from '@/ui/content/states';
import { useCaseTime } from './case-time';

/** Appeals against refused texts, for administrators. */
export function RefusalAppeals() {
  const t = useTranslations('cases');
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRefusalAppeals();
  const appeals = data?.pages.flatMap((page) => page.appeals) ?? [];
  return (
    <section aria-label={t('refusals.queue')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h2 className="text-xl leading-tight font-strong tracking-title">{t('refusals.queue')}</h2>
        <p className="max-w-[64ch] text-sm text-ink-2">{t('refusals.queueLead')}</p>
      </div>
      {isPending ? (
        <Skeleton className="h-40" />
      ) : isError && appeals.length === 0 ? (
        <Card>
          <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
        </Card>
      ) : appeals.length === 0 ? (
        <Card>
          <EmptyState title={t('refusals.none')} />
        </Card>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {appeals.map((one) => (
            <li key={one.id}>
              <RefusalAppealCard appeal={one} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button size="sm" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </section>
  );
}

const BOX = 'rounded-group p-3 text-sm wrap-anywhere whitespace-pre-wrap';

function RefusalAppealCard({ appeal }: { readonly appeal: RefusalAppealView }) {
  const t = useTranslations('cases');
  const categories = useTranslations('errors.refusal.categories');
  const time = useCaseTime();
  const answer = useAnswerRefusal();
  const { id, category, words, text, comment, appealedAt, isOwn } = appeal;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <header className="grid gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{categories(category)}</Badge>
          <bdi dir="ltr" className="num text-xs text-ink-3">
            {id}
          </bdi>
        </p>
        <h3 className="num text-sm font-medium">{t('appeal', { date: time(appealedAt) })}</h3>
      </header>
      <RefusedWords words={words} />
      <p dir="auto" className={`${BOX} bg-surface-2`}>
        {text}
      </p>
      {comment === '' ? null : (
        <p dir="auto" className={`${BOX} bg-info-soft`}>
          {comment}
        </p>
      )}
      {isOwn ? (
        <Notice tone="warning">{t('own')}</Notice>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button tone="invert" busy={answer.isPending} onClick={() => answer.mutate({ id, isGranted: true })}>
            {t('grant')}
          </Button>
          <Button busy={answer.isPending} onClick={() => answer.mutate({ id, isGranted: false })}>
            {t('refuse')}
          </Button>
        </div>
      )}
    </Card>
  );
}

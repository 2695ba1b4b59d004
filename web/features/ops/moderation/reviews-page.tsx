'use client';

import { Check, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ReviewReason } from '@src/kernel/review.shared';
import type { ReviewView } from '@src/creation/publishing/work.view.shared';
import { AdminGate } from '@/features/ops/admin/admin-gate';
import { localZone } from '@/features/core/days';
import { useJudgeWork, useReviews } from '@/lib/data/works';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { ReasonField } from '@/features/core/reason-field';
import { useRuleName } from './policy/rule-name';
import { WorkMedia } from './work-media';

/** Submissions for publication, for moderators. */
export function ReviewsPage() {
  const t = useTranslations('works.review');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Reviews />
    </AdminGate>
  );
}

function Reviews() {
  const t = useTranslations('works.review');
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useReviews();
  const reviews = data?.pages.flatMap((page) => page.reviews) ?? [];
  if (isPending) return <Skeleton className="h-60" />;
  if (isError && reviews.length === 0)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  if (reviews.length === 0)
    return (
      <Card>
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      </Card>
    );
  return (
    <div className="grid gap-3">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {reviews.map((review) => (
          <li key={`${review.work.id} ${review.round}`}>
            <Review review={review} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button size="sm" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}

function Review({ review: { work, words, sharing, round, submittedAt, flags } }: { readonly review: ReviewView }) {
  const t = useTranslations('works.review');
  const sharings = useTranslations('works.publish.sharings');
  const page = useTranslations('works.page');
  const policy = useTranslations('policy');
  const nameOf = useRuleName();
  const format = useFormatter();
  const judge = useJudgeWork();
  const [reason, setReason] = useState<ReviewReason>('sensitive');
  return (
    <Card className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <WorkMedia work={work} />
      <div className="grid content-start gap-3">
        <div className="grid gap-1">
          <h2 dir="auto" className="text-lg font-strong tracking-title wrap-anywhere">
            {work.title}
          </h2>
          <p className="text-sm text-ink-2">
            <bdi>{work.author ?? page('nameless')}</bdi>
          </p>
          <p className="num text-xs text-ink-3">
            {format.dateTime(submittedAt, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() })}
          </p>
        </div>
        <Badge className="justify-self-start">{sharings(`${sharing}.label`)}</Badge>
        {flags.length === 0 ? null : (
          <section aria-label={policy('flags')} className="grid gap-1.5">
            <h3 className="text-sm font-medium">{policy('flags')}</h3>
            <ul className="flex flex-wrap gap-1.5">
              {flags.map((flag) => (
                <li key={flag}>
                  <Badge tone="warning">{nameOf(flag)}</Badge>
                </li>
              ))}
            </ul>
          </section>
        )}
        {words === '' ? null : (
          <p dir="auto" className="rounded-group bg-surface-2 p-3 text-sm wrap-anywhere whitespace-pre-wrap">
            {words}
          </p>
        )}
        {work.mine ? (
          <p className="text-sm text-ink-2">{t('own')}</p>
        ) : (
          <Button
            tone="invert"
            className="justify-self-start"
            icon={<Icon of={Check} size="s" />}
            busy={judge.isPending}
            onClick={() => judge.mutate({ id: work.id, verdict: { kind: 'approve', round } })}
          >
            {t('approve')}
          </Button>
        )}
        <div className="grid gap-2 border-t border-line pt-3">
          <ReasonField value={reason} onChange={setReason} />
          <Button
            tone="danger"
            className="justify-self-start"
            icon={<Icon of={X} size="s" />}
            busy={judge.isPending}
            onClick={() => judge.mutate({ id: work.id, verdict: { kind: 'reject', round, reason } })}
          >
            {t('reject')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

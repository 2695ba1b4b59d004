'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useBalance } from '@/lib/data/account';
import { useTasks } from '@/lib/data/tasks';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Segmented } from '@/ui/segmented';
import { Skeleton } from '@/ui/skeleton';
import { EmptyState, ErrorState } from '@/ui/states';
import { BalanceCards } from './balance-cards';
import { FILTERS, passes, type Filter } from './outcome';
import { ReceiptVerify } from './receipt-verify';
import { StatementLines, type LineWork } from './statement-lines';
import { useStatement } from './use-statement';

/** What the visitor has, and every credit that came and went. */
export function CreditsPage() {
  const t = useTranslations('credits');
  return (
    <div className="mx-auto grid w-full max-w-[1224px] gap-4 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <h1 className="pb-1 text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
      <BalanceCards balance={useBalance()} />
      <Card>
        <Statement />
      </Card>
      <ReceiptVerify />
    </div>
  );
}

function useWorks(): (id: string) => LineWork | undefined {
  const { tasks } = useTasks();
  return (id) => {
    const task = tasks.find((one) => one.id === id);
    if (task === undefined) return undefined;
    const ready = task.outputs.find((output) => output.state === 'ready');
    return { prompt: task.input.prompt, ...(ready === undefined ? {} : { thumbnail: `${ready.url}?w=320` }) };
  };
}

function Statement() {
  const t = useTranslations('credits');
  const { lines, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useStatement();
  const [filter, setFilter] = useState<Filter>('all');
  const workOf = useWorks();
  if (loading) return <Loading />;
  if (isError && lines.length === 0) return <ErrorState title={t('failedToLoad.title')} actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}>{t('failedToLoad.text')}</ErrorState>;
  if (lines.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>;
  const shown = lines.filter((line) => passes(line, filter));
  return (
    <div className="grid gap-5">
      <Segmented label={t('filter')} value={filter} onChange={setFilter} choices={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))} className="justify-self-start" />
      {shown.length === 0 ? <p className="text-sm text-ink-3">{t('emptyFilter')}</p> : <StatementLines lines={shown} workOf={workOf} />}
      {hasNextPage ? <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-center">{t('more')}</Button> : null}
    </div>
  );
}

function Loading() {
  const t = useTranslations('credits');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3">
      {Array.from({ length: 6 }, (_, index) => <Skeleton key={index} className="h-11" />)}
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, useSyncExternalStore } from 'react';
import type { TaskView } from '@src/creation/task.shared';
import { Link, usePathname, useRouter } from '@/i18n/navigation';
import { useTasks } from '@/lib/data/tasks';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/card';
import { Sheet } from '@/ui/dialog';
import { LoadMore } from '@/ui/load-more';
import { Segmented } from '@/ui/segmented';
import { Skeleton } from '@/ui/skeleton';
import { EmptyState, ErrorState } from '@/ui/states';
import { byDay, localZone, type Day } from './days';
import { TaskDetails } from './task-drawer';
import { TaskTile } from './task-tile';

const KINDS = ['all', 'image', 'video'] as const;
type Kind = (typeof KINDS)[number];

/** Wide enough for the details to stand beside the grid. */
const WIDE = '(min-width: 1080px)';

function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(WIDE).matches,
    () => false,
  );
}

/** Everything that the visitor has made, by day; one of them open beside it. The open one stands in the address. */
export function CreationsPage() {
  const t = useTranslations('creations');
  const { tasks, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useTasks();
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const [kind, setKind] = useState<Kind>('all');
  const kept = kind === 'all' ? tasks : tasks.filter((task) => task.media === kind);
  const open = params.get('task') ?? undefined;
  const show = (id: string | undefined, index = 0): void => {
    router.replace(id === undefined ? pathname : { pathname, query: { task: id, ...(index === 0 ? {} : { picture: String(index) }) } }, { scroll: false });
  };
  return (
    <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        {tasks.length === 0 ? null : <Segmented label={t('kinds.label')} value={kind} choices={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} onChange={setKind} />}
      </div>
      {loading ? <Loading /> : isError && tasks.length === 0 ? (
        <ErrorState title={t('failedToLoad.title')} actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}>{t('failedToLoad.text')}</ErrorState>
      ) : tasks.length === 0 ? (
        <Card className="p-8">
          <EmptyState title={t('empty.title')} actions={<Link href="/image" className={buttonStyle({ tone: 'accent' })}>{t('empty.action')}</Link>}>{t('empty.text')}</EmptyState>
        </Card>
      ) : (
        <div className="flex items-start gap-6">
          <div className="grid min-w-0 flex-1 gap-8">
            {kept.length === 0 && !hasNextPage ? <p className="text-sm text-ink-2">{t(kind === 'video' ? 'noVideos' : 'noPictures')}</p> : null}
            {byDay(kept).map((day) => <DayOfTasks key={day.start} day={day} open={open} onOpen={show} />)}
            {hasNextPage ? <LoadMore busy={isFetchingNextPage} failed={isFetchNextPageError} label={t('more')} busyLabel={t('loadingMore')} onMore={() => void fetchNextPage()} /> : null}
          </div>
          {open === undefined ? null : <Opened id={open} known={tasks.find((task) => task.id === open)} index={Number(params.get('picture') ?? 0)} onShow={show} />}
        </div>
      )}
    </div>
  );
}

function DayOfTasks({ day, open, onOpen }: { readonly day: Day; readonly open: string | undefined; readonly onOpen: (id: string | undefined) => void }) {
  const t = useTranslations('creations');
  const format = useFormatter();
  const today = new Date().setHours(0, 0, 0, 0);
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0);
  const name = day.start === today ? t('today') : day.start === yesterday ? t('yesterday') : format.dateTime(day.start, { dateStyle: 'long', timeZone: localZone() });
  return (
    <section aria-label={name}>
      <h2 className="flex gap-2 pb-3 text-sm font-medium">
        {name}
        <span className="num text-ink-3" aria-label={t('countOfDay', { count: day.tasks.length })}>{format.number(day.tasks.length)}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(160px,44%),1fr))] gap-3">
        {day.tasks.map((task) => (
          <li key={task.id}>
            <TaskTile task={task} chosen={task.id === open} onOpen={() => onOpen(task.id === open ? undefined : task.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Opened({ id, known, index, onShow }: { readonly id: string; readonly known: TaskView | undefined; readonly index: number; readonly onShow: (id: string | undefined, index?: number) => void }) {
  const t = useTranslations('creations.drawer');
  const wide = useWide();
  // A task that no page holds yet is asked for by itself.
  const asked = useQuery(trpc.task.get.queryOptions({ id }, { enabled: known === undefined, retry: false, meta: { skipErrorChain: true } }));
  const task = known ?? asked.data;
  const close = (): void => onShow(undefined);
  const body = task === undefined ? (
    asked.isError ? <p className="text-sm text-ink-2">{t('notFound')}</p> : <Skeleton className="aspect-square w-full rounded-media" />
  ) : (
    <TaskDetails task={task} index={Math.min(Math.max(0, Number.isInteger(index) ? index : 0), task.outputs.length - 1)} closable={wide} onClosed={close} onChoose={(next) => onShow(id, next)} onCreated={(created) => onShow(created)} />
  );
  if (wide) return <Card role="complementary" aria-label={t('title')} className="sticky top-[calc(var(--topbar)+12px)] max-h-[calc(100dvh-var(--topbar)-24px)] w-[400px] shrink-0 overflow-y-auto">{body}</Card>;
  return (
    <Sheet open onOpenChange={(stays) => { if (!stays) close(); }} title={t('title')} closeLabel={t('close')}>
      {body}
    </Sheet>
  );
}

function Loading() {
  const t = useTranslations('creations');
  return (
    <div role="status" aria-label={t('loading')} className="grid grid-cols-[repeat(auto-fill,minmax(min(160px,44%),1fr))] gap-3">
      {Array.from({ length: 8 }, (_, index) => <Skeleton key={index} className="aspect-square rounded-panel" />)}
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { CompareBar, CompareButton, CompareMark } from '@/features/make/compare/compare-bar';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { MoveTile } from '@/features/make/projects/move-task';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { Link, usePathname, useRouter } from '@/i18n/navigation';
import { useAllProjects } from '@/lib/data/projects';
import { useTasks } from '@/lib/data/tasks';
import { isMissing } from '@/lib/errors/failure';
import { productNow } from '@/lib/product-time';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { ChipSelect } from '@/ui/form/chip-select';
import { Sheet } from '@/ui/overlay/dialog';
import { LoadMore } from '@/ui/content/load-more';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { byDay, localZone, type Day } from '@/features/core/days';
import { TaskDetails } from './task-drawer';
import { TaskTile } from './task-tile';

const KINDS = ['all', 'image', 'video'] as const;
type Kind = (typeof KINDS)[number];
/** Value for all projects. No project has this id. */
const ALL = 'all';

/** Wide enough to show details beside the grid. */
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

/** Filters creations by project. */
function ProjectFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (project: string | undefined) => void;
}) {
  const t = useTranslations('projects.filter');
  const nameOf = useProjectName();
  const { projects } = useAllProjects();
  if (projects.length < 2) return null;
  const choices = [
    { value: ALL, label: t('all') },
    ...projects.map((project) => ({ value: project.id, label: nameOf(project) })),
  ];
  return (
    <ChipSelect
      label={t('label')}
      icon={Folder}
      value={value ?? ALL}
      choices={choices}
      onChange={(next) => onChange(next === ALL ? undefined : next)}
    />
  );
}

/** All creations of the visitor, or those of one project. */
export function CreationsPage() {
  const t = useTranslations('creations');
  const requested = useSearchParams().get('project') ?? undefined;
  const router = useRouter();
  const pathname = usePathname();
  const { projects, isSuccess } = useAllProjects();
  // The address may name a deleted project.
  const project = isSuccess && !projects.some(({ id }) => id === requested) ? undefined : requested;
  return (
    <Creations
      head={<h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>}
      aside={
        <ProjectFilter
          value={project}
          onChange={(next) =>
            router.replace(next === undefined ? pathname : { pathname, query: { project: next } }, { scroll: false })
          }
        />
      }
      project={project}
      query={project === undefined ? {} : { project }}
      empty={
        <EmptyState
          title={t('empty.title')}
          actions={
            <Link href="/image" className={buttonStyle({ tone: 'accent' })}>
              {t('empty.action')}
            </Link>
          }
        >
          {t('empty.text')}
        </EmptyState>
      }
    />
  );
}

export interface CreationsProps {
  readonly head: ReactNode;
  /** Shown beside the filter by kind. */
  readonly aside?: ReactNode;
  /** Shows this project only. */
  readonly project: string | undefined;
  /** Query parameters to keep when a creation opens. */
  readonly query: Readonly<Record<string, string>>;
  readonly empty: ReactNode;
}

/** Creations by day, with the open one beside them. The address names the open one. */
export function Creations({ head, aside, project, query, empty }: CreationsProps) {
  const t = useTranslations('creations');
  const { tasks, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useTasks(project);
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const [kind, setKind] = useState<Kind>('all');
  const kept = kind === 'all' ? tasks : tasks.filter((task) => task.media === kind);
  const open = params.get('task') ?? undefined;
  const show = (id: string | undefined, index = 0): void => {
    router.replace(
      {
        pathname,
        query: id === undefined ? query : { ...query, task: id, ...(index === 0 ? {} : { picture: String(index) }) },
      },
      { scroll: false },
    );
  };
  return (
    <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {head}
        <div className="flex flex-wrap items-center gap-2">
          {aside}
          <CompareButton tasks={kept} />
          {tasks.length === 0 ? null : (
            <Segmented
              label={t('kinds.label')}
              value={kind}
              choices={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={setKind}
            />
          )}
        </div>
      </div>
      {loading ? (
        <Loading />
      ) : isError && tasks.length === 0 ? (
        <ErrorState
          title={t('failedToLoad.title')}
          actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}
        >
          {t('failedToLoad.text')}
        </ErrorState>
      ) : tasks.length === 0 ? (
        <Card className="p-8">{empty}</Card>
      ) : (
        <div className="flex items-start gap-6">
          <div className="grid min-w-0 flex-1 gap-8">
            {kept.length === 0 && !hasNextPage ? (
              <p className="text-sm text-ink-2">{t(kind === 'video' ? 'noVideos' : 'noPictures')}</p>
            ) : null}
            {byDay(kept).map((day) => (
              <DayOfTasks key={day.start} day={day} open={open} onOpen={show} />
            ))}
            {hasNextPage ? (
              <LoadMore
                busy={isFetchingNextPage}
                failed={isFetchNextPageError}
                label={t('more')}
                busyLabel={t('loadingMore')}
                onMore={() => void fetchNextPage()}
              />
            ) : null}
          </div>
          {open === undefined ? null : (
            <Opened
              id={open}
              known={tasks.find((task) => task.id === open)}
              index={Number(params.get('picture') ?? 0)}
              onShow={show}
            />
          )}
        </div>
      )}
      <CompareBar />
    </div>
  );
}

function DayOfTasks({
  day,
  open,
  onOpen,
}: {
  readonly day: Day;
  readonly open: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
}) {
  const t = useTranslations('creations');
  const titleOf = useTaskTitle();
  const format = useFormatter();
  const today = new Date(productNow()).setHours(0, 0, 0, 0);
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0);
  const name =
    day.start === today
      ? t('today')
      : day.start === yesterday
        ? t('yesterday')
        : format.dateTime(day.start, { dateStyle: 'long', timeZone: localZone() });
  return (
    <section aria-label={name}>
      <h2 className="flex gap-2 pb-3 text-sm font-medium">
        {name}
        <span className="num text-ink-3" aria-label={t('countOfDay', { count: day.tasks.length })}>
          {format.number(day.tasks.length)}
        </span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(160px,44%),1fr))] gap-3">
        {day.tasks.map((task) => (
          <li key={task.id} className="group relative">
            <TaskTile
              task={task}
              chosen={task.id === open}
              onOpen={() => onOpen(task.id === open ? undefined : task.id)}
            />
            <MoveTile task={task} />
            <CompareMark task={task} title={titleOf(task)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown instead of a creation that does not exist, failed to load, or is loading. */
function Unknown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('creations');
  if (error === null) return <Skeleton className="aspect-square w-full rounded-media" />;
  if (isMissing(error, 'TASK_NOT_FOUND')) return <p className="text-sm text-ink-2">{t('drawer.notFound')}</p>;
  return (
    <ErrorState
      level={3}
      title={t('failedToLoad.title')}
      actions={<Button onClick={onRetry}>{t('failedToLoad.retry')}</Button>}
    >
      {t('failedToLoad.text')}
    </ErrorState>
  );
}

function Opened({
  id,
  known,
  index,
  onShow,
}: {
  readonly id: string;
  readonly known: TaskView | undefined;
  readonly index: number;
  readonly onShow: (id: string | undefined, index?: number) => void;
}) {
  const t = useTranslations('creations.drawer');
  const wide = useWide();
  // A task on no loaded page is fetched separately.
  const requested = useQuery(
    trpc.task.get.queryOptions({ id }, { enabled: known === undefined, retry: false, meta: { skipErrorChain: true } }),
  );
  const task = known ?? requested.data;
  const close = (): void => onShow(undefined);
  const body =
    task === undefined ? (
      <Unknown error={requested.error} onRetry={() => void requested.refetch()} />
    ) : (
      <TaskDetails
        task={task}
        index={Math.min(Math.max(0, Number.isInteger(index) ? index : 0), task.outputs.length - 1)}
        closable={wide}
        onClosed={close}
        onChoose={(next) => onShow(id, next)}
        onCreated={(created) => onShow(created)}
      />
    );
  if (wide)
    return (
      <Card
        role="complementary"
        aria-label={t('title')}
        className="sticky top-[calc(var(--topbar)+12px)] max-h-[calc(100dvh-var(--topbar)-24px)] w-[400px] shrink-0 overflow-y-auto"
      >
        {body}
      </Card>
    );
  return (
    <Sheet
      open
      onOpenChange={(stays) => {
        if (!stays) close();
      }}
      title={t('title')}
      closeLabel={t('close')}
    >
      {body}
    </Sheet>
  );
}

function Loading() {
  const t = useTranslations('creations');
  return (
    <div
      role="status"
      aria-label={t('loading')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(160px,44%),1fr))] gap-3"
    >
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="aspect-square rounded-panel" />
      ))}
    </div>
  );
}

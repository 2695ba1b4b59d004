'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useSyncExternalStore, type ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { CompareBar, CompareButton } from '@/features/make/compare/compare-bar';
import { Link, usePathname, useRouter } from '@/i18n/navigation';
import { useLibrary } from '@/lib/data/library';
import { useAllProjects } from '@/lib/data/projects';
import { isMissing } from '@/lib/errors/failure';
import { productNow } from '@/lib/product-time';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Sheet } from '@/ui/overlay/dialog';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { CreationsGrid, TILE_SIZES, type TileSize } from './creations-grid';
import { LibraryBar } from './library-bar';
import { inputOf, isFiltered, queryOf, viewOf, type LibraryView } from './library-view';
import { SelectionBar } from './selection-bar';
import { TaskDetails } from './task-drawer';
import { useSelection } from './use-selection';

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

/** All creations of the visitor, or those that the address asks for. */
export function CreationsPage() {
  const t = useTranslations('creations');
  const requested = useSearchParams().get('project') ?? undefined;
  const { projects, isSuccess } = useAllProjects();
  // The address may name a deleted project.
  const isGone = requested !== undefined && isSuccess && !projects.some(({ id }) => id === requested);
  return (
    <Creations
      head={<h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>}
      isProjectGone={isGone}
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
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  /** Shows this project only. */
  readonly project?: string;
  /** The address names a project that does not exist; all are shown. */
  readonly isProjectGone?: boolean;
  readonly empty: ReactNode;
}

/** What the address asks for, and the ways to change it. A fixed project is in the path, not in the query. */
function useLibraryView(project: string | undefined, isProjectGone: boolean) {
  const params = useSearchParams();
  const pathname = usePathname();
  const router = useRouter();
  const { project: requested, ...others } = viewOf(params);
  const shown = project ?? (isProjectGone ? undefined : requested);
  const view: LibraryView = shown === undefined ? others : { ...others, project: shown };
  const go = (next: LibraryView, more: Readonly<Record<string, string>>): void => {
    const { project: chosen, ...rest } = next;
    const query = queryOf(project === undefined && chosen !== undefined ? { ...rest, project: chosen } : rest);
    router.replace({ pathname, query: { ...query, ...more } }, { scroll: false });
  };
  const open = params.get('task') ?? undefined;
  const size = (Object.keys(TILE_SIZES) as TileSize[]).find((one) => one === params.get('size')) ?? 'medium'; // own keys
  const sized = (next: TileSize): Readonly<Record<string, string>> => (next === 'medium' ? {} : { size: next });
  return {
    view,
    open,
    index: Number(params.get('picture') ?? 0),
    size,
    change: (next: LibraryView) => go(next, sized(size)),
    resize: (next: TileSize) => go(view, sized(next)),
    show: (id: string | undefined, index = 0) =>
      go(view, {
        ...sized(size),
        ...(id === undefined ? {} : { task: id, ...(index === 0 ? {} : { picture: String(index) }) }),
      }),
  };
}

/** Creations by day, with the open one beside them. The address holds what is listed and names the open one. */
export function Creations({ head, aside, project, isProjectGone = false, empty }: CreationsProps) {
  const t = useTranslations('creations');
  const { view, open, index, size, change, resize, show } = useLibraryView(project, isProjectGone);
  const input = inputOf(view, new Date(productNow()).setHours(0, 0, 0, 0));
  const list = useLibrary(input);
  const { tasks, loading, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    list;
  const selection = useSelection(tasks.map(({ id }) => id));
  const isWhole = !isFiltered(view) && view.shelf === undefined;
  return (
    <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {head}
        <div className="flex flex-wrap items-center gap-2">
          {aside}
          {view.shelf === 'trash' ? null : <CompareButton tasks={tasks} />}
        </div>
      </div>
      {isWhole && tasks.length === 0 && project === undefined && view.project === undefined && !loading ? (
        // Nothing to search in; what was put away stays within reach.
        <ShelfLinks onChange={change} />
      ) : (
        <LibraryBar
          view={view}
          onChange={(next) => {
            selection.clear();
            change(next);
          }}
          size={size}
          onSize={resize}
          isOneProject={project !== undefined}
        />
      )}
      {loading ? (
        <Loading />
      ) : isError && tasks.length === 0 ? (
        <ErrorState
          title={t('failedToLoad.title')}
          actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}
        >
          {t('failedToLoad.text')}
        </ErrorState>
      ) : tasks.length === 0 && !hasNextPage ? (
        <Card className="p-8">{isWhole ? empty : <NothingFound view={view} onChange={change} />}</Card>
      ) : (
        <div className="flex items-start gap-6">
          <div className="grid min-w-0 flex-1 gap-8">
            {list.isNear ? <p role="status">{t('library.near')}</p> : null}
            <CreationsGrid
              tasks={tasks}
              size={size}
              open={open}
              onOpen={show}
              selection={selection}
              isTrash={view.shelf === 'trash'}
            />
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
            <Opened id={open} known={tasks.find((task) => task.id === open)} index={index} onShow={show} />
          )}
        </div>
      )}
      <SelectionBar selection={selection} input={input} view={view} />
      <CompareBar />
    </div>
  );
}

/** Links to the archive and the trash, in a library without creations. */
function ShelfLinks({ onChange }: { readonly onChange: (view: LibraryView) => void }) {
  const t = useTranslations('creations.library.shelves');
  return (
    <div className="flex gap-2">
      {(['archive', 'trash'] as const).map((shelf) => (
        <Button key={shelf} tone="quiet" size="sm" onClick={() => onChange({ shelf })}>
          {t(shelf)}
        </Button>
      ))}
    </div>
  );
}

/** Shown if nothing meets the conditions, or a shelf is empty. */
function NothingFound({
  view,
  onChange,
}: {
  readonly view: LibraryView;
  readonly onChange: (view: LibraryView) => void;
}) {
  const t = useTranslations('creations.library.none');
  const { project, shelf } = view;
  const which = shelf === 'trash' ? 'trash' : isFiltered(view) ? 'found' : 'archive';
  return (
    <EmptyState
      title={t(`${which}.title`)}
      actions={
        <Button onClick={() => onChange(which === 'found' ? defined({ project, shelf }) : defined({ project }))}>
          {t(`${which}.action`)}
        </Button>
      }
    >
      {t(`${which}.text`)}
    </EmptyState>
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

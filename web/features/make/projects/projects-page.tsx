'use client';

import { FolderPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  PROJECT_ORDERS,
  type ProjectOrder,
  type ProjectSummary,
  type ProjectView,
} from '@src/creation/projects/project.shared';
import { Link, useRouter } from '@/i18n/navigation';
import { useProjectPages, useSummaries } from '@/lib/data/projects';
import { openPopup } from '@/lib/popups/queue';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { LoadMore } from '@/ui/content/load-more';
import { Segmented } from '@/ui/form/segmented';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { Cover } from './cover';
import { ProjectMenu } from './project-menu';
import { useProjectName } from './use-project-name';

const gridStyle =
  'grid grid-cols-[repeat(auto-fill,minmax(min(220px,100%),1fr))] gap-4 max-md:grid-cols-2 max-md:gap-3';

/** The visitor's projects with their newest results. */
export function ProjectsPage() {
  const t = useTranslations('projects');
  const router = useRouter();
  const [order, setOrder] = useState<ProjectOrder>('newest');
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useProjectPages(order);
  const pages = data?.pages ?? [];
  const only = pages.length === 1 && pages[0]?.projects.length === 1;
  const create = (): void => openPopup('nameProject', { onCreated: (id) => router.push(`/projects/${id}`) });
  return (
    <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <div className="flex flex-wrap items-center gap-2">
          {only || pages.length === 0 ? null : (
            <Segmented
              label={t('order.label')}
              value={order}
              choices={PROJECT_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
              onChange={setOrder}
            />
          )}
          <Button tone="invert" icon={<Icon of={FolderPlus} size="s" />} onClick={create}>
            {t('new')}
          </Button>
        </div>
      </div>
      {data === undefined && isError ? (
        <ErrorState
          title={t('failedToLoad.title')}
          actions={<Button onClick={() => void refetch()}>{t('failedToLoad.retry')}</Button>}
        >
          {t('failedToLoad.text')}
        </ErrorState>
      ) : data === undefined ? (
        <Loading />
      ) : (
        <div className="grid gap-6">
          <ul className={gridStyle}>
            {pages.map((page) => (
              <PageOfProjects key={page.projects[0]?.id} projects={page.projects} />
            ))}
          </ul>
          {only ? (
            <Card className="p-8">
              <EmptyState
                title={t('start.title')}
                actions={
                  <Button tone="accent" icon={<Icon of={FolderPlus} size="s" />} onClick={create}>
                    {t('start.action')}
                  </Button>
                }
              >
                {t('start.text')}
              </EmptyState>
            </Card>
          ) : null}
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
      )}
    </div>
  );
}

/** All covers of a page load in one request. */
function PageOfProjects({ projects }: { readonly projects: readonly ProjectView[] }) {
  const summaries = useSummaries(projects.map(({ id }) => id));
  return projects.map((project) => (
    <li key={project.id} className="min-w-0">
      <ProjectCard project={project} summary={summaries.get(project.id)} />
    </li>
  ));
}

function ProjectCard({
  project,
  summary,
}: {
  readonly project: ProjectView;
  readonly summary: ProjectSummary | undefined;
}) {
  const t = useTranslations('projects');
  const name = useProjectName()(project);
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <Cover images={summary?.pictures ?? []} />
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {/* The link covers the whole card; the menu stays above it. */}
          <Link
            href={`/projects/${project.id}`}
            className="block text-md font-medium after:absolute after:inset-0 after:rounded-media focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            <bdi className="block truncate ltr:text-left rtl:text-right">{name}</bdi>
          </Link>
          <p className="num min-h-[1.5em] text-xs text-ink-3">
            {summary === undefined ? null : t('count', { count: summary.count })}
          </p>
        </div>
        <span className="relative z-[1]">
          <ProjectMenu project={project} />
        </span>
      </div>
    </div>
  );
}

function Loading() {
  const t = useTranslations('projects');
  return (
    <div role="status" aria-label={t('loading')} className={gridStyle}>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="aspect-[4/3] rounded-media" />
      ))}
    </div>
  );
}

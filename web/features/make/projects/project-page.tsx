'use client';

import { ArrowLeft, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useParams } from 'next/navigation';
import type { ProjectView } from '@src/creation/projects/project.shared';
import { Creations } from '@/features/make/creations/creations-page';
import { Link, useRouter } from '@/i18n/navigation';
import { useProject, useSelectedProject } from '@/lib/data/projects';
import { isMissing } from '@/lib/errors/failure';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { ProjectMenu } from './project-menu';
import { useProjectName } from './use-project-name';

/** One project: its creations, and the button to add more. */
export function ProjectPage() {
  const t = useTranslations('projects.page');
  const retry = useTranslations('projects')('failedToLoad.retry');
  const id = String(useParams()['id']);
  const { data, isError, error, refetch } = useProject(id);
  if (data === undefined && isError) {
    return (
      <div className="grid gap-6 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
        <Card className="p-8">
          {isMissing(error, 'PROJECT_NOT_FOUND') ? (
            <EmptyState
              level={1}
              title={t('gone.title')}
              actions={
                <Link href="/projects" className={buttonStyle({ tone: 'invert' })}>
                  {t('gone.action')}
                </Link>
              }
            >
              {t('gone.text')}
            </EmptyState>
          ) : (
            <ErrorState
              level={1}
              title={t('failed')}
              actions={<Button onClick={() => void refetch()}>{retry}</Button>}
            />
          )}
        </Card>
      </div>
    );
  }
  if (data === undefined)
    return (
      <div className="grid gap-6 ps-2 pe-6 pt-3 max-md:px-3">
        <Skeleton className="h-9 w-64 rounded-card" />
      </div>
    );
  return <Opened project={data} />;
}

function Opened({ project }: { readonly project: ProjectView }) {
  const t = useTranslations('projects.page');
  const name = useProjectName()(project);
  const router = useRouter();
  const { select } = useSelectedProject();
  const create = (): void => {
    select(project.id);
    router.push('/image');
  };
  return (
    <Creations
      project={project.id}
      head={
        <div className="grid min-w-0 gap-1">
          <Link
            href="/projects"
            className="inline-flex items-center gap-1.5 justify-self-start text-sm text-ink-2 hover:text-ink-1"
          >
            <Icon of={ArrowLeft} size="s" className="flip" />
            {t('back')}
          </Link>
          <h1 className="text-2xl leading-tight font-strong tracking-title break-words">
            <bdi>{name}</bdi>
          </h1>
        </div>
      }
      aside={
        <>
          <Button tone="invert" icon={<Icon of={Plus} size="s" />} onClick={create}>
            {t('create')}
          </Button>
          <ProjectMenu project={project} />
        </>
      }
      empty={
        <EmptyState
          title={t('empty.title')}
          actions={
            <Button tone="accent" icon={<Icon of={Plus} size="s" />} onClick={create}>
              {t('empty.action')}
            </Button>
          }
        >
          {t('empty.text')}
        </EmptyState>
      }
    />
  );
}

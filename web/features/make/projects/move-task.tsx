'use client';

import { Folder, FolderInput } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { Link } from '@/i18n/navigation';
import { useAllProjects } from '@/lib/data/projects';
import { coverPopup } from '@/lib/popups/queue';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { useProjectName } from './use-project-name';

const ask = ({ id, projectId }: TaskView): void => coverPopup('moveToProject', { taskId: id, from: projectId });

/** Shown over a creation's tile on hover or focus; always on touch devices. */
export function MoveTile({ task }: { readonly task: TaskView }) {
  const t = useTranslations('projects.move');
  const title = useTaskTitle()(task);
  return (
    <IconButton
      label={t('tile', { title })}
      tone="glass"
      onClick={() => ask(task)}
      className="absolute end-2 top-2 z-[1] opacity-0 transition-opacity quick group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
    >
      <Icon of={FolderInput} size="s" />
    </IconButton>
  );
}

/** A creation's project, and the button to move it. */
export function TaskProject({ task }: { readonly task: TaskView }) {
  const t = useTranslations('projects');
  const nameOf = useProjectName();
  const { projects, isPending } = useAllProjects();
  const project = projects.find(({ id }) => id === task.projectId);
  return (
    <div className="flex min-h-[var(--control-md)] items-center gap-2.5 rounded-card bg-surface-2 ps-3 pe-1">
      <Icon of={Folder} size="s" className="text-ink-2" />
      <span className="sr-only">{t('in')}</span>
      {project === undefined ? (
        <span className="min-w-0 flex-1">{isPending ? <Skeleton className="h-4 w-32 max-w-full" /> : null}</span>
      ) : (
        <Link href={`/projects/${project.id}`} className="min-w-0 flex-1 text-sm hover:underline">
          <bdi className="block truncate ltr:text-left rtl:text-right">{nameOf(project)}</bdi>
        </Link>
      )}
      <Button tone="quiet" size="sm" aria-haspopup="dialog" onClick={() => ask(task)}>
        {t('move.action')}
      </Button>
    </div>
  );
}

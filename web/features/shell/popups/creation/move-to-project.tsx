'use client';

import { Check, Folder } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { projectNameOf, type ProjectView } from '@src/creation/projects/project.shared';
import { NameField } from '@/features/make/projects/name-field';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { useAllProjects, useCreateProject, useMoveTasks } from '@/lib/data/projects';
import type { PopupProps } from '@/lib/popups/names';
import { newId } from '@/lib/random';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Number of projects from which a search field is shown. */
const SEARCHED_FROM = 8;

/** The projects to choose from, with the current one marked. */
function Choices({
  from,
  busy,
  onChoose,
}: {
  readonly from: string;
  readonly busy: boolean;
  readonly onChoose: (project: ProjectView) => void;
}) {
  const t = useTranslations('projects.move');
  const failed = useTranslations('projects.failedToLoad');
  const nameOf = useProjectName();
  const { projects, data, isLoading, isError, refetch } = useAllProjects();
  const [wanted, setWanted] = useState('');
  const found = projects.filter((project) =>
    nameOf(project).toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()),
  );
  if (isLoading) return <Skeleton className="h-24 rounded-card" />;
  if (data === undefined && isError)
    return (
      <ErrorState
        level={3}
        title={failed('title')}
        actions={<Button onClick={() => void refetch()}>{failed('retry')}</Button>}
      >
        {failed('text')}
      </ErrorState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {projects.length < SEARCHED_FROM ? null : (
        <Field label={t('find')}>
          {({ id }) => (
            <Input
              id={id}
              type="search"
              dir="auto"
              autoComplete="off"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
        </Field>
      )}
      <ul
        aria-label={t('list')}
        className="grid max-h-[min(300px,40dvh)] grid-cols-[minmax(0,1fr)] gap-1 overflow-y-auto"
      >
        {found.map((project) => (
          <li key={project.id}>
            <button
              type="button"
              disabled={busy}
              aria-current={project.id === from ? 'true' : undefined}
              onClick={() => onChoose(project)}
              className="flex min-h-11 w-full items-center gap-3 rounded-card px-3 text-start text-md transition-colors quick hover:bg-surface-3"
            >
              <Icon of={Folder} size="s" className="text-ink-2" />
              <bdi className="min-w-0 flex-1 truncate ltr:text-left rtl:text-right">{nameOf(project)}</bdi>
              {project.id === from ? (
                <span className="flex shrink-0 items-center gap-1.5 text-xs text-ink-3">
                  {t('here')}
                  <Icon of={Check} size="s" />
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="text-sm text-ink-2">{t('none')}</p> : null}
    </div>
  );
}

/** Moves a creation to another project, or to a new one. */
export default function MoveToProject({ taskId, from, onClose }: PopupProps['moveToProject'] & PopupFrame) {
  const t = useTranslations('projects.move');
  const nameOf = useProjectName();
  const move = useMoveTasks();
  const create = useCreateProject();
  const [text, setText] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [requestId, setRequestId] = useState(newId);
  const busy = move.isPending || create.isPending;
  const put = (project: ProjectView): void => {
    if (project.id === from) return onClose();
    move.mutate(
      { taskIds: [taskId], projectId: project.id },
      {
        onSuccess: () => {
          onClose();
          toast.success(t('done', { name: nameOf(project) }));
        },
      },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    const name = projectNameOf(text);
    if (name !== undefined && !busy) create.mutate({ requestId, name }, { onSuccess: put });
  };
  return (
    <Popup title={t('title')} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Choices from={from} busy={busy} onChoose={put} />
        <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line pt-4">
          <NameField
            value={text}
            isSubmitted={isSubmitted}
            label={t('new')}
            onChange={(value) => {
              setText(value);
              setRequestId(newId());
            }}
          />
          <Button type="submit" tone="invert" busy={busy} className="justify-self-end">
            {t('create')}
          </Button>
        </form>
      </div>
    </Popup>
  );
}

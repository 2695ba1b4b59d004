'use client';

import { useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { toast } from 'sonner';
import { projectNameOf } from '@src/creation/projects/project.shared';
import { NameField } from '@/features/make/projects/name-field';
import { useCreateProject, useRenameProject } from '@/lib/data/projects';
import type { PopupProps } from '@/lib/popups/names';
import { newId } from '@/lib/random';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Names a new project, or renames one. */
export default function NameProject({ project, onCreated, onClose }: PopupProps['nameProject'] & PopupFrame) {
  const t = useTranslations('projects.name');
  const common = useTranslations('common');
  const [text, setText] = useState(project?.name ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  // One id per popup, so that a repeated request creates one project only.
  const [requestId, setRequestId] = useState(newId);
  const create = useCreateProject();
  const rename = useRenameProject();
  const change = (value: string): void => {
    setText(value);
    setRequestId(newId());
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    const name = projectNameOf(text);
    if (name === undefined || create.isPending || rename.isPending) return;
    if (project !== undefined) return rename.mutate({ id: project.id, name }, { onSuccess: onClose });
    create.mutate(
      { requestId, name },
      {
        onSuccess: (made) => {
          onClose();
          toast.success(t('created', { name }));
          onCreated?.(made.id);
        },
      },
    );
  };
  return (
    <Popup title={t(project === undefined ? 'createTitle' : 'renameTitle')} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <NameField value={text} isSubmitted={isSubmitted} label={t('label')} onChange={change} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" tone="invert" busy={create.isPending || rename.isPending}>
            {t(project === undefined ? 'create' : 'save')}
          </Button>
        </div>
      </form>
    </Popup>
  );
}

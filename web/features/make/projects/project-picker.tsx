'use client';

import { Folder, FolderPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useSelectedProject } from '@/lib/data/projects';
import { coverPopup } from '@/lib/popups/queue';
import { IconButton } from '@/ui/button';
import { ChipSelect } from '@/ui/form/chip-select';
import { Icon } from '@/ui/icon';
import { useProjectName } from './use-project-name';

/** Chooses the project of a new creation, in a form. */
export function ProjectPicker() {
  const t = useTranslations('projects.picker');
  const nameOf = useProjectName();
  const { projects, selected, select } = useSelectedProject();
  return (
    <div className="flex min-h-[var(--control-sm)] items-center justify-between gap-2">
      <span className="text-sm font-medium">{t('label')}</span>
      {selected === undefined ? null : (
        <span className="flex min-w-0 items-center gap-1">
          <ChipSelect
            label={t('label')}
            icon={Folder}
            value={selected.id}
            choices={projects.map((project) => ({ value: project.id, label: nameOf(project) }))}
            onChange={select}
          />
          <IconButton label={t('new')} onClick={() => coverPopup('nameProject', { onCreated: select })}>
            <Icon of={FolderPlus} size="s" />
          </IconButton>
        </span>
      )}
    </div>
  );
}

/** Names the target project beside the button, unless it is the default one. The picker may be out of view. */
export function KeptIn() {
  const t = useTranslations('projects.picker');
  const { selected } = useSelectedProject();
  if (selected?.kind !== 'named') return null;
  return <p className="truncate text-center text-xs text-ink-3">{t('keptIn', { name: selected.name })}</p>;
}

'use client';

import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ProjectView } from '@src/creation/projects/project.shared';
import { openAfterOverlay } from '@/lib/popups/after-overlay';
import { IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Menu, MenuItem } from '@/ui/overlay/menu';
import { useProjectName } from './use-project-name';

/** The actions for a project. The default project cannot be deleted. */
export function ProjectMenu({ project }: { readonly project: ProjectView }) {
  const t = useTranslations('projects');
  const name = useProjectName()(project);
  const label = t('actions', { name });
  return (
    <Menu
      label={label}
      trigger={
        <IconButton label={label}>
          <Icon of={Ellipsis} size="s" />
        </IconButton>
      }
    >
      <MenuItem icon={Pencil} onSelect={() => openAfterOverlay('nameProject', { project: { id: project.id, name } })}>
        {t('rename')}
      </MenuItem>
      {project.kind === 'default' ? null : (
        <MenuItem icon={Trash2} danger onSelect={() => openAfterOverlay('deleteProject', { id: project.id, name })}>
          {t('delete')}
        </MenuItem>
      )}
    </Menu>
  );
}

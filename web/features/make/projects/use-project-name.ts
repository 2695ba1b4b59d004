import { useTranslations } from 'next-intl';
import type { ProjectView } from '@src/creation/projects/project.shared';

/** What a project is called: the default one has no name until it is given one. */
export function useProjectName(): (project: Pick<ProjectView, 'name'>) => string {
  const t = useTranslations('projects');
  return ({ name }) => name ?? t('default');
}

import { useTranslations } from 'next-intl';
import type { ProjectView } from '@src/creation/projects/project.shared';

/** A project's name. The default project has none until the user gives it one. */
export function useProjectName(): (project: Pick<ProjectView, 'name'>) => string {
  const t = useTranslations('projects');
  return ({ name }) => name ?? t('default');
}

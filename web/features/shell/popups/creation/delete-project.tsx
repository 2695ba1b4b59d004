'use client';

import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { useProjectName } from '@/features/make/projects/use-project-name';
import { usePathname, useRouter } from '@/i18n/navigation';
import { useAllProjects, useDeleteProject, useSummaries } from '@/lib/data/projects';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Deletes a project, after it says where its creations will go. */
export default function DeleteProject({ id, name, onClose }: PopupProps['deleteProject'] & PopupFrame) {
  const t = useTranslations('projects.deleting');
  const nameOf = useProjectName();
  const { projects } = useAllProjects();
  const count = useSummaries([id]).get(id)?.count;
  const remove = useDeleteProject();
  const router = useRouter();
  const path = usePathname();
  const target = nameOf(projects.find(({ kind }) => kind === 'default') ?? {});
  const confirm = (): void => {
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          onClose();
          toast.success(t('done', { name }));
          if (path === `/projects/${id}`) router.push('/projects');
        },
      },
    );
  };
  return (
    <Popup
      title={t('title', { name })}
      description={count === undefined ? t('text', { target }) : t('counted', { count, target })}
      onClose={onClose}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('keep')}</Button>
        <Button tone="danger" busy={remove.isPending} onClick={confirm}>
          {t('confirm')}
        </Button>
      </div>
    </Popup>
  );
}

'use client';

import { Crop } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { queryOf } from '@/features/make/create/draft/draft';
import { changeForm } from '@/features/make/create/draft/draft-store';
import { toolOf } from '@/features/make/create/form/tools';
import { requestOfTask } from '@/features/make/create/draft/draft-request';
import { useRouter } from '@/i18n/navigation';
import { selectProject } from '@/lib/data/selected-project';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import type { Croppable } from './crop-help';

const CropDialog = dynamic(() => import('@/features/make/cut/crop-dialog'), { ssr: false });

/** Crops the input of a failed creation, then opens its form with the cropped image. */
export function CropOffer({
  task,
  croppable: { role, given },
}: {
  readonly task: TaskView;
  readonly croppable: Croppable;
}) {
  const t = useTranslations('instruments.crop');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Icon of={Crop} size="s" />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open ? (
        <CropDialog
          given={given}
          onClose={() => setOpen(false)}
          onGiven={(part) => {
            const request = requestOfTask(task, false);
            selectProject(task.projectId);
            changeForm(task.procedure, {
              draft: request.draft,
              given: { ...request.given, [role]: { ...request.given[role], ...part } },
              shown: undefined,
            });
            router.push({ pathname: toolOf(task.procedure).href, query: queryOf(request.draft, task.procedure) });
          }}
        />
      ) : null}
    </>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { TaskDetails } from '@/features/make/creations/task-drawer';
import { isMissing } from '@/lib/errors/failure';
import type { PopupProps } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** One creation in full detail. */
export default function RecordDetail({ taskId, index = 0, onClose }: PopupProps['recordDetail'] & PopupFrame) {
  const t = useTranslations('popups.recordDetail');
  const retry = useTranslations('creations')('failedToLoad.retry');
  const {
    data: task,
    isError,
    error,
    refetch,
  } = useQuery(trpc.task.get.queryOptions({ id: taskId }, { retry: false, meta: { skipErrorChain: true } }));
  return (
    <Popup title={t('title')} onClose={onClose}>
      {task !== undefined ? (
        <TaskDetails
          task={task}
          index={index}
          closable={false}
          onClosed={onClose}
          onChoose={(chosen) => openPopup('recordDetail', { taskId, index: chosen })}
          onCreated={(created) => openPopup('recordDetail', { taskId: created })}
        />
      ) : isMissing(error, 'TASK_NOT_FOUND') ? (
        <p className="text-sm text-ink-2">{t('notFound')}</p>
      ) : isError ? (
        <ErrorState level={3} title={t('failed')} actions={<Button onClick={() => void refetch()}>{retry}</Button>} />
      ) : (
        <Skeleton className="aspect-square w-full rounded-media" />
      )}
    </Popup>
  );
}

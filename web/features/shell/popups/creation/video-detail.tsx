'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { TaskChooser, TaskFacts, TaskStage } from '@/features/make/creations/task-drawer';
import { isMissing } from '@/lib/errors/failure';
import type { PopupProps } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** One of the user's videos in large, with its recipe and actions. */
export default function VideoDetail({ taskId, index = 0, onClose, swap }: PopupProps['videoDetail'] & PopupFrame) {
  const t = useTranslations('popups.videoDetail');
  const retry = useTranslations('creations')('failedToLoad.retry');
  const {
    data: task,
    isError,
    error,
    refetch,
  } = useQuery(trpc.task.get.queryOptions({ id: taskId }, { retry: false, meta: { skipErrorChain: true } }));
  const upright = task !== undefined && task.height > task.width;
  return (
    <Popup title={t('title')} onClose={onClose} className={isError ? '' : 'max-w-[1080px]'}>
      {task !== undefined ? (
        <div
          className={cx(
            'grid items-start gap-6',
            upright ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]' : 'md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]',
          )}
        >
          <div className="grid min-w-0 gap-3 md:sticky md:top-0">
            <TaskStage task={task} index={index} />
            <TaskChooser
              task={task}
              index={index}
              onChoose={(chosen) => openPopup('videoDetail', { taskId, index: chosen })}
            />
          </div>
          <TaskFacts
            task={task}
            index={index}
            onCreated={(created) => swap('recordDetail', { taskId: created })}
            onDeleted={onClose}
          />
        </div>
      ) : isMissing(error, 'TASK_NOT_FOUND') ? (
        <p className="text-sm text-ink-2">{t('notFound')}</p>
      ) : isError ? (
        <ErrorState level={3} title={t('failed')} actions={<Button onClick={() => void refetch()}>{retry}</Button>} />
      ) : (
        <Skeleton className="aspect-video w-full rounded-media" />
      )}
    </Popup>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { TaskDetails } from '@/features/creations/task-drawer';
import type { PopupProps } from '@/lib/popups/names';
import { openPopup } from '@/lib/popups/queue';
import { trpc } from '@/lib/trpc/client';
import { Skeleton } from '@/ui/skeleton';
import { Popup } from './popup';
import type { PopupFrame } from './popup-host';

/** One creation with all that is known of it. */
export default function RecordDetail({ taskId, index = 0, onClose }: PopupProps['recordDetail'] & PopupFrame) {
  const t = useTranslations('popups.recordDetail');
  const { data: task, isError } = useQuery(trpc.task.get.queryOptions({ id: taskId }, { retry: false, meta: { skipErrorChain: true } }));
  return (
    <Popup title={t('title')} onClose={onClose}>
      {task !== undefined ? (
        <TaskDetails task={task} index={index} closable={false} onClosed={onClose} onChoose={(chosen) => openPopup('recordDetail', { taskId, index: chosen })} onCreated={(created) => openPopup('recordDetail', { taskId: created })} />
      ) : isError ? <p className="text-sm text-ink-2">{t('notFound')}</p> : <Skeleton className="aspect-square w-full rounded-media" />}
    </Popup>
  );
}

'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { useAllowance } from '@/lib/data/allowance';
import { hasEnded } from '@/lib/data/task-pages';
import { useCancelTask, useTasks } from '@/lib/data/tasks';
import type { PopupProps } from '@/lib/popups/names';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

function UnderWay({ task, onShow }: { readonly task: TaskView; readonly onShow: () => void }) {
  const t = useTranslations('popups.concurrency');
  const title = useTaskTitle()(task);
  const cancel = useCancelTask();
  return (
    <li className="flex items-center gap-2 rounded-card bg-surface-2 ps-3 pe-1.5">
      <button type="button" onClick={onShow} className="min-h-[42px] min-w-0 flex-1 truncate text-start text-sm">
        <bdi>{title}</bdi>
      </button>
      <IconButton label={t('cancel')} disabled={cancel.isPending} onClick={() => cancel.mutate({ id: task.id })}>
        <Icon of={X} size="s" />
      </IconButton>
    </li>
  );
}

/** The limit of parallel tasks is reached: lists them, each with a cancel button. */
export default function Concurrency({ limit, onClose, swap }: PopupProps['concurrency'] & PopupFrame) {
  const t = useTranslations('popups.concurrency');
  const { tasks, loading } = useTasks();
  const allowance = useAllowance();
  const underWay = tasks.filter((task) => !hasEnded(task));
  return (
    <Popup
      title={t('title')}
      description={limit === undefined ? t('textUnknown') : t('text', { limit })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {underWay.length === 0 ? (
          <p className="text-sm">{loading ? null : t('none')}</p>
        ) : (
          <ul aria-label={t('list')} className="grid gap-2">
            {underWay.map((task) => (
              <UnderWay key={task.id} task={task} onShow={() => swap('recordDetail', { taskId: task.id })} />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {allowance === undefined || allowance.tier === 'ultimate' ? null : (
            <Button tone="quiet" onClick={() => swap('subscription', {})}>
              {t('more')}
            </Button>
          )}
          <Button onClick={onClose}>{t('wait')}</Button>
        </div>
      </div>
    </Popup>
  );
}

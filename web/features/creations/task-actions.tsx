'use client';

import { Download, RefreshCw, Repeat2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/task.shared';
import { draftOf, queryOf } from '@/features/image/draft';
import { DeleteTask } from '@/features/image/finished-actions';
import { useCreate } from '@/features/image/use-create';
import { Link } from '@/i18n/navigation';
import { useImageModels } from '@/lib/data/account';
import { hasEnded, useCancelTask } from '@/lib/data/tasks';
import { Button, buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** What can be done with a creation. */
export function TaskActions({ task, index, onCreated, onDeleted }: { readonly task: TaskView; readonly index: number; readonly onCreated: (id: string) => void; readonly onDeleted: () => void }) {
  const t = useTranslations('creations.drawer');
  const price = useTranslations('image');
  const { models } = useImageModels();
  const { create, busy } = useCreate(onCreated);
  const cancel = useCancelTask();
  const output = task.outputs[index];
  const model = models.find((one) => one.id === task.input.model);
  if (!hasEnded(task)) {
    return (
      <Button icon={<Icon of={X} size="s" />} busy={cancel.isPending} onClick={() => cancel.mutate({ id: task.id })}>
        {t('cancel', { count: task.price })}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {output?.state === 'ready' ? (
        <a href={`${output.url}?download=1`} download className={buttonStyle({ tone: 'invert' })}>
          <Icon of={Download} size="s" />
          {t('download')}
        </a>
      ) : null}
      <Link href={{ pathname: '/image', query: queryOf(draftOf(task, true)) }} className={buttonStyle({ tone: 'plain' })}>
        <Icon of={Repeat2} size="s" />
        {t('remix')}
      </Link>
      {model === undefined ? null : (
        <Button tone="quiet" icon={<Icon of={RefreshCw} size="s" />} busy={busy} title={t('recreateHint')} price={price('price', { count: task.price })} onClick={() => void create(draftOf(task, true), model)}>
          {t('recreate')}
        </Button>
      )}
      <DeleteTask task={task} onDeleted={onDeleted} />
    </div>
  );
}

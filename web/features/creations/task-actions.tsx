'use client';

import { useMutation } from '@tanstack/react-query';
import { Download, RefreshCw, Shuffle, Trash2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { cost } from '@src/catalog/cost.shared';
import type { TaskView } from '@src/creation/task.shared';
import { Link } from '@/i18n/navigation';
import { useImageModels } from '@/lib/data/account';
import { refreshBalance } from '@/lib/data/balance-cache';
import { putTask } from '@/lib/data/task-cache';
import { hasEnded, useCancelTask, useDeleteTask } from '@/lib/data/tasks';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { remixHref } from './remix';

/** Makes the same creation again, at today's price; undefined while the catalogue is not known. */
export function useRecreate(onCreated: (id: string) => void) {
  const { models } = useImageModels();
  const create = useMutation(
    trpc.text2Image.create.mutationOptions({
      onSuccess: ({ id, data, token }) => {
        putTask(data);
        if (token !== undefined) void refreshBalance(token);
        onCreated(id);
      },
    }),
  );
  const recreate = (task: TaskView): void => {
    const model = models.find((one) => one.id === task.input.model);
    if (model === undefined) return;
    const amount = cost(model.cost, { outputs: task.input.count, pixels: task.width * task.height, seconds: 0 });
    create.mutate({ ...task.input, requestId: crypto.randomUUID(), price: { amount, priceVersion: model.priceVersion } });
  };
  return { recreate, busy: create.isPending, possible: (task: TaskView) => models.some((one) => one.id === task.input.model) };
}

/** What can be done with a creation. */
export function TaskActions({ task, index, onCreated, onDeleted }: { readonly task: TaskView; readonly index: number; readonly onCreated: (id: string) => void; readonly onDeleted: () => void }) {
  const t = useTranslations('creations.drawer');
  const output = task.outputs[index];
  const { recreate, busy, possible } = useRecreate(onCreated);
  const cancel = useCancelTask();
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
      <Link href={remixHref(task)} className={buttonStyle({ tone: 'plain' })}>
        <Icon of={Shuffle} size="s" />
        {t('remix')}
      </Link>
      {possible(task) ? (
        <Button tone="quiet" icon={<Icon of={RefreshCw} size="s" />} busy={busy} title={t('recreateHint')} price={task.price} onClick={() => recreate(task)}>
          {t('recreate')}
        </Button>
      ) : null}
      <DeleteAction task={task} onDeleted={onDeleted} />
    </div>
  );
}

function DeleteAction({ task, onDeleted }: { readonly task: TaskView; readonly onDeleted: () => void }) {
  const t = useTranslations('creations');
  const [asking, setAsking] = useState(false);
  const remove = useDeleteTask();
  return (
    <>
      <Button tone="quiet" icon={<Icon of={Trash2} size="s" />} busy={remove.isPending} onClick={() => setAsking(true)}>
        {t('drawer.delete')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('delete.title')}
        description={t('delete.text')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('delete.keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" onClick={() => remove.mutate({ id: task.id }, { onSuccess: onDeleted })}>
                {t('delete.confirm')}
              </Button>
            </Action>
          </>
        )}
      />
    </>
  );
}

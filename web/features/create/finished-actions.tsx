'use client';

import { Columns2, Download, FastForward, Pencil, RefreshCw, Repeat2, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { TaskView } from '@src/creation/task.shared';
import { useDeleteTask } from '@/lib/data/tasks';
import { coverPopup, openPopup } from '@/lib/popups/queue';
import { Button, buttonStyle } from '@/ui/button';
import { Confirm } from '@/ui/dialog';
import { Icon } from '@/ui/icon';

export interface FinishedActionsProps {
  readonly task: TaskView;
  readonly busy: boolean;
  readonly onRecreate: (task: TaskView) => void;
  readonly onRemix: (task: TaskView) => void;
}

/** Deletes after asking. */
export function DeleteTask({ task, onDeleted }: { readonly task: TaskView; readonly onDeleted?: () => void }) {
  const t = useTranslations('image');
  const [asking, setAsking] = useState(false);
  const remove = useDeleteTask();
  return (
    <>
      <Button tone="quiet" icon={<Icon of={Trash2} size="s" />} busy={remove.isPending} onClick={() => setAsking(true)}>
        {t('actions.delete')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('deleting.title')}
        description={t('deleting.text')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button>{t('deleting.keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger" onClick={() => remove.mutate({ id: task.id }, onDeleted === undefined ? {} : { onSuccess: onDeleted })}>
                {t('deleting.confirm')}
              </Button>
            </Action>
          </>
        )}
      />
    </>
  );
}

/** Makes a film longer, where there is one. */
export function ExtendFilm({ task, index }: { readonly task: TaskView; /** Which output; the first that is ready by default. */ readonly index?: number }) {
  const t = useTranslations('image.actions');
  const output = index === undefined ? task.outputs.find((one) => one.state === 'ready') : task.outputs[index];
  if (output?.state !== 'ready' || output.type !== 'video/mp4') return null;
  return (
    <Button icon={<Icon of={FastForward} size="s" className="flip" />} onClick={() => coverPopup('extendVideo', { taskId: task.id, index: output.index })}>
      {t('extend')}
    </Button>
  );
}

/** What can be done with a finished, failed or cancelled task. */
export function FinishedActions({ task, busy, onRecreate, onRemix }: FinishedActionsProps) {
  const t = useTranslations('image.actions');
  const tp = useTranslations('image');
  const ready = task.outputs.filter((output) => output.state === 'ready');
  const [only] = ready;
  const made = ready.length > 0;
  const hasWords = task.input.prompt !== '';
  return (
    <div className="flex flex-wrap gap-2">
      {ready.length === 1 && only !== undefined ? (
        <a href={`${only.url}?download=1`} download className={buttonStyle({ tone: 'invert' })}>
          <Icon of={Download} size="s" />
          {t('download')}
        </a>
      ) : null}
      <Button icon={<Icon of={RefreshCw} size="s" />} title={t(hasWords ? 'recreateHelp' : 'recreateHelpPicture')} busy={busy} onClick={() => onRecreate(task)} price={tp('price', { count: task.price })}>
        {t(made ? 'recreate' : 'tryAgain')}
      </Button>
      <Button icon={<Icon of={made ? Repeat2 : Pencil} size="s" />} title={t(hasWords ? 'remixHelp' : 'remixHelpPicture')} onClick={() => onRemix(task)}>
        {t(made ? 'remix' : hasWords ? 'edit' : 'change')}
      </Button>
      <ExtendFilm task={task} />
      {ready.length < 2 ? null : (
        <Button icon={<Icon of={Columns2} size="s" />} onClick={() => openPopup('compare', { items: ready.slice(0, 4).map(({ index }) => ({ taskId: task.id, index })) })}>
          {t('compare')}
        </Button>
      )}
      <DeleteTask task={task} />
    </div>
  );
}

'use client';

import { Columns2, Download, FastForward, Globe, Maximize2, Pencil, RefreshCw, Repeat2, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { usePublishing } from '@/features/make/works/use-publishing';
import { useTrashTask } from '@/lib/data/tasks';
import { coverPopup, openPopup } from '@/lib/popups/queue';
import { Button, buttonStyle, IconButton } from '@/ui/button';
import { Confirm } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { MakeDraft } from './make-draft';
import { MakeFinal, type MakeFinalProps } from './make-final';
import { useTaskTitle } from './task-text';
import { useIsOffered } from './use-is-offered';

export interface FinishedActionsProps {
  readonly task: TaskView;
  readonly busy: boolean;
  readonly onRecreate: (task: TaskView) => void;
  readonly onRemix: (task: TaskView) => void;
  readonly onMake: MakeFinalProps['onMake'];
}

/** Moves a task to the trash after confirmation. */
export function DeleteTask({ task, onDeleted }: { readonly task: TaskView; readonly onDeleted?: () => void }) {
  const t = useTranslations('image');
  const [asking, setAsking] = useState(false);
  const remove = useTrashTask();
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
              <Button
                tone="danger"
                onClick={() =>
                  remove.mutate({ ids: [task.id], change: { kind: 'trash' } }, defined({ onSuccess: onDeleted }))
                }
              >
                {t('deleting.confirm')}
              </Button>
            </Action>
          </>
        )}
      />
    </>
  );
}

/** Extends a video. Renders nothing for other outputs. */
export function ExtendVideo({
  task,
  index,
}: {
  readonly task: TaskView;
  /** Index of the output. */
  readonly index: number;
}) {
  const t = useTranslations('image.actions');
  const output = task.outputs[index];
  if (output?.state !== 'ready' || output.type !== 'video/mp4') return null;
  return (
    <Button
      icon={<Icon of={FastForward} size="s" className="flip" />}
      onClick={() => coverPopup('extendVideo', { taskId: task.id, index: output.index })}
    >
      {t('extend')}
    </Button>
  );
}

/** Publishes a result, or shows its publication status. */
function PublishResult({ task, index }: { readonly task: TaskView; readonly index: number }) {
  const t = useTranslations('image.actions');
  const publishing = usePublishing(task, index);
  if (publishing === undefined) return null;
  return (
    <Button aria-haspopup="dialog" icon={<Icon of={Globe} size="s" />} onClick={publishing.ask}>
      {t(publishing.work === undefined ? 'publish' : 'publication')}
    </Button>
  );
}

/** Opens an image at window size. Videos have this in their player. */
function LookAt({ task, index }: { readonly task: TaskView; readonly index: number }) {
  const t = useTranslations('image.actions');
  const alt = useTaskTitle()(task);
  const output = task.outputs[index];
  if (output?.state !== 'ready' || output.type !== 'image/png') return null;
  return (
    <IconButton
      tone="plain"
      label={t('look')}
      aria-haspopup="dialog"
      onClick={() => openPopup('imagePreview', { src: output.url, alt })}
    >
      <Icon of={Maximize2} size="s" />
    </IconButton>
  );
}

/**
 * The actions for a finished, failed or cancelled task. @param index of the chosen output; undefined if there is none
 */
export function FinishedActions({
  task,
  index,
  busy,
  onRecreate,
  onRemix,
  onMake,
}: FinishedActionsProps & { readonly index: number | undefined }) {
  const t = useTranslations('image.actions');
  const tp = useTranslations('image');
  const isOffered = useIsOffered(task);
  const ready = task.outputs.filter((output) => output.state === 'ready');
  const chosen = ready.find((output) => output.index === index);
  const made = ready.length > 0;
  const hasWords = task.input.prompt !== '';
  return (
    <div className="flex flex-wrap gap-2">
      {chosen === undefined ? null : <MakeFinal task={task} index={chosen.index} busy={busy} onMake={onMake} />}
      <MakeDraft task={task} busy={busy} onMake={onMake} />
      {chosen === undefined ? null : (
        <>
          <a
            href={`${chosen.url}?download=1`}
            download
            className={buttonStyle({ tone: 'invert' })}
            {...(ready.length < 2 ? {} : { 'aria-label': t('downloadNumber', { number: chosen.index + 1 }) })}
          >
            <Icon of={Download} size="s" />
            {t('download')}
          </a>
          <LookAt task={task} index={chosen.index} />
        </>
      )}
      {!isOffered ? null : (
        <Button
          icon={<Icon of={RefreshCw} size="s" />}
          title={t(hasWords ? 'recreateHelp' : 'recreateHelpPicture')}
          busy={busy}
          onClick={() => onRecreate(task)}
          price={tp('price', { count: task.price + (task.deducted ?? 0) })}
        >
          {t(made ? 'recreate' : 'tryAgain')}
        </Button>
      )}
      <Button
        icon={<Icon of={made ? Repeat2 : Pencil} size="s" />}
        title={t(hasWords ? 'remixHelp' : 'remixHelpPicture')}
        onClick={() => onRemix(task)}
      >
        {t(made ? 'remix' : hasWords && task.sources.length === 0 ? 'edit' : 'change')}
      </Button>
      {chosen === undefined ? null : (
        <>
          <ExtendVideo task={task} index={chosen.index} />
          <PublishResult task={task} index={chosen.index} />
        </>
      )}
      {ready.length < 2 ? null : (
        <Button
          icon={<Icon of={Columns2} size="s" />}
          onClick={() =>
            openPopup('compare', { items: ready.slice(0, 4).map(({ index }) => ({ taskId: task.id, index })) })
          }
        >
          {t('compare')}
        </Button>
      )}
      <DeleteTask task={task} />
    </div>
  );
}

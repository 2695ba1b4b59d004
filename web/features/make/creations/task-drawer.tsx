'use client';

import { Maximize2, TriangleAlert, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { ShownOutput } from '@/features/make/create/stage/shown-output';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { Understood } from '@/features/make/create/prompt-reading/understood';
import { WhatNext } from '@/features/make/create/form/what-next';
import { TaskProject } from '@/features/make/projects/move-task';
import { TaskWork } from '@/features/make/works/task-work';
import { useModels } from '@/lib/data/account';
import { coverPopup } from '@/lib/popups/queue';
import { Badge } from '@/ui/content/badge';
import { IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { Bar } from '@/ui/content/progress';
import { croppableOf } from './crop-help';
import { CropOffer } from './crop-offer';
import { CostStory } from './cost-story';
import { useFailureWords } from './failure-words';
import { MadeFrom } from './made-from';
import { Recipe } from './recipe';
import { TaskActions } from './task-actions';
import { TaskMarks } from './task-marks';

export interface TaskDetailsProps {
  readonly task: TaskView;
  /** Index of the shown output. */
  readonly index: number;
  readonly onChoose: (index: number) => void;
  readonly onCreated: (id: string) => void;
  readonly onClosed: () => void;
  /** Whether to render a close button. A sheet already has one. */
  readonly closable: boolean;
}

/** One creation: image, actions, recipe and cost story, in this order. */
export function TaskDetails({ task, index, onChoose, onCreated, onClosed, closable }: TaskDetailsProps) {
  return (
    <div className="grid min-w-0 content-start gap-5">
      <TaskStage
        task={task}
        index={index}
        corner={<Corner task={task} index={index} {...(closable ? { onClosed } : {})} />}
      />
      <TaskChooser task={task} index={index} onChoose={onChoose} />
      <TaskFacts task={task} index={index} onCreated={onCreated} onDeleted={onClosed} />
    </div>
  );
}

/** A creation's actions, recipe and cost story. */
export function TaskFacts({
  task,
  index,
  onCreated,
  onDeleted,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly onCreated: (id: string) => void;
  readonly onDeleted: () => void;
}) {
  const { models } = useModels();
  const modelName = models.find((one) => one.id === task.input.model)?.name ?? task.input.model;
  return (
    <div className="grid min-w-0 content-start gap-5">
      <TaskActions task={task} index={index} onCreated={onCreated} onDeleted={onDeleted} />
      <TaskProject task={task} />
      <TaskMarks task={task} />
      <TaskWork task={task} index={index} />
      <WhatNext task={task} index={index} />
      <MadeFrom task={task} />
      <Recipe task={task} index={index} modelName={modelName} />
      {task.understanding === undefined ? null : <Understood understanding={task.understanding} />}
      <CostStory task={task} />
    </div>
  );
}

/** One output of a creation, or its progress. `corner` overlays it. */
export function TaskStage({
  task,
  index,
  corner,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly corner?: ReactNode;
}) {
  const t = useTranslations('creations.drawer');
  return (
    <Media ratio={`${task.width}/${task.height}`} className="rounded-media">
      <OutputImage task={task} index={index} />
      {corner}
      {task.outputs.length > 1 ? (
        <Badge tone="media" className="absolute start-2.5 bottom-2.5">
          {t('of', { index: index + 1, count: task.outputs.length })}
        </Badge>
      ) : null}
    </Media>
  );
}

function Corner({
  task,
  index,
  onClosed,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly onClosed?: () => void;
}) {
  const t = useTranslations('creations.drawer');
  const output = task.outputs[index];
  return (
    <span className="absolute end-2.5 top-2.5 flex gap-2">
      {output?.state === 'ready' ? <Enlarge task={task} index={index} url={output.url} /> : null}
      {onClosed === undefined ? null : (
        <IconButton label={t('close')} tone="glass" onClick={onClosed}>
          <Icon of={X} size="s" />
        </IconButton>
      )}
    </span>
  );
}

/** Opens an image or a video in full size over the page. */
function Enlarge({ task, index, url }: { readonly task: TaskView; readonly index: number; readonly url: string }) {
  const t = useTranslations('creations.drawer');
  const title = useTaskTitle()(task);
  const video = task.media === 'video';
  return (
    <IconButton
      label={t(video ? 'enlargeVideo' : 'enlarge')}
      tone="glass"
      onClick={() =>
        video
          ? coverPopup('videoDetail', { taskId: task.id, index })
          : coverPopup('imagePreview', { src: url, alt: title })
      }
    >
      <Icon of={Maximize2} size="s" />
    </IconButton>
  );
}

function OutputImage({ task, index }: { readonly task: TaskView; readonly index: number }) {
  const t = useTranslations('creations');
  const title = useTaskTitle()(task);
  const output = task.outputs[index];
  if (
    output === undefined ||
    output.state === 'failed' ||
    (output.state === 'pending' && (task.status === 'failed' || task.status === 'canceled'))
  ) {
    return task.status === 'canceled' ? (
      <p className="grid h-full place-items-center p-6 text-center text-sm text-ink-2">{t('tile.canceled')}</p>
    ) : (
      <FailedOutput task={task} {...(output?.state === 'failed' ? { identifier: output.error } : {})} />
    );
  }
  if (output.state === 'ready')
    return (
      <ShownOutput
        task={task}
        output={output}
        alt={title}
        image={<ImageFrame key={output.url} src={`${output.url}?w=1024`} alt={title} priority />}
      />
    );
  const words =
    task.status === 'processing'
      ? t(task.procedure === 'text2Image.create' ? 'tile.drawing' : 'tile.working', {
          percent: Math.round(output.percent),
        })
      : t('tile.queued');
  return (
    <>
      {output.previewUrl === undefined ? (
        <span aria-hidden className="absolute inset-0 sheen" />
      ) : (
        <ImageFrame src={output.previewUrl} alt="" />
      )}
      <span className="absolute inset-x-0 bottom-0 grid gap-2 bg-veil p-4 pt-14 text-sm font-medium text-ink-on-media">
        <span className="num">{words}</span>
        <Bar percent={output.percent} label={words} onMedia />
      </span>
    </>
  );
}

/**
 * The reason an output is missing, a hint, and the refund. @param identifier error of this output, where others
 * succeeded
 */
function FailedOutput({ task, identifier }: { readonly task: TaskView; readonly identifier?: string }) {
  const t = useTranslations('creations');
  const promptUseOf = useFailureWords();
  const { reason, help } = promptUseOf(
    task.error ?? (identifier === undefined ? undefined : { identifier, params: {} }),
  );
  const back = task.price - (task.captured ?? task.price);
  const croppable = croppableOf(task);
  return (
    <div className="grid h-full content-center justify-items-center gap-2 p-6 text-center text-sm">
      <Icon of={TriangleAlert} className="text-danger" />
      <p className="font-medium">{reason}</p>
      {help === undefined ? null : <p className="text-ink-2">{help}</p>}
      {croppable === undefined ? null : <CropOffer task={task} croppable={croppable} />}
      {back > 0 ? (
        <p className="text-xs text-ink-3">
          {t(task.paysWith === undefined ? 'tile.back' : 'tile.apiBack', { count: back })}
        </p>
      ) : null}
    </div>
  );
}

/** Chooses among several outputs. Renders nothing for a single one. */
export function TaskChooser({
  task,
  index,
  onChoose,
}: {
  readonly task: TaskView;
  readonly index: number;
  readonly onChoose: (index: number) => void;
}) {
  const t = useTranslations('creations.drawer');
  const small = (place: number): ReactNode => {
    const output = task.outputs[place];
    if (output?.state === 'ready') return <ImageFrame src={`${output.url}?w=320`} alt="" />;
    if (output?.state === 'pending' && output.previewUrl !== undefined)
      return <ImageFrame src={output.previewUrl} alt="" />;
    return null;
  };
  if (task.outputs.length < 2) return null;
  return (
    <div className="grid grid-cols-4 gap-2">
      {task.outputs.map((output) => (
        <button
          key={output.index}
          type="button"
          aria-label={t('choose', { index: output.index + 1 })}
          aria-pressed={output.index === index}
          onClick={() => onChoose(output.index)}
          className={cx('rounded-card', output.index === index && 'outline-2 outline-offset-2 outline-ink-1')}
        >
          <Media ratio="1" className="rounded-card">
            {small(output.index)}
          </Media>
        </button>
      ))}
    </div>
  );
}

'use client';

import { Ban, Crop, Images, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { contentMarks } from '@/lib/analytics/marks';
import { hasEnded } from '@/lib/data/task-pages';
import { Badge } from '@/ui/content/badge';
import { clockOf } from '@/ui/content/clock';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { Bar } from '@/ui/content/progress';
import { VideoPreview } from '@/ui/media/video-preview';
import { useFailureWords } from './failure-words';

/** A creation in the grid: its first image, its progress or its error. */
export function TaskTile({
  task,
  chosen,
  onOpen,
}: {
  readonly task: TaskView;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}) {
  const t = useTranslations('creations.tile');
  const title = useTaskTitle()(task);
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('open', { prompt: title })}
      aria-pressed={chosen}
      data-task={task.id}
      {...contentMarks({ id: task.id, author: 'self', tags: [task.media] })}
      className={cx(
        'group block w-full rounded-panel text-start',
        chosen && 'outline-2 outline-offset-3 outline-ink-1',
      )}
    >
      <Media ratio="1">{hasEnded(task) ? <Ended task={task} /> : <Running task={task} />}</Media>
    </button>
  );
}

function Running({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.tile');
  const from = task.sources.find(({ role }) => role === 'image');
  const preview =
    task.outputs
      .map((output) =>
        output.state === 'pending' ? output.previewUrl : output.state === 'ready' ? `${output.url}?w=320` : undefined,
      )
      .find((url) => url !== undefined) ?? (from === undefined ? undefined : `${from.url}?w=320`);
  const words =
    task.status === 'processing'
      ? t(task.procedure === 'text2Image.create' ? 'drawing' : 'working', { percent: Math.round(task.percent) })
      : task.place === undefined
        ? t('queued')
        : t('place', { place: task.place });
  return (
    <>
      {preview === undefined ? (
        <span aria-hidden className="absolute inset-0 sheen" />
      ) : (
        <ImageFrame src={preview} alt="" />
      )}
      <span className="absolute inset-x-0 bottom-0 grid gap-2 bg-veil px-3 pt-12 pb-3 text-sm font-medium text-ink-on-media">
        <span className="num">{words}</span>
        <Bar percent={task.percent} label={words} onMedia />
      </span>
    </>
  );
}

function Ended({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.tile');
  const title = useTaskTitle()(task);
  const ready = task.outputs.filter((output) => output.state === 'ready');
  const [first] = ready;
  if (first === undefined) return <Without task={task} />;
  return (
    <>
      {first.type !== 'image/png' ? (
        <VideoPreview
          src={first.url}
          poster={`${first.url}?w=640`}
          alt={title}
          {...(first.type === 'video/webm' ? { className: 'checkers' } : {})}
        />
      ) : (
        <ImageFrame
          src={`${first.url}?w=640`}
          srcSet={`${first.url}?w=320 320w, ${first.url}?w=640 640w`}
          sizes="(max-width: 760px) 46vw, 240px"
          alt={title}
          {...(task.procedure === 'imageTools.backgroundRemover' ? { className: 'checkers' } : {})}
        />
      )}
      {first.seconds === undefined ? null : (
        <Badge tone="media" className="absolute start-2 top-2">
          <Icon of={Play} size="s" />
          <bdi dir="ltr">{clockOf(first.seconds)}</bdi>
        </Badge>
      )}
      {ready.length > 1 ? (
        <Badge tone="media" className="absolute start-2 top-2">
          <Icon of={Images} size="s" />
          {t('pictures', { count: ready.length })}
        </Badge>
      ) : null}
      {first.cropped === true ? (
        <Badge tone="media" className="absolute end-2 bottom-2">
          <Icon of={Crop} size="s" />
          {t('cropped')}
        </Badge>
      ) : null}
    </>
  );
}

function Without({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.tile');
  const title = useTaskTitle()(task);
  const failed = task.status === 'failed';
  const back = task.price - (task.captured ?? 0);
  const promptUseOf = useFailureWords();
  return (
    <span className="grid h-full content-center justify-items-start gap-2 p-4">
      <Badge tone={failed ? 'danger' : 'plain'}>
        {failed ? null : <Icon of={Ban} size="s" />}
        {t(failed ? 'failed' : 'canceled')}
      </Badge>
      <bdi className={cx('text-sm font-medium', failed ? 'line-clamp-1' : 'line-clamp-3')}>{title}</bdi>
      {failed ? <span className="line-clamp-4 text-xs text-ink-2">{promptUseOf(task.error).reason}</span> : null}
      {back > 0 && task.captured !== undefined ? (
        <span className="text-xs text-ink-3">
          {t(task.paysWith === undefined ? 'back' : 'apiBack', { count: back })}
        </span>
      ) : null}
    </span>
  );
}

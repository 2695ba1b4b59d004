'use client';

import { Check, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import type { OutputView, ReadyOutputView, TaskView } from '@src/creation/tasks/task.shared';
import { hasEnded } from '@/lib/data/task-pages';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { Badge } from '@/ui/content/badge';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { Bar } from '@/ui/content/progress';
import { GrowingImage } from './growing-image';
import { ShownOutput } from './shown-output';
import { useTaskTitle } from './task-text';

type Pending = Extract<OutputView, { state: 'pending' }>;

function PendingOutput({
  task,
  output,
  alt,
}: {
  readonly task: TaskView;
  readonly output: Pending;
  readonly alt: string;
}) {
  const t = useTranslations('image');
  const format = useFormatter();
  const from = task.sources.find(({ role }) => role === 'image');
  const seen = output.previewUrl !== undefined || from !== undefined;
  return (
    <>
      {from === undefined ? null : (
        <img src={`${from.url}?w=1024`} alt="" className="absolute inset-0 size-full object-cover opacity-45" />
      )}
      <span aria-hidden className={cx('absolute inset-0 sheen', from !== undefined && 'opacity-40')} />
      <span className="absolute inset-0">
        {output.previewUrl === undefined ? null : <GrowingImage src={output.previewUrl} alt={alt} />}
      </span>
      <span
        className={cx(
          'absolute inset-x-0 bottom-0 grid gap-1.5 px-3 pb-3 text-xs',
          seen ? 'bg-veil pt-11 text-ink-on-media' : 'text-ink-2',
        )}
      >
        <bdi className="num">{format.number(output.percent / 100, { style: 'percent' })}</bdi>
        <Bar percent={output.percent} label={t('pictureProgress', { number: output.index + 1 })} onMedia={seen} />
      </span>
    </>
  );
}

/** Whether the user can choose one of a task's images for the next step. */
const choosesAmong = (task: TaskView): boolean => task.input.count > 1 && hasEnded(task);

interface ReadyImageProps {
  readonly task: TaskView;
  readonly output: ReadyOutputView;
  readonly alt: string;
  readonly sizes: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** A finished image. A single image opens in full; one of several is chosen for the next step. */
function ReadyImage({ task, output, alt, sizes, chosen, onChoose }: ReadyImageProps) {
  const t = useTranslations('image');
  const image = (
    <ImageFrame
      src={`${output.url}?w=1024`}
      srcSet={`${output.url}?w=640 640w, ${output.url}?w=1024 1024w`}
      sizes={sizes}
      alt={alt}
      priority
    />
  );
  return (
    <>
      {choosesAmong(task) ? (
        <button
          type="button"
          aria-pressed={chosen}
          aria-label={t('actions.choose', { number: output.index + 1 })}
          onClick={onChoose}
          className="block size-full"
        >
          {image}
        </button>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t('actions.look')}: ${alt}`}
          onClick={() => openPopup('imagePreview', { src: output.url, alt })}
          className="block size-full cursor-zoom-in"
        >
          {image}
        </button>
      )}
      {hasEnded(task) ? null : (
        <Badge tone="media" className="absolute start-2.5 bottom-2.5">
          <Icon of={Check} size="s" />
          {t('ready')}
        </Badge>
      )}
    </>
  );
}

/** One output of a task: waiting, in progress, ready or failed. */
export function OutputTile({
  task,
  output,
  sizes,
  className,
  widest,
  chosen,
  onChoose,
}: {
  readonly task: TaskView;
  readonly output: OutputView;
  readonly sizes: string;
  readonly className?: string;
  /** Maximum width as a CSS length, so that a single image fits the window. */
  readonly widest?: string;
  /** Whether this output of several is chosen for the next step. */
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const t = useTranslations('image');
  const { ofIdentifier } = useErrorWords();
  const title = useTaskTitle()(task);
  const alt =
    task.input.count > 1 ? t('pictureOf', { prompt: title, number: output.index + 1, count: task.input.count }) : title;
  return (
    <Media
      ratio={`${task.width} / ${task.height}`}
      className={cx(className, chosen && choosesAmong(task) && 'outline-2 outline-offset-2 outline-ink-1')}
      {...defined({ widest })}
    >
      {output.state === 'pending' ? (
        <PendingOutput task={task} output={output} alt={alt} />
      ) : output.state === 'ready' ? (
        <ShownOutput
          task={task}
          output={output}
          alt={alt}
          image={<ReadyImage {...{ task, output, alt, sizes, chosen, onChoose }} />}
        />
      ) : (
        <span className="absolute inset-0 grid content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-2">
          <Icon of={TriangleAlert} className="text-danger" />
          <span className="font-medium">{t(task.media === 'video' ? 'videoFailed' : 'pictureFailed')}</span>
          <span className="text-xs text-ink-3">
            {ofIdentifier(output.error, task.error?.identifier === output.error ? task.error.params : {})}
          </span>
        </span>
      )}
    </Media>
  );
}

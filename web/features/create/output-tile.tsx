'use client';

import { Check, Download, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { OutputView, ReadyOutputView, TaskView } from '@src/creation/task.shared';
import { hasEnded } from '@/lib/data/task-pages';
import { useErrorWords } from '@/lib/errors/words';
import { Badge } from '@/ui/badge';
import { buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Media, Picture } from '@/ui/media';
import { Bar } from '@/ui/progress';
import { GrowingPicture } from './growing-picture';
import { ShownOutput } from './shown-output';
import { useTaskTitle } from './task-words';

type Pending = Extract<OutputView, { state: 'pending' }>;

function PendingOutput({ task, output, alt }: { readonly task: TaskView; readonly output: Pending; readonly alt: string }) {
  const t = useTranslations('image');
  const format = useFormatter();
  const from = task.sources.find(({ role }) => role === 'image');
  const seen = output.previewUrl !== undefined || from !== undefined;
  return (
    <>
      {from === undefined ? null : <img src={`${from.url}?w=1024`} alt="" className="absolute inset-0 size-full object-cover opacity-45" />}
      <span aria-hidden className={cx('absolute inset-0 sheen', from !== undefined && 'opacity-40')} />
      <span className="absolute inset-0">{output.previewUrl === undefined ? null : <GrowingPicture src={output.previewUrl} alt={alt} />}</span>
      <span className={cx('absolute inset-x-0 bottom-0 grid gap-1.5 px-3 pb-3 text-xs', seen ? 'bg-veil pt-11 text-ink-on-media' : 'text-ink-2')}>
        <bdi className="num">{format.number(output.percent / 100, { style: 'percent' })}</bdi>
        <Bar percent={output.percent} label={t('pictureProgress', { number: output.index + 1 })} onMedia={seen} />
      </span>
    </>
  );
}

function ReadyPicture({ task, output, alt, sizes }: { readonly task: TaskView; readonly output: ReadyOutputView; readonly alt: string; readonly sizes: string }) {
  const t = useTranslations('image');
  const several = task.input.count > 1;
  return (
    <>
      <a href={output.url} target="_blank" rel="noreferrer" className="block size-full" aria-label={`${t('actions.open')}: ${alt}`}>
        <Picture src={`${output.url}?w=1024`} srcSet={`${output.url}?w=640 640w, ${output.url}?w=1024 1024w`} sizes={sizes} alt={alt} priority />
      </a>
      {hasEnded(task) ? null : (
        <Badge tone="media" className="absolute start-2.5 bottom-2.5">
          <Icon of={Check} size="s" />
          {t('ready')}
        </Badge>
      )}
      {several && hasEnded(task) ? (
        <a href={`${output.url}?download=1`} download className={`${buttonStyle({ tone: 'glass', size: 'sm', shape: 'icon' })} absolute end-2.5 bottom-2.5`} aria-label={t('actions.downloadNumber', { number: output.index + 1 })}>
          <Icon of={Download} size="s" />
        </a>
      ) : null}
    </>
  );
}

/** One output of a task: waiting, growing, ready or failed. */
export function OutputTile({ task, output, sizes, className, widest }: {
  readonly task: TaskView;
  readonly output: OutputView;
  readonly sizes: string;
  readonly className?: string;
  /** No wider than this, so that a picture alone is seen whole; a CSS length. */
  readonly widest?: string;
}) {
  const t = useTranslations('image');
  const { ofIdentifier } = useErrorWords();
  const title = useTaskTitle()(task);
  const alt = task.input.count > 1 ? t('pictureOf', { prompt: title, number: output.index + 1, count: task.input.count }) : title;
  return (
    <Media ratio={`${task.width} / ${task.height}`} {...(className === undefined ? {} : { className })} {...(widest === undefined ? {} : { widest })}>
      {output.state === 'pending' ? (
        <PendingOutput task={task} output={output} alt={alt} />
      ) : output.state === 'ready' ? (
        <ShownOutput task={task} output={output} alt={alt} picture={<ReadyPicture task={task} output={output} alt={alt} sizes={sizes} />} />
      ) : (
        <span className="absolute inset-0 grid content-center justify-items-center gap-2 p-4 text-center text-sm text-ink-2">
          <Icon of={TriangleAlert} className="text-danger" />
          <span className="font-medium">{t('pictureFailed')}</span>
          <span className="text-xs text-ink-3">{ofIdentifier(output.error)}</span>
        </span>
      )}
    </Media>
  );
}

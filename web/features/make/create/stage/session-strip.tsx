'use client';

import { ChevronRight, Download, Play, RefreshCw, TriangleAlert } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { CompareBar, CompareButton, CompareMark } from '@/features/make/compare/compare-bar';
import { Link } from '@/i18n/navigation';
import { hasEnded } from '@/lib/data/task-pages';
import { Button, buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Badge } from '@/ui/content/badge';
import { clockOf } from '@/ui/content/clock';
import { Media, ImageFrame, MediaOverlay } from '@/ui/media/media';
import { VideoPreview } from '@/ui/media/video-preview';
import { useTaskTitle } from './task-text';
import { useIsOffered } from './use-is-offered';

const SHOWN = 10;

function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function Tile({
  task,
  current,
  busy,
  onShow,
  onRecreate,
}: {
  readonly task: TaskView;
  readonly current: boolean;
  readonly busy: boolean;
  readonly onShow: (id: string) => void;
  readonly onRecreate: (task: TaskView) => void;
}) {
  const t = useTranslations('image');
  const format = useFormatter();
  const title = useTaskTitle()(task);
  const isOffered = useIsOffered(task);
  const ready = task.outputs.find((output) => output.state === 'ready');
  return (
    <li className="grid min-w-0 gap-2">
      <Media ratio="1" className={cx('group', current && 'outline-2 outline-offset-2 outline-ink-1')}>
        <button
          type="button"
          onClick={() => onShow(task.id)}
          aria-label={title}
          aria-current={current ? 'true' : undefined}
          className="block size-full outline-offset-[-2px]"
        >
          {ready === undefined ? (
            <span className="grid size-full place-items-center gap-2 p-3 text-center text-xs text-ink-3">
              {hasEnded(task) ? <Icon of={TriangleAlert} /> : <span className="absolute inset-0 sheen" />}
            </span>
          ) : ready.type !== 'image/png' ? (
            <VideoPreview
              src={ready.url}
              poster={`${ready.url}?w=640`}
              alt={title}
              {...(ready.type === 'video/webm' ? { className: 'checkers' } : {})}
            />
          ) : (
            <ImageFrame
              src={`${ready.url}?w=320`}
              srcSet={`${ready.url}?w=320 320w, ${ready.url}?w=640 640w`}
              sizes="(max-width: 760px) 46vw, 220px"
              alt={title}
            />
          )}
        </button>
        {ready?.seconds === undefined ? null : (
          <Badge tone="media" className="pointer-events-none absolute start-2 top-2">
            <Icon of={Play} size="s" />
            <bdi dir="ltr">{clockOf(ready.seconds)}</bdi>
          </Badge>
        )}
        {ready === undefined ? null : (
          <MediaOverlay className="pointer-events-none flex items-center justify-between gap-2 [&>*]:pointer-events-auto">
            {!isOffered ? null : (
              <Button
                tone="glass"
                size="sm"
                busy={busy}
                icon={<Icon of={RefreshCw} size="s" />}
                onClick={() => onRecreate(task)}
              >
                {t('actions.recreate')}
              </Button>
            )}
            <a
              href={`${ready.url}?download=1`}
              download
              aria-label={`${t('actions.download')}: ${title}`}
              className={buttonStyle({ tone: 'glass', size: 'sm', shape: 'icon', className: 'ms-auto' })}
            >
              <Icon of={Download} size="s" />
            </a>
          </MediaOverlay>
        )}
        <CompareMark task={task} title={title} />
      </Media>
      <p className="num flex flex-wrap justify-between gap-x-2 text-xs text-ink-3">
        <span>{format.dateTime(task.createdAt, { timeStyle: 'short', timeZone: localZone() })}</span>
        <span>{t(task.paysWith === undefined ? 'price' : 'apiCostBadge', { count: task.captured ?? task.price })}</span>
      </p>
    </li>
  );
}

/** Recent creations, newest first. */
export function SessionStrip({
  tasks,
  current,
  busy,
  onShow,
  onRecreate,
}: {
  readonly tasks: readonly TaskView[];
  readonly current: string | undefined;
  readonly busy: boolean;
  readonly onShow: (id: string) => void;
  readonly onRecreate: (task: TaskView) => void;
}) {
  const t = useTranslations('image.session');
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="session-title" className="@container grid gap-3.5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="session-title" className="text-lg font-strong tracking-title">
            {t('title')}
          </h2>
          <p className="text-xs text-ink-3">{t('text')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <CompareButton tasks={tasks.slice(0, SHOWN)} />
          <Link href="/creations" className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
            {t('open')}
            <Icon of={ChevronRight} size="s" className="flip" />
          </Link>
        </div>
      </div>
      <ul className="grid grid-cols-2 gap-3.5 @lg:grid-cols-3 @3xl:grid-cols-5">
        {tasks.slice(0, SHOWN).map((task) => (
          <Tile
            key={task.id}
            task={task}
            current={task.id === current}
            busy={busy}
            onShow={onShow}
            onRecreate={onRecreate}
          />
        ))}
      </ul>
      <CompareBar />
    </section>
  );
}

'use client';

import { useQueries } from '@tanstack/react-query';
import { Pause, Play, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ComponentProps } from 'react';
import type { ReadyOutputView, TaskView } from '@src/creation/tasks/task.shared';
import { useSyncedVideos } from '@/features/make/compare/use-synced-videos';
import { panned, transformOf, WHOLE, zoomed, type View } from '@/features/make/compare/view';
import { compared, marked, type Row } from '@/features/make/compare/words';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { useRecipeRows } from '@/features/make/creations/recipe-rows';
import { useModels } from '@/lib/data/account';
import type { PopupProps } from '@/lib/popups/names';
import { trpc } from '@/lib/trpc/client';
import { Button, IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { Slider } from '@/ui/form/slider';
import { Notice } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

interface Item {
  readonly task: TaskView;
  readonly output: ReadyOutputView;
}

const isVideo = ({ output }: Item): boolean => output.type !== 'image/png';
const STEP = { zoom: 1.4, pan: 0.08 } as const;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const COLUMNS = ['', '', 'grid-cols-2', 'grid-cols-2 lg:grid-cols-3', 'grid-cols-2 xl:grid-cols-4'] as const;

/** Drag, wheel and keys move the view of all results together. */
function useView() {
  const [view, setView] = useState<View>(WHOLE);
  const panes = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly x: number; readonly y: number }>(undefined);
  useEffect(() => {
    const box = panes.current;
    // Not passive, because it must stop the page behind from scrolling.
    const onWheel = (event: WheelEvent): void => {
      const pane = event.target instanceof Element ? event.target.closest('[data-pane]') : null;
      if (pane === null || !(event.ctrlKey || event.metaKey || view.scale > 1)) return;
      event.preventDefault();
      const { left, top, width, height } = pane.getBoundingClientRect();
      setView((before) =>
        zoomed(before, event.deltaY < 0 ? 1.15 : 1 / 1.15, {
          x: (event.clientX - left) / width - 0.5,
          y: (event.clientY - top) / height - 0.5,
        }),
      );
    };
    box?.addEventListener('wheel', onWheel, { passive: false });
    return () => box?.removeEventListener('wheel', onWheel);
  }, [view.scale]);
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (view.scale === 1) return;
    drag.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    if (drag.current === undefined) return;
    const { x, y } = drag.current;
    drag.current = { x: clientX, y: clientY };
    setView((before) =>
      panned(before, (clientX - x) / currentTarget.clientWidth, (clientY - y) / currentTarget.clientHeight),
    );
  };
  const end = (): void => {
    drag.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const next =
      event.key === '+' || event.key === '='
        ? zoomed(view, STEP.zoom)
        : event.key === '-'
          ? zoomed(view, 1 / STEP.zoom)
          : event.key === '0'
            ? WHOLE
            : arrow === undefined
              ? undefined
              : panned(view, arrow[0] * STEP.pan, arrow[1] * STEP.pan);
    if (next === undefined) return;
    event.preventDefault();
    setView(next);
  };
  return {
    view,
    setView,
    panes,
    onKeyDown,
    pane: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
  };
}

/** The prompt, with words highlighted that the others lack. */
function Prompt({ prompt, others }: { readonly prompt: string; readonly others: readonly string[] }) {
  if (prompt === '') return null;
  return (
    <p className="line-clamp-4 text-sm text-ink-2">
      <bdi>
        {marked(prompt, others).map(({ text, differs }, index) =>
          differs ? (
            <mark key={index} className="rounded-[3px] bg-info-soft font-medium text-ink-1">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </bdi>
    </p>
  );
}

/** The facts of each result, as text. */
function useRows(): (item: Item) => readonly Row[] {
  const t = useTranslations('instruments.compare');
  const tr = useTranslations('creations.recipe');
  const format = useFormatter();
  const rowsOf = useRecipeRows();
  const { models } = useModels();
  return ({ task, output }) => [
    { name: t('model'), value: models.find(({ id }) => id === task.input.model)?.name ?? task.input.model },
    { name: t('seed'), value: output.seedless === true ? tr('seedless') : String(output.seed) },
    ...rowsOf(task).map(({ name, value }) => ({ name, value })),
    ...(task.input.negativePrompt === '' ? [] : [{ name: t('without'), value: task.input.negativePrompt }]),
    { name: t('price'), value: format.number(task.price) },
  ];
}

function Facts({ rows }: { readonly rows: readonly (Row & { readonly differs: boolean })[] }) {
  const t = useTranslations('instruments.compare');
  return (
    <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs max-md:grid-cols-1 max-md:gap-y-0">
      {rows.map(({ name, value, differs }) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd
            className={cx(
              'min-w-0 truncate max-md:pb-1 max-md:wrap-anywhere max-md:whitespace-normal',
              differs ? 'font-strong text-ink-1' : 'text-ink-3',
            )}
          >
            {differs ? (
              <span
                role="img"
                aria-label={t('differs')}
                className="me-1.5 inline-block size-1.5 rounded-full bg-info align-middle"
              />
            ) : null}
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Zoom = ReturnType<typeof useView>;
type Videos = ReturnType<typeof useSyncedVideos>;

/** Playback of videos and the zoom of all panes. */
function Controls({ view, setView, videos }: Pick<Zoom, 'view' | 'setView'> & { readonly videos: Videos | undefined }) {
  const t = useTranslations('instruments.compare');
  const format = useFormatter();
  const seconds = (value: number): string =>
    t('seconds', { seconds: format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {videos !== undefined ? (
        <Button size="sm" icon={<Icon of={videos.playing ? Pause : Play} size="s" />} onClick={videos.toggle}>
          {videos.playing ? t('pause') : t('play')}
        </Button>
      ) : null}
      {videos !== undefined ? (
        <div dir="ltr" className="min-w-40 flex-1">
          <Slider
            label={t('time')}
            value={videos.time}
            min={0}
            max={Math.max(0.04, videos.length)}
            step={0.04}
            shown={`${seconds(videos.time)} / ${seconds(videos.length)}`}
            onChange={videos.seek}
          />
        </div>
      ) : null}
      <span className="ms-auto flex items-center gap-1">
        <IconButton
          label={t('smaller')}
          size="sm"
          disabled={view.scale <= 1}
          onClick={() => setView(zoomed(view, 1 / STEP.zoom))}
        >
          <Icon of={ZoomOut} size="s" />
        </IconButton>
        <span role="status" className="num w-12 text-center text-xs text-ink-2">
          {format.number(view.scale, { style: 'percent', maximumFractionDigits: 0 })}
        </span>
        <IconButton label={t('larger')} size="sm" onClick={() => setView(zoomed(view, STEP.zoom))}>
          <Icon of={ZoomIn} size="s" />
        </IconButton>
        <IconButton label={t('whole')} size="sm" disabled={view.scale <= 1} onClick={() => setView(WHOLE)}>
          <Icon of={RotateCcw} size="s" />
        </IconButton>
      </span>
    </div>
  );
}

/** One result with its prompt and facts. */
function Pane({
  item,
  number,
  view,
  handlers,
  videos,
  others,
  rows,
}: {
  readonly item: Item;
  /** From 1. */
  readonly number: number;
  readonly view: View;
  readonly handlers: Zoom['pane'];
  readonly videos: Videos;
  /** Prompts of the other results. */
  readonly others: readonly string[];
  readonly rows: ComponentProps<typeof Facts>['rows'];
}) {
  const titleOf = useTaskTitle();
  return (
    <figure className="grid min-w-0 content-start gap-2.5">
      <div
        data-pane
        {...handlers}
        className={cx(
          'checkers relative aspect-square max-h-[58dvh] w-full overflow-hidden rounded-card bg-surface-2',
          view.scale > 1 && 'cursor-grab touch-none active:cursor-grabbing',
        )}
      >
        <div className="absolute inset-0 origin-center" style={{ transform: transformOf(view) }}>
          {isVideo(item) ? (
            <video
              ref={videos.hold(number - 1)}
              src={item.output.url}
              poster={`${item.output.url}?w=640`}
              muted
              playsInline
              preload="auto"
              aria-label={titleOf(item.task)}
              onLoadedMetadata={videos.measured}
              className="size-full object-contain"
            />
          ) : (
            <img
              src={view.scale > 2 ? item.output.url : `${item.output.url}?w=1024`}
              alt={titleOf(item.task)}
              draggable={false}
              className="size-full object-contain select-none"
            />
          )}
        </div>
        <span
          aria-hidden
          className="num absolute start-2 top-2 grid size-6 place-items-center rounded-full bg-glass text-xs font-medium text-ink-on-media backdrop-blur-md"
        >
          {number}
        </span>
      </div>
      <figcaption className="grid gap-2">
        <Prompt prompt={item.task.input.prompt} others={others} />
        <Facts rows={rows} />
      </figcaption>
    </figure>
  );
}

function SideBySide({ items }: { readonly items: readonly Item[] }) {
  const t = useTranslations('instruments.compare');
  const rowsOf = useRows();
  const hint = useId();
  const { view, setView, panes, onKeyDown, pane } = useView();
  const videos = useSyncedVideos();
  const rows = compared(items.map(rowsOf));
  return (
    <div className="grid gap-4">
      <Controls view={view} setView={setView} videos={items.some(isVideo) ? videos : undefined} />
      <div
        ref={panes}
        role="group"
        tabIndex={0}
        aria-label={t('panes')}
        aria-describedby={hint}
        onKeyDown={onKeyDown}
        className={cx('grid gap-3 rounded-card outline-offset-4', COLUMNS[items.length])}
      >
        {items.map((item, index) => (
          <Pane
            key={`${item.task.id} ${item.output.index}`}
            item={item}
            number={index + 1}
            view={view}
            handlers={pane}
            videos={videos}
            others={items.filter((other) => other !== item).map(({ task }) => task.input.prompt)}
            rows={rows[index] ?? []}
          />
        ))}
      </div>
      <p id={hint} className="text-xs text-ink-3">
        {t('hint')}
      </p>
    </div>
  );
}

/** Compares two to four results: the same part, the same moment, and their differences. */
export default function Compare({ items, onClose }: PopupProps['compare'] & PopupFrame) {
  const t = useTranslations('instruments.compare');
  const queries = useQueries({
    queries: items.map(({ taskId }) =>
      trpc.task.get.queryOptions({ id: taskId }, { retry: false, meta: { skipErrorChain: true } }),
    ),
  });
  const shown = items.flatMap(({ index }, place): readonly Item[] => {
    const task = queries[place]?.data;
    const output = task?.outputs[index];
    return task === undefined || output?.state !== 'ready' ? [] : [{ task, output }];
  });
  const waiting = queries.some(({ isPending }) => isPending);
  return (
    <Popup title={t('title')} onClose={onClose} className="max-w-[1400px] max-md:p-4">
      {waiting ? (
        <Skeleton className="h-80 w-full rounded-card" />
      ) : shown.length < 2 ? (
        <Notice tone="warning">{t('gone')}</Notice>
      ) : (
        <SideBySide items={shown} />
      )}
    </Popup>
  );
}

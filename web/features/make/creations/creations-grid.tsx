'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { byDay, localZone, type Day } from '@/features/core/days';
import { CompareMark } from '@/features/make/compare/compare-bar';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { piecesOf, type Piece } from '@/features/make/explore/feed-rows';
import { MoveTile } from '@/features/make/projects/move-task';
import { productNow } from '@/lib/product-time';
import { gridOf } from './grid-rows';
import { nextTile } from './grid-keys';
import { FavouriteTile, SelectTile } from './tile-marks';
import { TaskTile } from './task-tile';
import { useGridWindow } from './use-grid-window';
import type { Selection } from './use-selection';

/** The least width of a tile, in CSS pixels. */
export const TILE_SIZES = { small: 110, medium: 160, large: 240 } as const;
export type TileSize = keyof typeof TILE_SIZES;

const GAP = 12;
const BETWEEN = 32;
const HEADING = 32;

interface CreationsGridProps {
  readonly tasks: readonly TaskView[];
  readonly size: TileSize;
  /** The id of the open creation. */
  readonly open: string | undefined;
  readonly onOpen: (id: string | undefined) => void;
  readonly selection: Selection;
  readonly isTrash: boolean;
}

/** Creations by day. Only the rows near the window are rendered. Arrow keys move between the tiles. */
export function CreationsGrid({ tasks, size, open, onOpen, selection, isTrash }: CreationsGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const near = useGridWindow(grid);
  const [focused, setFocused] = useState<string>();
  const days = useMemo(() => byDay(tasks), [tasks]);
  const width = near?.width;
  const layout = useMemo(
    () =>
      width === undefined
        ? undefined
        : gridOf(
            days.map((day) => day.tasks.length),
            { width, tile: TILE_SIZES[size], gap: GAP, heading: HEADING, between: BETWEEN },
          ),
    [days, width, size],
  );
  const move = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement)) return;
    const id = event.target.dataset['task'];
    if (id === undefined) return;
    if (event.key === 'x') return selection.choose(id, false);
    const next = nextTile(grid.current, event.target, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div
      ref={grid}
      className="grid gap-8"
      onKeyDown={move}
      onFocus={({ target }) =>
        setFocused(target.closest('li')?.querySelector<HTMLElement>('[data-task]')?.dataset['task'])
      }
      onBlur={() => setFocused(undefined)}
    >
      {days.map((day, at) => {
        const section = layout?.sections[at];
        const focusedAt = focused === undefined ? -1 : day.tasks.findIndex(({ id }) => id === focused);
        const isFar =
          section !== undefined &&
          near !== undefined &&
          focusedAt < 0 &&
          (section.top + section.height < near.from || section.top > near.to);
        if (isFar) return <div key={day.start} aria-hidden style={{ blockSize: section.height }} />;
        return (
          <DayOfTasks
            key={day.start}
            day={day}
            columns={layout?.columns}
            size={size}
            pieces={
              section === undefined || near === undefined
                ? [{ kind: 'items', from: 0, to: day.tasks.length }]
                : piecesOf(section.rows, near, focusedAt < 0 ? undefined : focusedAt)
            }
            open={open}
            onOpen={onOpen}
            selection={selection}
            isTrash={isTrash}
          />
        );
      })}
    </div>
  );
}

function DayOfTasks({
  day,
  columns,
  pieces,
  size,
  open,
  onOpen,
  selection,
  isTrash,
}: Omit<CreationsGridProps, 'tasks'> & {
  readonly day: Day;
  /** Undefined until the grid was measured. */
  readonly columns: number | undefined;
  readonly pieces: readonly Piece[];
}) {
  const t = useTranslations('creations');
  const format = useFormatter();
  const today = new Date(productNow()).setHours(0, 0, 0, 0);
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0);
  const name =
    day.start === today
      ? t('today')
      : day.start === yesterday
        ? t('yesterday')
        : format.dateTime(day.start, { dateStyle: 'long', timeZone: localZone() });
  return (
    <section aria-label={name}>
      <h2 className="flex h-8 gap-2 text-sm font-medium">
        {name}
        <span className="num text-ink-3" aria-label={t('countOfDay', { count: day.tasks.length })}>
          {format.number(day.tasks.length)}
        </span>
      </h2>
      <ul
        className="grid gap-3"
        style={{
          gridTemplateColumns:
            columns === undefined
              ? `repeat(auto-fill, minmax(min(${TILE_SIZES[size]}px, 44%), 1fr))`
              : `repeat(${columns}, minmax(0, 1fr))`,
        }}
      >
        {pieces.flatMap((piece) =>
          piece.kind === 'space'
            ? [
                <li
                  key={`space ${piece.key}`}
                  aria-hidden
                  className="col-span-full"
                  style={{ blockSize: piece.height }}
                />,
              ]
            : day.tasks
                .slice(piece.from, piece.to)
                .map((task) => (
                  <Tile
                    key={task.id}
                    task={task}
                    isOpen={task.id === open}
                    isSelected={selection.ids.has(task.id)}
                    isSelecting={selection.ids.size > 0}
                    onOpen={onOpen}
                    onSelect={selection.choose}
                    isTrash={isTrash}
                  />
                )),
        )}
      </ul>
    </section>
  );
}

const Tile = memo(function Tile({
  task,
  isOpen,
  isSelected,
  isSelecting,
  onOpen,
  onSelect,
  isTrash,
}: {
  readonly task: TaskView;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isSelecting: boolean;
  readonly onOpen: (id: string | undefined) => void;
  readonly onSelect: (id: string, isRange: boolean) => void;
  readonly isTrash: boolean;
}) {
  const title = useTaskTitle()(task);
  return (
    <li className="group relative">
      <TaskTile
        task={task}
        chosen={isOpen || isSelected}
        onOpen={() => (isTrash ? onSelect(task.id, false) : onOpen(isOpen ? undefined : task.id))}
      />
      <SelectTile task={task} isSelected={isSelected} isSelecting={isSelecting} onSelect={onSelect} />
      {isTrash ? null : (
        <>
          <FavouriteTile task={task} />
          <MoveTile task={task} />
          <CompareMark task={task} title={title} />
        </>
      )}
    </li>
  );
});

'use client';

import { Check, Heart } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { useChangeTasks } from '@/lib/data/library';
import { IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';

const HIDDEN =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100 transition-opacity quick';

/** Selects a creation; with the shift key all between the last one and it. */
export function SelectTile({
  task,
  isSelected,
  isSelecting,
  onSelect,
}: {
  readonly task: TaskView;
  readonly isSelected: boolean;
  /** Whether anything is selected. */
  readonly isSelecting: boolean;
  readonly onSelect: (id: string, isRange: boolean) => void;
}) {
  const t = useTranslations('creations.library');
  const title = useTaskTitle()(task);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t('select', { title })}
      onClick={(event) => onSelect(task.id, event.shiftKey)}
      className={cx(
        'absolute start-2 bottom-2 z-[1] grid size-7 place-items-center rounded-full border-2 border-ink-on-media',
        isSelected ? 'bg-invert text-ink-on-invert' : 'bg-glass text-ink-on-media',
        !isSelecting && HIDDEN,
      )}
    >
      {isSelected ? <Icon of={Check} size="s" /> : null}
    </button>
  );
}

/** Makes a creation a favourite. A favourite's heart is always shown. */
export function FavouriteTile({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.library');
  const title = useTaskTitle()(task);
  const change = useChangeTasks();
  const isSet = task.isFavourite === true;
  return (
    <IconButton
      label={t('favourite', { title })}
      aria-pressed={isSet}
      tone="glass"
      onClick={() => change.mutate({ ids: [task.id], change: { kind: 'favourite', isSet: !isSet } })}
      className={cx('absolute end-2 top-12 z-[1]', !isSet && HIDDEN)}
    >
      <Icon of={Heart} size="s" {...(isSet ? { className: 'fill-current' } : {})} />
    </IconButton>
  );
}

'use client';

import { Columns2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Button, IconButton } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import {
  chooseToCompare,
  compareChosen,
  MIN_CHOSEN,
  MAX_CHOSEN,
  placeOf,
  toggleCompared,
  useCompared,
  type Compared,
} from './choice';

/** The first ready output of a task. */
export function comparedOf(task: TaskView): Compared | undefined {
  const ready = task.outputs.find((output) => output.state === 'ready');
  return ready === undefined ? undefined : { taskId: task.id, index: ready.index };
}

/** Starts the choice mode. Renders nothing in that mode, or without anything to compare. */
export function CompareButton({ tasks }: { readonly tasks: readonly TaskView[] }) {
  const t = useTranslations('instruments.compare');
  const choosing = useCompared() !== undefined;
  // Leaving the page ends the choice mode.
  useEffect(() => () => chooseToCompare(false), []);
  if (choosing || tasks.filter((task) => comparedOf(task) !== undefined).length < MIN_CHOSEN) return null;
  return (
    <Button tone="quiet" size="sm" icon={<Icon of={Columns2} size="s" />} onClick={() => chooseToCompare(true)}>
      {t('choose')}
    </Button>
  );
}

/** Overlays a tile in the choice mode, so that a press chooses it instead of opening it. */
export function CompareMark({ task, title }: { readonly task: TaskView; readonly title: string }) {
  const t = useTranslations('instruments.compare');
  const chosen = useCompared();
  const one = comparedOf(task);
  if (chosen === undefined || one === undefined) return null;
  const place = placeOf(chosen, one);
  return (
    <button
      type="button"
      aria-pressed={place > 0}
      aria-label={t('take', { title })}
      onClick={() => toggleCompared(one)}
      className={cx(
        'absolute inset-0 z-sticky rounded-panel -outline-offset-3',
        place > 0 ? 'inset-ring-3 inset-ring-ink-on-media' : 'hover:bg-scrim/30',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'num absolute end-2 top-2 grid size-7 place-items-center rounded-full border-2 border-ink-on-media text-sm font-strong',
          place > 0 ? 'bg-invert text-ink-on-invert' : 'bg-glass text-ink-on-media',
        )}
      >
        {place > 0 ? place : ''}
      </span>
    </button>
  );
}

/** The bar of the choice mode: number of chosen outputs, and the button to compare them. */
export function CompareBar() {
  const t = useTranslations('instruments.compare');
  const chosen = useCompared();
  if (chosen === undefined) return null;
  return (
    <div
      role="region"
      aria-label={t('choose')}
      className="over fixed inset-x-0 bottom-[calc(var(--tabbar,0px)+14px)] z-popover mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] items-center gap-2 rounded-card bg-overlay py-2 ps-4 pe-2 shadow-high"
    >
      <span role="status" className="num text-sm">
        {t('chosen', { count: chosen.length, most: MAX_CHOSEN })}
      </span>
      <Button
        tone="invert"
        size="sm"
        disabled={chosen.length < MIN_CHOSEN}
        icon={<Icon of={Columns2} size="s" />}
        onClick={compareChosen}
      >
        {t('press')}
      </Button>
      <IconButton label={t('stop')} size="sm" onClick={() => chooseToCompare(false)}>
        <Icon of={X} size="s" />
      </IconButton>
    </div>
  );
}

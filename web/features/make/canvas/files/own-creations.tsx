'use client';

import { useTranslations } from 'next-intl';
import type { SourceRef } from '@src/creation/tasks/task.shared';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { useTasks } from '@/lib/data/tasks';
import { Media, ImageFrame } from '@/ui/media/media';

/** Number of recent results on offer. */
const OFFERED = 12;

/** The user's latest results, as inputs for a board. */
export function OwnCreations({
  chosen,
  onPick,
}: {
  readonly chosen: SourceRef | null;
  readonly onPick: (ref: SourceRef) => void;
}) {
  const t = useTranslations('canvas.given');
  const titleOf = useTaskTitle();
  const { tasks } = useTasks();
  const results = tasks
    .flatMap((task) => {
      const output = task.outputs.find((one) => one.state === 'ready');
      return output === undefined ? [] : [{ task, output }];
    })
    .slice(0, OFFERED);
  if (results.length === 0) return null;
  return (
    <section aria-label={t('own')} className="grid gap-2">
      <h3 className="text-sm font-medium">{t('own')}</h3>
      <ul className="grid grid-cols-4 gap-2">
        {results.map(({ task, output }) => (
          <li key={task.id}>
            <button
              type="button"
              aria-label={t('take', { name: titleOf(task) })}
              aria-pressed={chosen?.from === 'output' && chosen.taskId === task.id}
              onClick={() => onPick({ from: 'output', taskId: task.id, index: output.index })}
              className="block w-full rounded-card aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ink-1"
            >
              <Media ratio="1" className="rounded-card">
                <ImageFrame src={`${output.url}?w=320`} alt="" />
              </Media>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

'use client';

import { Clock, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import type { OutputView, TaskView } from '@src/creation/tasks/task.shared';
import { hasEnded } from '@/lib/data/task-pages';
import { useCancelTask } from '@/lib/data/tasks';
import { useErrorWords } from '@/lib/errors/words';
import { Badge } from '@/ui/content/badge';
import { IconButton } from '@/ui/button';
import { roughTime } from '@/ui/content/clock';
import { Icon } from '@/ui/icon';
import { FinishedActions, type FinishedActionsProps } from './finished-actions';
import { OutputTile } from './output-tile';
import { columnsFor } from './stage-model';
import { statusWords, useTaskTitle } from './task-text';
import { RunningStatus, SpokenStatus, TaskCredits } from './task-status';
import { Understood } from '../prompt-reading/understood';
import { WhatNext } from '../form/what-next';

const GRIDS = ['', 'grid-cols-1', 'grid-cols-2', 'grid-cols-2 md:grid-cols-3', 'grid-cols-2 xl:grid-cols-4'] as const;

/** A task has no outputs before it is queued. Show placeholders for them. */
function outputsOf(task: TaskView): readonly OutputView[] {
  if (task.outputs.length > 0) return task.outputs;
  return Array.from({ length: task.input.count }, (_none, index) => ({
    index,
    state: 'pending',
    seed: task.input.seed + index,
    stage: 'waiting',
    percent: 0,
  }));
}

function Images({
  task,
  chosen,
  onChoose,
}: {
  readonly task: TaskView;
  readonly chosen: number | undefined;
  readonly onChoose: (index: number) => void;
}) {
  const outputs = outputsOf(task);
  const columns = columnsFor(outputs.length, task.width, task.height);
  const alone = outputs.length === 1;
  return (
    <div className={`grid gap-2.5 ${GRIDS[columns] ?? ''}`}>
      {outputs.map((output) => (
        <OutputTile
          key={output.index}
          task={task}
          output={output}
          chosen={output.index === chosen}
          onChoose={() => onChoose(output.index)}
          sizes={alone ? '(max-width: 760px) 94vw, 66vw' : '(max-width: 760px) 46vw, 33vw'}
          {...(alone
            ? {
                className: 'rounded-media mx-auto w-full',
                widest: `calc(min(62vh, 720px) * ${task.width / task.height})`,
              }
            : {})}
        />
      ))}
    </div>
  );
}

function Title({ task, aside }: { readonly task: TaskView; readonly aside: ReactNode }) {
  const t = useTranslations(`image.${statusWords(task)}`);
  const tb = useTranslations('image.draft');
  const title = useTaskTitle()(task);
  return (
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-2 text-lg leading-snug font-strong tracking-title">
          {t(task.status, { count: task.input.count })}
          {task.draft === undefined ? null : <Badge>{tb('badge')}</Badge>}
          <TaskCredits task={task} />
        </h1>
        <p className="line-clamp-2 pt-[3px] text-sm text-ink-3">
          <bdi>{title}</bdi>
        </p>
      </div>
      {aside}
    </header>
  );
}

function Ended({ task }: { readonly task: TaskView }) {
  const t = useTranslations('image');
  const { ofIdentifier } = useErrorWords();
  const failed = task.outputs.filter((output) => output.state === 'failed').length;
  const back = task.price - (task.captured ?? task.price);
  return (
    <>
      {task.error === undefined ? null : (
        <p className="text-sm text-ink-2">{ofIdentifier(task.error.identifier, task.error.params)}</p>
      )}
      {task.status === 'succeeded' && failed > 0 ? (
        <p className="text-sm text-ink-2">{t('partly', { count: failed, back })}</p>
      ) : null}
    </>
  );
}

export interface StageProps extends FinishedActionsProps {
  /** Shown at the end of the title line: the link back to the input. */
  readonly aside?: ReactNode;
}

/** The current task: its outputs, progress, actions and next steps. */
export function Stage({ task, aside, ...actions }: StageProps) {
  const t = useTranslations('image');
  const ended = hasEnded(task);
  const [opened, setOpened] = useState<{ readonly task: string; readonly index: number }>();
  const ready = task.outputs.filter(({ state }) => state === 'ready');
  const chosen = (ready.find(({ index }) => opened?.task === task.id && opened.index === index) ?? ready[0])?.index;
  const images = !ended || task.outputs.some((output) => output.state === 'ready');
  return (
    <section
      aria-label={t('resultLabel')}
      data-task={task.id}
      data-status={task.status}
      className="grid min-w-0 gap-4 rounded-stage bg-surface-1 p-[18px] max-md:rounded-media max-md:p-3"
    >
      <SpokenStatus task={task} />
      <Title task={task} aside={aside} />
      {images ? <Images task={task} chosen={chosen} onChoose={(index) => setOpened({ task: task.id, index })} /> : null}
      {ended ? <Ended task={task} /> : <RunningStatus task={task} />}
      {task.understanding === undefined ? null : <Understood understanding={task.understanding} />}
      {ended ? <FinishedActions task={task} index={chosen} {...actions} /> : null}
      {ended && chosen !== undefined ? <WhatNext task={task} index={chosen} /> : null}
    </section>
  );
}

/** Another running task, shown below the current one. */
export function NextInLine({ task, onShow }: { readonly task: TaskView; readonly onShow: (id: string) => void }) {
  const t = useTranslations('image');
  const cancel = useCancelTask();
  const title = useTaskTitle()(task);
  return (
    <div className="flex items-center gap-3 rounded-media bg-surface-1 p-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-card bg-surface-2 text-ink-2">
        <Icon of={Clock} />
      </span>
      <button type="button" onClick={() => onShow(task.id)} className="grid min-w-0 flex-1 text-start">
        <span className="text-xs text-ink-3">{t('next.line')}</span>
        <bdi className="truncate font-medium">{title}</bdi>
      </button>
      {task.estimateMs === undefined ? null : (
        <span className="num text-sm text-ink-2 max-md:hidden">{t('estimate', roughTime(task.estimateMs))}</span>
      )}
      {task.place === undefined ? null : <Badge>{t('place', { place: task.place })}</Badge>}
      <IconButton
        size="sm"
        label={t('cancelNext', { prompt: title, count: task.price })}
        onClick={() => cancel.mutate({ id: task.id })}
      >
        <Icon of={X} size="s" />
      </IconButton>
    </div>
  );
}

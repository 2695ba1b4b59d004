'use client';

import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { hasEnded } from '@/lib/data/task-pages';
import { useCancelTask } from '@/lib/data/tasks';
import { CreditsBadge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { roughTime } from '@/ui/content/clock';
import { Icon } from '@/ui/icon';
import { Stages } from '@/ui/content/progress';
import { Spinner } from '@/ui/content/spinner';
import { useNow } from '@/ui/hooks/use-now';
import { shownStages, stagePercent, stopwatch, taskStage } from './stage-model';

/** The held, captured or refunded credits of a task. */
export function TaskCredits({ task }: { readonly task: TaskView }) {
  const t = useTranslations('image');
  if (task.captured === undefined)
    return <CreditsBadge state="held">{t('heldBadge', { count: task.price })}</CreditsBadge>;
  const back = task.price - task.captured;
  return (
    <>
      {task.captured > 0 ? (
        <CreditsBadge state="captured">
          {t(task.paysWith === undefined ? 'costBadge' : 'apiCostBadge', { count: task.captured })}
        </CreditsBadge>
      ) : null}
      {back > 0 ? <CreditsBadge state="released">{t('backBadge', { count: back })}</CreditsBadge> : null}
    </>
  );
}

/** Estimated seconds left, counted down from the server's latest estimate. */
function useSecondsLeft(task: TaskView): number | undefined {
  const now = useNow(1_000, true);
  const { version, estimateMs } = task;
  const [said, setSaid] = useState({ version, estimateMs, at: now });
  if (said.version !== version) setSaid({ version, estimateMs, at: now });
  return said.estimateMs === undefined
    ? undefined
    : Math.max(0, Math.round((said.estimateMs - (now - said.at)) / 1000));
}

function useStages(task: TaskView) {
  const t = useTranslations('image.stage');
  const format = useFormatter();
  const now = taskStage(task);
  const shown = shownStages(task.procedure);
  const at = shown.findIndex((entry) => entry.stage === now);
  const percent = stagePercent(task);
  return shown.map(({ stage, weight }, index) => {
    const state = index < at ? ('done' as const) : index === at ? ('now' as const) : ('ahead' as const);
    const queued =
      stage === 'waiting' && task.startedAt !== undefined ? stopwatch(task.startedAt - task.createdAt) : undefined;
    const note =
      state === 'now' && stage !== 'waiting'
        ? format.number(percent / 100, { style: 'percent', maximumFractionDigits: 0 })
        : state === 'done'
          ? queued
          : undefined;
    return { key: stage, label: t(stage), state, weight, percent: stage === 'waiting' ? 0 : percent, note };
  });
}

/** The stages, the time left and the cancel button. */
export function RunningStatus({ task }: { readonly task: TaskView }) {
  const t = useTranslations('image');
  const cancel = useCancelTask();
  const left = useSecondsLeft(task);
  const stages = useStages(task);
  const waiting = task.status !== 'processing';
  const words = left === undefined ? undefined : left > 0 ? t('left', roughTime(left * 1000)) : t('almost');
  return (
    <div className="grid gap-4">
      <Stages label={t('stagesLabel')} stages={stages} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="num flex items-center gap-2.5 text-sm font-medium">
          {waiting ? <Spinner /> : null}
          {waiting
            ? [t('waitingForEngine'), task.place === undefined ? undefined : t('place', { place: task.place }), words]
                .filter((part) => part !== undefined)
                .join(', ')
            : (words ?? t('begun'))}
        </p>
        <Button
          tone="quiet"
          size="sm"
          icon={<Icon of={X} size="s" />}
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ id: task.id })}
        >
          <span className="num">{t('cancel', { count: task.price })}</span>
        </Button>
      </div>
    </div>
  );
}

/** Announces progress to screen readers: each stage and each quarter, not each percent. */
export function SpokenStatus({ task }: { readonly task: TaskView }) {
  const t = useTranslations('image');
  const stage = useTranslations('image.stage');
  const words = (): string => {
    if (!hasEnded(task)) {
      if (task.status !== 'processing')
        return task.place === undefined ? stage('waiting') : t('live.queued', { place: task.place });
      const quarter = Math.floor(task.percent / 25) * 25;
      return `${stage(taskStage(task))}, ${t('live.percent', { percent: quarter })}`;
    }
    if (task.status === 'succeeded')
      return t(task.media === 'video' ? 'live.video' : 'live.succeeded', {
        count: task.outputs.filter((output) => output.state === 'ready').length,
      });
    return t(task.status === 'failed' ? 'live.failed' : 'live.canceled');
  };
  return (
    <p aria-live="polite" className="sr-only">
      {words()}
    </p>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight, Repeat2, Undo2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { TaskView } from '@src/creation/tasks/task.shared';
import type { StatementLine } from '@src/credits/credits.shared';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { HeldMark } from '@/ui/content/badge';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { localZone } from '@/features/core/days';

const SHARES = ['bg-data-2', 'bg-data-1', 'bg-data-3', 'bg-data-4'] as const;

/** A creation's cost: its hold, the captured amount, the refund, and the grants that paid. */
export function CostStory({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.cost');
  // Refetched when the balance changes (lib/data/balance-cache).
  const { data: line, isPending } = useQuery(trpc.credits.line.queryOptions({ id: task.id }));
  if (isPending) return <Skeleton className="h-28 w-full" />;
  return (
    <section aria-label={t('title')} className="grid gap-3">
      <div className="flex items-baseline justify-between">
        <h3 className="text-lg font-strong tracking-title">{t('title')}</h3>
        {line === null || line === undefined ? null : <span className="num font-strong">{totalOf(line, t)}</span>}
      </div>
      {line === null || line === undefined ? (
        <p className="text-sm text-ink-3">{t('none')}</p>
      ) : (
        <Story task={task} line={line} />
      )}
    </section>
  );
}

type CostWords = ReturnType<typeof useTranslations<'creations.cost'>>;

/** The captured amount, or the held one while the task runs. */
function totalOf({ net, change }: StatementLine, t: CostWords): string {
  return change < net ? t('holding', { count: net - change }) : t('total', { count: Math.abs(net) });
}

function Story({ task, line }: { readonly task: TaskView; readonly line: StatementLine }) {
  const t = useTranslations('creations.cost');
  return (
    <>
      <ol className="grid gap-3">
        {line.steps.map((step, index) => (
          <Step key={index} step={step} task={task} last={index === line.steps.length - 1} />
        ))}
      </ol>
      <PaidBy line={line} />
      <Link
        href={`/credits#${line.id}`}
        className="inline-flex items-center gap-1 text-sm text-ink-2 underline-offset-4 hover:text-ink-1 hover:underline"
      >
        {t('statement')}
        <Icon of={ChevronRight} size="s" className="flip" />
      </Link>
    </>
  );
}

function Step({
  step,
  task,
  last,
}: {
  readonly step: StatementLine['steps'][number];
  readonly task: TaskView;
  readonly last: boolean;
}) {
  const t = useTranslations('creations.cost');
  const format = useFormatter();
  const time = format.dateTime(step.at, { timeStyle: 'medium', timeZone: localZone() });
  const ready = task.outputs.filter((output) => output.state === 'ready').length;
  const view = ((): {
    readonly mark: ReactNode;
    readonly words: string;
    readonly note: string;
    readonly back: boolean;
  } => {
    switch (step.what) {
      case 'held':
        return {
          mark: <HeldMark />,
          words: t('held'),
          note: t('heldNote', { time, media: task.media, count: task.input.count }),
          back: false,
        };
      case 'deducted':
        return {
          mark: <Icon of={Undo2} size="s" className="flip" />,
          words: t('deducted'),
          note: t('deductedNote', { time }),
          back: true,
        };
      case 'surcharge':
        return { mark: <Icon of={Repeat2} size="s" />, words: t('surcharge'), note: t('surchargeNote'), back: false };
      case 'extended':
        return { mark: <HeldMark />, words: t('extended'), note: time, back: false };
      case 'captured':
        return {
          mark: <Icon of={Check} size="s" />,
          words: ready > 0 ? t('captured', { media: task.media, count: ready }) : t('capturedAll'),
          note: time,
          back: false,
        };
      case 'released':
        return {
          mark: <Icon of={Undo2} size="s" className="flip" />,
          words: t('released'),
          note: t('releasedNote', { time }),
          back: true,
        };
      case 'hold-expired':
        return {
          mark: <Icon of={Undo2} size="s" className="flip" />,
          words: t('holdExpired'),
          note: t('releasedNote', { time }),
          back: true,
        };
      default:
        return { mark: null, words: step.what, note: time, back: false };
    }
  })();
  return (
    <li className="relative grid grid-cols-[24px_1fr_auto] gap-x-3 text-sm">
      <span
        className={cx(
          'grid size-6 place-items-center rounded-full',
          step.what === 'captured' ? 'bg-invert text-ink-on-invert' : 'bg-surface-3 text-ink-2',
        )}
      >
        {view.mark}
      </span>
      {last ? null : <span aria-hidden className="absolute start-[11.5px] top-7 -bottom-2 w-px bg-line-strong" />}
      <span className="pt-0.5">{view.words}</span>
      <span className={cx('num pt-0.5 font-medium', view.back && 'text-success')}>{format.number(step.amount)}</span>
      <span className="num col-start-2 text-xs text-ink-3">{view.note}</span>
    </li>
  );
}

function PaidBy({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('creations.cost');
  const sources = useTranslations('credits.sources');
  const format = useFormatter();
  const total = line.paidBy.reduce((sum, part) => sum + part.amount, 0);
  if (total === 0) return null;
  return (
    <div className="grid gap-2">
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-xs">
        {line.paidBy.map((part, index) => (
          <span
            key={part.grantId}
            className={SHARES[index % SHARES.length]}
            style={{ inlineSize: `${(part.amount / total) * 100}%` }}
          />
        ))}
      </div>
      <ul aria-label={t('paidBy')} className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {line.paidBy.map((part, index) => (
          <li key={part.grantId} className="num flex items-center gap-1.5">
            <span aria-hidden className={cx('size-2 rounded-[2px]', SHARES[index % SHARES.length])} />
            {part.expiresAt === undefined
              ? t('grantForever', { source: sources(part.source), count: part.amount })
              : t('grant', {
                  source: sources(part.source),
                  count: part.amount,
                  date: format.dateTime(part.expiresAt, { dateStyle: 'medium', timeZone: localZone() }),
                })}
          </li>
        ))}
      </ul>
    </div>
  );
}

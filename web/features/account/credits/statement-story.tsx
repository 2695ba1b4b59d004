'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { GrantPart, GrantSource, StatementLine, StatementStep } from '@src/credits/credits.shared';
import { localZone } from '@/features/core/days';

/** Amount per source, in order of appearance. */
export function bySource(parts: readonly GrantPart[]): readonly (readonly [GrantSource, number])[] {
  const sums = new Map<GrantSource, number>();
  for (const { source, amount } of parts) sums.set(source, (sums.get(source) ?? 0) + amount);
  return [...sums];
}

const REASONS = ['failed', 'canceled', 'expired', 'refused', 'refund', 'chargeback', 'goodwill', 'correction'] as const;

/** The steps of a line: when, what, from which grants, and why. */
export function StatementStory({ line }: { readonly line: StatementLine }) {
  const t = useTranslations('credits.story');
  return (
    <div className="grid gap-3 rounded-control bg-surface-2 px-4 py-3">
      <ol className="grid gap-2">
        {line.steps.map((step, index) => (
          <Step key={index} step={step} />
        ))}
      </ol>
      <p className="text-xs text-ink-3">
        {t('id')}{' '}
        <bdi dir="ltr" className="num break-all">
          {line.id}
        </bdi>
      </p>
    </div>
  );
}

function Step({ step }: { readonly step: StatementStep }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  const { what, amount, at, grants = [], reason, spent = 0 } = step;
  const known = REASONS.find((one) => one === reason);
  const notes = [
    ...bySource(grants).map(([source, part]) => `${t(`sources.${source}`)} ${format.number(part)}`),
    ...(known === undefined ? [] : [t(`story.reasons.${known}`)]),
    ...(spent > 0 ? [t('story.spent', { spent: format.number(spent) })] : []),
  ];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
      <span className="font-medium">{t(`story.steps.${what}`, { amount: format.number(amount) })}</span>
      <time dateTime={new Date(at).toISOString()} className="num text-ink-3">
        {format.dateTime(at, {
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          second: '2-digit',
          timeZone: localZone(),
        })}
      </time>
      {notes.length === 0 ? null : <span className="num col-span-2 text-ink-2">{notes.join(' · ')}</span>}
    </li>
  );
}

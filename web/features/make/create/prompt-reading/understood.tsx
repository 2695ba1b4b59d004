'use client';

import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Badge } from '@/ui/content/badge';
import { useDrawnAs } from './use-drawn-as';

/** How the engine understood the prompt, and which words had no effect. */
export function Understood({ understanding }: { readonly understanding: NonNullable<TaskView['understanding']> }) {
  const t = useTranslations('image.understood');
  const { understood, ignored } = understanding;
  const drawnAs = useDrawnAs(understood);
  if (understood.length === 0 && ignored.length === 0) return null;
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <h2 className="text-sm font-medium">{t('title')}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {understood.map((term, index) => (
          <li key={`${index}-${term.means}`}>
            <Badge className="h-auto min-h-[26px] rounded-full px-2.5 py-1 whitespace-normal">
              <bdi className="text-ink-1">{term.text}</bdi>
              <Meaning kind={term.kind} as={drawnAs(term)} />
            </Badge>
          </li>
        ))}
      </ul>
      {ignored.length === 0 ? null : (
        <p className="text-xs text-ink-3">
          <span className="font-medium text-ink-2">{t('ignored')}:</span> <bdi>{ignored.join(', ')}</bdi>.{' '}
          {t('ignoredHelp')}
        </p>
      )}
    </section>
  );
}

function Meaning({ kind, as }: { readonly kind: string; readonly as: string | undefined }) {
  const t = useTranslations('image.kinds');
  // The kinds come from the engine, so the key may not exist. Check before translating.
  const key = kind as 'place';
  const word = t.has(key) ? t(key) : kind;
  return (
    <span className="text-ink-3">
      {word}
      {as === undefined ? null : (
        <>
          {' '}
          · <bdi>{as}</bdi>
        </>
      )}
    </span>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/task.shared';
import { Badge } from '@/ui/badge';

/** What the words were taken for, and which changed nothing. */
export function Understood({ understanding }: { readonly understanding: NonNullable<TaskView['understanding']> }) {
  const t = useTranslations('image.understood');
  const { understood, ignored } = understanding;
  if (understood.length === 0 && ignored.length === 0) return null;
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <h2 className="text-sm font-medium">{t('title')}</h2>
      <ul className="flex flex-wrap gap-1.5">
        {understood.map((term, index) => (
          <li key={`${index}-${term.means}`}>
            <Badge className="h-auto min-h-[26px] rounded-full px-2.5 py-1 whitespace-normal">
              <bdi className="text-ink-1">{term.text}</bdi>
              <Meaning kind={term.kind} means={term.means} text={term.text} />
            </Badge>
          </li>
        ))}
      </ul>
      {ignored.length === 0 ? null : (
        <p className="text-xs text-ink-3">
          <span className="font-medium text-ink-2">{t('ignored')}:</span> <bdi>{ignored.join(', ')}</bdi>. {t('ignoredHelp')}
        </p>
      )}
    </section>
  );
}

function Meaning({ kind, means, text }: { readonly kind: string; readonly means: string; readonly text: string }) {
  const t = useTranslations('image.kinds');
  // The engine names its own kinds: whether there are words for one is asked before they are taken.
  const key = kind as 'place';
  const word = t.has(key) ? t(key) : kind;
  const same = text.toLocaleLowerCase() === means.toLocaleLowerCase();
  return <span className="text-ink-3">{same ? word : `${word} · ${means}`}</span>;
}

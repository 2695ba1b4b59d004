'use client';

import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/task.shared';
import { Media, Picture } from '@/ui/media';

/** The pictures that a creation was made from. */
export function MadeFrom({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.from');
  if (task.sources.length === 0) return null;
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <h3 className="text-lg font-strong tracking-title">{t('title')}</h3>
      <ul className="grid grid-cols-3 gap-2.5">
        {task.sources.map(({ role, url, width, height }) => (
          <li key={role} className="grid gap-1">
            <a href={url} target="_blank" rel="noreferrer" aria-label={t('open', { role: t(role) })} className="block rounded-card">
              <Media ratio="1" className="checkers rounded-card">
                <Picture src={`${url}?w=320`} alt="" />
              </Media>
            </a>
            <span className="text-xs text-ink-2">{t(role)}</span>
            <bdi className="num text-xs text-ink-3">{t('size', { width, height })}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

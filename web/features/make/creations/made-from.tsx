'use client';

import { useTranslations } from 'next-intl';
import { slotOf, type SourceRole } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Media, ImageFrame } from '@/ui/media/media';

/** The images and videos that a creation was made from. */
export function MadeFrom({ task }: { readonly task: TaskView }) {
  const t = useTranslations('creations.from');
  const tools = useTranslations('tools');
  const nameOf = (role: SourceRole): string => {
    const slot = slotOf(role);
    const alike = task.sources.filter((other) => slotOf(other.role) === slot);
    return alike.length < 2
      ? tools(`slots.${slot}`)
      : tools('slotOf', { name: tools(`slots.${slot}`), number: alike.findIndex((other) => other.role === role) + 1 });
  };
  if (task.sources.length === 0) return null;
  return (
    <section aria-label={t('title')} className="grid gap-2">
      <h3 className="text-lg font-strong tracking-title">{t('title')}</h3>
      <ul className="grid grid-cols-3 gap-2.5">
        {task.sources.map(({ role, url, width, height }) => {
          const name = nameOf(role);
          return (
            <li key={role} className="grid gap-1">
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('open', { role: name })}
                className="block rounded-card"
              >
                <Media ratio="1" className="checkers rounded-card">
                  <ImageFrame src={`${url}?w=320`} alt="" />
                </Media>
              </a>
              <span className="text-xs text-ink-2">{name}</span>
              <bdi className="num text-xs text-ink-3">{t('size', { width, height })}</bdi>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

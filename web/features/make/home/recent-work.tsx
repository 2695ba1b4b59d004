'use client';

import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useTaskTitle } from '@/features/make/create/stage/task-text';
import { Link } from '@/i18n/navigation';
import { useTasks } from '@/lib/data/tasks';
import { DataProvider } from '@/lib/trpc/data-provider';
import { openPopup } from '@/lib/popups/queue';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';

/** Number of creations in the row. */
const SHOWN = 6;

function Recent() {
  const t = useTranslations('home.recent');
  const areas = useTranslations('common.areas');
  const titleOf = useTaskTitle();
  const { tasks } = useTasks();
  const works = tasks.flatMap((task) => {
    const output = task.outputs.find(({ state }) => state === 'ready');
    return output?.state === 'ready' ? [{ task, output }] : [];
  });
  if (works.length === 0) return null;
  return (
    <section aria-labelledby="recent-title" className="grid gap-4">
      <div className="flex items-end justify-between gap-3">
        <h2 id="recent-title" className="text-2xl leading-title font-strong tracking-title">
          {t('title')}
        </h2>
        <Link href="/creations" className={buttonStyle({ tone: 'quiet', size: 'sm' })}>
          {areas('creationsLong')}
          <Icon of={ChevronRight} size="s" className="flip" />
        </Link>
      </div>
      <ul className="grid grid-cols-6 gap-3.5 max-lg:grid-cols-3 max-md:gap-2.5">
        {works.slice(0, SHOWN).map(({ task, output }) => (
          <li key={task.id}>
            <button
              type="button"
              aria-label={t('open', { title: titleOf(task) })}
              onClick={() => openPopup('recordDetail', { taskId: task.id, index: output.index })}
              className="block w-full rounded-media"
            >
              <Media ratio="1">
                <ImageFrame src={`${output.url}?w=320`} alt="" />
              </Media>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The user's newest creations, if any. Loaded once the page is readable. */
export default function RecentWork() {
  return (
    <DataProvider>
      <Recent />
    </DataProvider>
  );
}

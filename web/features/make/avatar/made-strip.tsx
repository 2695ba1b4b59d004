'use client';

import { useTranslations } from 'next-intl';
import { ofOutput, type Given } from '@/features/make/create/draft/given-inputs';
import { useTasks } from '@/lib/data/tasks';
import { Media, ImageFrame } from '@/ui/media/media';

/** Number of tiles in one row. */
const MAX_TILES = 5;

/** The user's latest images, as inputs. Renders nothing before there are any. */
export function MadeStrip({ onPick }: { readonly onPick: (made: Given) => void }) {
  const t = useTranslations('avatar');
  const { tasks } = useTasks();
  const made = tasks
    .flatMap((task) =>
      task.outputs.flatMap((output) =>
        output.state === 'ready' && output.type.startsWith('image/') ? [ofOutput(task, output)] : [],
      ),
    )
    .slice(0, MAX_TILES);
  if (made.length === 0) return null;
  return (
    <div className="grid gap-2 pt-1">
      <span className="text-xs text-ink-3">{t('made')}</span>
      <ul className="grid grid-cols-5 gap-2.5 max-md:gap-2">
        {made.map((one) => (
          <li key={one.url}>
            <button
              type="button"
              aria-label={t('take', { name: one.name })}
              onClick={() => onPick(one)}
              className="group block w-full rounded-card"
            >
              <Media ratio="1" className="rounded-card">
                <ImageFrame
                  src={`${one.url}?w=320`}
                  alt=""
                  className="transition-transform duration-300 group-hover:scale-104 motion-reduce:transition-none"
                />
              </Media>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

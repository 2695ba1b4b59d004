'use client';

import { useTranslations } from 'next-intl';
import type { ProcedureName } from '@src/creation/picture.shared';
import { Link } from '@/i18n/navigation';
import { cx } from '@/ui/cx';
import { toolOf } from './tools';

/** The ways to make one kind of thing, each on its own page. */
export function ModeLinks({ modes, at }: { readonly modes: readonly ProcedureName[]; readonly at: ProcedureName }) {
  const t = useTranslations('image.modes');
  return (
    <nav aria-label={t('label')} className="flex gap-0.5 rounded-group bg-surface-2 p-[3px]">
      {modes.map((procedure) => {
        const { id, href } = toolOf(procedure);
        const here = procedure === at;
        return (
          <Link key={id} href={href} aria-current={here ? 'page' : undefined} className={cx('inline-flex h-8 flex-1 items-center justify-center rounded-sm px-1.5 text-sm font-medium whitespace-nowrap transition-colors quick', here ? 'bg-surface-3 text-ink-1 shadow-low light:bg-surface-1' : 'text-ink-2 hover:text-ink-1')}>
            {t(id)}
          </Link>
        );
      })}
    </nav>
  );
}

export const IMAGE_MODES: readonly ProcedureName[] = ['text2Image.create', 'image2Image.create'];
export const VIDEO_MODES: readonly ProcedureName[] = ['video.createVideoByText', 'video.createVideoByImage'];

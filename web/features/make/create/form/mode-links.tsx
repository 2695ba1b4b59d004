'use client';

import { useTranslations } from 'next-intl';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { Link } from '@/i18n/navigation';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { carryWords } from '../draft/draft-store';
import { modesAt } from './modes';
import { toolOf } from './tools';

/**
 * Links between the pages that make one kind of result. The prompt is kept. Renders nothing on a page outside these
 * modes.
 */
export function ModeLinks({
  at,
  href = toolOf(at).href,
}: {
  readonly at: ProcedureName;
  /** The page's address, where it differs from the procedure's own. */
  readonly href?: string;
}) {
  const t = useTranslations('image.modes');
  const modes = modesAt(href);
  if (modes.length === 0) return null;
  return (
    <nav aria-label={t('label')} className="@container rounded-group bg-surface-2 p-[3px]">
      <div
        className={cx(
          'grid grid-cols-2 gap-0.5',
          modes.length > 4 ? '@min-[18.5rem]:grid-cols-3' : '@min-[18.5rem]:grid-cols-4',
        )}
      >
        {modes.map((mode) => {
          const here = mode.href === href;
          return (
            <Link
              key={mode.id}
              href={mode.href}
              aria-current={here ? 'page' : undefined}
              onClick={() => carryWords(at, mode.procedure)}
              className={cx(
                'flex min-h-9 min-w-0 items-center justify-center gap-1 rounded-sm px-1 text-sm font-medium transition-colors quick',
                here ? 'bg-surface-3 text-ink-1 shadow-low light:bg-surface-1' : 'text-ink-2 hover:text-ink-1',
              )}
            >
              <Icon of={mode.icon} size="s" className={cx('shrink-0', here ? 'text-ink-1' : 'text-ink-3')} />
              <span className="truncate">{t(mode.id)}</span>
            </Link>
          );
        })}
      </div>
    </nav>
  );
}

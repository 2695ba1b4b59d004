'use client';

import { CircleUser, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link, usePathname } from '@/i18n/navigation';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { CREATIONS, HOME, isInside, MAKING, TOOLS, type Area } from '@/features/core/areas';
import { Lazy } from './lazy';

const tabStyle = 'grid min-w-0 content-start justify-items-center gap-[3px] rounded-card py-1.5 text-2xs';

function Tab({ area, path }: { readonly area: Area; readonly path: string }) {
  const t = useTranslations('common.areas');
  const here = isInside(area, path);
  return (
    <Link
      href={area.href}
      aria-current={here ? 'page' : undefined}
      className={cx(tabStyle, here ? 'font-medium text-ink-1' : 'text-ink-2')}
    >
      <Icon of={area.icon} size="l" />
      {t(area.id)}
    </Link>
  );
}

/** The five navigation areas on phones, with creation in the middle. */
export function TabBar() {
  const t = useTranslations('common');
  const path = usePathname();
  const making = MAKING.some((area) => area !== TOOLS && isInside(area, path));
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="sticky bottom-0 z-rail grid h-[var(--tabbar)] grid-cols-5 border-t border-line bg-surface-1/94 px-1.5 pt-1.5 backdrop-blur-lg md:hidden"
    >
      <Tab area={HOME} path={path} />
      <Tab area={TOOLS} path={path} />
      <Lazy load={() => import('./create-sheet')}>
        {(open) => (
          <button
            type="button"
            onClick={open}
            aria-haspopup="dialog"
            className={cx(tabStyle, 'gap-0 pt-0.5', making ? 'font-medium text-ink-1' : 'text-ink-2')}
          >
            <span className="grid h-[29px] w-[46px] place-items-center rounded-card bg-accent text-accent-ink">
              <Icon of={Plus} size="l" />
            </span>
            {t('create')}
          </button>
        )}
      </Lazy>
      <Tab area={CREATIONS} path={path} />
      <Lazy load={() => import('./menus/you-sheet')}>
        {(open) => (
          <button type="button" onClick={open} aria-haspopup="dialog" className={cx(tabStyle, 'text-ink-2')}>
            <Icon of={CircleUser} size="l" />
            {t('you')}
          </button>
        )}
      </Lazy>
    </nav>
  );
}

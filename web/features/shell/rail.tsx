'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { Link, usePathname } from '@/i18n/navigation';
import { Icon } from '@/ui/icon';
import { cx } from '@/ui/cx';
import { isInside, PRICING, RAIL, type Area } from '@/features/core/areas';
import { Logo } from './logo';

function RailLink({ area, path }: { readonly area: Area; readonly path: string }) {
  const t = useTranslations('common.areas');
  const here = isInside(area, path);
  return (
    <Link
      href={area.href}
      aria-current={here ? 'page' : undefined}
      className={cx(
        'grid w-[76px] shrink-0 justify-items-center gap-1 rounded-card text-center pt-2 pb-[7px] text-2xs [@media(max-height:839px)]:gap-0.5 [@media(max-height:839px)]:pt-1 [@media(max-height:839px)]:pb-0.5 leading-snug transition-colors quick hover:bg-hover hover:text-ink-1',
        here ? 'bg-press font-medium text-ink-1' : 'text-ink-2',
      )}
    >
      <Icon of={area.icon} />
      {t(area.id)}
    </Link>
  );
}

/** The navigation areas at the inline start of wide screens. */
export function Rail() {
  const t = useTranslations('common');
  const path = usePathname();
  return (
    <nav
      aria-label={t('mainNavigation')}
      className="sticky top-0 z-rail row-span-2 flex h-dvh flex-col items-center gap-0.5 overflow-y-auto py-3.5 max-md:hidden"
    >
      <Link href="/" aria-label={t('goHome')} className="mb-2.5 grid size-10 place-items-center rounded-control">
        <Logo />
      </Link>
      {RAIL.map((group, index) => (
        <Fragment key={group[0]?.id}>
          {index === 0 ? null : <span aria-hidden className="my-2 h-px w-7 bg-line" />}
          {group.map((area) => (
            <RailLink key={area.id} area={area} path={path} />
          ))}
        </Fragment>
      ))}
      <span aria-hidden className="min-h-2 flex-1" />
      <RailLink area={PRICING} path={path} />
    </nav>
  );
}

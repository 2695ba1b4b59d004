'use client';

import { Languages, Search, SunMoon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { BellPlace } from '@/features/account/notices/bell-place';
import { Link } from '@/i18n/navigation';
import { IconButton } from '@/ui/button';
import { Kbd } from '@/ui/content/card';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { AccountCorner } from './menus/account-corner';
import { Lazy } from './lazy';
import { Logo } from './logo';
import { openPalette } from './palette/palette-signal';

const CreditsBadge = dynamic(() => import('./credits-badge'), {
  ssr: false,
  loading: () => (
    <span className="flex control-md w-[118px] items-center rounded-control bg-surface-2 px-3 max-md:w-[74px]">
      <Skeleton className="h-3.5 w-full" />
    </span>
  ),
});

const NoticeBell = dynamic(() => import('@/features/account/notices/bell'), { ssr: false, loading: BellPlace });

/** The top bar of every page: search, credits, language, theme and account. */
export function TopBar() {
  const t = useTranslations('common');
  return (
    <header className="sticky top-0 z-sticky flex h-[var(--topbar)] items-center gap-2 bg-canvas/88 pe-6 ps-2 backdrop-blur-[14px] max-md:px-4">
      <Link href="/" aria-label={t('goHome')} className="me-auto md:hidden">
        <Logo />
      </Link>
      <button
        type="button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
        className="flex control-md w-[340px] min-w-0 items-center gap-2.5 rounded-control bg-surface-2 ps-3 pe-[7px] text-sm text-ink-3 transition-colors quick hover:bg-surface-3 max-md:hidden"
      >
        <Icon of={Search} size="s" />
        <span className="min-w-0 flex-1 truncate text-start">{t('search.placeholder')}</span>
        <Kbd>⌘K</Kbd>
      </button>
      <span className="flex-1 max-md:hidden" />
      <CreditsBadge />
      <NoticeBell />
      <IconButton label={t('search.label')} onClick={openPalette} className="md:hidden">
        <Icon of={Search} />
      </IconButton>
      <div className="flex items-center gap-1 max-md:hidden">
        <Lazy load={() => import('./menus/language-menu')}>
          {(open) => (
            <IconButton label={t('language.label')} aria-haspopup="menu" onClick={open}>
              <Icon of={Languages} />
            </IconButton>
          )}
        </Lazy>
        <Lazy load={() => import('./menus/theme-menu')}>
          {(open) => (
            <IconButton label={t('theme.label')} aria-haspopup="menu" onClick={open}>
              <Icon of={SunMoon} />
            </IconButton>
          )}
        </Lazy>
        <AccountCorner />
      </div>
    </header>
  );
}

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Fallback } from './errors/fallback';
import { LateRuntime } from './late-runtime';
import { Rail } from './rail';
import { TabBar } from './tab-bar';
import { TopBar } from './top-bar';

/** The frame around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('common');
  return (
    <>
      <a
        href="#main"
        className="fixed start-3 top-3 z-tooltip -translate-y-20 rounded-control bg-invert px-4 py-2.5 text-sm font-medium text-ink-on-invert focus-visible:translate-y-0"
      >
        {t('skipToContent')}
      </a>
      <div className="grid min-h-dvh grid-cols-[var(--rail)_minmax(0,1fr)] grid-rows-[var(--topbar)_1fr] max-md:grid-cols-1 max-md:grid-rows-[var(--topbar)_1fr_auto]">
        <Rail />
        <TopBar />
        <main id="main" tabIndex={-1} className="min-w-0 outline-none">
          {/* A live region must exist from the start, so that screen readers announce content that is added later. */}
          <div id="outstanding" role="status" />
          <div id="announcement" role="status" />
          <div id="consent" />
          <Fallback>{children}</Fallback>
        </main>
        <TabBar />
      </div>
      <LateRuntime />
    </>
  );
}

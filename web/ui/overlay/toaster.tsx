'use client';

import { Toaster as Sonner } from 'sonner';

/** The place of toasts: the block end and inline end, above the bottom bar on phones. Each stays five seconds. */
export function Toaster({ label, dir }: { readonly label: string; readonly dir: 'ltr' | 'rtl' }) {
  return (
    <Sonner
      duration={5_000}
      // Use the page's font instead of the library's.
      style={{ fontFamily: 'inherit' }}
      dir={dir}
      position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'}
      mobileOffset={{ bottom: 'calc(var(--tabbar) + 12px)' }}
      containerAriaLabel={label}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'over z-toast flex w-[min(400px,calc(100vw-2rem))] items-center gap-3 rounded-[14px] bg-overlay py-3 ps-4 pe-3 text-sm text-ink-1 shadow-high',
          content: 'min-w-0 flex-1',
          title: 'font-medium',
          description: 'text-ink-2',
          actionButton:
            'inline-flex control-sm shrink-0 items-center rounded-control bg-surface-3 px-2.5 text-sm font-medium',
          error: 'text-ink-1',
          icon: 'shrink-0',
        },
      }}
    />
  );
}

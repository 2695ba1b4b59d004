'use client';

import { RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { startTransition } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';

/**
 * Shown when the server failed to render a page. Errors in the browser have no digest from the server; they go to the
 * boundary around the page, which shows the fallback.
 */
export function ServerError({
  error,
  reset,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  const t = useTranslations('faults.serverErrorPage');
  const router = useRouter();
  if (error.digest === undefined) throw error;
  // The boundary alone would show the failed answer again: it is kept with the page.
  const again = (): void =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <div role="alert" className="grid min-h-[70vh] place-items-center p-6">
      <div className="grid max-w-[46ch] justify-items-start gap-4">
        <p className="num text-4xl leading-none font-strong tracking-display text-ink-3">500</p>
        <h1 className="text-2xl leading-title font-strong tracking-title">{t('title')}</h1>
        <p className="text-ink-2">{t('text')}</p>
        <div className="flex flex-wrap gap-2">
          <Link href="/" className={buttonStyle({ tone: 'invert' })}>
            {t('home')}
          </Link>
          <Button icon={<Icon of={RotateCcw} size="s" />} onClick={again}>
            {t('again')}
          </Button>
        </div>
      </div>
    </div>
  );
}

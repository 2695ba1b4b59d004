'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAccount } from '@/features/core/use-account';
import { useSignOut } from '@/features/core/use-sign-out';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { AuthPage } from '../auth-page';

const wide = { size: 'lg', shape: 'block' } as const;

/** The sign-out page. It needs a press, so that a foreign link cannot sign a user out. */
export function LogoutPage() {
  const t = useTranslations('account.logout');
  const account = useAccount();
  const leave = useSignOut();
  const [busy, setBusy] = useState(false);
  switch (account.kind) {
    case 'unknown':
      return (
        <AuthPage title={t('title')}>
          <Skeleton className="h-11 w-full" />
        </AuthPage>
      );
    case 'visitor':
      return (
        <AuthPage title={t('title')} lead={t('visitor')}>
          <Link href="/sign-in" className={buttonStyle({ tone: 'invert', ...wide })}>
            {t('signIn')}
          </Link>
          <Link href="/" className={buttonStyle({ tone: 'plain', ...wide })}>
            {t('home')}
          </Link>
        </AuthPage>
      );
    case 'user':
      return (
        <AuthPage title={t('title')} lead={t('lead')}>
          <Button
            tone="invert"
            {...wide}
            busy={busy}
            onClick={() => {
              setBusy(true);
              // Normally the page unloads. If it does not, the button works again.
              void leave().finally(() => setBusy(false));
            }}
          >
            {t('press')}
          </Button>
          <Link href="/home" className={buttonStyle({ tone: 'plain', ...wide })}>
            {t('stay')}
          </Link>
        </AuthPage>
      );
    default:
      return account satisfies never;
  }
}

'use client';

import { signOut } from 'next-auth/react';
import { useLocale, useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { getPathname } from '@/i18n/navigation';
import { forgetSelectedProject } from '@/lib/data/selected-project';
import { reportError } from '@/lib/errors/bus';
import { queryClient } from '@/lib/trpc/client';
import { SIGN_IN } from './nav-links';

/** An internal address without its language. */
type LocalHref = Parameters<typeof getPathname>[0]['href'];

/** Signs out in all tabs, clears cached data, and goes to a page; a failure is shown. */
export function useSignOutTo(): (to: LocalHref) => Promise<void> {
  const t = useTranslations('common.account');
  const locale = useLocale();
  return (to) =>
    signOut({ callbackUrl: getPathname({ href: to, locale }) }).then(
      () => {
        forgetSelectedProject();
        queryClient.clear();
      },
      (error: unknown) => {
        toast.error(t('signOutFailed'));
        reportError(error);
      },
    );
}

/** Signs out and goes to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const leave = useSignOutTo();
  return () => leave(SIGN_IN.href);
}

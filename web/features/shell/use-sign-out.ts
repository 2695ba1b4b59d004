'use client';

import { signOut } from 'next-auth/react';
import { useLocale, useTranslations } from 'next-intl';
import { toast } from 'sonner';
import { getPathname } from '@/i18n/navigation';
import { reportError } from '@/lib/errors/bus';
import { queryClient } from '@/lib/trpc/client';
import { SIGN_IN } from './areas';

/** Ends the session here and in other tabs, forgets what was shown of it, and leads to where one signs in. */
export function useSignOut(): () => void {
  const t = useTranslations('common.account');
  const locale = useLocale();
  return () => {
    signOut({ callbackUrl: getPathname({ href: SIGN_IN.href, locale }) }).then(
      () => queryClient.clear(),
      (error: unknown) => {
        toast.error(t('signOutFailed'));
        reportError(error);
      },
    );
  };
}

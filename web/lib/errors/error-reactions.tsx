'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from 'sonner';
import { defined } from '@src/kernel/defined.shared';
import { requestRelogin } from '@/lib/session/relogin';
import { getPathname } from '@/i18n/navigation';
import { openPopup } from '@/lib/popups/queue';
import { isOnline, onNetwork } from '@/lib/press/network';
import { supportLink } from '@/lib/support';
import { listenToErrors } from './bus';
import { runChain, type ErrorActions } from './chain';
import { readFailure } from './failure';
import { useErrorWords } from './words';

/** Runs the error chain and shows its reactions. Repeated messages share one toast. */
export function ErrorReactions() {
  const t = useTranslations('errors');
  const locale = useLocale();
  const { ofFailure } = useErrorWords();
  useEffect(() => {
    const reactions: ErrorActions = {
      refreshNotice: () =>
        toast(t('updated'), {
          id: 'refresh-notice',
          action: { label: t('refreshNow'), onClick: () => location.reload() },
        }),
      networkTrouble: () =>
        toast.error(t('NETWORK'), {
          id: 'network',
          action: {
            label: t('contactSupport'),
            onClick: () => location.assign(supportLink(getPathname({ href: '/contact-us', locale }))),
          },
        }),
      relogin: requestRelogin,
      upgrade: (reason, limit) => openPopup('upgradePlan', { reason, ...defined({ limit }) }),
      concurrency: (limit) => openPopup('concurrency', defined({ limit })),
      notEnough: (needed, available) => openPopup('notEnoughTimes', defined({ needed, available })),
      say: (failure) => {
        const words = ofFailure(failure);
        toast.error(words, { id: words });
      },
    };
    const quiet: ErrorActions = {
      ...reactions,
      networkTrouble: () => undefined,
      notEnough: () => undefined,
      say: () => undefined,
    };
    return listenToErrors(({ error, skip, shownInPage }) => {
      if (!skip) runChain(readFailure(error), shownInPage ? quiet : reactions);
    });
  }, [t, ofFailure, locale]);
  useEffect(() => {
    const showConnection = (): void =>
      void (isOnline()
        ? toast.dismiss('offline')
        : toast(t('offline'), { id: 'offline', duration: Number.POSITIVE_INFINITY }));
    if (!isOnline()) showConnection();
    return onNetwork(showConnection);
  }, [t]);
  return null;
}

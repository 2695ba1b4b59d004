'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { getProviders, signIn } from 'next-auth/react';
import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useRef } from 'react';
import { getPathname, Link } from '@/i18n/navigation';
import { rememberSignInMethod } from '@/lib/session/auth-method';
import { usePageRestored } from '@/lib/page-restored';
import { Button, buttonStyle } from '@/ui/button';
import { Spinner } from '@/ui/content/spinner';
import { AuthPage } from '../auth-page';
import { isBackNavigation } from './back-navigation';
import { landingPath, callbackQuery } from './landing';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

/** The trigger: the page load, a press, or a return with the browser's Back. */
type Cause = 'page' | 'press' | 'return';

const hasComeBack = (): boolean => {
  const [navigation] = performance.getEntriesByType('navigation');
  return isBackNavigation(
    navigation instanceof PerformanceNavigationTiming ? navigation : undefined,
    window.location.pathname,
  );
};

const wide = { size: 'lg', shape: 'block' } as const;

/**
 * Redirects to Google at once, if sign-in with it is set up; otherwise says that it is not. No second redirect after
 * Back.
 */
export function GooglePage() {
  const t = useTranslations('account.google');
  const back = useTranslations('account.back');
  const locale = useLocale();
  const callbackUrl = useSearchParams().get('callbackUrl');
  const started = useRef(false);
  const { mutate, data, isError } = useMutation({
    ...SKIP_ERROR_CHAIN,
    mutationFn: async (cause: Cause): Promise<'leaving' | 'off' | 'returned'> => {
      if (cause === 'return' || (cause === 'page' && hasComeBack())) return 'returned';
      const providers = await getProviders();
      if (providers === null) throw new Error('the providers could not be had');
      if (providers['google'] === undefined) return 'off';
      rememberSignInMethod('google');
      await signIn('google', {
        callbackUrl: getPathname({ href: landingPath(callbackUrl, window.location.origin), locale }),
      });
      return 'leaving';
    },
  });
  useEffect(() => {
    // A second run of the effect must not start again, because it would lose the first run's state.
    if (started.current) return;
    started.current = true;
    mutate('page');
  }, [mutate]);
  usePageRestored(useCallback(() => mutate('return'), [mutate]));
  const isBack = isError || data === 'returned';
  const other = (
    <Link
      href={{ pathname: '/sign-in', query: callbackQuery(callbackUrl) }}
      className={buttonStyle({ tone: data === 'off' ? 'invert' : 'plain', ...wide })}
    >
      {t('other')}
    </Link>
  );
  if (isBack) {
    return (
      <AuthPage arrived title={t('title')} lead={isError ? t('failed') : back('cancelled')}>
        <Button tone="invert" {...wide} onClick={() => mutate('press')}>
          {t('again')}
        </Button>
        {other}
      </AuthPage>
    );
  }
  if (data === 'off') {
    return (
      <AuthPage arrived title={t('title')} lead={t('off')}>
        {other}
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('title')} lead={t('lead')}>
      <span className="justify-self-center">
        <Spinner />
      </span>
      {other}
    </AuthPage>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { getProviders, signIn } from 'next-auth/react';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { getPathname, Link } from '@/i18n/navigation';
import { signingInBy } from '@/lib/session/auth-method';
import { Button, buttonStyle } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { AuthPage } from './auth-page';
import { landingPath } from './landing';
import { IN_PAGE } from './use-form';

const wide = { size: 'lg', shape: 'block' } as const;

/** Goes to Google at once, where signing in with it is set up; otherwise says that it is not. */
export function GooglePage() {
  const t = useTranslations('account.google');
  const locale = useLocale();
  const asked = useSearchParams().get('callbackUrl');
  const begun = useRef(false);
  const { mutate, data, isError } = useMutation({
    ...IN_PAGE,
    mutationFn: async (): Promise<'leaving' | 'off'> => {
      const providers = await getProviders();
      if (providers === null) throw new Error('the providers could not be had');
      if (providers['google'] === undefined) return 'off';
      signingInBy('google');
      await signIn('google', { callbackUrl: getPathname({ href: landingPath(asked, window.location.origin), locale }) });
      return 'leaving';
    },
  });
  useEffect(() => {
    // An effect that runs twice must not begin twice: the state of the first would be lost.
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  const other = (
    <Link href={{ pathname: '/sign-in', query: asked === null ? {} : { callbackUrl: asked } }} className={buttonStyle({ tone: isError ? 'plain' : 'invert', ...wide })}>
      {t('other')}
    </Link>
  );
  if (isError) {
    return (
      <AuthPage arrived title={t('title')} lead={t('failed')}>
        <Button tone="invert" {...wide} onClick={() => mutate()}>
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
      <span className="justify-self-center"><Spinner /></span>
    </AuthPage>
  );
}

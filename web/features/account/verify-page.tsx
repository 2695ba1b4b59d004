'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { lookAtSession } from '@/lib/session/look';
import { client } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { AuthPage } from './auth-page';
import { useRefusals } from './use-account-form';
import { IN_PAGE } from './use-form';
import { useLinkToken } from './use-link-token';
import { VerifyByCode } from './verify-by-code';

/** Where a letter's link leads, and where the code is typed by who comes back later. */
export function VerifyPage() {
  const email = useSearchParams().get('email');
  const token = useLinkToken();
  const router = useRouter();
  if (token !== undefined) return <ByLink token={token} />;
  if (email === null) return <NoLink />;
  return <VerifyByCode email={email} unsent onAgain={() => router.push('/sign-up')} />;
}

const wide = { size: 'lg', shape: 'block' } as const;

/** The address alone, as after a reload: the token has left it. */
function NoLink() {
  const t = useTranslations('account');
  return (
    <AuthPage title={t('noLink.title')} lead={t('noLink.lead')}>
      <Link href="/sign-in" className={buttonStyle({ tone: 'invert', ...wide })}>
        {t('signIn.title')}
      </Link>
    </AuthPage>
  );
}

function ByLink({ token }: { readonly token: string }) {
  const t = useTranslations('account.verify');
  const { ofError } = useRefusals('link');
  const begun = useRef(false);
  const { mutate, data, error } = useMutation({
    ...IN_PAGE,
    mutationFn: async (): Promise<{ readonly isSignedIn: boolean }> => {
      await client.account.verifyEmail.mutate({ token });
      return { isSignedIn: (await lookAtSession()) !== undefined };
    },
  });
  useEffect(() => {
    // The link is good once: an effect that runs twice must not use it twice.
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  if (error !== null) {
    return (
      <AuthPage arrived title={t('failed')} lead={ofError(error).message}>
        <div className="grid gap-2">
          <Link href="/sign-in" className={buttonStyle({ tone: 'invert', ...wide })}>
            {t('toSignIn')}
          </Link>
          <Link href="/sign-up" className={buttonStyle({ tone: 'plain', ...wide })}>
            {t('toSignUp')}
          </Link>
        </div>
      </AuthPage>
    );
  }
  if (data === undefined) {
    return (
      <AuthPage title={t('checking')}>
        <span className="justify-self-center"><Spinner /></span>
      </AuthPage>
    );
  }
  return (
    <AuthPage arrived title={t('done')} lead={data.isSignedIn ? t('doneLead') : t('doneElsewhere')}>
      <Link href={data.isSignedIn ? '/home' : '/sign-in'} className={buttonStyle({ tone: 'invert', ...wide })}>
        {data.isSignedIn ? t('goOn') : t('toSignIn')}
      </Link>
    </AuthPage>
  );
}

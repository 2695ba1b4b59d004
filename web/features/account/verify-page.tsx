'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { AuthPage } from './auth-page';
import { IN_PAGE } from './use-form';
import { VerifyByCode } from './verify-by-code';

/** Where a letter's link leads, and where the code is typed by who comes back later. */
export function VerifyPage() {
  const query = useSearchParams();
  const router = useRouter();
  const token = query.get('token');
  if (token !== null) return <ByLink token={token} />;
  return <VerifyByCode email={query.get('email') ?? ''} onAgain={() => router.push('/sign-up')} />;
}

function ByLink({ token }: { readonly token: string }) {
  const t = useTranslations('account.verify');
  const { ofFailure } = useErrorWords();
  const begun = useRef(false);
  const { mutate, isSuccess, error } = useMutation(
    trpc.account.verifyEmail.mutationOptions({
      ...IN_PAGE,
      onSuccess: async () => {
        const { getSession } = await import('next-auth/react');
        await getSession();
        queryClient.clear();
      },
    }),
  );
  useEffect(() => {
    // The link is good once: an effect that runs twice must not use it twice.
    if (begun.current) return;
    begun.current = true;
    mutate({ token });
  }, [mutate, token]);
  if (error !== null) {
    return (
      <AuthPage title={t('failed')} lead={ofFailure(readFailure(error))}>
        <Link href="/sign-in" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('toSignIn')}
        </Link>
      </AuthPage>
    );
  }
  if (!isSuccess) {
    return (
      <AuthPage title={t('checking')}>
        <Button disabled size="lg" shape="block" icon={<Spinner />}>
          {t('checking')}
        </Button>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('done')} lead={t('doneLead')}>
      <Link href="/home" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
        {t('goOn')}
      </Link>
    </AuthPage>
  );
}

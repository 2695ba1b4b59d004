'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { openPopup } from '@/lib/popups/queue';
import { AuthPage } from '../auth-page';
import { landingPath, callbackQuery } from './landing';
import { signInWithPassword } from './sign-in';
import { SignInForm } from './sign-in-form';
import { VerifyByCode } from '../sign-up/verify-by-code';
import { restorableUntil, signInNoticeOf } from './sign-in-notice';
import { SignInNoticeCard } from './sign-in-notice-card';

/** Sign-in with email and password. The visitor's creations are merged into the account. */
export function SignInPage() {
  const t = useTranslations('account');
  const router = useRouter();
  const query = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [unverified, setUnverified] = useState<{ readonly password: string }>();
  const back = signInNoticeOf(query);
  const callbackUrl = query.get('callbackUrl');
  const landing = (): string => landingPath(callbackUrl, window.location.origin);
  const goOn = (): void => router.push(landing());
  const restore = async (password: string): Promise<string | undefined> => {
    const refused = await signInWithPassword(email, password, true);
    if (refused === undefined) goOn();
    return refused;
  };
  if (unverified !== undefined)
    return (
      <VerifyByCode
        email={email}
        password={unverified.password}
        unsent
        callbackUrl={callbackUrl}
        onAgain={() => setUnverified(undefined)}
      />
    );
  return (
    <AuthPage
      title={t('signIn.title')}
      lead={t('signIn.lead')}
      below={
        <>
          {t('signIn.new')}{' '}
          <Link
            href={{ pathname: '/sign-up', query: callbackQuery(callbackUrl) }}
            className="inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2"
          >
            {t('signUp.title')}
          </Link>
        </>
      }
    >
      {back === undefined ? null : <SignInNoticeCard way={back} until={restorableUntil(query)} />}
      <SignInForm
        email={email}
        onEmail={setEmail}
        landing={landing}
        restore={back === 'deleted'}
        forgot={
          <Link
            href="/forgot-password"
            className="inline-flex min-h-6 items-center text-xs text-ink-2 underline underline-offset-2"
          >
            {t('signIn.forgot')}
          </Link>
        }
        onSignedIn={goOn}
        onUnverified={(password) => setUnverified({ password })}
        onDeleted={(password) => openPopup('restoreAccount', { email, restore: () => restore(password) })}
      />
    </AuthPage>
  );
}

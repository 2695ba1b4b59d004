'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { AuthPage } from '../auth-page';
import { landingPath, callbackQuery } from '../sign-in/landing';
import { usePendingAddress } from './pending-code';
import { SignUpForm } from './sign-up-form';
import { VerifyByCode } from './verify-by-code';

/** Creates an account. A visitor keeps their creations and credits, and receives more credits. */
export function SignUpPage() {
  const t = useTranslations('account');
  const callbackUrl = useSearchParams().get('callbackUrl');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<{ readonly password: string }>();
  const pending = usePendingAddress();
  const [isNew, setIsNew] = useState(false);
  const startOver = (): void => {
    setSent(undefined);
    setIsNew(true);
  };
  if (sent !== undefined)
    return <VerifyByCode email={email} password={sent.password} callbackUrl={callbackUrl} onAgain={startOver} />;
  if (pending !== undefined && !isNew)
    return <VerifyByCode email={pending} unsent callbackUrl={callbackUrl} onAgain={startOver} />;
  return (
    <AuthPage
      title={t('signUp.title')}
      lead={t('signUp.lead')}
      below={
        <>
          {t('signUp.known')}{' '}
          <Link
            href={{ pathname: '/sign-in', query: callbackQuery(callbackUrl) }}
            className="inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2"
          >
            {t('signIn.title')}
          </Link>
        </>
      }
    >
      <SignUpForm
        email={email}
        onEmail={setEmail}
        landing={() => landingPath(callbackUrl, window.location.origin)}
        onSent={(password) => setSent({ password })}
      />
    </AuthPage>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form-errors';
import { AuthPage } from './auth-page';
import { ComesAlong } from './comes-along';
import { EmailField } from './email-field';
import { landingPath } from './landing';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { signInWithPassword } from './sign-in';
import { useAccountForm } from './use-account-form';
import { VerifyByCode } from './verify-by-code';
import { restorableUntil, wayBackOf } from './way-back';
import { WayBackNote } from './way-back-note';

/** Signing in with e-mail and password; a visitor's works come along. */
export function SignInPage() {
  const t = useTranslations('account');
  const router = useRouter();
  const query = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [password, setPassword] = useState('');
  const [unverified, setUnverified] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const back = wayBackOf(query);
  const landing = (): string => landingPath(query.get('callbackUrl'), window.location.origin);
  const form = useAccountForm({
    way: 'sign-in',
    values: { email, password },
    send: async () => {
      const refused = await signInWithPassword(email, password, deleted);
      setDeleted(refused === 'USER_DELETED' && !deleted);
      if (refused === 'EMAIL_NOT_VERIFIED') {
        setUnverified(true);
        return undefined;
      }
      if (refused === 'USER_DELETED' && !deleted) return undefined;
      if (refused === undefined) router.push(landing());
      return refused;
    },
  });
  if (unverified) return <VerifyByCode email={email} password={password} unsent onAgain={() => setUnverified(false)} />;
  return (
    <AuthPage
      title={t('signIn.title')}
      lead={t('signIn.lead')}
      below={
        <>
          {t('signIn.new')}{' '}
          <Link href="/sign-up" className="inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2">
            {t('signUp.title')}
          </Link>
        </>
      }
    >
      {back === undefined || deleted ? null : <WayBackNote way={back} until={restorableUntil(query)} />}
      <ProviderButtons landing={landing} restore={back === 'deleted'} />
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        {deleted ? <WayBackNote way="deleted" /> : <ComesAlong />}
        <EmailField {...form.at.email} value={email} onChange={setEmail} />
        <PasswordField
          {...form.at.password}
          kind="current"
          label={t('password')}
          value={password}
          onChange={setPassword}
          aside={
            <Link href="/forgot-password" className="inline-flex min-h-6 items-center text-xs text-ink-2 underline underline-offset-2">
              {t('signIn.forgot')}
            </Link>
          }
        />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {deleted ? t('signIn.restore') : t('signIn.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

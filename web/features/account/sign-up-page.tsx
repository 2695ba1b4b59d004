'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form-errors';
import { AuthPage } from './auth-page';
import { EmailField } from './email-field';
import { PasswordField } from './password-field';
import { ProviderButtons } from './provider-buttons';
import { useAccountForm } from './use-account-form';
import { IN_PAGE } from './use-form';
import { VerifyByCode } from './verify-by-code';

/** An account for who has been a visitor: the same works and credits, and more of the latter. */
export function SignUpPage() {
  const t = useTranslations('account');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const signUp = useMutation(trpc.account.signUp.mutationOptions(IN_PAGE));
  const form = useAccountForm({
    way: 'sign-up',
    values: { email, password },
    send: async () => {
      await signUp.mutateAsync({ email, password });
      setSent(true);
      return undefined;
    },
  });
  if (sent) return <VerifyByCode email={email} password={password} onAgain={() => setSent(false)} />;
  return (
    <AuthPage
      title={t('signUp.title')}
      lead={t('signUp.lead')}
      below={
        <>
          {t('signUp.known')}{' '}
          <Link href="/sign-in" className="inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2">
            {t('signIn.title')}
          </Link>
        </>
      }
    >
      <ProviderButtons landing={() => '/home'} />
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <EmailField {...form.at.email} value={email} onChange={setEmail} />
        <PasswordField {...form.at.password} kind="new" label={t('password')} value={password} onChange={setPassword} />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('signUp.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

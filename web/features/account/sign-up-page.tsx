'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { PasswordInput } from '@/ui/password-input';
import { AuthPage } from './auth-page';
import { IN_PAGE, useForm } from './use-form';
import { VerifyByCode } from './verify-by-code';

/** Shortest password that is taken; the server says so again. */
const LEAST_PASSWORD = 8;

/** An account for who has been a visitor: the same works and credits, and more of the latter. */
export function SignUpPage() {
  const t = useTranslations('account');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState(false);
  const signUp = useMutation(trpc.account.signUp.mutationOptions(IN_PAGE));
  const { submit, busy, problem } = useForm(async () => {
    if (email.trim() === '' || password === '') return 'EMAIL_AND_PASSWORD_REQUIRED';
    await signUp.mutateAsync({ email, password });
    setSent(true);
    return undefined;
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
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={problem === undefined ? [] : [{ message: problem }]} />
        <Field label={t('email')}>{({ id, describedBy }) => <Input id={id} aria-describedby={describedBy} type="email" dir="ltr" autoComplete="email" required value={email} onChange={(event) => setEmail(event.target.value)} />}</Field>
        <Field label={t('password')} help={t('passwordHelp', { least: LEAST_PASSWORD })}>
          {({ id, describedBy }) => <PasswordInput id={id} aria-describedby={describedBy} autoComplete="new-password" minLength={LEAST_PASSWORD} required value={password} onChange={(event) => setPassword(event.target.value)} />}
        </Field>
        <Button type="submit" tone="invert" size="lg" shape="block" busy={busy}>
          {t('signUp.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

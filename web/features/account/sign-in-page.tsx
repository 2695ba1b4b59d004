'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Link, useRouter } from '@/i18n/navigation';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { PasswordInput } from '@/ui/password-input';
import { AuthPage } from './auth-page';
import { landingOf, signInWithPassword } from './sign-in';
import { useForm } from './use-form';

const linkStyle = 'inline-flex min-h-6 items-center text-ink-1 underline underline-offset-2';

/** Signing in with e-mail and password; a visitor's works come along. */
export function SignInPage() {
  const t = useTranslations('account');
  const router = useRouter();
  const query = useSearchParams();
  const [email, setEmail] = useState(query.get('email') ?? '');
  const [password, setPassword] = useState('');
  const { submit, busy, problem } = useForm(async () => {
    const refused = await signInWithPassword(email, password);
    if (refused === 'EMAIL_NOT_VERIFIED') router.push(`/verify-email?email=${encodeURIComponent(email)}`);
    if (refused === undefined) router.push(landingOf(query));
    return refused;
  });
  return (
    <AuthPage
      title={t('signIn.title')}
      lead={t('signIn.lead')}
      below={
        <>
          {t('signIn.new')}{' '}
          <Link href="/sign-up" className={linkStyle}>
            {t('signUp.title')}
          </Link>
        </>
      }
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={problem === undefined ? [] : [{ message: problem }]} />
        <Field label={t('email')}>{({ id, describedBy }) => <Input id={id} aria-describedby={describedBy} type="email" dir="ltr" autoComplete="username" required value={email} onChange={(event) => setEmail(event.target.value)} />}</Field>
        <Field
          label={t('password')}
          aside={
            <Link href="/forgot-password" className="inline-flex min-h-6 items-center text-xs text-ink-2 underline underline-offset-2">
              {t('signIn.forgot')}
            </Link>
          }
        >
          {({ id, describedBy }) => <PasswordInput id={id} aria-describedby={describedBy} autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} />}
        </Field>
        <Button type="submit" tone="invert" size="lg" shape="block" busy={busy}>
          {t('signIn.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

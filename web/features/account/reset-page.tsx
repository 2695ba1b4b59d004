'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { Field } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { PasswordInput } from '@/ui/password-input';
import { AuthPage } from './auth-page';
import { IN_PAGE, useForm } from './use-form';

/** A new password by a letter's link; it ends every session of the account. */
export function ResetPage() {
  const t = useTranslations('account');
  const token = useSearchParams().get('token') ?? '';
  const [password, setPassword] = useState('');
  const [done, setDone] = useState(false);
  const reset = useMutation(trpc.account.resetPassword.mutationOptions(IN_PAGE));
  const { submit, busy, problem } = useForm(async () => {
    await reset.mutateAsync({ token, password });
    setDone(true);
    return undefined;
  });
  if (done) {
    return (
      <AuthPage title={t('reset.done')} lead={t('reset.doneLead')}>
        <Link href="/sign-in" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('signIn.title')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('reset.title')} lead={t('reset.lead')}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={problem === undefined ? [] : [{ message: problem }]} />
        <Field label={t('newPassword')} help={t('passwordHelp', { least: 8 })}>
          {({ id, describedBy }) => <PasswordInput id={id} aria-describedby={describedBy} autoComplete="new-password" minLength={8} required value={password} onChange={(event) => setPassword(event.target.value)} />}
        </Field>
        <Button type="submit" tone="invert" size="lg" shape="block" busy={busy}>
          {t('reset.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

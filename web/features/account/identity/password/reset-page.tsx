'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { readFailure } from '@/lib/errors/failure';
import { refreshSession } from '@/lib/session/refresh-session';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { AuthPage } from '../auth-page';
import { PasswordField } from './password-field';
import { useAccountForm, useRefusals } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { useLinkToken } from '../use-link-token';

/** Sets a new password by an email link. This ends all sessions of the account. */
export function ResetPage() {
  const t = useTranslations('account');
  const token = useLinkToken();
  const { ofError } = useRefusals('link');
  const [password, setPassword] = useState('');
  const reset = useMutation(trpc.account.resetPassword.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'link',
    values: { password },
    send: async () => {
      await reset.mutateAsync({ token: token ?? '', password });
      // All sessions of the account have ended, possibly including this one.
      await refreshSession();
      return undefined;
    },
  });
  if (token === undefined) return <NewLink title={t('noLink.title')} lead={t('noLink.lead')} />;
  if (reset.isSuccess) {
    return (
      <AuthPage arrived title={t('reset.done')} lead={t('reset.doneLead')}>
        <Link href="/sign-in" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('signIn.title')}
        </Link>
      </AuthPage>
    );
  }
  const failure = reset.error === null ? undefined : readFailure(reset.error);
  if (failure?.kind === 'product' && failure.identifier === 'VERIFICATION_EXPIRED')
    return <NewLink arrived title={t('verify.failed')} lead={ofError(reset.error).message} />;
  return (
    <AuthPage title={t('reset.title')} lead={t('reset.lead')}>
      <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <PasswordField
          {...form.at.password}
          kind="new"
          label={t('newPassword')}
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('reset.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

/** An invalid link, with a way to request another one. */
function NewLink({
  title,
  lead,
  arrived = false,
}: {
  readonly title: string;
  readonly lead: string;
  readonly arrived?: boolean;
}) {
  const t = useTranslations('account');
  return (
    <AuthPage arrived={arrived} title={title} lead={lead}>
      <Link href="/forgot-password" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
        {t('reset.another')}
      </Link>
    </AuthPage>
  );
}

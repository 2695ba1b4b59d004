'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { PRIVACY, TERMS } from '@/features/core/nav-links';
import { Link } from '@/i18n/navigation';
import { withHumanCheck } from '@/lib/session/human-check/human-check';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { CheckingNote } from '../checking-note';
import { EmailField } from '../email-field';
import { PasswordField } from '../password/password-field';
import { storePendingAddress } from './pending-code';
import { ProviderButtons } from '../sign-in/provider-buttons';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Path to return to from a provider, without the language prefix. */
  readonly landing: () => string;
  /** Called once an email with a code was sent. */
  readonly onSent: (password: string) => void;
}

/** Creates an account by a provider, or with email and password. */
export function SignUpForm({ email, onEmail, landing, onSent }: SignUpFormProps) {
  const t = useTranslations('account');
  const [password, setPassword] = useState('');
  const signUp = useMutation(trpc.account.signUp.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'sign-up',
    values: { email, password },
    send: async () => {
      await withHumanCheck((human) => signUp.mutateAsync({ email, password, ...human }));
      storePendingAddress(email, Date.now());
      onSent(password);
      return undefined;
    },
  });
  return (
    <>
      <ProviderButtons landing={landing} />
      <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <EmailField {...form.at.email} value={email} onChange={onEmail} />
        <PasswordField {...form.at.password} kind="new" label={t('password')} value={password} onChange={setPassword} />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('signUp.press')}
        </Button>
        <p className="text-xs text-ink-3">
          {t.rich('signUp.legal', {
            terms: (text) => (
              <Link href={TERMS.href} className="underline underline-offset-2">
                {text}
              </Link>
            ),
            privacy: (text) => (
              <Link href={PRIVACY.href} className="underline underline-offset-2">
                {text}
              </Link>
            ),
          })}
        </p>
        <CheckingNote />
      </form>
    </>
  );
}

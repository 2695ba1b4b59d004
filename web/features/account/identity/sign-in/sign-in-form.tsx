'use client';

import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { CheckingNote } from '../checking-note';
import { VisitorMergeNote } from './visitor-merge-note';
import { EmailField } from '../email-field';
import { PasswordField } from '../password/password-field';
import { ProviderButtons } from './provider-buttons';
import { signInWithPassword } from './sign-in';
import { useAccountForm } from '../use-account-form';

export interface SignInFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  /** Path to return to from a provider, without the language prefix. */
  readonly landing: () => string;
  /** Whether a provider sign-in restores an account that its owner has deleted. */
  readonly restore?: boolean;
  /** Link to the password reset, beside the field. */
  readonly forgot: ReactNode;
  readonly onSignedIn: () => void;
  /** Called if the address was never confirmed and needs a code. */
  readonly onUnverified: (password: string) => void;
  /** Called if the account was deleted and can be restored. */
  readonly onDeleted: (password: string) => void;
}

/** Sign-in by a provider, or with email and password. The visitor's creations are merged into the account. */
export function SignInForm({
  email,
  onEmail,
  landing,
  restore = false,
  forgot,
  onSignedIn,
  onUnverified,
  onDeleted,
}: SignInFormProps) {
  const t = useTranslations('account');
  const [password, setPassword] = useState('');
  const form = useAccountForm({
    way: 'sign-in',
    values: { email, password },
    send: async () => {
      const refused = await signInWithPassword(email, password);
      switch (refused) {
        case undefined:
          onSignedIn();
          return undefined;
        case 'EMAIL_NOT_VERIFIED':
          onUnverified(password);
          return undefined;
        case 'USER_DELETED':
          onDeleted(password);
          return undefined;
        default:
          return refused;
      }
    },
  });
  return (
    <>
      <ProviderButtons landing={landing} restore={restore} />
      <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <VisitorMergeNote />
        <EmailField {...form.at.email} value={email} onChange={onEmail} />
        <PasswordField
          {...form.at.password}
          kind="current"
          label={t('password')}
          value={password}
          onChange={setPassword}
          aside={forgot}
        />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('signIn.press')}
        </Button>
        <CheckingNote />
      </form>
    </>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EarlyNote } from '@/features/core/early-note';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { EmailField } from '../email-field';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

/** Requests an email with a password reset link. The answer does not reveal whether the address has an account. */
export function ForgotForm({
  email,
  onEmail,
  onSent,
}: {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
}) {
  const t = useTranslations('account');
  const forgot = useMutation(trpc.account.forgotPassword.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'letter',
    values: { email },
    send: async () => {
      await forgot.mutateAsync({ email });
      onSent();
      return undefined;
    },
  });
  return (
    <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
      <FormErrors title={t('refused')} problems={form.summary} />
      <EmailField {...form.at.email} value={email} onChange={onEmail} />
      <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
        {t('forgot.press')}
      </Button>
      <EarlyNote className="text-center" />
    </form>
  );
}

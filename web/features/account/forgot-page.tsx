'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form-errors';
import { AuthPage } from './auth-page';
import { EmailField } from './email-field';
import { useAccountForm } from './use-account-form';
import { IN_PAGE } from './use-form';

/** Asks for a letter with a link to a new password. The answer is the same whoever has an account. */
export function ForgotPage() {
  const t = useTranslations('account');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const forgot = useMutation(trpc.account.forgotPassword.mutationOptions(IN_PAGE));
  const form = useAccountForm({
    way: 'letter',
    values: { email },
    send: async () => {
      await forgot.mutateAsync({ email });
      setSent(true);
      return undefined;
    },
  });
  if (sent) {
    return (
      <AuthPage arrived title={t('forgot.sent')} lead={t.rich('forgot.sentLead', { email, address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi> })}>
        <Link href="/sign-in" className={buttonStyle({ tone: 'plain', size: 'lg', shape: 'block' })}>
          {t('forgot.back')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        <EmailField {...form.at.email} value={email} onChange={setEmail} />
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy}>
          {t('forgot.press')}
        </Button>
      </form>
    </AuthPage>
  );
}

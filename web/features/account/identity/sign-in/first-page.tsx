'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AuthPage } from '../auth-page';
import { EmailField } from '../email-field';
import { PasswordField } from '../password/password-field';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { useLinkToken } from '../use-link-token';
import { Link } from '@/i18n/navigation';
import { proveAddress } from '@/lib/session/refresh-session';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button, buttonStyle } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';

/** Target of the first-start link. A button uses the link, since opening an address must change nothing. */
export function FirstPage() {
  const t = useTranslations('admin.first');
  const tAccount = useTranslations('account');
  const token = useLinkToken();
  const session = useVisitor();
  const isVisitor = session.status === 'ready' && session.user.email === undefined;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const claim = useMutation(trpc.account.claimAdmin.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'link',
    values: isVisitor ? { email, password } : {},
    send: async () => {
      await proveAddress(() =>
        claim.mutateAsync({ token: token ?? '', ...(isVisitor ? { account: { email, password } } : {}) }),
      );
      return undefined;
    },
  });
  if (token === undefined && !claim.isSuccess) return <AuthPage title={t('noLink')} lead={t('noLinkText')} />;
  if (claim.isSuccess) {
    return (
      <AuthPage arrived title={t('done')} lead={t('doneLead')}>
        <Link href="/admin" className={buttonStyle({ tone: 'invert', size: 'lg', shape: 'block' })}>
          {t('goOn')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('title')} lead={isVisitor ? t('leadVisitor') : t('lead')}>
      <form {...form.early} onSubmit={form.submit} className="grid gap-4" noValidate>
        <FormErrors title={t('refused')} problems={form.summary} />
        {isVisitor ? (
          <>
            <EmailField {...form.at.email} value={email} onChange={setEmail} />
            <PasswordField
              {...form.at.password}
              kind="new"
              label={tAccount('password')}
              value={password}
              onChange={setPassword}
            />
          </>
        ) : null}
        <Button type="submit" tone="invert" size="lg" shape="block" busy={form.busy || session.status === 'loading'}>
          {t('press')}
        </Button>
      </form>
    </AuthPage>
  );
}

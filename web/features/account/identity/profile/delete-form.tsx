'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SIGN_IN } from '@/features/core/nav-links';
import { useSignOutTo } from '@/features/core/use-sign-out';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { EmailField } from '../email-field';
import { PasswordField } from '../password/password-field';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

/** Deletes the account after the user has typed its address. The sign-in page says until when it can be restored. */
export function DeleteForm({ hasPassword, onKeep }: { readonly hasPassword: boolean; readonly onKeep: () => void }) {
  const t = useTranslations('account');
  const leave = useSignOutTo();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const remove = useMutation(trpc.account.delete.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'delete',
    values: { email, ...(hasPassword ? { password } : {}) },
    send: async () => {
      const { restorableUntil } = await remove.mutateAsync({ confirm: email, ...(hasPassword ? { password } : {}) });
      void leave({ pathname: SIGN_IN.href, query: { error: 'USER_DELETED', until: String(restorableUntil) } });
      return undefined;
    },
  });
  return (
    <form onSubmit={form.submit} className="grid gap-4" noValidate>
      <FormErrors title={t('refused')} problems={form.summary} />
      <EmailField {...form.at.email} again={t('delete.confirm')} value={email} onChange={setEmail} />
      {hasPassword ? (
        <PasswordField
          {...form.at.password}
          kind="current"
          label={t('password')}
          value={password}
          onChange={setPassword}
        />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onKeep}>{t('delete.keep')}</Button>
        <Button type="submit" tone="danger" busy={form.busy}>
          {t('delete.press')}
        </Button>
      </div>
    </form>
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSignOutTo } from '@/features/core/use-sign-out';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { FormErrors } from '@/ui/form/form-errors';
import { useAccountForm } from '../use-account-form';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';

/**
 * Deletes a visitor and all their data at once, after a confirmation. Without an email address it cannot be undone.
 */
export function DeleteVisitor() {
  const t = useTranslations('account');
  const leave = useSignOutTo();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation(trpc.account.deleteVisitor.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useAccountForm({
    way: 'delete',
    values: {},
    send: async () => {
      await remove.mutateAsync();
      void leave('/');
      return undefined;
    },
  });
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('deleteVisitor.title')}</h2>
      <p className="text-sm text-ink-2">{t('deleteVisitor.lead')}</p>
      <FormErrors title={t('refused')} problems={form.summary} />
      {isConfirming ? (
        <div role="group" aria-label={t('deleteVisitor.sure')} className="flex flex-wrap items-center gap-2">
          <p className="w-full text-sm text-ink-1">{t('deleteVisitor.sure')}</p>
          <Button autoFocus onClick={() => setIsConfirming(false)}>
            {t('deleteVisitor.keep')}
          </Button>
          <Button tone="danger" busy={form.busy} onClick={() => form.submit()}>
            {t('deleteVisitor.press')}
          </Button>
        </div>
      ) : (
        <Button tone="danger" className="justify-self-start" onClick={() => setIsConfirming(true)}>
          {t('deleteVisitor.ask')}
        </Button>
      )}
    </Card>
  );
}

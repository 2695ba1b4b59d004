'use client';

import { useTranslations } from 'next-intl';
import { useAccountForm } from '@/features/account/identity/use-account-form';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { FormErrors } from '@/ui/form/form-errors';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Offers to restore a deleted account at sign-in. */
export default function RestoreAccount({ email, restore, onClose }: PopupProps['restoreAccount'] & PopupFrame) {
  const t = useTranslations('popups.restoreAccount');
  const words = useTranslations('account');
  const form = useAccountForm({
    way: 'sign-in',
    values: {},
    send: async () => {
      const refused = await restore();
      if (refused === undefined) onClose();
      return refused;
    },
  });
  return (
    <Popup
      title={t('title')}
      description={t.rich('text', {
        email,
        address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi>,
      })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <FormErrors title={words('refused')} problems={form.summary} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button tone="invert" busy={form.busy} onClick={() => form.submit()}>
            {words('signIn.restore')}
          </Button>
        </div>
      </div>
    </Popup>
  );
}

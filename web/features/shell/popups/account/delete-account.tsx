'use client';

import { useTranslations } from 'next-intl';
import { DeleteForm } from '@/features/account/identity/profile/delete-form';
import type { PopupProps } from '@/lib/popups/names';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Asks for the email address, and the password if there is one, before an account is deleted. */
export default function DeleteAccount({ hasPassword, onClose }: PopupProps['deleteAccount'] & PopupFrame) {
  const t = useTranslations('account.delete');
  return (
    <Popup title={t('title')} description={t('lead')} onClose={onClose}>
      <DeleteForm hasPassword={hasPassword} onKeep={onClose} />
    </Popup>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ForgotForm } from '@/features/account/identity/password/forgot-form';
import type { PopupProps } from '@/lib/popups/names';
import { useVisitor } from '@/lib/session/store';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Requests a password reset email, with a way back to the sign-in. */
export default function ForgotPassword({
  email: known = '',
  onClose,
  swap,
}: PopupProps['forgotPassword'] & PopupFrame) {
  const t = useTranslations('account.forgot');
  const visitor = useVisitor();
  const [email, setEmail] = useState(known);
  const [sent, setSent] = useState(false);
  const signedIn = visitor.status === 'ready' && visitor.user.email !== undefined;
  const back = signedIn ? null : (
    <Button tone="plain" size="lg" shape="block" onClick={() => swap('signUpLogIn', { tab: 'logIn', email })}>
      {t('back')}
    </Button>
  );
  if (sent) {
    return (
      <Popup
        key="sent"
        title={t('sent')}
        description={t.rich('sentLead', {
          email,
          address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi>,
        })}
        onClose={onClose}
      >
        {back ?? (
          <Button size="lg" shape="block" onClick={onClose}>
            {t('close')}
          </Button>
        )}
      </Popup>
    );
  }
  return (
    <Popup title={t('title')} description={t('lead')} onClose={onClose}>
      <div className="grid gap-3">
        <ForgotForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
        {back}
      </div>
    </Popup>
  );
}

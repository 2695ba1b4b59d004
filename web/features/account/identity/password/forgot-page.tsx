'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { AuthPage } from '../auth-page';
import { ForgotForm } from './forgot-form';

/** Requests an email with a password reset link, and confirms that it was sent. */
export function ForgotPage() {
  const t = useTranslations('account');
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  if (sent) {
    return (
      <AuthPage
        arrived
        title={t('forgot.sent')}
        lead={t.rich('forgot.sentLead', {
          email,
          address: (chunks) => <bdi className="font-medium text-ink-1">{chunks}</bdi>,
        })}
      >
        <Link href="/sign-in" className={buttonStyle({ tone: 'plain', size: 'lg', shape: 'block' })}>
          {t('forgot.back')}
        </Link>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('forgot.title')} lead={t('forgot.lead')}>
      <ForgotForm email={email} onEmail={setEmail} onSent={() => setSent(true)} />
    </AuthPage>
  );
}

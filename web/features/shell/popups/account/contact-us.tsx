'use client';

import { useTranslations } from 'next-intl';
import { ContactForm } from '@/features/account/contact/contact-form';
import type { PopupProps } from '@/lib/popups/names';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Contact form as a popup; the form confirms the message itself. */
export default function ContactUs({ onClose }: PopupProps['contactUs'] & PopupFrame) {
  const t = useTranslations('contact');
  return (
    <Popup title={t('title')} description={t('lead')} onClose={onClose} className="max-w-[560px]">
      <ContactForm />
    </Popup>
  );
}

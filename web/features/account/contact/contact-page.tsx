'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { defined } from '@src/kernel/defined.shared';
import { Card } from '@/ui/content/card';
import { ContactForm } from './contact-form';
import { creationOf } from './contact-problems';

/** Page with the contact form; `?creation=` names a creation that it is about. */
export function ContactPage() {
  const t = useTranslations('contact');
  const creation = creationOf(useSearchParams().get('creation'));
  return (
    <div className="mx-auto grid w-full max-w-[640px] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      <Card className="p-6 max-sm:p-4">
        <ContactForm {...defined({ creationId: creation })} />
      </Card>
    </div>
  );
}

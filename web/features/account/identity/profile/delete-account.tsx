'use client';

import { useTranslations } from 'next-intl';
import { openPopup } from '@/lib/popups/queue';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';

/** Explains what deleting the account does, with a button that opens the form. */
export function DeleteAccount({ hasPassword }: { readonly hasPassword: boolean }) {
  const t = useTranslations('account.delete');
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <p className="text-sm text-ink-2">{t('lead')}</p>
      <Button
        tone="danger"
        aria-haspopup="dialog"
        className="justify-self-start"
        onClick={() => openPopup('deleteAccount', { hasPassword })}
      >
        {t('ask')}
      </Button>
    </Card>
  );
}

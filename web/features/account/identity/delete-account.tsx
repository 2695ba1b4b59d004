'use client';

import { useTranslations } from 'next-intl';
import { openPopup } from '@/lib/popups/queue';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';

/** Says what deleting the account does, and leads to where it is done. */
export function DeleteAccount({ hasPassword }: { readonly hasPassword: boolean }) {
  const t = useTranslations('account.delete');
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <p className="text-sm text-ink-2">{t('lead')}</p>
      <Button tone="danger" aria-haspopup="dialog" className="justify-self-start" onClick={() => openPopup('deleteAccount', { hasPassword })}>
        {t('ask')}
      </Button>
    </Card>
  );
}

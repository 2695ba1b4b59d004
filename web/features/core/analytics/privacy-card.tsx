'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { PRIVACY } from '../nav-links';
import { askAgain } from '@/lib/analytics/consent';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';

/** Changes the choice about analytics. */
export function PrivacyCard() {
  const t = useTranslations('consent');
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('card')}</h2>
      <p className="text-sm text-ink-2">
        {t('text')}{' '}
        <Link href={PRIVACY.href} className="underline underline-offset-2">
          {t('policy')}
        </Link>
      </p>
      <Button onClick={askAgain} className="justify-self-start">
        {t('choose')}
      </Button>
    </Card>
  );
}

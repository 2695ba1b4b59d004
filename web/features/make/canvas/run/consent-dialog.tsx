'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/ui/button';
import { Confirm } from '@/ui/overlay/dialog';

/** Asks for the consent of the people shown, with every run that edits people. */
export function ConsentDialog({
  open,
  total,
  onAnswer,
}: {
  readonly open: boolean;
  readonly total: number;
  readonly onAnswer: (consents: boolean) => void;
}) {
  const t = useTranslations('canvas');
  const consent = useTranslations('tools.consent');
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => next || onAnswer(false)}
      title={t('consent.title')}
      description={`${consent('label')}. ${consent('help')}`}
      actions={({ Cancel, Action }) => (
        <>
          <Cancel asChild>
            <Button>{t('consent.no')}</Button>
          </Cancel>
          <Action asChild>
            <Button tone="accent" price={t('price', { count: total })} onClick={() => onAnswer(true)}>
              {t('consent.yes')}
            </Button>
          </Action>
        </>
      )}
    />
  );
}

'use client';

import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { Popup } from './popup';
import type { PopupFrame } from './popup-host';

/** Something belongs to a plan: what it is, and what is open without one. */
export default function UpgradePlan({ reason, onClose }: PopupProps['upgradePlan'] & PopupFrame) {
  const t = useTranslations('popups.upgradePlan');
  return (
    <Popup title={t(`title.${reason}`)} description={t(`text.${reason}`)} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm">{t('noPlans')}</p>
        <Button className="justify-self-end" onClick={onClose}>{t('back')}</Button>
      </div>
    </Popup>
  );
}

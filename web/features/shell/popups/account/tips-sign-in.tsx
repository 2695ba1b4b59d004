'use client';

import { useTranslations } from 'next-intl';
import { REWARDS } from '@src/rewards/rewards.shared';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Explains why a feature needs an account, with a way to create one. */
export default function TipsSignIn({ about, onClose, swap }: PopupProps['tipsSignIn'] & PopupFrame) {
  const t = useTranslations('popups.tipsSignIn');
  return (
    <Popup title={t(`title.${about}`)} description={t(`why.${about}`)} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm">{t('gift', { credits: REWARDS.signup })}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => swap('signUpLogIn', { tab: 'logIn' })}>{t('logIn')}</Button>
          <Button tone="invert" onClick={() => swap('signUpLogIn', { tab: 'signUp' })}>
            {t('signUp')}
          </Button>
        </div>
      </div>
    </Popup>
  );
}

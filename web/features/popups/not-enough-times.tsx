'use client';

import { useTranslations } from 'next-intl';
import { REWARDS } from '@src/rewards/rewards.shared';
import { Link } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { useVisitor } from '@/lib/session/store';
import { Button, buttonStyle } from '@/ui/button';
import { Popup } from './popup';
import type { PopupFrame } from './popup-host';

/** There are not enough credits for something: how many are missing, and where more come from. */
export default function NotEnoughTimes({ needed, available, onClose, swap }: PopupProps['notEnoughTimes'] & PopupFrame) {
  const t = useTranslations('popups.notEnoughTimes');
  const visitor = useVisitor();
  const mayJoin = visitor.status === 'ready' && visitor.user.email === undefined;
  const text = needed === undefined || available === undefined ? t('textUnknown') : t('text', { needed, available });
  return (
    <Popup title={t('title')} description={text} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{t('cheaper')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Link href="/credits" onClick={onClose} className={buttonStyle({ tone: 'quiet' })}>{t('statement')}</Link>
          {mayJoin ? <Button tone="accent" onClick={() => swap('signUpLogIn', { tab: 'signUp' })}>{t('signUp', { credits: REWARDS.signup })}</Button> : null}
        </div>
      </div>
    </Popup>
  );
}

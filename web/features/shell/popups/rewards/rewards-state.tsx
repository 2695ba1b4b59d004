'use client';

import { useTranslations } from 'next-intl';
import { useRewards } from '@/features/account/rewards/use-rewards';
import { Link } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { Button, buttonStyle } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** What was just received, and what remains: the streak, and credits that can be claimed. */
export default function RewardsState({ received, onClose, swap }: PopupProps['rewardsState'] & PopupFrame) {
  const t = useTranslations('popups.rewardsState');
  const words = useTranslations('rewards');
  const { data } = useRewards();
  const claimable = data?.missions.filter(({ state }) => state === 'completed').length ?? 0;
  return (
    <Popup title={words('received', { count: received })} description={t('text')} onClose={onClose}>
      <div className="grid gap-4">
        {data === undefined ? null : (
          <ul className="grid gap-1 text-sm text-ink-2">
            {data.today.state === 'done' ? <li>{t('streak', { day: data.today.day })}</li> : null}
            <li>{t('claimable', { count: claimable })}</li>
          </ul>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Link href="/credits" onClick={onClose} className={buttonStyle({ tone: 'quiet' })}>
            {t('credits')}
          </Link>
          {claimable === 0 ? (
            <Button tone="accent" onClick={onClose}>
              {t('done')}
            </Button>
          ) : (
            <Button tone="accent" onClick={() => swap('rewards', {})}>
              {t('more')}
            </Button>
          )}
        </div>
      </div>
    </Popup>
  );
}

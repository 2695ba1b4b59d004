'use client';

import { useTranslations } from 'next-intl';
import { Missions } from '@/features/account/rewards/mission-list';
import { useClaims, useRewards } from '@/features/account/rewards/use-rewards';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';
import { RewardsLoading } from './rewards-loading';

/** Ways to free credits: missions, the check-in of today, and invites. */
export default function Rewards({ onClose, swap }: PopupProps['rewards'] & PopupFrame) {
  const t = useTranslations('popups.rewards');
  const words = useTranslations('rewards');
  const { data, isError, refetch } = useRewards();
  const { claim, claiming } = useClaims(swap);
  return (
    <Popup title={words('title')} description={words('lead')} onClose={onClose} className="max-w-[560px]">
      {data === undefined ? (
        <RewardsLoading hasFailed={isError} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-4">
          <Missions missions={data.missions} claiming={claiming} onClaim={claim} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button tone="quiet" onClick={() => swap('referFriend', {})}>
              {t('invite')}
            </Button>
            {data.today.state === 'open' ? <Button onClick={() => swap('checkIn', {})}>{t('checkIn')}</Button> : null}
          </div>
        </div>
      )}
    </Popup>
  );
}

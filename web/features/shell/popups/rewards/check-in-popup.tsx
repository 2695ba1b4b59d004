import { useTranslations } from 'next-intl';
import { CHECK_IN_LASTS_DAYS } from '@src/rewards/check-in/streak.shared';
import { CheckInDays } from '@/features/account/rewards/check-in-card';
import { useClaims, useRewards } from '@/features/account/rewards/use-rewards';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';
import { RewardsLoading } from './rewards-loading';

/** The days of the streak and today's check-in. The received credits are shown afterwards. */
export function CheckInPopup({ lead, onClose, swap }: PopupFrame & { readonly lead?: string }) {
  const t = useTranslations('rewards.checkIn');
  const { data, isError, refetch } = useRewards();
  const { checkIn, isCheckingIn } = useClaims(swap);
  return (
    <Popup
      title={t('title')}
      description={lead ?? t('text', { days: CHECK_IN_LASTS_DAYS })}
      onClose={onClose}
      className="max-w-[560px]"
    >
      {data === undefined ? (
        <RewardsLoading hasFailed={isError} onRetry={() => void refetch()} />
      ) : (
        <CheckInDays today={data.today} busy={isCheckingIn} onCheckIn={checkIn} />
      )}
    </Popup>
  );
}

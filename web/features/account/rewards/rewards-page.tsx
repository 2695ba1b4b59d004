'use client';

import { useTranslations } from 'next-intl';
import { INVITE_CREDITS } from '@src/rewards/invites/invites.shared';
import type { RewardsView } from '@src/rewards/rewards.view.shared';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { useAccount } from '@/features/core/use-account';
import { openPopup } from '@/lib/popups/queue';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { CheckInCard } from './check-in-card';
import { EarningsCard } from './earnings-card';
import { MissionList } from './mission-list';
import { useClaims, useRewards } from './use-rewards';

/** Free credits: the daily check-in, and missions. */
export function RewardsPage() {
  const t = useTranslations('rewards');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4 px-3 pt-3 pb-24">
      <div className="grid gap-1 pb-1">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      {account.kind === 'unknown' ? <Loading /> : null}
      {account.kind === 'visitor' ? (
        <Card>
          <EmptyState
            title={t('visitor')}
            actions={
              <AccountLink to="signUp" className={buttonStyle({ tone: 'invert' })}>
                {t('signUp')}
              </AccountLink>
            }
          >
            {t('visitorText')}
          </EmptyState>
        </Card>
      ) : null}
      {account.kind === 'user' ? <OwnRewards /> : null}
    </div>
  );
}

function OwnRewards() {
  const t = useTranslations('rewards');
  const { data, isPending, refetch } = useRewards();
  if (isPending) return <Loading />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
      </Card>
    );
  return <Loaded rewards={data} />;
}

function Loaded({ rewards }: { readonly rewards: RewardsView }) {
  const t = useTranslations('rewards');
  const { checkIn, isCheckingIn, claim, claiming } = useClaims();
  return (
    <>
      <CheckInCard today={rewards.today} busy={isCheckingIn} onCheckIn={checkIn} />
      <MissionList missions={rewards.missions} claiming={claiming} onClaim={claim} />
      <EarningsCard />
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="text-lg font-strong tracking-title">{t('invite.title')}</h2>
          <p className="text-sm text-ink-2">{t('invite.text', { count: INVITE_CREDITS.subscribed })}</p>
        </div>
        <Button onClick={() => openPopup('referFriend', {})}>{t('invite.press')}</Button>
      </Card>
    </>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-56" />
      <Skeleton className="h-52" />
    </>
  );
}

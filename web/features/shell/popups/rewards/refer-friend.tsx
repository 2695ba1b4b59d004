'use client';

import { useTranslations } from 'next-intl';
import { INVITE_CREDITS } from '@src/rewards/invites/invites.shared';
import { InviteLink } from '@/features/account/invites/invite-link';
import { useInvites } from '@/features/account/invites/use-invites';
import { Link } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** The member's invite link. */
export default function ReferFriend({ onClose }: PopupProps['referFriend'] & PopupFrame) {
  const t = useTranslations('invites');
  const { data, isError, refetch } = useInvites();
  return (
    <Popup title={t('title')} description={t('lead', INVITE_CREDITS)} onClose={onClose} className="max-w-[560px]">
      {data === undefined ? (
        isError ? (
          <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('retry')}</Button>} />
        ) : (
          <Skeleton className="h-28" />
        )
      ) : (
        <div className="grid gap-4">
          <InviteLink code={data.code} />
          <Link
            href="/refer-a-friend"
            onClick={onClose}
            className={cx(buttonStyle({ tone: 'quiet' }), 'justify-self-end')}
          >
            {t('figures.title')}
          </Link>
        </div>
      )}
    </Popup>
  );
}

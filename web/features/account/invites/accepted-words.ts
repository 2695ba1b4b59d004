import { useTranslations } from 'next-intl';
import { INVITE_CREDITS, type AcceptedInvite } from '@src/rewards/invites/invites.shared';
import { useAccount } from '@/features/core/use-account';

/** What the user is told about an accepted invite. A member's credits may arrive a moment later. */
export function useAcceptedWords(): (accepted: AcceptedInvite) => string {
  const t = useTranslations('invites.accepted');
  const isMember = useAccount().kind === 'user';
  return ({ credits }) => {
    if (!isMember) return t('visitor', { credits });
    return credits === 0 ? t('nothing', { credits: INVITE_CREDITS.subscribed }) : t('member', { credits });
  };
}

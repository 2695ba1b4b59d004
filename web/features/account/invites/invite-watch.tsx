'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent } from 'react';
import { toast } from 'sonner';
import { INVITE_PARAMETER } from '@src/rewards/invites/invites.shared';
import { LateWords } from '@/i18n/late-words';
import { usePathname } from '@/i18n/navigation';
import { INVITE_AREAS } from '@/i18n/page-areas';
import { reportError } from '@/lib/errors/bus';
import { isRefusal, readFailure } from '@/lib/errors/failure';
import { openPopup } from '@/lib/popups/queue';
import { isPassing } from '@/lib/session/passing-pages';
import { forgetInvite, inviteOpenedBy, pendingInvite, type PendingInvite } from '@/lib/session/pending-invite';
import { useVisitor, type Visitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';
import { useAcceptedWords } from './accepted-words';

/** Accepts the invite of an opened link: as a visitor at once, and as a member after the sign-up. */
export default function InviteWatch() {
  // A reload must not accept the invite again.
  useEffect(() => {
    const here = new URL(location.href);
    if (!here.searchParams.has(INVITE_PARAMETER)) return;
    here.searchParams.delete(INVITE_PARAMETER);
    history.replaceState(null, '', here);
  }, []);
  return (
    <LateWords areas={INVITE_AREAS}>
      <Accept />
    </LateWords>
  );
}

function Accept() {
  const t = useTranslations('invites.accepted');
  const wordsOf = useAcceptedWords();
  const session = useVisitor();
  const path = usePathname();
  const user = session.status === 'ready' ? session.user : undefined;
  const isMember = user?.email !== undefined;
  const accept = useEffectEvent(async (invite: PendingInvite, by: Visitor): Promise<void> => {
    try {
      const accepted = await client.rewards.acceptInvite.mutate({ code: invite.code });
      if (isMember) forgetInvite();
      else inviteOpenedBy(by.id, invite);
      toast(wordsOf(accepted), {
        id: 'invite',
        ...(isMember
          ? {}
          : { action: { label: t('signUp'), onClick: () => openPopup('signUpLogIn', { tab: 'signUp' }) } }),
      });
    } catch (error) {
      refused(error);
    }
  });
  useEffect(() => {
    const invite = pendingInvite(Date.now());
    if (user === undefined || invite === undefined || invite.openedBy === user.id) return;
    if (isMember && isPassing(path)) return;
    void accept(invite, user);
  }, [user, isMember, path]);
  return null;
}

/** A refusal is final. After any other failure, the next page tries again. */
function refused(error: unknown): void {
  const failure = readFailure(error);
  const identifier = failure.kind === 'product' ? failure.identifier : undefined;
  if (isRefusal(failure) && identifier !== 'TOO_MANY_ATTEMPTS') forgetInvite();
  if (identifier === 'INVITE_ALREADY_SIGNED_UP') openPopup('upgradePlan', { reason: 'Invite' });
  else {
    reportError(error);
    if (identifier === 'INVITE_ALREADY_SUBSCRIBED') openPopup('referFriend', {});
  }
}

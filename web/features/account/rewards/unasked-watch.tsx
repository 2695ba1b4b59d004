'use client';

import { useEffect } from 'react';
import { localZone } from '@/features/core/days';
import { usePathname } from '@/i18n/navigation';
import { useCurrentPopup } from '@/lib/popups/queue';
import { mayOpenUnasked, openUnasked } from '@/lib/popups/unasked';
import { useVisitor } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';
import { isCalm, wasReviewRequested, storeReviewRequested, unaskedPopup } from './unasked';

async function openWhatIsDue(isStillHere: () => boolean): Promise<void> {
  const rewards = await queryClient
    .fetchQuery({
      ...trpc.rewards.get.queryOptions({ timeZone: localZone() }),
      retry: false,
      meta: { skipErrorChain: true },
    })
    .catch(() => undefined);
  const due = rewards && unaskedPopup(rewards, wasReviewRequested());
  if (due === undefined || !isStillHere()) return;
  if (openUnasked(due, {}) && due === 'review') storeReviewRequested();
}

/** Opens a reminder or a request that is due, on pages where it interrupts nothing. */
export default function UnaskedWatch() {
  const session = useVisitor();
  const path = usePathname();
  const isFree = useCurrentPopup() === undefined;
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  useEffect(() => {
    if (!isMember || !isFree || !isCalm(path) || !mayOpenUnasked()) return;
    let isHere = true;
    void openWhatIsDue(() => isHere);
    return () => {
      isHere = false;
    };
  }, [isMember, isFree, path]);
  return null;
}

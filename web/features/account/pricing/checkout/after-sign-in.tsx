'use client';

import { useEffect } from 'react';
import { usePathname } from '@/i18n/navigation';
import { PLAN_INPUT } from '@/lib/data/plan';
import { taskListInput } from '@/lib/data/task-cache';
import { hasEnded } from '@/lib/data/task-pages';
import { takePendingPurchase } from '@/lib/popups/pending-purchase';
import { openPopup, useCurrentPopup } from '@/lib/popups/queue';
import { mayOpenUnasked, openUnasked } from '@/lib/popups/unasked';
import { storeDiscountModalState, discountModalWaits } from '@/lib/session/discount-modal';
import { isPassing } from '@/lib/session/passing-pages';
import { useVisitor } from '@/lib/session/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';

/** Whether a task of the user has ended: no plan is offered before that. */
async function hasCreated(): Promise<boolean> {
  const newest = await client.task.list.query(taskListInput()).catch(() => undefined);
  return newest?.tasks.some(hasEnded) === true;
}

/** Opens the discount popup if the user has a discount and no other popup is open. */
async function offerDiscount(): Promise<void> {
  if (!(await hasCreated())) return;
  const offer = await queryClient
    .fetchQuery({ ...trpc.billing.offer.queryOptions(PLAN_INPUT), retry: false, meta: { skipErrorChain: true } })
    .catch(() => undefined);
  if (offer === undefined || !mayOpenUnasked() || !discountModalWaits()) return;
  const isOffered = offer.promotion !== null && !offer.isRefused;
  storeDiscountModalState(isOffered ? 'shown' : 'idle');
  if (isOffered) openUnasked('discountPromotion', {});
}

/** After a sign-in: continues a pending purchase, else opens the discount modal. */
export default function AfterSignIn() {
  const session = useVisitor();
  const path = usePathname();
  const isFree = useCurrentPopup() === undefined;
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  useEffect(() => {
    if (!isMember || !isFree || isPassing(path)) return;
    const wanted = takePendingPurchase(Date.now());
    if (wanted !== undefined) openPopup('paymentConfirm', wanted);
    else if (discountModalWaits()) void offerDiscount();
  }, [isMember, isFree, path]);
  return null;
}

'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import type { ClaimedView, RewardsView } from '@src/rewards/rewards.view.shared';
import { localZone } from '@/features/core/days';
import { refreshBalance } from '@/lib/data/balance-cache';
import { planNow } from '@/lib/data/plan';
import { reportError } from '@/lib/errors/bus';
import { readFailure } from '@/lib/errors/failure';
import { openPopup, type SwapPopup } from '@/lib/popups/queue';
import { queryClient, trpc } from '@/lib/trpc/client';

/** Today's check-in and the missions of the signed-in user. @param enabled false for a visitor, who has none */
export const useRewards = (enabled = true) =>
  useQuery(trpc.rewards.get.queryOptions({ timeZone: localZone() }, { enabled, meta: { shownInPage: true } }));

/** The day's claims are used up: a plan gives credits all the same. Who has one is told the reason only. */
async function explainRefusal(error: unknown, swap?: SwapPopup): Promise<void> {
  const failure = readFailure(error);
  const isLimit = failure.kind === 'product' && failure.identifier === 'REWARDS_LIMIT';
  const plan = isLimit ? await planNow() : undefined;
  if (plan === undefined || plan.isActiveSub) return reportError(error);
  const props = { reason: 'Activity' } as const;
  if (swap?.('upgradePlan', props) !== true) openPopup('upgradePlan', props);
}

/**
 * Claims of the signed-in user. After each, also a refused one, the rewards and the balance are fetched again.
 * @param swap of the popup that claims: the outcome replaces it. A toast says what was received where there is none, or
 *   where it was closed meanwhile.
 */
export function useClaims(swap?: SwapPopup) {
  const t = useTranslations('rewards');
  const options = {
    meta: { skipErrorChain: true },
    onSuccess: ({ credits, balance }: ClaimedView): void => {
      if (swap?.('rewardsState', { received: credits }) !== true) toast(t('received', { count: credits }));
      if (balance !== undefined) void refreshBalance(balance);
    },
    onError: (error: unknown): void => void explainRefusal(error, swap),
    onSettled: (): Promise<void> => queryClient.invalidateQueries(trpc.rewards.pathFilter()),
  };
  const checkIn = useMutation(trpc.rewards.checkIn.mutationOptions(options));
  const claim = useMutation(trpc.rewards.claimMission.mutationOptions(options));
  return {
    checkIn: () => checkIn.mutate({ timeZone: localZone() }),
    isCheckingIn: checkIn.isPending,
    claim: (mission: RewardsView['missions'][number]['id']) => claim.mutate({ mission }),
    claiming: claim.isPending ? claim.variables.mission : undefined,
  };
}

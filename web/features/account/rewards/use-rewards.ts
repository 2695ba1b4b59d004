'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { toast } from 'sonner';
import type { ClaimedView, RewardsView } from '@src/rewards/rewards.view.shared';
import { refreshBalance } from '@/lib/data/balance-cache';
import { queryClient, trpc } from '@/lib/trpc/client';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today's check-in and the missions of the signed-in user. */
export const useRewards = () =>
  useQuery(trpc.rewards.get.queryOptions({ timeZone: ownTimeZone() }, { meta: { shownInPage: true } }));

/** Claims of the signed-in user. After each, also a refused one, the rewards and the balance are fetched again. */
export function useClaims() {
  const t = useTranslations('rewards');
  const options = {
    onSuccess: ({ credits, balance }: ClaimedView): void => {
      toast(t('received', { count: credits }));
      if (balance !== undefined) void refreshBalance(balance);
    },
    onSettled: (): Promise<void> => queryClient.invalidateQueries(trpc.rewards.pathFilter()),
  };
  const checkIn = useMutation(trpc.rewards.checkIn.mutationOptions(options));
  const claim = useMutation(trpc.rewards.claimMission.mutationOptions(options));
  return {
    checkIn: () => checkIn.mutate({ timeZone: ownTimeZone() }),
    isCheckingIn: checkIn.isPending,
    claim: (mission: RewardsView['missions'][number]['id']) => claim.mutate({ mission }),
    claiming: claim.isPending ? claim.variables.mission : undefined,
  };
}

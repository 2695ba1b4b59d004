import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { queryClient, trpc } from '@/lib/trpc/client';

const reload = () => queryClient.invalidateQueries(trpc.webhook.pathFilter());

/** The user's webhooks, newest first. The page shows a failure itself. */
export const useWebhooks = () => useQuery(trpc.webhook.list.queryOptions(undefined, { meta: { shownInPage: true } }));

/** Adds a webhook. The calling form shows a refusal. */
export const useCreateWebhook = () =>
  useMutation(trpc.webhook.create.mutationOptions({ ...SKIP_ERROR_CHAIN, onSettled: reload }));

/** Removes a webhook. */
export const useRemoveWebhook = () => useMutation(trpc.webhook.remove.mutationOptions({ onSettled: reload }));

/** Lets a disabled webhook get deliveries again. */
export const useEnableWebhook = () => useMutation(trpc.webhook.enable.mutationOptions({ onSettled: reload }));

/** Sends a delivery again. */
export const useSendAgain = () => useMutation(trpc.webhook.sendAgain.mutationOptions({ onSettled: reload }));

/** How often an open list of deliveries is read, milliseconds. */
const EVERY_MS = 5_000;

/** Pages of the deliveries of a webhook, newest first. */
export const useDeliveries = (id: string) =>
  useInfiniteQuery(
    trpc.webhook.deliveries.infiniteQueryOptions(
      { id },
      { getNextPageParam: ({ next }) => next, refetchInterval: EVERY_MS, meta: { shownInPage: true } },
    ),
  );

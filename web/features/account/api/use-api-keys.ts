import { useMutation, useQuery } from '@tanstack/react-query';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { queryClient, trpc } from '@/lib/trpc/client';

const reload = () => queryClient.invalidateQueries(trpc.apiKey.list.pathFilter());

/** The user's API keys, newest first. The page shows a failure itself. */
export const useApiKeys = () => useQuery(trpc.apiKey.list.queryOptions(undefined, { meta: { shownInPage: true } }));

/** Creates a key. The calling form shows a refusal. */
export const useCreateApiKey = () =>
  useMutation(trpc.apiKey.create.mutationOptions({ ...SKIP_ERROR_CHAIN, onSettled: reload }));

/** Gives a key a new secret. */
export const useReplaceApiKey = () => useMutation(trpc.apiKey.replace.mutationOptions({ onSettled: reload }));

/** Ends a key. */
export const useRevokeApiKey = () => useMutation(trpc.apiKey.revoke.mutationOptions({ onSettled: reload }));

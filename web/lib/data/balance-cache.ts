import type { BalanceView } from '@src/credits/credits.shared';
import { queryClient, trpc } from '@/lib/trpc/client';

/** Puts a balance into the cache, which keeps a later one (`keep-newest.ts`); statements are asked for again, for they have a new line. */
export function putBalance(view: BalanceView): void {
  const key = trpc.credits.balance.queryKey();
  const known = queryClient.getQueryData<BalanceView>(key);
  queryClient.setQueryData(key, view);
  if (known === undefined || known.revision >= view.revision) return;
  void queryClient.invalidateQueries(trpc.credits.statement.pathFilter());
  void queryClient.invalidateQueries(trpc.credits.line.pathFilter());
  void queryClient.invalidateQueries(trpc.credits.expiries.pathFilter());
  void queryClient.invalidateQueries(trpc.credits.accounts.pathFilter());
}

/**
 * Fetches a balance that includes a write, and caches it.
 * @param after the token the write answered with
 * @returns undefined when it could not be asked
 */
export async function refreshBalance(after: { readonly stream: string; readonly revision: number }): Promise<BalanceView | undefined> {
  const view = await queryClient.fetchQuery({ ...trpc.credits.balance.queryOptions({ after }), gcTime: 0, staleTime: 0, retry: false, meta: { skipErrorChain: true } }).catch(() => undefined);
  if (view !== undefined) putBalance(view);
  return view;
}

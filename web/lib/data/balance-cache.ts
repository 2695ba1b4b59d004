import type { ModelView } from '@src/catalog/model.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import { queryClient, trpc } from '@/lib/trpc/client';
import { balanceOptions } from './account';
import { creditsFor } from './priced-models';

/**
 * Caches a balance unless a later one is cached (`keep-newest.ts`), and refetches statements, which have a new line.
 */
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
 * Credits that pay for a model, whole. Before they are found too few for a price they are fetched afresh: some may have
 * been added since they were cached.
 */
export async function availableFor(price: number, model: Pick<ModelView, 'engine'>): Promise<number> {
  const available = creditsFor(model, await queryClient.fetchQuery(balanceOptions(true)));
  return available >= price
    ? available
    : creditsFor(model, await queryClient.fetchQuery({ ...balanceOptions(true), staleTime: 0 }));
}

/**
 * Fetches a balance that includes a write, and caches it.
 * @param after the token returned by the write
 * @returns undefined if the request failed
 */
export async function refreshBalance(after: {
  readonly stream: string;
  readonly revision: number;
}): Promise<BalanceView | undefined> {
  const view = await queryClient
    .fetchQuery({
      ...trpc.credits.balance.queryOptions({ after }),
      gcTime: 0,
      staleTime: 0,
      retry: false,
      meta: { skipErrorChain: true },
    })
    .catch(() => undefined);
  if (view !== undefined) putBalance(view);
  return view;
}

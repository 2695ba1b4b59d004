import { useTranslations } from 'next-intl';
import type { AccountingChange, AccountingView, SettingsProblem } from '@src/billing/accounting/changes.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client, queryClient, trpc } from '@/lib/trpc/client';

/**
 * Saves a change of the settings that are shown. If they were changed meanwhile, nothing is saved, and the page shows
 * the current ones.
 * @throws the refusal
 */
export function useSave({ version }: Pick<AccountingView, 'version'>): (change: AccountingChange) => Promise<void> {
  return async (change) => {
    try {
      queryClient.setQueryData(
        trpc.accounting.settings.queryKey(),
        await client.accounting.change.mutate({ version, change }),
      );
      await queryClient.invalidateQueries({ queryKey: trpc.revenue.pathKey() });
    } catch (error) {
      await queryClient.invalidateQueries({ queryKey: trpc.accounting.pathKey() });
      throw error;
    }
  };
}

/** Messages of problems of settings, and of refusals. */
export function useProblems() {
  const t = useTranslations('finance.accounting.problems');
  const { ofFailure } = useErrorWords();
  const ofReason = (reason: SettingsProblem['reason']): string => t(reason);
  return {
    ofReason,
    ofError: (error: unknown): { readonly message: string } => {
      const failure = readFailure(error);
      // The reason comes from the server, so the key may not exist. Check before translating.
      const reason =
        failure.kind === 'product' ? (String(failure.params['reason']) as SettingsProblem['reason']) : undefined;
      return { message: reason !== undefined && t.has(reason) ? t(reason) : ofFailure(failure) };
    },
  };
}

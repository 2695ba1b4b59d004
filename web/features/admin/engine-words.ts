import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Failure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';

/** What is wrong with an engine, in words that say whose it is to mend. */
export function useEngineWords(): (failure: Failure) => string {
  const t = useTranslations('admin.engines.reasons');
  const { ofFailure } = useErrorWords();
  return useCallback(
    (failure) => {
      // The reason comes from the server: whether there are words for it is asked before they are taken.
      const reason = (failure.kind === 'product' ? String(failure.params['reason']) : '') as 'away';
      return t.has(reason) ? t(reason) : ofFailure(failure);
    },
    [t, ofFailure],
  );
}

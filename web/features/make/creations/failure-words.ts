import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { helpOf } from '@src/creation/tasks/failure.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useErrorWords } from '@/lib/errors/words';

/** The reason of a failure, and a hint where the reason alone does not help. */
export interface FailureWords {
  readonly reason: string;
  readonly help?: string;
}

/** Explains a creation's failure in the page's language. */
export function useFailureWords(): (error: TaskView['error']) => FailureWords {
  const t = useTranslations('creations.failure');
  const { ofIdentifier } = useErrorWords();
  return useCallback(
    (error) => {
      if (error === undefined) return { reason: t('unknown') };
      const help = helpOf(error);
      return {
        reason: ofIdentifier(error.identifier, error.params),
        ...(help === undefined ? {} : { help: t(`help.${help}`) }),
      };
    },
    [t, ofIdentifier],
  );
}

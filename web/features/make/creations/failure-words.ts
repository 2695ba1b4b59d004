import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { helpOf } from '@src/creation/tasks/failure.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { useErrorWords } from '@/lib/errors/words';

/** Why a creation failed, and what would help where the reason does not say. */
export interface FailureWords {
  readonly reason: string;
  readonly help?: string;
}

/** Says why a creation failed, in the language of the page. */
export function useFailureWords(): (error: TaskView['error']) => FailureWords {
  const t = useTranslations('creations.failure');
  const { ofIdentifier } = useErrorWords();
  return useCallback((error) => {
    if (error === undefined) return { reason: t('unknown') };
    const help = helpOf(error);
    return { reason: ofIdentifier(error.identifier, error.params), ...(help === undefined ? {} : { help: t(`help.${help}`) }) };
  }, [t, ofIdentifier]);
}

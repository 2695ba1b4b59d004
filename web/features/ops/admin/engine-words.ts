import { useTranslations } from 'next-intl';
import type { Problem } from '@/features/core/use-form';
import { readFailure, type Failure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';

/** The fields of an engine's connection. */
export type EngineField = 'address' | 'key';

/** Explains an engine error: who has to fix it, and at which field. */
export function useEngineWords(): {
  readonly words: (failure: Failure) => string;
  readonly problemOf: (error: unknown) => Problem<EngineField>;
} {
  const t = useTranslations('admin.engines');
  const { ofFailure } = useErrorWords();
  const words = (failure: Failure): string => {
    // The reason comes from the server, so the key may not exist. Check before translating.
    const key = `reasons.${failure.kind === 'product' ? String(failure.params['reason']) : ''}` as 'reasons.away';
    return t.has(key) ? t(key) : ofFailure(failure);
  };
  const problemOf = (error: unknown): Problem<EngineField> => {
    const failure = readFailure(error);
    if (failure.kind !== 'product') return { message: words(failure) };
    if (failure.identifier === 'VALIDATION_ERROR') return { field: 'address', message: t('addressInvalid') };
    switch (failure.params['reason']) {
      case 'away':
      case 'misunderstood':
        return { field: 'address', message: words(failure) };
      case 'denied':
        return { field: 'key', message: words(failure) };
      default:
        return { message: words(failure) };
    }
  };
  return { words, problemOf };
}

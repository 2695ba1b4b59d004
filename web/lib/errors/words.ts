import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Failure } from './failure';
import { wordsOfId } from '@src/creation/procedures/lora-limits.shared';
import { usageLimit } from './usage-limit';

/** The message of an error without one. */
const NO_MESSAGE = 'UNKNOWN ERROR';

/** Localised messages for identifiers of the error catalogue with their parameters. */
export function useErrorWords(): {
  readonly ofIdentifier: (identifier: string, params?: Readonly<Record<string, string | number>>) => string;
  readonly ofFailure: (failure: Failure) => string;
} {
  const t = useTranslations('errors');
  const reasons = useTranslations('uploads.refused');
  const ofIdentifier = useCallback(
    (identifier: string, params: Readonly<Record<string, string | number>> = {}): string => {
      if (identifier === '') return NO_MESSAGE;
      if (identifier === 'INPUT_INVALID_FOR_SERVICE') {
        // Reasons come from the server too.
        const reason = String(params['reason']) as 'empty';
        if (reasons.has(reason)) return reasons(reason, { input: 'file', ...params });
      }
      if (identifier === 'PERMISSION_ERROR' && params['reason'] === 'country') return t('NOT_IN_YOUR_COUNTRY');
      // Branches of an ICU choice cannot contain hyphens.
      if (identifier === 'BOARD_INVALID')
        return t('BOARD_INVALID', { reason: String(params['reason']).replaceAll('-', '_') });
      if (identifier === 'LORA_INVALID') return t('LORA_INVALID', { lora: wordsOfId(String(params['lora'])) });
      if (identifier === 'SENSITIVE_TEXT') {
        const { category = 'other', words } = params;
        // Isolated, because the words may be of another direction than the sentence.
        const isolated = words === undefined ? 'none' : `\u2068${words}\u2069`;
        return t('SENSITIVE_TEXT', {
          input: 'other',
          ...params,
          category: String(category).replaceAll('-', '_'),
          words: isolated,
        });
      }
      // The identifier comes from the server, so the key may not exist. Check before translating.
      const key = identifier as 'TRY_AGAIN';
      // Some messages name the input or a reason, but not every error with that identifier provides it.
      return t.has(key) ? t(key, { input: 'other', reason: 'other', ...params }) : identifier;
    },
    [t, reasons],
  );
  const ofFailure = useCallback(
    (failure: Failure): string => {
      switch (failure.kind) {
        case 'product':
          return ofIdentifier(
            usageLimit(failure.message)?.identifier ?? (failure.identifier || failure.message),
            failure.params,
          );
        case 'other':
          return failure.message === '' ? NO_MESSAGE : failure.message;
        case 'outdated':
          return t('updated');
        case 'html':
        case 'network':
          return t('NETWORK');
        case 'aborted':
          return '';
        default:
          return failure satisfies never;
      }
    },
    [t, ofIdentifier],
  );
  return { ofIdentifier, ofFailure };
}

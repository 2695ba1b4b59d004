import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { Failure } from './failure';
import { usageLimit } from './usage-limit';

/** The message of an error that has none. */
const NO_MESSAGE = 'UNKNOWN ERROR';

/** Words for an identifier of the error catalogue with its parameters, in the language of the page. */
export function useErrorWords(): { readonly ofIdentifier: (identifier: string, params?: Readonly<Record<string, string | number>>) => string; readonly ofFailure: (failure: Failure) => string } {
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
      // A choice in a message knows no hyphen in its branches.
      if (identifier === 'BOARD_INVALID') return t('BOARD_INVALID', { reason: String(params['reason']).replaceAll('-', '_') });
      // The identifier comes from the server: whether there are words for it is asked before they are taken.
      const key = identifier as 'TRY_AGAIN';
      // Some name the input they are of; not every one that says the same knows it.
      return t.has(key) ? t(key, { input: 'other', ...params }) : identifier;
    },
    [t, reasons],
  );
  const ofFailure = useCallback(
    (failure: Failure): string => {
      switch (failure.kind) {
        case 'product':
          return ofIdentifier(usageLimit(failure.message)?.identifier ?? (failure.identifier || failure.message), failure.params);
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

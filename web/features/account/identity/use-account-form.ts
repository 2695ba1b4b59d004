'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { refusalOf, waitOf, type AccountField, type Refusal, type RefusedAction } from './refusals';
import { useForm, type Problem } from '@/features/core/use-form';

/** Allowed password length in characters. The server checks it too. */
export const PASSWORD_LENGTH = { least: 8, most: 128 } as const;

/** Localised messages for account refusals. */
export function useRefusals(way: RefusedAction) {
  const t = useTranslations('account.refusals');
  const format = useFormatter();
  const { ofIdentifier, ofFailure } = useErrorWords();

  const words = ({ say, seconds }: Refusal): string => {
    const { value, unit } = waitOf(seconds ?? 0);
    const now = new Date();
    const then = new Date(now.getTime() + value * { second: 1_000, minute: 60_000, hour: 3_600_000 }[unit]);
    return t(say, { ...PASSWORD_LENGTH, time: format.relativeTime(then, { now, unit, style: 'long' }) });
  };
  const problemOf = (refusal: Refusal): Problem<AccountField> => ({
    message: words(refusal),
    ...defined({ field: refusal.field }),
  });
  const ofCode = (identifier: string): Problem<AccountField> => {
    const refusal = refusalOf(way, identifier);
    return refusal === undefined ? { message: ofIdentifier(identifier) } : problemOf(refusal);
  };
  const ofError = (error: unknown): Problem<AccountField> => {
    const failure = readFailure(error);
    const refusal = failure.kind === 'product' ? refusalOf(way, failure.identifier, failure.params) : undefined;
    return refusal === undefined ? { message: ofFailure(failure) } : problemOf(refusal);
  };
  return { problemOf, ofCode, ofError };
}

/** Required fields, and the message for an empty one. */
const MISSING: Readonly<Record<AccountField, Refusal['say']>> = {
  email: 'emailMissing',
  password: 'passwordMissing',
  current: 'currentMissing',
  code: 'codeShort',
};

export interface AccountFormOptions {
  readonly way: RefusedAction;
  /** Values of the fields, in the order of display. */
  readonly values: Readonly<Partial<Record<AccountField, string>>>;
  /** Sends the form once no field is empty. @returns the identifier of a refusal that it does not throw */
  readonly send: () => Promise<string | undefined>;
}

/** State of an account form. Reports empty fields before sending, and refusals at their field. */
export function useAccountForm({ way, values, send }: AccountFormOptions) {
  const { problemOf, ofCode, ofError } = useRefusals(way);
  const fields = (['email', 'current', 'password', 'code'] as const).filter((field) => values[field] !== undefined);
  return useForm<AccountField>({
    fields,
    read: ofError,
    send: async () => {
      const missing = fields.filter((field) => values[field]?.trim() === '');
      if (missing.length > 0) return missing.map((field) => problemOf({ say: MISSING[field], field }));
      const identifier = await send();
      return identifier === undefined ? undefined : [ofCode(identifier)];
    },
  });
}

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { AdjustmentView, REQUESTABLE_REASONS } from '@src/credits/adjustments/adjustment.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { newId } from '@/lib/random';
import { client } from '@/lib/trpc/client';
import { readAccountRef, type AccountRef } from '../account/account-ref';
import { CASE, readAmount } from './case';

/** A reason that a person may give. */
export type Reason = (typeof REQUESTABLE_REASONS)[number];
type FieldName = 'user' | 'amount' | 'case';

/** The account that an adjustment is for; credits of Kinora unless a full account is typed. */
export const accountIn = ({ userId, app, usage }: AccountRef) =>
  ({ userId, appName: app ?? 'kinora', usageType: usage ?? 'credits' }) as const;

interface Draft {
  readonly requestId: string;
  readonly user: string;
  readonly typed: string;
  readonly reason: Reason;
  readonly reference: string;
  readonly note: string;
  /** `YYYY-MM-DD`, UTC; empty for none. */
  readonly valid: string;
}

/** What is typed. Every look at an account is recorded, so it is looked up once the field is left (`lookUp`). */
function useDraft() {
  // A repeat after a failed call has the same id, so it changes nothing twice. Another request needs an id of its own.
  const [values, set] = useState<Draft>(() => ({
    requestId: newId(),
    user: '',
    typed: '',
    reason: 'goodwill',
    reference: '',
    note: '',
    valid: '',
  }));
  const [lookedUp, setLookedUp] = useState('');
  const edit = (change: Partial<Omit<Draft, 'requestId' | 'note'>>): void =>
    set((before) => ({ ...before, ...change, requestId: newId() }));
  return {
    values,
    edit,
    lookedUp,
    setNote: (note: string): void => set((before) => ({ ...before, note })),
    renew: (): void => edit({}),
    clear: (): void =>
      set((before) => ({ ...before, requestId: newId(), typed: '', reference: '', note: '', valid: '' })),
    lookUp: (): void => setLookedUp(values.user),
  };
}

/** State of the form that requests an adjustment. */
export type Adjustment = ReturnType<typeof useAdjustment>;

/** The draft of an adjustment, what is read from it, and the form that requests it. */
export function useAdjustment(onDone: () => Promise<void>) {
  const t = useTranslations('finance.adjust.form');
  const { ofFailure } = useErrorWords();
  const draft = useDraft();
  const { user, typed, reason, reference, note, valid, requestId } = draft.values;
  // The answer to a request is shown until the next one is typed.
  const [answered, setDone] = useState<AdjustmentView>();
  const done = (typed === '' && reference === '') || answered?.state === 'refused' ? answered : undefined;
  const ref = readAccountRef(user);
  const amount = readAmount(typed);
  const isCase = CASE.test(reference.trim());
  const form = useForm<FieldName>({
    fields: ['user', 'amount', 'case'],
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      setDone(undefined);
      if (ref === undefined) return [{ field: 'user', message: t('userWrong') }];
      if (amount === undefined) return [{ field: 'amount', message: t('amountWrong') }];
      if (!isCase) return [{ field: 'case', message: t('caseWrong') }];
      const answer = await client.finance.adjust.mutate({
        requestId,
        ...accountIn(ref),
        amount,
        reason,
        reference: reference.trim(),
        note,
        validAt: valid === '' ? null : valid,
      });
      setDone(answer);
      // A refused request can be corrected and sent again.
      if (answer.state === 'refused') draft.renew();
      else {
        draft.clear();
        await onDone();
      }
      return undefined;
    },
  });
  return { draft, form, done, ref, amount, isCase };
}

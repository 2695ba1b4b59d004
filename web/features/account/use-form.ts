'use client';

import { useCallback, useState, type FormEvent } from 'react';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';

/** Shown in the page, so the error chain need not say it too. */
export const IN_PAGE = { meta: { skipErrorChain: true } } as const;

/** A form that is sent at most once at a time, and says in words what it was refused with. */
export function useForm(send: () => Promise<string | undefined>) {
  const { ofFailure, ofIdentifier } = useErrorWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = useCallback(
    async (event?: FormEvent): Promise<void> => {
      event?.preventDefault();
      if (busy) return;
      setBusy(true);
      setProblem(undefined);
      try {
        const identifier = await send();
        if (identifier !== undefined) setProblem(ofIdentifier(identifier));
      } catch (error) {
        setProblem(ofFailure(readFailure(error)));
      } finally {
        setBusy(false);
      }
    },
    [busy, ofFailure, ofIdentifier, send],
  );
  return { submit: (event?: FormEvent) => void submit(event), busy, problem };
}

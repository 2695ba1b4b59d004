'use client';

import { useEffect, useId, useState, type FormEvent } from 'react';
import { whenOnline } from '@/lib/press/network';
import { typedTextsIn, type as typeAgain } from '@/lib/press/typed-early';
import { useEarly } from '@/lib/press/use-early';
import { whenSession } from '@/lib/session/when-session';
import type { FormProblem } from '@/ui/form/form-errors';

/** Shown in the page, so the error chain need not say it too. */
export const SKIP_ERROR_CHAIN = { meta: { skipErrorChain: true } } as const;

/** What is wrong, in words; without a field it is about the form as a whole. */
export interface Problem<F extends string> {
  readonly field?: F;
  readonly message: string;
}

interface Found<F extends string> {
  readonly problems: readonly Problem<F>[];
  /** The same array until the form is sent again: what shows it takes the focus each time it is another. */
  readonly summary: readonly FormProblem[];
}

export interface FormOptions<F extends string> {
  /** In the order in which they stand. */
  readonly fields: readonly F[];
  /** Sends it; what it answers with is shown, and so is what it throws. */
  readonly send: () => Promise<readonly Problem<F>[] | undefined>;
  /** Words for what was thrown. */
  readonly read: (error: unknown) => Problem<F>;
}

/**
 * A form that is sent at most once at a time. One thing that is wrong with one field is said there, and the field has the focus; what is
 * about the form as a whole, and more than one thing, is said above it too.
 */
export function useForm<F extends string>({ fields, send, read }: FormOptions<F>) {
  const base = useId();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found<F>>({ problems: [], summary: [] });
  const idOf = (field: F): string => `${base}-${field}`;

  const show = (problems: readonly Problem<F>[]): void => {
    const isForOne = problems.length === 1 && problems[0]?.field !== undefined;
    setFound({ problems, summary: isForOne ? [] : problems.map(({ field, message }) => (field === undefined ? { message } : { field: idOf(field), message })) });
  };

  useEffect(() => {
    const [first] = found.problems;
    if (found.summary.length === 0 && first?.field !== undefined) document.getElementById(`${base}-${first.field}`)?.focus();
  }, [found, base]);

  const run = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    show([]);
    try {
      // A press before the network or the session is there waits for them.
      await whenOnline();
      await whenSession();
      show((await send()) ?? []);
    } catch (error) {
      show([read(error)]);
    } finally {
      setBusy(false);
    }
  };

  const name = fields.join(' ');
  const ref = useEarly(name, typedTextsIn, (typed) => typed.forEach(typeAgain));
  return {
    busy,
    /** Lets the form be sent before the page's code is there; for its element. */
    early: { ref, 'data-press': name },
    summary: found.summary,
    /** What each field's frame is given. */
    at: Object.fromEntries(fields.map((field) => [field, { id: idOf(field), error: found.problems.find((problem) => problem.field === field)?.message }])) as Record<F, { readonly id: string; readonly error: string | undefined }>, // one entry a field
    submit: (event?: FormEvent): void => {
      event?.preventDefault();
      void run();
    },
    /** Shows what another call was refused with. */
    refuse: (error: unknown): void => show([read(error)]),
  };
}

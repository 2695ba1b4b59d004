'use client';

import { useEffect, useId, useState, type FormEvent } from 'react';
import { whenOnline } from '@/lib/press/network';
import { typedTextsIn, type as typeAgain } from '@/lib/press/typed-early';
import { useEarly } from '@/lib/press/use-early';
import { whenSession } from '@/lib/session/when-session';
import type { FormProblem } from '@/ui/form/form-errors';

/** The page shows the error, so the error chain does not. */
export const SKIP_ERROR_CHAIN = { meta: { skipErrorChain: true } } as const;

/** A problem as text. Without a field it concerns the whole form. */
export interface Problem<F extends string> {
  readonly field?: F;
  readonly message: string;
}

interface Found<F extends string> {
  readonly problems: readonly Problem<F>[];
  /** Keeps its identity until the next submit. The summary takes the focus when it changes. */
  readonly summary: readonly FormProblem[];
}

export interface FormOptions<F extends string> {
  /** In the order of display. */
  readonly fields: readonly F[];
  /** Sends the form. Problems that it returns or throws are shown. */
  readonly send: () => Promise<readonly Problem<F>[] | undefined>;
  /** Converts a thrown error to a problem. */
  readonly read: (error: unknown) => Problem<F>;
}

/**
 * Form state that allows one submission at a time. A single field problem is shown at its field, which takes the
 * focus. Form-wide problems, and two or more problems, also appear above the form.
 */
export function useForm<F extends string>({ fields, send, read }: FormOptions<F>) {
  const base = useId();
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Found<F>>({ problems: [], summary: [] });
  const idOf = (field: F): string => `${base}-${field}`;

  const show = (problems: readonly Problem<F>[]): void => {
    const isForOne = problems.length === 1 && problems[0]?.field !== undefined;
    setFound({
      problems,
      summary: isForOne
        ? []
        : problems.map(({ field, message }) => (field === undefined ? { message } : { field: idOf(field), message })),
    });
  };

  useEffect(() => {
    const [first] = found.problems;
    if (found.summary.length === 0 && first?.field !== undefined)
      document.getElementById(`${base}-${first.field}`)?.focus();
  }, [found, base]);

  const run = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    show([]);
    try {
      // An early press waits for the network and the session.
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
    /** Props of the form element that allow a submit before hydration. */
    early: { ref, 'data-press': name },
    summary: found.summary,
    /** Props for the frame of each field. */
    at: Object.fromEntries(
      fields.map((field) => [
        field,
        { id: idOf(field), error: found.problems.find((problem) => problem.field === field)?.message },
      ]),
    ) as Record<F, { readonly id: string; readonly error: string | undefined }>, // one entry a field
    submit: (event?: FormEvent): void => {
      event?.preventDefault();
      void run();
    },
    /** Shows the refusal of another call. */
    refuse: (error: unknown): void => show([read(error)]),
  };
}

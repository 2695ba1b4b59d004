/** Undo history: past, present and future states. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was of: a further one of the same is one step with it, such as letters of one text. */
  readonly of?: string | undefined;
}

/** Maximum number of undo steps. */
export const MAX_STEPS = 100;

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [] });

/** Goes on with another state. @param of what the change is of, where steps of the same are one */
export function record<T>(history: History<T>, next: T, of?: string): History<T> {
  if (next === history.present) return history;
  const isSame = of !== undefined && of === history.of;
  return {
    past: isSame ? history.past : [...history.past, history.present].slice(-MAX_STEPS),
    present: next,
    future: [],
    of,
  };
}

/** Ends the step that the last change was of: a further one of the same is another. */
export const ended = <T>(history: History<T>): History<T> => ({ ...history, of: undefined });

/** Undo. */
export function undo<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  return before === undefined
    ? history
    : { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

/** Redo. */
export function redo<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  return after === undefined ? history : { past: [...history.past, history.present], present: after, future };
}

/** The same steps, each as it would be had something else changed that is nobody's step. */
export const rewritten = <T>(history: History<T>, change: (state: T) => T): History<T> => ({
  ...history,
  past: history.past.map(change),
  present: change(history.present),
  future: history.future.map(change),
});

/** A failed query or mutation, for the error chain. */
export interface ErrorReport {
  readonly error: unknown;
  /** Whether the error chain ignores it, from `skipErrorChain` in its meta. */
  readonly skip: boolean;
  /**
   * From `shownInPage` in its meta: the page shows the error, so the chain shows no toast. Its other reactions still
   * run.
   */
  readonly shownInPage: boolean;
}

type Listener = (reported: ErrorReport) => void;

let listener: Listener | undefined;
const waiting: ErrorReport[] = [];

/** Passes a failure to the error chain; queued until the chain is loaded, after the first paint. */
export function reportError(error: unknown, meta?: Readonly<Record<string, unknown>>): void {
  const reported = { error, skip: meta?.['skipErrorChain'] === true, shownInPage: meta?.['shownInPage'] === true };
  if (listener === undefined) waiting.push(reported);
  else listener(reported);
}

/** @returns the unsubscribe function */
export function listenToErrors(next: Listener): () => void {
  listener = next;
  for (const reported of waiting.splice(0)) next(reported);
  return () => {
    if (listener === next) listener = undefined;
  };
}

/** A form that was submitted before the page's code was loaded. */
export interface EarlyPress {
  /** The form's `data-press`. */
  readonly name: string;
  /** Path of the page, with the language prefix. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Value of the form's `prompt` field, where it has one. */
  readonly prompt?: string | undefined;
}

/** State shared by the script in the page's head and the page's code. */
export interface Early {
  /** Forms that the page's code handles. */
  readonly live: WeakSet<EventTarget>;
  held: EarlyPress | undefined;
}

declare global {
  interface Window {
    kinoraEarly?: Early;
  }
}

/** Session storage key: keeps the submission when a page is reloaded because its code could not be loaded. */
export const EARLY_KEY = 'kinora.early';
/** From now on the page's code handles the form. @returns the kept submission, the first time */
export function takeEarlyPress(form: HTMLFormElement, name: string): EarlyPress | undefined {
  const early = window.kinoraEarly;
  if (early === undefined) return undefined;
  early.live.add(form);
  const { held } = early;
  if (held?.name !== name) return undefined;
  early.held = undefined;
  delete document.documentElement.dataset['pressed'];
  try {
    sessionStorage.removeItem(EARLY_KEY);
  } catch {
    // Nothing was stored.
  }
  return held;
}

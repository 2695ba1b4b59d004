/** A form that was sent before the page's own code was there to take it. */
export interface EarlyPress {
  /** Of the form: its `data-press`. */
  readonly name: string;
  /** Of the page; a path with its language. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What stood in its `prompt`, where it has one. */
  readonly prompt?: string | undefined;
}

/** What the script in the page's head shares with the page's code. */
export interface Early {
  /** Forms that the page's code has taken over. */
  readonly live: WeakSet<EventTarget>;
  held: EarlyPress | undefined;
}

declare global {
  interface Window {
    kinoraEarly?: Early;
  }
}

/** Session storage key: a page whose code could not be fetched is loaded anew, and the press goes with it. */
export const EARLY_KEY = 'kinora.early';
/** Takes over a form. @returns the press that was kept for it, once */
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

import { isEuropean } from '@src/kernel/countries.shared';

/** The visitor's choice. */
export type Choice = 'accepted' | 'declined';

/**
 * `undecided`: the country is being fetched. `asking`: the visitor is being asked. `on`, `off`: whether anything is
 * collected.
 */
export type Consent = 'undecided' | 'asking' | 'on' | 'off';

export interface ConsentFacts {
  readonly choice: Choice | undefined;
  /** The browser signals refusal: Global Privacy Control, or the older Do Not Track. */
  readonly signalsNo: boolean;
  /** ISO 3166-1 alpha-2; null if unknown, undefined while it is being fetched. */
  readonly country: string | null | undefined;
}

/**
 * Whether analytics may be collected. The browser's refusal has priority. In Europe, and for an unknown country,
 * collection requires prior consent (Directive 2002/58/EC, article 5(3)). Elsewhere it runs until the visitor
 * declines.
 */
export function consentOf({ choice, signalsNo, country }: ConsentFacts): Consent {
  if (signalsNo || choice === 'declined') return 'off';
  if (choice === 'accepted') return 'on';
  if (country === undefined) return 'undecided';
  return country === null || isEuropean(country) ? 'asking' : 'on';
}

/**
 * Local storage key of the choice. Storing it needs no consent, because otherwise a refusal would be asked for again
 * and again.
 */
const KEY = 'kinora-consent';

const isChoice = (value: unknown): value is Choice => value === 'accepted' || value === 'declined';

/** The choice stored in this browser, if any. */
export function readChoice(): Choice | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return isChoice(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Event within this tab; other tabs get the storage event. */
const EVENT = 'kinora:consent';

/** Stores a choice for all tabs. */
export function choose(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage full or unavailable: the choice holds for this page only.
  }
  window.dispatchEvent(new CustomEvent<Choice>(EVENT, { detail: choice }));
}

/** @returns the unsubscribe function */
export function onChoice(listener: (choice: Choice | undefined) => void): () => void {
  const here = (event: Event): void =>
    listener(event instanceof CustomEvent && isChoice(event.detail) ? event.detail : undefined);
  const elsewhere = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) listener(readChoice());
  };
  window.addEventListener(EVENT, here);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(EVENT, here);
    window.removeEventListener('storage', elsewhere);
  };
}

/** Whether the browser signals refusal. */
export function signalsNo(): boolean {
  // Not every browser has these properties, and the types include only one.
  const { doNotTrack } = navigator;
  return Reflect.get(navigator, 'globalPrivacyControl') === true || doNotTrack === '1';
}

const ASK_AGAIN = 'kinora:consent-asked';

/** Shows the consent question again. */
export const askAgain = (): boolean => window.dispatchEvent(new Event(ASK_AGAIN));

/** @returns the unsubscribe function */
export function onAskAgain(listener: () => void): () => void {
  window.addEventListener(ASK_AGAIN, listener);
  return () => window.removeEventListener(ASK_AGAIN, listener);
}

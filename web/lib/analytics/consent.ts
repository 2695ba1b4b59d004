import { isEuropean } from '@src/kernel/countries.shared';

/** What a visitor has chosen of the two. */
export type Choice = 'accepted' | 'declined';

/** `undecided`: the country is being asked for; `asking`: the visitor is; `on` and `off`: whether anything is collected. */
export type Consent = 'undecided' | 'asking' | 'on' | 'off';

export interface ConsentFacts {
  readonly choice: Choice | undefined;
  /** The browser says no for its owner: Global Privacy Control, or the older Do Not Track. */
  readonly signalsNo: boolean;
  /** ISO 3166-1 alpha-2; null where nobody knows it, undefined while it is being asked for. */
  readonly country: string | null | undefined;
}

/**
 * Whether anything may be collected. A browser's own no counts before all else; in Europe, and where nobody knows the country,
 * nothing is collected before somebody has said yes (Directive 2002/58/EC, article 5(3)); elsewhere until they say no.
 */
export function consentOf({ choice, signalsNo, country }: ConsentFacts): Consent {
  if (signalsNo || choice === 'declined') return 'off';
  if (choice === 'accepted') return 'on';
  if (country === undefined) return 'undecided';
  return country === null || isEuropean(country) ? 'asking' : 'on';
}

/** Local storage key of the choice. Keeping a choice needs no consent: without it a no would be asked for again and again. */
const KEY = 'kinora-consent';

const isChoice = (value: unknown): value is Choice => value === 'accepted' || value === 'declined';

/** The choice that was made in this browser, if any. */
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

/** Keeps a choice, for all tabs. */
export function choose(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage full or unavailable: the choice holds for this page only.
  }
  window.dispatchEvent(new CustomEvent<Choice>(EVENT, { detail: choice }));
}

/** @returns what stops it */
export function onChoice(listener: (choice: Choice | undefined) => void): () => void {
  const here = (event: Event): void => listener(event instanceof CustomEvent && isChoice(event.detail) ? event.detail : undefined);
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

/** Whether the browser says no for its owner. */
export function signalsNo(): boolean {
  // Not every browser has them, and the types know one alone.
  const { doNotTrack } = navigator;
  return Reflect.get(navigator, 'globalPrivacyControl') === true || doNotTrack === '1';
}

const ASK_AGAIN = 'kinora:consent-asked';

/** Shows the consent question again. */
export const askAgain = (): boolean => window.dispatchEvent(new Event(ASK_AGAIN));

/** @returns what stops it */
export function onAskAgain(listener: () => void): () => void {
  window.addEventListener(ASK_AGAIN, listener);
  return () => window.removeEventListener(ASK_AGAIN, listener);
}

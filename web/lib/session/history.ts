/** Local storage key of the latest authentication states. */
const HISTORY_KEY = 'track-auth-history';
const KEPT = 20;

/** `authenticated` is a session with an e-mail address; a visitor's own session is `anonymous`. */
export type AuthState = 'anonymous' | 'authenticated' | 'unauthenticated';

const isState = (value: unknown): value is AuthState =>
  value === 'anonymous' || value === 'authenticated' || value === 'unauthenticated';

/** The states this browser went through, oldest first; no state twice in a row. */
export function authHistory(): readonly AuthState[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(HISTORY_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isState) : [];
  } catch {
    return [];
  }
}

/** Adds a state. */
export function rememberAuth(state: AuthState): void {
  const history = authHistory();
  if (history.at(-1) === state) return;
  try {
    localStorage.setItem(HISTORY_KEY, JSON.stringify([...history, state].slice(-KEPT)));
  } catch {
    // Storage full or unavailable: the state is not remembered.
  }
}

/** Clears the states, on every path that contains `sign-`. */
export function resetAuthHistory(): void {
  try {
    localStorage.removeItem(HISTORY_KEY);
  } catch {
    // Without storage there is nothing to clear.
  }
}

/**
 * Whether a visitor session may be created automatically. Not at a path that contains /app, and not for a former
 * member, who is asked to sign in instead.
 * @param path of the page, with or without a language prefix
 */
export function mayBecomeVisitor(path: string, history: readonly AuthState[]): boolean {
  return !path.includes('/app') && !history.includes('authenticated');
}

/**
 * Pages that show or create the user's own content. `/admin/first` is excluded, because whoever holds the first-start
 * link may open it.
 */
const OWN =
  /^\/(?:image|video|tools|projects|creations|credits|account|profile|notifications|finance|admin(?!\/first))(?:\/|$)/;

/** Whether a page asks a user who was signed in before to sign in again first. */
export const asksToSignIn = (path: string): boolean => OWN.test(path);

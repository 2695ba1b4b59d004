import type { EventOf } from '@src/analytics/events.shared';
import { SIGN_IN_METHODS, type SignInMethod } from '@src/analytics/names.shared';

/** The same event is sent once within this window, milliseconds. */
export const AUTH_EVENT_WINDOW_MS = 5_000;
/** No auth event is sent on a path that contains this. */
const GOOGLE_LANDING = '/sign-in-google';

export type AuthEvent = EventOf<'sign_up'> | EventOf<'login'>;

/** The last auth event that any tab sent. */
export interface SentAuthEvent {
  readonly name: AuthEvent['name'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** State of a sign-in that the tabs of a browser share. */
export interface AuthStorage {
  /** The method of the sign-in under way, if any; `take` removes it, so that one tab sends the event. */
  takeMethod(): SignInMethod | undefined;
  lastSent(): SentAuthEvent | undefined;
  keep(lastSent: SentAuthEvent): void;
}

/** Whether a text is a sign-in method. */
export const isMethod = (value: unknown): value is SignInMethod => SIGN_IN_METHODS.some((method) => method === value);

/** The event of a sign-in: a new account by one of the two social providers, otherwise a login. */
export function authEventOf(method: SignInMethod, trigger: 'signUp' | 'signIn'): AuthEvent {
  return { name: method !== 'email' && trigger === 'signUp' ? 'sign_up' : 'login', method };
}

/**
 * Whether a sign-in was refused: the address carries an error, and no account is signed in.
 * @param query of the address, e.g. `?error=AccessDenied`
 * @param email of who is signed in; undefined for visitors and without a session
 */
export const isTurnedAway = (query: string, email: string | undefined): boolean =>
  email === undefined && new URLSearchParams(query).has('error');

/**
 * The event to send when a session with an email address appears, unless the same one was just sent.
 * @param path of the page, with or without a language prefix
 * @param now milliseconds since 1970; a clock that was set back suppresses nothing
 * @returns undefined without a sign-in under way, if it was sent already, or on a path without auth events
 */
export function authEventDue(
  shelf: AuthStorage,
  { path, trigger, now }: { readonly path: string; readonly trigger: 'signUp' | 'signIn'; readonly now: number },
): AuthEvent | undefined {
  if (path.includes(GOOGLE_LANDING)) return undefined;
  const method = shelf.takeMethod();
  if (method === undefined) return undefined;
  const event = authEventOf(method, trigger);
  const last = shelf.lastSent();
  const since = now - (last?.at ?? -Infinity);
  if (last?.name === event.name && since >= 0 && since < AUTH_EVENT_WINDOW_MS) return undefined;
  shelf.keep({ name: event.name, at: now });
  return event;
}

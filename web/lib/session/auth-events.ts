import type { EventOf } from '@src/analytics/events.shared';
import { SIGN_IN_METHODS, type SignInMethod } from '@src/analytics/names.shared';

/** Specification section 9: the same event within so long is told once; milliseconds. */
export const AUTH_EVENT_WINDOW_MS = 5_000;
/** Specification section 2: no auth event is told on a path that contains this. */
const UNTOLD = '/sign-in-google';

export type AuthEvent = EventOf<'sign_up'> | EventOf<'login'>;

/** An auth event that was told last, by whichever tab. */
export interface SentAuthEvent {
  readonly name: AuthEvent['name'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What the tabs of a browser know together of a sign-in. */
export interface AuthStorage {
  /** By which method somebody is signing in, if anybody is; `take` so that one tab tells of it. */
  takeMethod(): SignInMethod | undefined;
  told(): SentAuthEvent | undefined;
  keep(told: SentAuthEvent): void;
}

/** Whether a text names a method of signing in. */
export const isMethod = (value: unknown): value is SignInMethod => SIGN_IN_METHODS.some((method) => method === value);

/** The event of a sign-in (specification section 4): a new account by one of the two social providers, otherwise a login. */
export function authEventOf(method: SignInMethod, trigger: 'signUp' | 'signIn'): AuthEvent {
  return { name: method !== 'email' && trigger === 'signUp' ? 'sign_up' : 'login', method };
}

/**
 * Whether somebody is back from a sign-in without having been let in: the address says so, and nobody with an account is here.
 * @param query of the address, e.g. `?error=AccessDenied`
 * @param email of who is signed in; undefined for visitors and without a session
 */
export const isTurnedAway = (query: string, email: string | undefined): boolean => email === undefined && new URLSearchParams(query).has('error');

/**
 * The event to tell of when a session with an address is seen: that of the sign-in under way, unless the same was told a moment ago.
 * @param path of the page, with or without a language prefix
 * @param now milliseconds since 1970; a clock that was put back meanwhile suppresses nothing
 * @returns undefined when nobody was signing in, when it was told already, or when this is no place for it
 */
export function authEventDue(shelf: AuthStorage, { path, trigger, now }: { readonly path: string; readonly trigger: 'signUp' | 'signIn'; readonly now: number }): AuthEvent | undefined {
  if (path.includes(UNTOLD)) return undefined;
  const method = shelf.takeMethod();
  if (method === undefined) return undefined;
  const event = authEventOf(method, trigger);
  const last = shelf.told();
  const since = now - (last?.at ?? -Infinity);
  if (last?.name === event.name && since >= 0 && since < AUTH_EVENT_WINDOW_MS) return undefined;
  shelf.keep({ name: event.name, at: now });
  return event;
}

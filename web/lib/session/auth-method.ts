import type { SignInMethod } from '@src/analytics/names.shared';
import { isMethod, type AuthStorage, type SentAuthEvent } from './auth-events';

/** Local storage key of the sign-in method, from the redirect to the provider until the session exists. */
const METHOD_KEY = 'track-auth-method';
/** Local storage key of the last auth event sent. */
const SENT_KEY = 'kinora-auth-told';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage full or unavailable: no event is sent.
  }
}

/** Stores the method of a sign-in that begins; methods unknown to analytics are not stored. */
export function rememberSignInMethod(method: string): void {
  write(METHOD_KEY, isMethod(method) ? method : undefined);
}

/** The sign-in failed: forgets its method. */
export function forgetSignInMethod(): void {
  write(METHOD_KEY, undefined);
}

function readLastSent(): SentAuthEvent | undefined {
  try {
    const stored: unknown = JSON.parse(read(SENT_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('at' in stored)) return undefined;
    const { name, at } = stored;
    return (name === 'sign_up' || name === 'login') && typeof at === 'number' ? { name, at } : undefined;
  } catch {
    return undefined;
  }
}

/** Sign-in state in local storage, shared by all tabs. */
export const authStorage: AuthStorage = {
  takeMethod: (): SignInMethod | undefined => {
    const method = read(METHOD_KEY);
    if (method !== null) write(METHOD_KEY, undefined);
    return isMethod(method) ? method : undefined;
  },
  lastSent: readLastSent,
  keep: (event) => write(SENT_KEY, JSON.stringify(event)),
};

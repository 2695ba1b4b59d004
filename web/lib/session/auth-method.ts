import type { SignInMethod } from '@src/analytics/names.shared';
import { isMethod, type AuthStorage, type SentAuthEvent } from './auth-events';

/** Local storage key of specification section 7: how somebody is signing in, from before they leave for a provider until they are here. */
const METHOD_KEY = 'track-auth-method';
/** Local storage key of the auth event that was told last. */
const TOLD_KEY = 'kinora-auth-told';

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
    // No room, or no storage at all: then nothing is told of it.
  }
}

/** Somebody is about to sign in by a method, or to leave for it; of what analytics has no name for, nothing is kept. */
export function rememberSignInMethod(method: string): void {
  write(METHOD_KEY, isMethod(method) ? method : undefined);
}

/** They have not come in after all. */
export function forgetSignInMethod(): void {
  write(METHOD_KEY, undefined);
}

function readTold(): SentAuthEvent | undefined {
  try {
    const stored: unknown = JSON.parse(read(TOLD_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('at' in stored)) return undefined;
    const { name, at } = stored;
    return (name === 'sign_up' || name === 'login') && typeof at === 'number' ? { name, at } : undefined;
  } catch {
    return undefined;
  }
}

/** What all tabs of this browser know of a sign-in. */
export const authStorage: AuthStorage = {
  takeMethod: (): SignInMethod | undefined => {
    const method = read(METHOD_KEY);
    if (method !== null) write(METHOD_KEY, undefined);
    return isMethod(method) ? method : undefined;
  },
  told: readTold,
  keep: (told) => write(TOLD_KEY, JSON.stringify(told)),
};

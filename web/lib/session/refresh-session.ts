import { getSession } from 'next-auth/react';
import { forgetSignInMethod, rememberSignInMethod } from './auth-method';
import { withSessionLock } from './session-lock';
import { sessionState } from './store';
import { notifyOtherTabs } from './tabs';

/** Event for the session keeper: the server changed the session without the auth client. */
const EVENT = 'kinora:session-changed';

/**
 * Reloads the session, here and in other tabs, after a call that changed it on the server, such as a confirmed address.
 * @returns email address of the signed-in user; undefined for visitors and without a session
 */
export async function refreshSession(): Promise<string | undefined> {
  const session = await getSession({ broadcast: false });
  notifyOtherTabs();
  window.dispatchEvent(new Event(EVENT));
  return session?.user?.email ?? undefined;
}

/**
 * Confirms an email address under the session lock, because this may change the browser's session, then reloads the
 * session.
 * @param prove asks the server; its errors are rethrown
 * @returns the address of the user signed in afterwards; undefined for visitors and without a session
 */
export async function proveAddress(prove: () => Promise<unknown>): Promise<string | undefined> {
  const before = sessionState();
  await withSessionLock(prove);
  const isMember = before.status === 'ready' && before.user.email !== undefined;
  if (!isMember) rememberSignInMethod('email');
  const address = await refreshSession();
  if (address === undefined) forgetSignInMethod();
  return address;
}

/** @returns the unsubscribe function */
export function onSessionChanged(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

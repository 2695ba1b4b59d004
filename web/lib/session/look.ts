import { getSession } from 'next-auth/react';
import { tellOtherTabs } from './tabs';

/** Heard by the keeper: the server has changed the session, and the auth client does not know. */
const EVENT = 'kinora:session-changed';

/**
 * Looks at the session anew, here and in other tabs, after a call that changed it by itself, such as a confirmed address or a role.
 * @returns the address of who is signed in; undefined for visitors and without a session
 */
export async function lookAtSession(): Promise<string | undefined> {
  const session = await getSession({ broadcast: false });
  tellOtherTabs();
  window.dispatchEvent(new Event(EVENT));
  return session?.user?.email ?? undefined;
}

/** @returns what stops it */
export function onSessionChanged(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}

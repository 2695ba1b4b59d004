import { createStore, useStore } from '@/lib/store';

/** The user of the session, as far as pages need it. */
export interface Visitor {
  readonly id: string;
  /** Absent for an anonymous visitor. */
  readonly email?: string;
  readonly name?: string;
  readonly image?: string;
  /** Set if the sign-in that began this session created the account. */
  readonly trigger?: 'signUp';
  /** The visitor's first credits are granted after the human check. */
  readonly grantWaits?: true;
  /** Roles of the installation's operators, such as `admin`; empty for all others. */
  readonly roles: readonly string[];
}

/** `failed`: no session could be created after three attempts. Pages offer a retry. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly user: Visitor }
  | { readonly status: 'signed-out' }
  | { readonly status: 'failed' };

/**
 * Session state for pages. The session keeper, which holds the auth client, loads after the first paint and writes it,
 * so that no page waits for the auth client's code.
 */
const session = createStore<SessionState>({ status: 'loading' });

export const setSessionState = session.set;

export const sessionState = session.get;

/** Calls back when the session changes. @returns unsubscribes */
export const onSessionState = session.subscribe;

/** The session's state; `loading` while the page is being rendered on the server. */
export const useVisitor = (): SessionState => useStore(session);

import { createStore, useStore } from '@/lib/store';

/** The user of the session, as far as pages need it. */
export interface Visitor {
  readonly id: string;
  /** Absent for an anonymous visitor. */
  readonly email?: string;
  readonly name?: string;
  readonly image?: string;
  /** Whether the sign-in that this session began with made the user; absent when it did not (specification section 3). */
  readonly trigger?: 'signUp';
  /** The credits of a visitor's first visit wait for the human check. */
  readonly grantWaits?: true;
  /** Roles of those who run the installation, such as `admin`; none for everybody else. */
  readonly roles: readonly string[];
}

/** `failed`: no session could be made after three tries; pages offer to try again. */
export type SessionState = { readonly status: 'loading' } | { readonly status: 'ready'; readonly user: Visitor } | { readonly status: 'signed-out' } | { readonly status: 'failed' };

/**
 * What pages know of the session. The keeper, which holds the auth client, loads after the first paint and writes here, so
 * that no page waits for the auth client's code before it can be read.
 */
const session = createStore<SessionState>({ status: 'loading' });

export const setSessionState = session.set;

export const sessionState = session.get;

/** Follows the session. @returns what stops it */
export const onSessionState = session.subscribe;

/** The session's state; `loading` while the page is being rendered on the server. */
export const useVisitor = (): SessionState => useStore(session);

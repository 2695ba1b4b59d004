import { requestRelogin } from '@/lib/session/relogin';
import { onSessionState, sessionState, type SessionState } from '@/lib/session/store';
import { isOnline, onNetwork } from './network';
import type { SessionStatus, User } from './press';
import type { PressEnvironment } from './submitter';

/** The user of a session; undefined without a session. */
export const userOf = (state: SessionState): User | undefined =>
  state.status === 'ready' ? { id: state.user.id, member: state.user.email !== undefined } : undefined;

const statusOf = ({ status }: SessionState): SessionStatus => (status === 'signed-out' ? 'out' : status);

/** The browser's network, the page's session and its clock. */
export const browserEnvironment: PressEnvironment = {
  online: isOnline,
  onNetwork,
  session: () => ({ session: statusOf(sessionState()), user: userOf(sessionState()) }),
  onSession: onSessionState,
  renew: requestRelogin,
  after: (ms, listener) => {
    const timer = setTimeout(listener, ms);
    return () => clearTimeout(timer);
  },
};

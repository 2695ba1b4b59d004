import { onSessionState, sessionState } from './store';

/** Maximum wait, milliseconds. */
const SESSION_WAIT_MS = 10_000;

/** Resolves once the session is known, or after the maximum wait. */
export const whenSession = (): Promise<void> =>
  new Promise((resolve) => {
    if (sessionState().status !== 'loading') return resolve();
    const done = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = onSessionState(() => {
      if (sessionState().status !== 'loading') done();
    });
    const timer = setTimeout(done, SESSION_WAIT_MS);
  });

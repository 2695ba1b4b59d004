import { onSessionState, sessionState } from './store';

/** The server answers for itself where it is not known by then; milliseconds. */
const SESSION_WAIT_MS = 10_000;

/** Comes once it is known who is here, if anybody, or after a while without that. */
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

import { getProviders, getSession, signIn } from 'next-auth/react';
import { browserId, deviceNumber, forgetBrowserId } from './device';
import { withSessionLock } from '../session-lock';
import { notifyOtherTabs } from '../tabs';

/** Give up after three failures. */
export const MAX_FAILURES = 3;
const BACKOFF_MS = [800, 2_500] as const;

/** What signing in needs of the auth client. */
export interface AuthClient {
  readonly getSession: (options: { readonly broadcast: boolean }) => Promise<object | null>;
  readonly getProviders: () => Promise<Readonly<Record<string, unknown>> | null>;
  readonly signIn: (
    provider: string,
    options: {
      readonly redirect: false;
      readonly deviceId: string;
      readonly deviceNumber: string;
      readonly version: string;
    },
  ) => Promise<{ readonly ok: boolean; readonly error?: string | null | undefined } | undefined>;
}
const AUTH_CLIENT: AuthClient = { getSession, getProviders, signIn };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `found`: another tab created it. `failed`: the server refused or could not be reached. */
export type SignInOutcome = 'made' | 'found' | 'failed';

/** `claimed`: the device id now belongs to an account, and the browser has created a new one. */
async function attempt({ getSession, getProviders, signIn }: AuthClient): Promise<SignInOutcome | 'claimed'> {
  // Another tab may have signed in while this one waited. They share the session. If the providers cannot be fetched,
  // `signIn` redirects to the error page: check first, so that the visitor stays. Both are requested at once to save a
  // round trip.
  const [session, providers] = await Promise.all([getSession({ broadcast: false }), getProviders()]);
  if (session !== null) return 'found';
  if (providers?.['anonymous'] === undefined) return 'failed';
  const deviceId = browserId();
  const answer = await signIn('anonymous', {
    redirect: false,
    deviceId,
    deviceNumber: await deviceNumber(deviceId),
    version: 'v1',
  });
  // A device that was claimed never signs in as a visitor again.
  if (answer?.error === 'DEVICE_ID_ERROR') {
    forgetBrowserId();
    return 'claimed';
  }
  if (answer?.ok !== true) return 'failed';
  // The auth client does not notify other tabs of a sign-in without redirect.
  notifyOtherTabs();
  return 'made';
}

/**
 * Creates the visitor's session from the device id.
 * @returns `failed` after three failures
 */
export function signInAsVisitor(client: AuthClient = AUTH_CLIENT): Promise<SignInOutcome> {
  return withSessionLock(async () => {
    let renewed = false;
    for (let failures = 0; failures < MAX_FAILURES; failures++) {
      let outcome = await attempt(client).catch(() => 'failed' as const);
      if (outcome === 'claimed' && !renewed) {
        // Not a failure: try the new device id at once, but only once.
        renewed = true;
        outcome = await attempt(client).catch(() => 'failed' as const);
      }
      if (outcome === 'made' || outcome === 'found') return outcome;
      const wait = BACKOFF_MS[failures];
      if (wait !== undefined) await pause(wait);
    }
    return 'failed';
  });
}

'use client';

import { getSession, SessionProvider, useSession } from 'next-auth/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { usePathname, useRouter } from '@/i18n/navigation';
import { track } from '@/lib/analytics/track';
import { isOnline, onNetwork } from '@/lib/press/network';
import { queryClient } from '@/lib/trpc/client';
import { signInAsVisitor } from './visitor/anonymous';
import { resetCacheFor } from './reset-cache';
import { authEventDue, isTurnedAway } from './auth-events';
import { authStorage, forgetSignInMethod } from './auth-method';
import { clearStoredUser, storeUser } from './visitor/browser-facts';
import { discountModalMayOpen } from './discount-modal';
import { asksToSignIn, authHistory, mayBecomeVisitor, rememberAuth, resetAuthHistory } from './history';
import { onSessionChanged } from './refresh-session';
import { onReloginRequested } from './relogin';
import { sessionState, setSessionState, type Visitor } from './store';
import { notifyOtherTabs } from './tabs';
import { claimVisitorGrant } from './visitor/visitor-grant';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads the user of a session answer; its `id` is not in the client's own type. */
function readVisitor(user: unknown): Visitor | undefined {
  if (typeof user !== 'object' || user === null || !('id' in user)) return undefined;
  const id = text(user.id);
  if (id === undefined) return undefined;
  const email = 'email' in user ? text(user.email) : undefined;
  const name = 'name' in user ? text(user.name) : undefined;
  const image = 'image' in user ? text(user.image) : undefined;
  const roles =
    'roles' in user && Array.isArray(user.roles) ? user.roles.filter((role) => typeof role === 'string') : [];
  const isNew = 'trigger' in user && user.trigger === 'signUp';
  const grantWaits = 'grantWaits' in user && user.grantWaits === true;
  return {
    id,
    roles,
    ...(grantWaits ? { grantWaits } : {}),
    ...(isNew ? { trigger: 'signUp' } : {}),
    ...defined({ email, name, image }),
  };
}

/** Reports a completed sign-in to analytics and to the other tabs, which are not notified of sign-ins by a provider. */
function arrived(path: string, visitor: Visitor): void {
  const event = authEventDue(authStorage, { path, trigger: visitor.trigger ?? 'signIn', now: Date.now() });
  if (event === undefined) return;
  notifyOtherTabs();
  // After the user's data is stored, the cookie has the account's group.
  void storeUser(visitor).finally(() => track(event));
  discountModalMayOpen();
}

/** The root page is for users who are not signed in. The router keeps the language prefix. */
function useHomeOfMembers(path: string, email: string | undefined): void {
  const router = useRouter();
  useEffect(() => {
    if (path === '/' && email !== undefined) router.replace('/home');
  }, [path, email, router]);
}

interface ReloginOptions {
  readonly path: string;
  readonly isAuthenticated: boolean;
  readonly onFound: () => void;
  readonly askToSignIn: () => void;
  readonly becomeVisitor: () => Promise<void>;
}

/** Looks up or creates a session on request, and again once online if that failed. */
function useRelogin({ path, isAuthenticated, onFound, askToSignIn, becomeVisitor }: ReloginOptions): void {
  const renewing = useRef(false);
  const relogin = useCallback(async (): Promise<void> => {
    if (renewing.current) return;
    renewing.current = true;
    setSessionState({ status: 'loading' });
    try {
      // The session was ended by the server, or there never was one. Look again, become a visitor, then refetch
      // everything.
      const found = readVisitor((await getSession({ broadcast: false }))?.user);
      if (found !== undefined) {
        resetCacheFor(found);
        setSessionState({ status: 'ready', user: found });
        if (!isAuthenticated) onFound();
      } else if (!isOnline()) {
        setSessionState({ status: 'failed' });
      } else if (mayBecomeVisitor(path, authHistory())) {
        await becomeVisitor();
      } else {
        onFound();
        askToSignIn();
        return;
      }
    } finally {
      renewing.current = false;
    }
    await queryClient.invalidateQueries();
  }, [path, isAuthenticated, onFound, askToSignIn, becomeVisitor]);

  useEffect(() => onReloginRequested(() => void relogin()), [relogin]);
  useEffect(
    () =>
      onNetwork(() => {
        if (isOnline() && sessionState().status === 'failed') void relogin();
      }),
    [relogin],
  );
}

function Keeper({ onFound }: { readonly onFound: () => void }) {
  const session = useSession();
  const path = usePathname();
  const router = useRouter();
  const signingIn = useRef(false);
  const isAuthenticated = session.status === 'authenticated';
  const user = session.status === 'authenticated' ? session.data.user : undefined;

  const becomeVisitor = useCallback(async (): Promise<void> => {
    if (signingIn.current) return;
    signingIn.current = true;
    setSessionState({ status: 'loading' });
    const outcome = await signInAsVisitor().finally(() => (signingIn.current = false));
    if (outcome === 'failed') setSessionState({ status: 'failed' });
    if (outcome === 'found') onFound();
  }, [onFound]);

  /** Sends a former member to the sign-in page, with this page as the return target. */
  const askToSignIn = useCallback((): void => {
    if (!path.includes('sign-'))
      router.replace(`/sign-in?error=SessionRequired&callbackUrl=${encodeURIComponent(path + window.location.search)}`);
  }, [path, router]);

  useEffect(() => {
    if (path.includes('sign-')) resetAuthHistory();
  }, [path]);

  useHomeOfMembers(path, readVisitor(user)?.email);

  useEffect(() => {
    if (session.status === 'loading') return;
    const visitor = readVisitor(user);
    if (isTurnedAway(window.location.search, visitor?.email)) forgetSignInMethod();
    if (visitor !== undefined) {
      rememberAuth(visitor.email === undefined ? 'anonymous' : 'authenticated');
      resetCacheFor(visitor);
      setSessionState({ status: 'ready', user: visitor });
      if (visitor.email !== undefined) arrived(path, visitor);
      if (visitor.grantWaits === true) void claimVisitorGrant(visitor.id);
      return;
    }
    // While offline the session is unknown. Keep the current state and look again later.
    if (!isOnline()) return setSessionState({ status: 'failed' });
    clearStoredUser();
    const allowed = mayBecomeVisitor(path, authHistory());
    rememberAuth('unauthenticated');
    setSessionState(allowed ? { status: 'loading' } : { status: 'signed-out' });
    if (allowed) void becomeVisitor();
    else if (asksToSignIn(path)) askToSignIn();
  }, [session.status, user, path, becomeVisitor, askToSignIn]);

  // Depend on the values, not on the answer object, which is new each time.
  const facts = user === undefined ? undefined : JSON.stringify(readVisitor(user));
  useEffect(() => {
    const state = sessionState();
    if (facts !== undefined && state.status === 'ready') void storeUser(state.user);
  }, [facts]);

  useRelogin({ path, isAuthenticated, onFound, askToSignIn, becomeVisitor });
  return null;
}

/** Holds the NextAuth client: no refetching on focus, offline or by interval. */
export default function SessionKeeper() {
  // The client looks for sessions that it did not create or end only at its start, so restart it.
  const [start, setStart] = useState(0);
  const onFound = useCallback(() => setStart((count) => count + 1), []);
  useEffect(() => onSessionChanged(onFound), [onFound]);
  return (
    <SessionProvider key={start} refetchOnWindowFocus={false} refetchWhenOffline={false} refetchInterval={0}>
      <Keeper onFound={onFound} />
    </SessionProvider>
  );
}

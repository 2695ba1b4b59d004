import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SignInMethod } from '@src/analytics/names.shared';
import {
  authEventDue,
  authEventOf,
  AUTH_EVENT_WINDOW_MS,
  isMethod,
  isTurnedAway,
  type AuthEvent,
  type AuthStorage,
  type SentAuthEvent,
} from './auth-events';

describe('the event of a sign-in', () => {
  it.each([
    ['google', 'signUp', 'sign_up'],
    ['facebook', 'signUp', 'sign_up'],
    ['google', 'signIn', 'login'],
    ['facebook', 'signIn', 'login'],
    ['email', 'signUp', 'login'],
    ['email', 'signIn', 'login'],
  ] as const)('by %s with the trigger %s is %s', (method, trigger, name) => {
    expect(authEventOf(method, trigger)).toEqual({ name, method });
  });

  it('has a method that is one of three', () => {
    expect(['google', 'facebook', 'email', 'anonymous', '', null, undefined].map(isMethod)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('an address with an error', () => {
  it('is of who was not let in', () => {
    expect(isTurnedAway('?error=AccessDenied', undefined)).toBe(true);
  });

  it('says nothing of who has signed in where they were asked to', () => {
    expect(isTurnedAway('?error=SessionRequired&callbackUrl=%2Faccount', 'ada@example.org')).toBe(false);
    expect(isTurnedAway('?callbackUrl=%2Faccount', undefined)).toBe(false);
  });
});

describe('telling of a sign-in', () => {
  let method: SignInMethod | undefined;
  let sent: SentAuthEvent | undefined;
  const shelf: AuthStorage = {
    takeMethod: () => {
      const taken = method;
      method = undefined;
      return taken;
    },
    lastSent: () => sent,
    keep: (next) => void (sent = next),
  };
  /** Signs in, and reports the session to a tab. */
  const seen = (
    by: SignInMethod | undefined,
    trigger: 'signUp' | 'signIn' = 'signIn',
    path = '/home',
  ): AuthEvent | undefined => {
    if (by !== undefined) method = by;
    return authEventDue(shelf, { path, trigger, now: Date.now() });
  };
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000_000 });
    [method, sent] = [undefined, undefined];
  });
  afterEach(() => void jest.useRealTimers());

  it('is done once, though every tab and every page sees the session', () => {
    expect([seen('google', 'signUp'), seen(undefined), seen(undefined)]).toEqual([
      { name: 'sign_up', method: 'google' },
      undefined,
      undefined,
    ]);
  });

  it('is not done again within five seconds, and is after them', () => {
    expect(seen('email')).toEqual({ name: 'login', method: 'email' });
    jest.advanceTimersByTime(AUTH_EVENT_WINDOW_MS - 1);
    expect(seen('email')).toBeUndefined();
    jest.advanceTimersByTime(1);
    expect(seen('email')).toEqual({ name: 'login', method: 'email' });
  });

  it('is done of another event within them', () => {
    expect([seen('google', 'signUp')?.name, seen('google', 'signIn')?.name]).toEqual(['sign_up', 'login']);
  });

  it('is not kept back by a clock that was put back', () => {
    seen('email');
    jest.setSystemTime(900_000_000);
    expect(seen('email')).toEqual({ name: 'login', method: 'email' });
  });

  it('waits while the page is the one that leaves for Google', () => {
    expect(seen('google', 'signUp', '/de/sign-in-google')).toBeUndefined();
    expect(seen(undefined, 'signUp', '/de/home')).toEqual({ name: 'sign_up', method: 'google' });
  });
});

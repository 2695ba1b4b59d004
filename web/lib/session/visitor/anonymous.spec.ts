import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_FAILURES, signInAsVisitor, type AuthClient } from './anonymous';

const requests: string[] = [];
let answers: Awaited<ReturnType<AuthClient['signIn']>>[];
let session: object | null;
let providers: Readonly<Record<string, unknown>> | null;
const client: AuthClient = {
  getSession: async () => session,
  getProviders: async () => {
    requests.push('providers');
    return providers;
  },
  signIn: async (id, { deviceId, version }) => {
    requests.push(`${id} ${version} ${deviceId === kept.get('browserId') ? 'kept' : 'another'}`);
    return answers.shift();
  },
};
const kept = new Map<string, string>();
const NAMES = ['navigator', 'localStorage'] as const;
const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

const refused = (error: string) => ({ ok: false, status: 401, error, url: null });
const taken = { ok: true, status: 200, error: null, url: '/' };
/** The outcome, with the waits between attempts skipped. */
const outcome = async (): Promise<string> => {
  let said: string | undefined;
  const made = signInAsVisitor(client).then((outcome) => (said = outcome));
  while (said === undefined) {
    jest.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return made;
};

describe('becoming a visitor', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    requests.length = 0;
    kept.clear();
    [answers, session, providers] = [[], null, { anonymous: {} }];
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      value: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    });
  });
  afterEach(() => {
    jest.useRealTimers();
    for (const [name, property] of before) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
  });

  it('asks for the providers first, and signs in with the device id that is kept', async () => {
    answers = [taken];
    expect(await outcome()).toBe('made');
    expect(requests).toEqual(['providers', 'anonymous v1 kept']);
  });

  it('is tried while fewer than three have failed', async () => {
    answers = Array.from({ length: 9 }, () => refused('TRY_AGAIN'));
    expect(await outcome()).toBe('failed');
    expect(requests.filter((one) => one === 'anonymous v1 kept')).toHaveLength(MAX_FAILURES);
    expect(MAX_FAILURES).toBe(3);
  });

  it('does not leave the page when the providers cannot be had, and goes on once they can', async () => {
    providers = null;
    expect(await outcome()).toBe('failed');
    expect(requests).toEqual(['providers', 'providers', 'providers']);
    providers = { anonymous: {} };
    answers = [refused('TRY_AGAIN'), taken];
    expect(await outcome()).toBe('made');
  });

  it('finds the session that another tab has made meanwhile', async () => {
    session = {};
    expect([await outcome(), requests]).toEqual(['found', ['providers']]);
  });

  it('makes itself another device when this one is an account’s, and only once', async () => {
    kept.set('browserId', 'the-device-of-an-account');
    answers = [refused('DEVICE_ID_ERROR'), taken];
    expect(await outcome()).toBe('made');
    expect(kept.get('browserId')).not.toBe('the-device-of-an-account');
  });
});

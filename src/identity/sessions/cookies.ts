import type { SerializeOptions } from '@fastify/cookie';
import { parseCookie } from 'cookie';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { DEVICE_KEPT_MS } from '../sign-in/known-origins.js';

/**
 * `attempt` is of someone who is at a provider: it takes the place of NextAuth's own for state, nonce and code verifier. `device` is of a
 * browser in which someone signed in, and stays when they sign out (known-origins.ts).
 */
const NAMES = { session: 'next-auth.session-token', csrf: 'next-auth.csrf-token', attempt: 'next-auth.attempt', device: 'kinora.known-device' } as const;
export type CookieKind = keyof typeof NAMES;

/**
 * A cookie's value in a `cookie` header, by the one name that it has for the scheme: on HTTPS no one but this host can have set
 * the prefixed one, and a plain one may be planted by a neighbour (RFC 6265bis, 4.1.3).
 */
export function readCookie(header: string | undefined, kind: CookieKind, secure: boolean): string | undefined {
  const value = header === undefined ? undefined : parseCookie(header)[cookieName(kind, secure)];
  return value === '' ? undefined : value;
}

/** The name of a cookie. @param secure whether the browser came by HTTPS */
export function cookieName(kind: CookieKind, secure: boolean): string {
  return secure ? `__Host-${NAMES[kind]}` : NAMES[kind];
}

/** HttpOnly, SameSite=Lax, and on HTTPS Secure. @param expires absent for a cookie that ends with the browser */
export function cookieOptions(secure: boolean, expires?: Date): SerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, ...defined({ expires }) };
}

/** What a browser keeps since someone signed in in it; undefined for none, and for what can be none of ours. */
export function readDevice(header: string | undefined, secure: boolean): string | undefined {
  const device = readCookie(header, 'device', secure);
  return device !== undefined && /^[0-9a-f]{64}$/.test(device) ? device : undefined;
}

/** Has a browser keep what it is known by. @param set of the answer that it gets */
export function keepDevice(set: (name: string, value: string, options: SerializeOptions) => void, device: string, { secure, at }: { readonly secure: boolean; readonly at: Millis }): void {
  set(cookieName('device', secure), device, cookieOptions(secure, new Date(at + DEVICE_KEPT_MS)));
}

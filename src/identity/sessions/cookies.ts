import type { SerializeOptions } from '@fastify/cookie';
import { parseCookie } from 'cookie';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { DEVICE_KEPT_MS } from '../sign-in/known-origins.js';

/**
 * `attempt` exists while the user is at an external provider; it replaces NextAuth's own cookies for state, nonce and
 * code verifier. `device` identifies a browser in which someone has signed in, and remains after sign-out
 * (known-origins.ts).
 */
const NAMES = {
  session: 'next-auth.session-token',
  csrf: 'next-auth.csrf-token',
  attempt: 'next-auth.attempt',
  device: 'kinora.known-device',
} as const;
export type CookieKind = keyof typeof NAMES;

/**
 * Reads a cookie by the one name that is valid for the scheme. On HTTPS, only this host can set the prefixed name,
 * while an unprefixed one could be planted by a neighbouring host (RFC 6265bis, 4.1.3).
 */
export function readCookie(header: string | undefined, kind: CookieKind, secure: boolean): string | undefined {
  const value = header === undefined ? undefined : parseCookie(header)[cookieName(kind, secure)];
  return value === '' ? undefined : value;
}

/**
 * The name of a cookie.
 * @param secure whether the browser uses HTTPS
 */
export function cookieName(kind: CookieKind, secure: boolean): string {
  return secure ? `__Host-${NAMES[kind]}` : NAMES[kind];
}

/**
 * HttpOnly, SameSite=Lax, and Secure on HTTPS.
 * @param expires absent for a cookie that ends with the browser session
 */
export function cookieOptions(secure: boolean, expires?: Date): SerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, ...defined({ expires }) };
}

/** The value of the device cookie; undefined when it is missing or malformed. */
export function readDevice(header: string | undefined, secure: boolean): string | undefined {
  const device = readCookie(header, 'device', secure);
  return device !== undefined && /^[0-9a-f]{64}$/.test(device) ? device : undefined;
}

/**
 * Sets the device cookie.
 * @param set sets a cookie on the response
 */
export function keepDevice(
  set: (name: string, value: string, options: SerializeOptions) => void,
  device: string,
  { secure, at }: { readonly secure: boolean; readonly at: Millis },
): void {
  set(cookieName('device', secure), device, cookieOptions(secure, new Date(at + DEVICE_KEPT_MS)));
}

import type { CookieSerializeOptions } from '@fastify/cookie';
import { parseCookie } from 'cookie';

const SESSION = 'next-auth.session-token';
const CSRF = 'next-auth.csrf-token';

/** Every name that a session cookie may have: the strict one on HTTPS, the plain one otherwise. */
export const SESSION_COOKIES = [`__Host-${SESSION}`, SESSION] as const;
export const CSRF_COOKIES = [`__Host-${CSRF}`, CSRF] as const;

/** The value of the first of `names` in a `cookie` header. */
export function readCookie(header: string | undefined, names: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  const cookies = parseCookie(header);
  for (const name of names) {
    const value = cookies[name];
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** The name a cookie is set by. @param secure whether the browser came by HTTPS */
export function cookieName(kind: 'session' | 'csrf', secure: boolean): string {
  const name = kind === 'session' ? SESSION : CSRF;
  return secure ? `__Host-${name}` : name;
}

/** HttpOnly, SameSite=Lax, and on HTTPS Secure. @param expires absent for a cookie that ends with the browser */
export function cookieOptions(secure: boolean, expires?: Date): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure, ...(expires === undefined ? {} : { expires }) };
}

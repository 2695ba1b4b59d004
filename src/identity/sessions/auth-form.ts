import { z } from 'zod';
import { MAIL_LANGUAGES } from '../letters/mails/words.js';

const fields = z.record(z.string(), z.unknown());

/** A form posted by the NextAuth client: its own three fields and all sign-in options. */
export interface AuthForm {
  readonly csrfToken: unknown;
  readonly callbackUrl: unknown;
  /** The client requests `{url}` rather than a redirect. */
  readonly wantsJson: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Parses a posted form or JSON body. Anything but an object is an empty form. */
export function authForm(body: unknown): AuthForm {
  const read = fields.safeParse(body);
  const { csrfToken, callbackUrl, json, ...options } = read.success ? read.data : {};
  return { csrfToken, callbackUrl, wantsJson: json === 'true' || json === true, options };
}

/**
 * The URL to redirect to: the requested one if it is on this site, otherwise the front page.
 * @param origin of this server, as the browser sees it
 */
export function landing(callbackUrl: unknown, origin: string): string {
  if (typeof callbackUrl !== 'string' || !URL.canParse(callbackUrl, origin)) return origin;
  const url = new URL(callbackUrl, origin);
  return url.origin === origin ? url.href : origin;
}

/**
 * The web app's sign-in page, in the language of the page the user comes from.
 * @param back URL on this site to return to after sign-in
 * @param said message for the page to show, e.g. `{ error: 'OAuthCallback' }`
 */
export function signInPage(back: string, origin: string, said: Readonly<Record<string, string>> = {}): string {
  const { pathname, href } = new URL(back, origin);
  const [, first = ''] = pathname.split('/');
  const language = MAIL_LANGUAGES.find((one) => one === first && one !== 'en');
  const query = new URLSearchParams({ ...said, ...(href === `${origin}/` ? {} : { callbackUrl: href }) }).toString();
  return `${origin}${language === undefined ? '' : `/${language}`}/sign-in${query === '' ? '' : `?${query}`}`;
}

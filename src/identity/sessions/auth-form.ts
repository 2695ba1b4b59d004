import { z } from 'zod';
import { MAIL_LANGUAGES } from '../letters/mails/words.js';

const fields = z.record(z.string(), z.unknown());

/** What the NextAuth client posts: its own three fields and every option of the sign-in beside them. */
export interface AuthForm {
  readonly csrfToken: unknown;
  readonly callbackUrl: unknown;
  /** The client requests `{url}` rather than a redirect. */
  readonly wantsJson: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads a posted form or JSON body; whatever is no object is an empty form. */
export function authForm(body: unknown): AuthForm {
  const read = fields.safeParse(body);
  const { csrfToken, callbackUrl, json, ...options } = read.success ? read.data : {};
  return { csrfToken, callbackUrl, wantsJson: json === 'true' || json === true, options };
}

/**
 * Where the browser goes afterwards: the address requested when it is one of ours, otherwise our front page.
 * @param origin of this server, as the browser sees it
 */
export function landing(callbackUrl: unknown, origin: string): string {
  if (typeof callbackUrl !== 'string' || !URL.canParse(callbackUrl, origin)) return origin;
  const url = new URL(callbackUrl, origin);
  return url.origin === origin ? url.href : origin;
}

/**
 * The web app's sign-in page, in the language of the page that someone comes from.
 * @param back where they were to go; of this site. @param said what the page is to say, e.g. `{ error: 'OAuthCallback' }`
 */
export function signInPage(back: string, origin: string, said: Readonly<Record<string, string>> = {}): string {
  const { pathname, href } = new URL(back, origin);
  const [, first = ''] = pathname.split('/');
  const language = MAIL_LANGUAGES.find((one) => one === first && one !== 'en');
  const query = new URLSearchParams({ ...said, ...(href === `${origin}/` ? {} : { callbackUrl: href }) }).toString();
  return `${origin}${language === undefined ? '' : `/${language}`}/sign-in${query === '' ? '' : `?${query}`}`;
}

import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());

/** What the NextAuth client posts: its own three fields and every option of the sign-in beside them. */
export interface AuthForm {
  readonly csrfToken: unknown;
  readonly callbackUrl: unknown;
  /** The client asks for `{url}` rather than a redirect. */
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
 * Where the browser goes afterwards: the address asked for when it is one of ours, otherwise our front page.
 * @param origin of this server, as the browser sees it
 */
export function landing(callbackUrl: unknown, origin: string): string {
  if (typeof callbackUrl !== 'string' || !URL.canParse(callbackUrl, origin)) return origin;
  const url = new URL(callbackUrl, origin);
  return url.origin === origin ? url.href : origin;
}

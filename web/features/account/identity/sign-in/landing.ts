import { TRANSLATED } from '@/i18n/locales';

const HOME = '/home';

/** A path without the language that it may begin with. */
const unprefixed = (path: string): string => {
  const [, first = '', ...rest] = path.split('/');
  return TRANSLATED.some((language) => language === first) ? `/${rest.join('/')}` : path;
};

/** Query that passes `callbackUrl` on to another sign-in page. @param asked its value in the address; null without one */
export const callbackQuery = (asked: string | null): { readonly callbackUrl?: string } => (asked === null ? {} : { callbackUrl: asked });

/**
 * Where to go after signing in: a path of this site, without its language, that the page was asked with, or home.
 * @param asked an address as it stands in `callbackUrl`; null without one
 * @param origin of this site, e.g. `https://kinora.example`
 */
export function landingPath(asked: string | null, origin: string): string {
  if (asked === null || !URL.canParse(asked, origin)) return HOME;
  const url = new URL(asked, origin);
  if (url.origin !== origin || url.pathname.includes('sign-')) return HOME;
  // What begins with two slashes, of either kind, names another site, and may come about only once the language is gone.
  const path = `/${unprefixed(url.pathname).replace(/^[/\\]+/, '')}${url.search}`;
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : HOME;
}

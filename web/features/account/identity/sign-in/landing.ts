import { TRANSLATED } from '@/i18n/locales';

const HOME = '/home';

/** A path without the language that it may begin with. */
const unprefixed = (path: string): string => {
  const [, first = '', ...rest] = path.split('/');
  return TRANSLATED.some((language) => language === first) ? `/${rest.join('/')}` : path;
};

/** Query that passes `callbackUrl` on to another sign-in page. @param callbackUrl its value in the address; null without one */
export const callbackQuery = (callbackUrl: string | null): { readonly callbackUrl?: string } => (callbackUrl === null ? {} : { callbackUrl });

/**
 * Where to go after signing in: a path of this site, without its language, that the page was asked with, or home.
 * @param callbackUrl an address as it stands in `callbackUrl`; null without one
 * @param origin of this site, e.g. `https://kinora.example`
 */
export function landingPath(callbackUrl: string | null, origin: string): string {
  if (callbackUrl === null || !URL.canParse(callbackUrl, origin)) return HOME;
  const url = new URL(callbackUrl, origin);
  if (url.origin !== origin || url.pathname.includes('sign-')) return HOME;
  // What begins with two slashes, of either kind, names another site, and may come about only once the language is gone.
  const path = `/${unprefixed(url.pathname).replace(/^[/\\]+/, '')}${url.search}`;
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : HOME;
}

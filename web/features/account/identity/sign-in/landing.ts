import { TRANSLATED } from '@/i18n/locales';

const HOME = '/home';

/** A path without its language prefix. */
const unprefixed = (path: string): string => {
  const [, first = '', ...rest] = path.split('/');
  return TRANSLATED.some((language) => language === first) ? `/${rest.join('/')}` : path;
};

/**
 * Query that passes `callbackUrl` on to another sign-in page. @param callbackUrl its value in the address; null without
 * one
 */
export const callbackQuery = (callbackUrl: string | null): { readonly callbackUrl?: string } =>
  callbackUrl === null ? {} : { callbackUrl };

/**
 * The page after sign-in: the requested path of this site without its language, or home.
 * @param callbackUrl value of `callbackUrl` in the address; null without one
 * @param origin of this site, e.g. `https://kinora.example`
 */
export function landingPath(callbackUrl: string | null, origin: string): string {
  if (callbackUrl === null || !URL.canParse(callbackUrl, origin)) return HOME;
  const url = new URL(callbackUrl, origin);
  if (url.origin !== origin || url.pathname.includes('sign-')) return HOME;
  // Two leading slashes of either kind name another site. They may appear only after the language is removed.
  const path = `/${unprefixed(url.pathname).replace(/^[/\\]+/, '')}${url.search}`;
  return URL.canParse(path, origin) && new URL(path, origin).origin === origin ? path : HOME;
}

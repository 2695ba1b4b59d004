import { PAGE_PREFIX_COOKIE, withoutPagePrefix } from '@src/platform/http/security/hosts.shared';
import { nextIntlNavigation } from './next-intl-navigation';

export { Link } from './link';

/** Navigation that keeps the language of the page. */
export const { getPathname, useRouter } = nextIntlNavigation;

/** The path prefix on this host, which the server sends in a cookie. */
function pagePrefix(): string {
  const cookies = typeof document === 'undefined' ? '' : document.cookie;
  return (
    cookies
      .split('; ')
      .find((cookie) => cookie.startsWith(`${PAGE_PREFIX_COOKIE}=`))
      ?.slice(PAGE_PREFIX_COOKIE.length + 1) ?? ''
  );
}

/** The current path without its language and the host's prefix. */
export const usePathname = (): string => withoutPagePrefix(nextIntlNavigation.usePathname(), pagePrefix());

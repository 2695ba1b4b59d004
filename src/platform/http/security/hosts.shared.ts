/** Under which name the site was requested, and what stands before its paths there. */
export interface Host {
  /** The first label: `studio` of `studio.video.example.com`. */
  readonly hostKey: string;
  /** All labels before the last two: `studio.video` of `studio.video.example.com`; the first label where there are no more. */
  readonly deepHostKey: string;
  /** Lower case, without port, `www.` and the root's dot. */
  readonly normalizedHostname: string;
  /** Such as `/studio`; empty where nothing stands before the paths. */
  readonly pagePrefix: string;
}

/** Which prefix pages have under which host: by its whole name, or by its deep key or key. */
export type PagePrefixes = ReadonlyMap<string, string>;

/** By which cookie pages are told the prefix of their host. */
export const PAGE_PREFIX_COOKIE = 'page-prefix';

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** The name in a `Host` header: lower case, without port and the root's dot. */
export const nameIn = (header: string): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * Reads a `Host` header.
 * @param header e.g. `WWW.Studio.Example.com:8080`; empty when there is none
 */
export function hostOf(header: string, prefixes: PagePrefixes): Host {
  const normalizedHostname = nameIn(header).replace(/^www\./, '');
  const labels = ADDRESS.test(normalizedHostname) ? [normalizedHostname] : normalizedHostname.split('.');
  const hostKey = labels[0] ?? '';
  const deepHostKey = labels.length > 2 ? labels.slice(0, -2).join('.') : hostKey;
  const pagePrefix = prefixes.get(normalizedHostname) ?? prefixes.get(deepHostKey) ?? prefixes.get(hostKey) ?? '';
  return { hostKey, deepHostKey, normalizedHostname, pagePrefix };
}

/** As an interface language stands first in a path; by its shape, for the list of languages is the web app's. */
const LOCALE = /^\/[a-z]{2}(?:-[A-Z]{2})?(?=\/|$)/;

/**
 * The current path without its host's prefix. A language stands before the prefix: `/de/studio/image`.
 * @param path begins with a slash; a query may follow
 * @param prefix of {@link Host}; empty for none
 */
export function withoutPagePrefix(path: string, prefix: string): string {
  if (prefix === '') return path;
  const locale = path.startsWith(`${prefix}/`) || path === prefix ? '' : (LOCALE.exec(path)?.[0] ?? '');
  const rest = path.slice(locale.length);
  if (!rest.startsWith(prefix) || !/^(?:[/?#]|$)/.test(rest.slice(prefix.length))) return path;
  const bare = rest.slice(prefix.length).replace(/^\/+/, '/');
  if (bare.startsWith('/')) return `${locale}${bare}`;
  return `${locale === '' ? '/' : locale}${bare}`;
}

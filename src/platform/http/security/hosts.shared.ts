/** The host name of a request, and the path prefix of its pages. */
export interface Host {
  /** The first label: `studio` of `studio.video.example.com`. */
  readonly hostKey: string;
  /**
   * All labels before the last two: `studio.video` of `studio.video.example.com`; the first label if there are only
   * two.
   */
  readonly deepHostKey: string;
  /** Lower case, without port, `www.` and the trailing dot. */
  readonly normalizedHostname: string;
  /** For example `/studio`; empty without a prefix. */
  readonly pagePrefix: string;
}

/** Path prefix by host: by its full name, its deep key or its key. */
export type PagePrefixes = ReadonlyMap<string, string>;

/** Cookie that tells pages the prefix of their host. */
export const PAGE_PREFIX_COOKIE = 'page-prefix';

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** The name in a `Host` header: lower case, without port and trailing dot. */
export const nameIn = (header: string): string => header.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * Parses a `Host` header.
 * @param header e.g. `WWW.Studio.Example.com:8080`; empty if missing
 */
export function hostOf(header: string, prefixes: PagePrefixes): Host {
  const normalizedHostname = nameIn(header).replace(/^www\./, '');
  const labels = ADDRESS.test(normalizedHostname) ? [normalizedHostname] : normalizedHostname.split('.');
  const hostKey = labels[0] ?? '';
  const deepHostKey = labels.length > 2 ? labels.slice(0, -2).join('.') : hostKey;
  const pagePrefix = prefixes.get(normalizedHostname) ?? prefixes.get(deepHostKey) ?? prefixes.get(hostKey) ?? '';
  return { hostKey, deepHostKey, normalizedHostname, pagePrefix };
}

/** A language at the start of a path. Matched by its form, because the list of languages belongs to the web app. */
const LOCALE = /^\/[a-z]{2}(?:-[A-Z]{2})?(?=\/|$)/;

/**
 * Removes the host's prefix from a path. A language comes before the prefix: `/de/studio/image`.
 * @param path starts with a slash; may have a query
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

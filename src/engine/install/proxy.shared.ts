/** Proxies by the usual environment variables. */
export interface ProxySettings {
  readonly http?: string;
  readonly https?: string;
  /** Hosts that are reached directly, separated by commas; `*` for all. */
  readonly none?: string;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The proxy for an address; undefined if it is reached directly. This machine always is. */
export function proxyFor(url: URL, { http, https, none = '' }: ProxySettings): URL | undefined {
  const proxy = url.protocol === 'https:' ? https : http;
  if (proxy === undefined || !URL.canParse(proxy) || LOOPBACK.test(url.hostname)) return undefined;
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const isExempt = none
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
    .some((one) => {
      const [name = '', only] = one.replace(/^\*?\./, '').split(':');
      return one === '*' || ((only === undefined || only === port) && (host === name || host.endsWith(`.${name}`)));
    });
  return isExempt ? undefined : new URL(proxy);
}

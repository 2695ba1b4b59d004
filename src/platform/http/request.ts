import type { FastifyRequest } from 'fastify';
import { countryOfAddress } from './security/country.js';
import type { PagePrefixes } from './security/hosts.shared.js';

/** The operator's settings of the network before the server. */
export interface NetworkSettings {
  readonly publicUrl?: string;
  readonly pagePrefixes?: PagePrefixes;
  /** The number of proxies, or their addresses and networks, separated by commas. */
  readonly trustProxy: false | number | string;
  readonly countryHeader?: string;
  /** If set, browsers load videos from this origin. */
  readonly mediaOrigin?: string;
}

/** Facts of the request that procedures may use. */
export interface RequestFacts {
  /** The caller's address; only for rate limits, never stored or logged as it is. */
  readonly ip: string;
  /**
   * ISO 3166-1 alpha-2, upper case: from a trusted proxy, otherwise from the registration of the address; undefined for
   * private networks.
   */
  readonly country?: string | undefined;
  /** The `user-language` header; default `en`. */
  readonly language: string;
  readonly requestId: string;
  /** Public origin of this server, without a trailing slash. */
  readonly origin: string;
  /** The request came through an untrusted proxy. */
  readonly untrustedProxy?: true;
}

/** The parts of a request that determine the public origin. */
export type Addressed = Pick<FastifyRequest, 'protocol' | 'host'>;

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const COUNTRY = /^[A-Z]{2}$/;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/**
 * Whether the peer may state the country of a request: only a trusted proxy may. A proxy trusted by address is
 * recognised by its forwarded addresses, which are ignored from any other peer.
 */
export function saysCountry({ ips }: Pick<FastifyRequest, 'ips'>, { trustProxy }: NetworkSettings): boolean {
  // The first address is that of the connection itself.
  return typeof trustProxy === 'number' || (trustProxy !== false && ips !== undefined && ips.length > 1);
}

/**
 * The facts of a request for procedures and controllers.
 * @param said the language, for clients that cannot send the header, such as an EventSource
 */
export function requestFacts(request: FastifyRequest, settings: NetworkSettings, said?: string): RequestFacts {
  const language = single(request.headers['user-language']) ?? said;
  const fromHeader =
    settings.countryHeader !== undefined && saysCountry(request, settings)
      ? single(request.headers[settings.countryHeader])?.toUpperCase()
      : undefined;
  // Proxies send XX for "unknown" and T1 for Tor.
  const known = fromHeader !== undefined && COUNTRY.test(fromHeader) && fromHeader !== 'XX' ? fromHeader : undefined;
  const { ip } = request;
  return {
    ip,
    // Looked up lazily, because most calls do not need it.
    get country() {
      return known ?? countryOfAddress(ip);
    },
    language: language !== undefined && LANGUAGE.test(language) ? language : 'en',
    requestId: request.id,
    origin: publicOrigin(request, settings),
    ...(isByUntrustedProxy(request, settings) ? { untrustedProxy: true as const } : {}),
  };
}

/** Header by which a page server tells the api that it saw an untrusted proxy. */
export const UNTRUSTED_PROXY = 'kinora-untrusted-proxy';

/**
 * Whether an untrusted proxy seems to have forwarded a request. A client can forge such a header, so it is used for
 * advice only.
 */
export function isByUntrustedProxy(
  request: Pick<FastifyRequest, 'headers' | 'ips'>,
  settings: NetworkSettings,
): boolean {
  if (settings.trustProxy === false) return request.headers['x-forwarded-for'] !== undefined;
  return saysCountry(request, settings) && request.headers[UNTRUSTED_PROXY] !== undefined;
}

/** Public origin: scheme, host and port, without a trailing slash. */
export function publicOrigin(request: Addressed, settings: NetworkSettings): string {
  return settings.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Whether the browser used HTTPS, so that cookies may be Secure. */
export function isSecure(request: Addressed, settings: NetworkSettings): boolean {
  return publicOrigin(request, settings).startsWith('https:');
}

/**
 * Whether a state-changing request comes from one of our pages. Another port of the same machine counts as the same
 * site for cookies, so SameSite is not enough. Clients other than browsers send no `Origin`.
 */
export function isSameOrigin(request: FastifyRequest, settings: NetworkSettings): boolean {
  const from = request.headers.origin;
  return (
    from === undefined || from === publicOrigin(request, settings) || from === `${request.protocol}://${request.host}`
  );
}

import type { FastifyRequest } from 'fastify';
import { countryOfAddress } from './security/country.js';
import type { PagePrefixes } from './security/hosts.shared.js';

/** What the operator says of the network before the server. */
export interface NetworkSettings {
  readonly publicUrl?: string;
  readonly pagePrefixes?: PagePrefixes;
  /** A number of proxies, or their addresses and networks joined by commas. */
  readonly trustProxy: false | number | string;
  readonly countryHeader?: string;
  /** Browsers are sent to this origin for videos, where it is given. */
  readonly mediaOrigin?: string;
}

/** Facts of the request that procedures may use. */
export interface RequestFacts {
  /** Address of the caller; for rate limits only, never stored or logged as it is. */
  readonly ip: string;
  /** ISO 3166-1 alpha-2, upper case: what a trusted proxy says, else what the address is registered to; of a private network, nothing. */
  readonly country?: string | undefined;
  /** The `user-language` header, `en` when missing. */
  readonly language: string;
  readonly requestId: string;
  /** Where the browser sees this server, without a slash at the end. */
  readonly origin: string;
  /** It came by a proxy that is not trusted. */
  readonly untrustedProxy?: true;
}

/** What of a request tells where the browser sees this server. */
export type Addressed = Pick<FastifyRequest, 'protocol' | 'host'>;

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const COUNTRY = /^[A-Z]{2}$/;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/**
 * Whether whoever connects may say which country a request comes from: a proxy that is trusted. One that is trusted by its address is
 * told by the address that it forwards, which is of no account from anybody else.
 */
export function saysCountry({ ips }: Pick<FastifyRequest, 'ips'>, { trustProxy }: NetworkSettings): boolean {
  // The first of the addresses is the connection's own.
  return typeof trustProxy === 'number' || (trustProxy !== false && ips !== undefined && ips.length > 1);
}

/**
 * The facts of a request that procedures and controllers may use.
 * @param said the language where no header could say it: an EventSource sends none of its own
 */
export function requestFacts(request: FastifyRequest, settings: NetworkSettings, said?: string): RequestFacts {
  const language = single(request.headers['user-language']) ?? said;
  const fromHeader = settings.countryHeader !== undefined && saysCountry(request, settings) ? single(request.headers[settings.countryHeader])?.toUpperCase() : undefined;
  // XX and T1 are what proxies say for "unknown" and Tor.
  const known = fromHeader !== undefined && COUNTRY.test(fromHeader) && fromHeader !== 'XX' ? fromHeader : undefined;
  const { ip } = request;
  return {
    ip,
    // Looked up when it is requested, as most calls do not.
    get country() {
      return known ?? countryOfAddress(ip);
    },
    language: language !== undefined && LANGUAGE.test(language) ? language : 'en',
    requestId: request.id,
    origin: publicOrigin(request, settings),
    ...(isByUntrustedProxy(request, settings) ? { untrustedProxy: true as const } : {}),
  };
}

/** By which header a process of pages tells the api what it has seen itself of the proxy before it. */
export const UNTRUSTED_PROXY = 'kinora-untrusted-proxy';

/**
 * Whether a proxy that is not trusted seems to have sent a request on. A client can add such a header by itself, so that nothing but
 * advice rests on it.
 */
export function isByUntrustedProxy(request: Pick<FastifyRequest, 'headers' | 'ips'>, settings: NetworkSettings): boolean {
  if (settings.trustProxy === false) return request.headers['x-forwarded-for'] !== undefined;
  return saysCountry(request, settings) && request.headers[UNTRUSTED_PROXY] !== undefined;
}

/** Where the browser sees this server: scheme, host and port, without a slash at the end. */
export function publicOrigin(request: Addressed, settings: NetworkSettings): string {
  return settings.publicUrl ?? `${request.protocol}://${request.host}`;
}

/** Whether the browser came by HTTPS, so that its cookies may be Secure. */
export function isSecure(request: Addressed, settings: NetworkSettings): boolean {
  return publicOrigin(request, settings).startsWith('https:');
}

/**
 * Whether a request that changes something comes from a page of ours. A page on another port of the same machine counts as
 * the same site for cookies, so SameSite alone does not tell. Programs that are no browsers send no `Origin`.
 */
export function isSameOrigin(request: FastifyRequest, settings: NetworkSettings): boolean {
  const from = request.headers.origin;
  return from === undefined || from === publicOrigin(request, settings) || from === `${request.protocol}://${request.host}`;
}

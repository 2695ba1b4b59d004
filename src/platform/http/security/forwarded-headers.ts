import { TRPCError } from '@trpc/server';
import type { FastifyRequest, RawServerBase, RequestGenericInterface } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Stream } from 'node:stream';
import { defined } from '../../../kernel/defined.shared.js';
import { isByUntrustedProxy, saysCountry, UNTRUSTED_PROXY, type NetworkSettings } from '../request.js';

/** A request of any server type, as the proxy passes it. */
export type ForwardedRequest = FastifyRequest<RequestGenericInterface, RawServerBase>;

/** Methods whose body is ignored. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);
/** Hop-by-hop headers (RFC 9110, 7.6.1), and those of message framing, which are set again for the next hop. */
const OF_THE_LINE: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'content-length',
  'transfer-encoding',
]);
/** Headers that this process sets itself, whatever the caller sent. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  UNTRUSTED_PROXY,
]);

/**
 * Detects a request that the next hop could understand differently: a body with a method that has none, and transfer
 * codings other than chunked (RFC 9112, 6).
 * @returns BAD_REQUEST; undefined if it is unambiguous
 */
export function ambiguity({ method, headers }: Pick<ForwardedRequest, 'method' | 'headers'>): TRPCError | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  const announced = coding !== undefined || (length !== undefined && Number(length) !== 0);
  if (BODILESS.has(method) && announced)
    return new TRPCError({ code: 'BAD_REQUEST', message: `a ${method} has no body` });
  if (coding === undefined || (length === undefined && coding.toLowerCase() === 'chunked')) return undefined;
  return new TRPCError({ code: 'BAD_REQUEST', message: 'a body needs a length or chunked encoding' });
}

/** Framing headers of the forwarded body: only if there is one, and from the parsed values of the caller's headers. */
function framing({ body, headers }: ForwardedRequest): IncomingHttpHeaders {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return body instanceof Stream && coding === undefined && length !== undefined ? { 'content-length': length } : {};
}

/**
 * Headers of a forwarded request: its sender, and the address that the browser used. The caller's own values of these
 * are dropped.
 * @param headers without those that the caller's `Connection` names
 */
export function forwardedHeaders(
  request: ForwardedRequest,
  headers: IncomingHttpHeaders,
  network: NetworkSettings,
): IncomingHttpHeaders {
  const isBelieved = saysCountry(request, network);
  const isKept = (name: string): boolean =>
    !OF_THE_LINE.has(name) && !OF_THE_WAY.has(name) && (isBelieved || name !== network.countryHeader);
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name))),
    ...framing(request),
    ...defined({ host: request.headers.host }),
    'x-forwarded-for': request.ip,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    ...(isByUntrustedProxy(request, network) ? { [UNTRUSTED_PROXY]: 'yes' } : {}),
  };
}

/** Response headers without the hop-by-hop ones. */
export function answerHeaders({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _chunked,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

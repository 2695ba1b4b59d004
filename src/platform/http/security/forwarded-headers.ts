import { TRPCError } from '@trpc/server';
import type { FastifyRequest, RawServerBase, RequestGenericInterface } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { Stream } from 'node:stream';
import { defined } from '../../../kernel/defined.shared.js';
import { isByUntrustedProxy, saysCountry, UNTRUSTED_PROXY, type NetworkSettings } from '../request.js';

/** A request on whatever server, as the proxy hands them out. */
export type ForwardedRequest = FastifyRequest<RequestGenericInterface, RawServerBase>;

/** Methods whose body no one reads. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);
/** What concerns one line alone (RFC 9110, 7.6.1), and what says where a body ends, which is said again for the next. */
const OF_THE_LINE: ReadonlySet<string> = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'trailer', 'upgrade', 'expect', 'content-length', 'transfer-encoding',
]);
/** Told by this process itself, whatever a caller wrote. */
const OF_THE_WAY: ReadonlySet<string> = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip', UNTRUSTED_PROXY]);

/**
 * What of a request would be understood in two ways further on: a body with a method that has none, and codings of the way other
 * than chunks (RFC 9112, 6).
 * @returns BAD_REQUEST; undefined when it has one meaning
 */
export function ambiguity({ method, headers }: Pick<ForwardedRequest, 'method' | 'headers'>): TRPCError | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  const announced = coding !== undefined || (length !== undefined && Number(length) !== 0);
  if (BODILESS.has(method) && announced) return new TRPCError({ code: 'BAD_REQUEST', message: `a ${method} has no body` });
  if (coding === undefined || (length === undefined && coding.toLowerCase() === 'chunked')) return undefined;
  return new TRPCError({ code: 'BAD_REQUEST', message: 'a body comes in chunks or with its length' });
}

/** Where the body ends that is sent on: said only of one that is, and by what was read of the caller's own words. */
function framing({ body, headers }: ForwardedRequest): IncomingHttpHeaders {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return body instanceof Stream && coding === undefined && length !== undefined ? { 'content-length': length } : {};
}

/**
 * What a request is told by further on: whoever it came from, and how the browser addressed it. Nothing that a caller wrote of that is kept.
 * @param headers without those that the caller's `Connection` names
 */
export function forwardedHeaders(request: ForwardedRequest, headers: IncomingHttpHeaders, network: NetworkSettings): IncomingHttpHeaders {
  const isBelieved = saysCountry(request, network);
  const isKept = (name: string): boolean => !OF_THE_LINE.has(name) && !OF_THE_WAY.has(name) && (isBelieved || name !== network.countryHeader);
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

/** Of an answer, what does not concern the line to the other process alone. */
export function answerHeaders({ connection: _connection, 'keep-alive': _keepAlive, 'transfer-encoding': _chunked, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

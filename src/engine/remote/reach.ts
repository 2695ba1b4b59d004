import dns from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { RemoteFault } from './port.js';

/**
 * Addresses outside the public internet, and those that translate to others (IANA's registries of special-purpose
 * addresses, RFC 6890).
 */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv6');

const isInside = (address: string): boolean => INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
const inside = (): RemoteFault => new RemoteFault('misunderstood', 'an output at a private address');

/** The consumed part of an HTTP answer. */
export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Resolves a name for a connection and keeps public addresses only. Checking and connecting use the same lookup,
 * because a second one could return another address (DNS rebinding).
 */
const lookupOutside: LookupFunction = (name, options, done) => {
  dns.lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error !== null) done(error, []);
    else if (first === undefined || found.some(({ address }) => isInside(address))) done(inside(), []);
    else if (options.all === true) done(null, found);
    else done(null, first.address, first.family);
  });
};

/**
 * Downloads a result address given by an engine, without any key: from the engine's own host or the public internet, so
 * that an engine cannot make the server request internal hosts. Redirects are not followed.
 * @param engine the engine's own address
 */
export async function askOutput(url: string, engine: string, signal: AbortSignal): Promise<RemoteAnswer> {
  if (!URL.canParse(url)) throw new RemoteFault('misunderstood', 'an output with an invalid address');
  const at = new URL(url);
  if (at.host === new URL(engine).host) return fetch(at, { signal, redirect: 'error' });
  const name = at.hostname.replace(/^\[|\]$/g, '');
  // An IP literal is never resolved.
  if (isIP(name) !== 0 && isInside(name)) throw inside();
  return getBy(lookupOutside, at, signal);
}

/**
 * Uploads a file to an address given by an engine, without any key, with the same restrictions as `askOutput`.
 * @param engine the engine's own address
 */
export async function putFile(
  url: string,
  engine: string,
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  if (!URL.canParse(url)) throw new RemoteFault('misunderstood', 'an upload to an invalid address');
  const at = new URL(url);
  if (at.host === new URL(engine).host)
    return fetch(at, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
      signal,
      redirect: 'error',
    });
  const name = at.hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0 && isInside(name)) throw inside();
  return requestBy(
    lookupOutside,
    at,
    { method: 'PUT', headers: { 'content-type': type, 'content-length': String(bytes.byteLength) }, body: bytes },
    signal,
  );
}

/** This machine's own addresses. */
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
const hostOf = (at: URL): string => at.hostname.replace(/^\[|\]$/g, '');
const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && LOOPBACK.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4'));

/**
 * Why nothing may be sent to an address that a user has given: it is without TLS, or of a private network. A name is
 * resolved only when something is sent.
 * @param toLoopback addresses of this machine are allowed, also without TLS
 */
export function addressRefusal(at: URL, toLoopback: boolean): 'https' | 'private' | undefined {
  const host = hostOf(at);
  if (toLoopback && isLoopback(host)) return undefined;
  if (at.username !== '' || at.password !== '' || host === 'localhost' || (isIP(host) !== 0 && isInside(host)))
    return 'private';
  return at.protocol === 'https:' ? undefined : 'https';
}

/**
 * Posts to an address that a user has given: on the public internet, with TLS. Redirects are not followed.
 * @param toLoopback as for `addressRefusal`
 * @throws RemoteFault misunderstood for an address that is refused, away for a redirect; the connection's error
 */
export async function postOutside(
  at: URL,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  toLoopback: boolean,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  if (addressRefusal(at, toLoopback) !== undefined) throw inside();
  const bytes = Buffer.from(body);
  const sent = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(bytes.byteLength) },
    body: bytes,
  } as const;
  return requestBy(toLoopback && isLoopback(hostOf(at)) ? dns.lookup : lookupOutside, at, sent, signal);
}

/** A GET with the given lookup on a new connection. @throws RemoteFault for a redirect; the connection's error */
export const getBy = (lookup: LookupFunction, at: URL, signal: AbortSignal): Promise<RemoteAnswer> =>
  requestBy(
    lookup,
    at,
    { method: 'GET', headers: { accept: 'image/*, video/*', 'accept-encoding': 'identity' } },
    signal,
  );

interface Sent {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

function requestBy(
  lookup: LookupFunction,
  at: URL,
  { method, headers: sent, body }: Sent,
  signal: AbortSignal,
): Promise<RemoteAnswer> {
  const request = at.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A pooled connection may come from another lookup.
    request(at, { method, lookup, signal, agent: false, headers: sent }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      if (status >= 300 && status < 400) {
        answer.destroy();
        return reject(new RemoteFault('away', 'an output redirects to another address'));
      }
      resolve({
        status,
        headers: new Headers(
          Object.entries(headers).flatMap(([key, value]) =>
            typeof value === 'string' ? [[key, value] satisfies [string, string]] : [],
          ),
        ),
        body: answer,
      });
    })
      .on('error', reject)
      // Node closes an upgraded connection without a response or an error if nobody listens.
      .on('upgrade', (_answer, socket) => {
        socket.destroy();
        reject(new Error('the answer is an upgrade'));
      })
      .on('close', () => reject(new Error('the connection closed without an answer')))
      .end(body);
  });
}

import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTls } from 'node:tls';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { basicCredentials } from './basic-credentials.js';
import { proxyFor, type ProxySettings } from './proxy.shared.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be consumed or destroyed. */
  readonly body: Readable;
}

/** One request; redirects are not followed. @throws the connection's error; the signal's reason */
export type HttpAsk = (
  method: 'GET' | 'HEAD',
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<HttpAnswer>;

/**
 * The text of an answer, UTF-8. Reading stops at the bound.
 * @returns undefined for more than `max` bytes
 * @throws the connection's error
 */
export async function textWithin(body: Readable, max: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  // A stream without an encoding has buffers. Leaving the loop destroys it.
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > max) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const credentials = (proxy: URL): Record<string, string> => basicCredentials(proxy, 'proxy-authorization');

const options = ({ hostname, port, protocol }: URL): RequestOptions => ({
  hostname: hostname.replace(/^\[|\]$/g, ''),
  port: port || (protocol === 'https:' ? 443 : 80),
  agent: false,
});

function answered(
  send: (done: (answer: IncomingMessage) => void) => ReturnType<typeof requestHttp>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    send(resolve).on('error', reject).end();
  });
}

/** A tunnel through a proxy (RFC 9110, CONNECT). */
function tunnel(proxy: URL, { hostname, port }: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${hostname}:${port || '443'}`;
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    send({
      ...options(proxy),
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...credentials(proxy) },
      signal,
    })
      .on('connect', ({ statusCode }, socket) => {
        if (statusCode === 200) return resolve(socket);
        socket.destroy();
        reject(new Error(`the proxy answered ${statusCode ?? 'nothing'}`));
      })
      .on('response', (answer) => {
        answer.destroy();
        reject(new Error(`the proxy answered ${answer.statusCode ?? 'nothing'}`));
      })
      .on('error', reject)
      .end();
  });
}

/** HTTP for large files: streamed, uncompressed, through the proxies of the environment. */
export function httpAsk(proxies: ProxySettings): HttpAsk {
  return async (method, url, given, signal) => {
    const proxy = proxyFor(url, proxies);
    const path = `${url.pathname}${url.search}`;
    const common = {
      method,
      signal,
      headers: { 'accept-encoding': 'identity', 'user-agent': 'kinora', host: url.host, ...given },
    };
    const answer = await (async () => {
      if (url.protocol === 'https:') {
        const socket = proxy === undefined ? undefined : await tunnel(proxy, url, signal);
        const through =
          socket === undefined ? {} : { createConnection: () => connectTls({ socket, servername: url.hostname }) };
        // With an agent, Node would connect by itself and leave the tunnel unused.
        const { agent, ...direct } = options(url);
        return answered((done) =>
          requestHttps({ ...direct, ...common, path, ...(socket === undefined ? { agent } : through) }, done),
        );
      }
      if (proxy === undefined) return answered((done) => requestHttp({ ...options(url), ...common, path }, done));
      const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
      return answered((done) =>
        send(
          { ...options(proxy), ...common, path: url.href, headers: { ...common.headers, ...credentials(proxy) } },
          done,
        ),
      );
    })();
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: answer };
  };
}

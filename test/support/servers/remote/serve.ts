import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** What came in: its path without the query, the query, and its body whole. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A small server on a free port of loopback. */
export interface SmallServer {
  readonly url: string;
  readonly received: ReceivedRequest[];
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // no encoding is set, so parts are buffers
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(parts),
  };
}

/**
 * Serves until closed. An answer of `undefined` leaves the caller waiting. `prepare` gets the server before it listens.
 */
export async function serve(
  answer: (received: ReceivedRequest) => Promise<Answer | undefined> | Answer | undefined,
  prepare?: (server: Server) => void,
): Promise<SmallServer> {
  const received: ReceivedRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await read(request);
    received.push(one);
    const given = await answer(one);
    if (given === undefined) return;
    const { status = 200, json, bytes, type = bytes ? 'image/png' : 'application/json', headers = {} } = given;
    response.writeHead(status, { 'content-type': type, ...headers }).end(bytes ?? JSON.stringify(json ?? {}));
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  prepare?.(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** What goes wrong with the bytes of a file, for as many answers as it says. */
export type Trouble =
  /** The connection is cut after this many bytes of the answer. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Nothing follows this many bytes of the answer, but the connection stays. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Other bytes than those that the hub states. */
  | { readonly kind: 'other' }
  | { readonly kind: 'status'; readonly status: number };

/** A file of the hub: bytes, or a path of a large one with its SHA-256. */
export type HubFile = Buffer | { readonly path: string; readonly sha256: string };

export interface SmallHub {
  readonly url: string;
  /** Requests for bytes, as method and range, oldest first. */
  readonly requests: {
    readonly path: string;
    readonly range: string | undefined;
    readonly ifRange: string | undefined;
  }[];
  /** Troubles of the next answers with bytes, one each. */
  readonly troubles: Trouble[];
  /** Bytes per answer piece, and the pause between; undefined for full speed. */
  pace: { readonly bytes: number; readonly ms: number } | undefined;
  /** `tree`: states nothing in headers; `nothing`: nowhere; `page`: answers with a page of HTML. */
  states: 'headers' | 'tree' | 'nothing' | 'page';
  /** Size that the hub states instead of the real one. */
  statedBytes: number | undefined;
  /** Whether the storage gives its files strong entity tags. */
  tagged: boolean;
  readonly files: Map<string, HubFile>;
  close(): Promise<void>;
}

const sizeOf = (file: HubFile): number => (Buffer.isBuffer(file) ? file.length : statSync(file.path).size);
const sha256Of = (file: HubFile): string =>
  Buffer.isBuffer(file) ? createHash('sha256').update(file).digest('hex') : file.sha256;

/**
 * A model hub on loopback, with the addresses, redirects and headers of huggingface.co:
 * `/{owner}/{name}/resolve/{revision}/{path}` answers with `x-linked-size`, `x-linked-etag` and a redirect to
 * `/storage/…`, which serves ranges.
 */
export async function startHub(given: Readonly<Record<string, HubFile>> = {}): Promise<SmallHub> {
  const files = new Map(Object.entries(given));
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hub: SmallHub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server's
    requests: [],
    troubles: [],
    pace: undefined,
    states: 'headers',
    statedBytes: undefined,
    tagged: true,
    files,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', hub.url);
    const resolve = /^\/([^/]+\/[^/]+)\/resolve\/main\/(.+)$/.exec(pathname);
    const tree = /^\/api\/models\/([^/]+\/[^/]+)\/tree\/main(?:\/(.+))?$/.exec(pathname);
    const [, repository = '', path = ''] = resolve ?? [];
    const file = files.get(
      pathname.startsWith('/storage/') ? decodeURIComponent(pathname.slice(9)) : `${repository}/${path}`,
    );
    if (hub.states === 'page' && !pathname.startsWith('/storage/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
      return;
    }
    if (tree !== null) {
      const within = [...files].filter(([name]) => name.startsWith(`${tree[1] ?? ''}/`));
      const listed =
        hub.states === 'nothing'
          ? []
          : within.map(([name, one]) => ({
              type: 'file',
              path: name.split('/').slice(2).join('/'),
              lfs: { oid: sha256Of(one), size: sizeOf(one) },
            }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(listed));
    } else if (file === undefined) {
      response.writeHead(404).end();
    } else if (resolve !== null) {
      const stated =
        hub.states === 'headers'
          ? { 'x-linked-size': String(hub.statedBytes ?? sizeOf(file)), 'x-linked-etag': `"${sha256Of(file)}"` }
          : {};
      response.writeHead(302, { ...stated, location: `/storage/${encodeURIComponent(`${repository}/${path}`)}` }).end();
    } else {
      await bytes(request, response, pathname, file);
    }
  }

  async function bytes(request: IncomingMessage, response: ServerResponse, path: string, file: HubFile): Promise<void> {
    const [size, tag] = [sizeOf(file), `"${sha256Of(file).slice(0, 16)}"`];
    const { range, 'if-range': ifRange } = request.headers;
    hub.requests.push({ path, range, ifRange: typeof ifRange === 'string' ? ifRange : undefined });
    const trouble = hub.troubles.shift();
    if (trouble?.kind === 'status') {
      response.writeHead(trouble.status).end();
      return;
    }
    const wanted = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const from = ifRange === undefined || ifRange === tag ? wanted : 0;
    const headers = { 'content-length': String(size - from), ...(hub.tagged ? { etag: tag } : {}) };
    if (from > 0) response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${size - 1}/${size}` });
    else response.writeHead(200, headers);
    const { pace } = hub;
    const source = Buffer.isBuffer(file)
      ? Readable.from(pieces(file.subarray(from), pace?.bytes ?? 65_536))
      : createReadStream(file.path, { start: from });
    let sent = 0;
    for await (const piece of source as AsyncIterable<Buffer>) {
      // both give buffers
      const left = trouble?.kind === 'cut' || trouble?.kind === 'stall' ? trouble.after - sent : piece.length;
      const part = trouble?.kind === 'other' ? Buffer.from(piece).fill(0x55) : piece.subarray(0, left);
      sent += part.length;
      // Called as well when the connection is gone.
      await new Promise<void>((resolve) => {
        response.write(part, () => {
          resolve();
        });
      });
      if (response.destroyed) return;
      if (left < piece.length) {
        if (trouble?.kind === 'cut') setTimeout(() => response.destroy(), 20);
        return;
      }
      if (pace !== undefined) await new Promise((resolve) => setTimeout(resolve, pace.ms));
    }
    response.end();
  }
  return hub;
}

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

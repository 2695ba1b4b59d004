import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { startForwarding, type Pages } from '../../support/browser/pages.js';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a stranger would have the api take for somebody else's request. */
const INJECTED =
  'GET /api/injected HTTP/1.1\r\nHost: api\r\nX-Forwarded-For: 203.0.113.9\r\nCookie: session=stolen\r\n\r\n';
const chunked = (body: string): string => `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;

describe('a request that lies about where it ends', () => {
  let upstream: Server;
  let pages: Pages;
  let heard: Heard[];
  beforeEach(async () => {
    heard = [];
    upstream = createServer((request, response) => {
      if (request.url === '/api/health/ready') return void response.end('{}');
      const pieces: Buffer[] = [];
      const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
      request.on('data', (bytes: Buffer) => pieces.push(bytes));
      // Heard with its head, so that one that is never whole is seen too.
      const index = heard.push({ ...seen, body: '' }) - 1;
      request.on('end', () => {
        heard[index] = { ...seen, body: Buffer.concat(pieces).toString('latin1') };
        response.end(`answer to ${seen.url}`);
      });
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    pages = await startForwarding([`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`]); // listens on a port, so it is no pipe's name
  });
  afterEach(async () => {
    await pages.close();
    upstream.closeAllConnections();
    await new Promise((done) => upstream.close(done));
  });

  /**
   * Sends bytes as they are and gives what came back once the line is closed or the other side has answered `answers`
   * times.
   */
  const raw = async (bytes: string, answers = 1): Promise<string> => {
    const socket = connect(Number(new URL(pages.url).port), '127.0.0.1');
    let back = '';
    await once(socket, 'connect');
    socket.write(bytes, 'latin1');
    await new Promise<void>((done) => {
      socket.on('data', (piece: Buffer) => {
        back += piece.toString('latin1');
        if (back.split('HTTP/1.1 ').length > answers && /\r\n\r\n[\s\S]/.test(back)) done();
      });
      socket.on('close', () => done());
      socket.on('error', () => done());
    });
    socket.destroy();
    return back;
  };
  const victim = async (n: number): Promise<string> =>
    (
      await fetch(`${pages.url}/api/victim/${n}`, {
        headers: { cookie: `session=${n}` },
        signal: AbortSignal.timeout(20_000),
      })
    ).text();
  /** Others go on being served whole and alone: nothing was left on a line that they share. */
  const othersAreWell = async (): Promise<void> => {
    const before = heard.length;
    for (let n = 0; n < 4; n += 1) expect(await victim(n)).toBe(`answer to /api/victim/${n}`);
    expect(heard.slice(before).map(({ method, url, headers, body }) => [method, url, headers.cookie, body])).toEqual(
      [0, 1, 2, 3].map((n) => ['GET', `/api/victim/${n}`, `session=${n}`, '']),
    );
    expect(heard.map(({ url }) => url)).not.toContain('/api/injected');
    expect(heard.map(({ headers }) => headers['x-forwarded-for'])).toEqual(heard.map(() => '127.0.0.1'));
  };

  it.each(['GET', 'HEAD'])('is refused as a %s with a body, and its line is closed', async (method) => {
    const back = await raw(`${method} /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n${'x'.repeat(40)}`);
    expect(back).toMatch(/^HTTP\/1\.1 400 /);
    expect(back.toLowerCase()).toContain('connection: close');
    expect(heard).toEqual([]);
    await othersAreWell();
  });

  it('is not sent on as a TRACE, with a body or without', async () => {
    expect(await raw(`TRACE /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n${'x'.repeat(40)}`)).toMatch(
      /^HTTP\/1\.1 40[0-9] /,
    );
    expect(await raw('TRACE /api/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 40[0-9] /);
    expect(heard).toEqual([]);
    await othersAreWell();
  });

  it('cannot swallow the head of the next and put a request of its own in its place', async () => {
    for (const length of [100, 200, 250, 300, 350, 400]) {
      const back = await raw(
        `GET /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}POST /api/y HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: ${INJECTED.length}\r\n\r\n${INJECTED}`,
      );
      expect(back).toMatch(/^HTTP\/1\.1 400 /);
      const post = await fetch(`${pages.url}/api/y`, {
        method: 'POST',
        body: INJECTED,
        headers: { 'content-type': 'text/plain' },
        signal: AbortSignal.timeout(20_000),
      });
      expect(await post.text()).toBe('answer to /api/y');
    }
    expect(heard.length).toBeGreaterThanOrEqual(6);
    for (const { url, body } of heard) expect([url, body]).toEqual(['/api/y', INJECTED]);
    await othersAreWell();
  });

  it('leaves nothing on the line when its tail is cut off', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const socket = connect(Number(new URL(pages.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `${method} /api/cut HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\nContent-Type: text/plain\r\n\r\nhalf of it`,
      );
      await new Promise((done) => setTimeout(done, 50));
      socket.destroy();
    }
    await othersAreWell();
  });

  it.each(['GET', 'HEAD'])('is refused as a %s whose body comes in chunks', async (method) => {
    expect(
      await raw(`${method} /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(INJECTED)}`),
    ).toMatch(/^HTTP\/1\.1 400 /);
    expect(heard).toEqual([]);
    await othersAreWell();
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'is refused as a %s that says both how long it is and that it comes in chunks',
    async (method) => {
      const back = await raw(
        `${method} /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(INJECTED)}`,
      );
      expect(back).toMatch(/^HTTP\/1\.1 400 /);
      expect(heard).toEqual([]);
      await othersAreWell();
    },
  );

  it.each(['gzip, chunked', 'chunked, chunked', 'chunked, identity', 'xchunked'])(
    'is refused with the transfer coding %s',
    async (coding) => {
      expect(
        await raw(`POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${coding}\r\n\r\n${chunked('body')}`),
      ).toMatch(/^HTTP\/1\.1 400 /);
      expect(heard).toEqual([]);
      await othersAreWell();
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'cannot have its length taken off on the way as a %s, so that its body is read as a request',
    async (method) => {
      for (const framed of [
        `Content-Length: ${INJECTED.length}\r\nConnection: content-length`,
        'Transfer-Encoding: chunked\r\nConnection: transfer-encoding',
      ]) {
        const body = framed.startsWith('C') ? INJECTED : chunked(INJECTED);
        const back = await raw(
          `${method} /api/whole HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n${framed}\r\n\r\n${body}`,
        );
        expect(back).toContain('answer to /api/whole');
      }
      expect(heard.map(({ body }) => body)).toEqual([INJECTED, INJECTED]);
      await othersAreWell();
    },
  );

  it.each([
    'Expect: 100-continue',
    'Upgrade: websocket\r\nConnection: upgrade',
    'Trailer: x-later',
    'TE: trailers\r\nConnection: te',
    'Keep-Alive: timeout=600',
    'Proxy-Connection: keep-alive',
  ])('may carry %s, which concerns its own line alone', async (header) => {
    expect(
      await raw(
        `POST /api/whole HTTP/1.1\r\nHost: a\r\n${header}\r\nContent-Length: 4\r\n\r\nbody`,
        header.startsWith('Expect') ? 2 : 1,
      ),
    ).toContain('answer to /api/whole');
    expect(heard.map(({ body }) => body)).toEqual(['body']);
    for (const name of ['expect', 'upgrade', 'trailer', 'te', 'proxy-connection'])
      expect(heard[0]?.headers).not.toHaveProperty(name);
    expect(heard[0]?.headers['keep-alive']).not.toBe('timeout=600');
    await othersAreWell();
  });

  it('is sent on without a body when it has none, whatever it says of its length', async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await raw(`${method} /api/empty HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`)).toContain(
        'answer to /api/empty',
      );
    expect(heard.map(({ method, body }) => [method, body])).toEqual([
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
    ]);
    await othersAreWell();
  });
});

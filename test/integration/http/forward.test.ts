import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { defined } from '../../../src/kernel/defined.shared.js';
import { readConfig } from '../../../src/config.js';
import { startApp } from '../../support/servers/app.js';
import { startForwarding, type Pages } from '../../support/browser/pages.js';
import { freePort } from '../../support/servers/server.js';
import { until } from '../../support/until.js';
import { signInVisitor } from '../../support/people/visitor.js';

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An api that answers as it is told, and what it heard but for looks at its health. */
async function api(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  health = 200,
): Promise<{ url: string; heard: Heard[]; server: Server }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/api/health/ready') return void response.writeHead(health).end('{}');
    heard.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server }; // listens on a port, so it is no pipe's name
}

async function pages(apis: readonly string[], network?: Parameters<typeof startForwarding>[1]): Promise<Pages> {
  const started = await startForwarding(apis, network);
  closing.push(() => started.close());
  return started;
}

const saying =
  (text: string) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    void response.end(text);
const gone = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

describe('a process with pages but no api', () => {
  it('sends calls on as they came, and answers as it was answered', async () => {
    const { url: to, heard } = await api((_request, response) => {
      response
        .writeHead(418, {
          'set-cookie': ['a=1', 'b=2'],
          'x-of-its-own': 'kept',
          'content-security-policy': "default-src 'none'",
        })
        .end('short and stout');
    });
    const { url } = await pages([to]);
    const answer = await fetch(`${url}/api/media/x%20y?b=2&a=%2F&a=1`, {
      headers: { cookie: 'session=1', 'user-language': 'de', host: 'ignored' },
    });
    expect([answer.status, await answer.text()]).toEqual([418, 'short and stout']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('x-of-its-own')).toBe('kept');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(heard).toMatchObject([
      { method: 'GET', url: '/api/media/x%20y?b=2&a=%2F&a=1', headers: { cookie: 'session=1', 'user-language': 'de' } },
    ]);
  });

  it('tells the api who called and by which address, and believes nobody who says so themselves', async () => {
    const { url: to, heard } = await api(saying('ok'));
    const lies = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.internal',
      'cf-ipcountry': 'XA',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    };
    const plain = await pages([to], { trustProxy: false, countryHeader: 'cf-ipcountry' });
    await fetch(`${plain.url}/api/x`, { headers: lies });
    expect(heard[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(plain.url).host,
      host: new URL(plain.url).host,
      'kinora-untrusted-proxy': 'yes',
    });
    for (const name of ['cf-ipcountry', 'forwarded', 'x-real-ip']) expect(heard[0]?.headers).not.toHaveProperty(name);
    const behind = await pages([to], { trustProxy: 1, countryHeader: 'cf-ipcountry' });
    await fetch(`${behind.url}/api/x`, { headers: lies });
    expect(heard[1]?.headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.internal',
      'cf-ipcountry': 'XA',
    });
    expect(heard[1]?.headers).not.toHaveProperty('kinora-untrusted-proxy');
  });

  it('lets a live answer through piece by piece, and ends it for the api when the browser leaves', async () => {
    let left = false;
    const { url: to } = await api((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      response.on('close', () => {
        left = true;
      });
    });
    const { url } = await pages([to]);
    const stop = new AbortController();
    const answer = await fetch(`${url}/api/trpc/task.onChange`, { signal: stop.signal });
    const first = await answer.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: 1\n\n');
    stop.abort();
    await until(
      async () => left,
      (ended) => ended,
    );
  });

  it('lets an upload through while it is still being sent, whatever its size and kind', async () => {
    let received = 0;
    const { url: to, heard } = await api((request, response) => {
      request.on('data', (bytes: Buffer) => {
        received += bytes.byteLength;
      });
      request.on('end', () => response.end(String(received)));
    });
    const { url } = await pages([to]);
    const sending = httpRequest(`${url}/api/uploads/1`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0', 'content-length': '8000000' },
    });
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>; // as the event is declared
    sending.write(Buffer.alloc(3_000_000, 1));
    await until(
      async () => received,
      (bytes) => bytes >= 2_000_000,
    );
    sending.end(Buffer.alloc(5_000_000, 2));
    const [answer] = await answered;
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('8000000');
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'text/plain',
    ]) {
      received = 0;
      expect(
        await (
          await fetch(`${url}/api/any`, {
            method: 'POST',
            headers: { 'content-type': type },
            body: 'x'.repeat(200_000),
          })
        ).text(),
      ).toBe('200000');
    }
    expect(heard.at(-1)?.headers).toMatchObject({ 'content-length': '200000', 'content-type': 'text/plain' });
    expect((await fetch(`${url}/api/uploads/1`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}/api/uploads/1`, { method: 'DELETE' })).status).toBe(200);
    expect(heard.slice(-2).map(({ method }) => method)).toEqual(['HEAD', 'DELETE']);
  });

  it('lets its pages play films from where browsers are sent for them, though it has no storage itself', async () => {
    const { url: to } = await api(saying('ok'));
    const { mediaOrigin } = readConfig({ ROLES: 'web', API_URL: to, S3_PUBLIC_ENDPOINT: 'https://storage.example' });
    const { url } = await pages([to], { trustProxy: false, ...defined({ mediaOrigin }) });
    expect((await fetch(`${url}/api/health`)).headers.get('content-security-policy')).toContain(
      "media-src 'self' blob: https://storage.example;",
    );
  });

  it('takes its apis in turns', async () => {
    const both = [await api(saying('one')), await api(saying('two'))] as const;
    const { url } = await pages(both.map((one) => one.url));
    const answers = new Set<string>();
    for (let n = 0; n < 4; n += 1) answers.add(await (await fetch(`${url}/api/x`)).text());
    expect(answers).toEqual(new Set(['one', 'two']));
  });

  it('passes over an api that has gone, and one that is not ready while another is', async () => {
    const [unready, ready] = [await api(saying('unready'), 503), await api(saying('ready'))];
    const { url } = await pages([await gone(), unready.url, ready.url]);
    for (let n = 0; n < 6; n += 1) expect(await (await fetch(`${url}/api/x`)).text()).toBe('ready');
    ready.server.closeAllConnections();
    await new Promise((done) => ready.server.close(done));
    for (let n = 0; n < 6; n += 1) expect(await (await fetch(`${url}/api/x`)).text()).toBe('unready');
  });

  it('says to try again when no api answers, in the words of whoever asked', async () => {
    const { url } = await pages([await gone(), await gone()]);
    const call = await fetch(`${url}/api/trpc/user.find`);
    expect([call.status, await call.json()]).toMatchObject([
      500,
      { error: { data: { identifier: 'TRY_AGAIN', httpStatus: 500 } } },
    ]);
    const other = await fetch(`${url}/api/auth/signin`, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([other.status, await other.json()]).toMatchObject([
      500,
      { error: { identifier: 'TRY_AGAIN', httpStatus: 500 } },
    ]);
  });

  it('never sends anything but a read twice', async () => {
    let attempts = 0;
    const cutting = async () =>
      api((request) => {
        attempts += 1;
        request.socket.destroy();
      });
    const { url } = await pages([(await cutting()).url, (await cutting()).url]);
    expect((await fetch(`${url}/api/trpc/task.cancel`, { method: 'POST', body: '{}' })).status).toBe(500);
    expect(attempts).toBe(1);
    expect((await fetch(`${url}/api/trpc/task.list`)).status).toBe(500);
    expect(attempts).toBe(3);
    // Clients of /v1 repeat by themselves what fails with 500.
    const image = await fetch(`${url}/v1/images/generations`, { method: 'POST', body: '{}' });
    const models = await fetch(`${url}/v1/models`);
    expect([image, models].map(({ status, headers }) => [status, headers.get('x-should-retry')])).toEqual([
      [500, 'false'],
      [500, null],
    ]);
    expect(attempts).toBe(6);
  });

  it('gives an answer of 503 as it is, once', async () => {
    const { url: to, heard } = await api(
      (_request, response) => void response.writeHead(503, { 'retry-after': '1' }).end('busy'),
    );
    const { url } = await pages([to]);
    const answer = await fetch(`${url}/api/x`);
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([503, '1', 'busy']);
    expect(heard).toHaveLength(1);
  });

  it('is ready while an api is, and says so itself', async () => {
    const { url: to, server, heard } = await api(saying('ok'));
    const { url } = await pages([to, await gone()]);
    const well = await fetch(`${url}/api/health/ready`);
    expect([well.status, await well.json()]).toMatchObject([
      200,
      { ready: true, checks: { api: { words: '1 of 2 ready' } } },
    ]);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    const ill = await fetch(`${url}/api/health/ready`);
    expect([ill.status, await ill.json()]).toMatchObject([
      503,
      { live: true, ready: false, checks: { api: { ok: false, words: 'cannot be reached' } } },
    ]);
    expect(heard).toEqual([]);
  });

  it('reads the files for search engines from an api, which knows what they list', async () => {
    const { url: to, heard } = await api(saying('listed'));
    const { url } = await pages([await gone(), to]);
    for (const path of ['/robots.txt', '/sitemap.xml'])
      expect(await (await fetch(`${url}${path}`)).text()).toBe('listed');
    expect(await (await fetch(`${url}/sitemap.xml`, { method: 'POST' })).text()).not.toBe('listed');
    expect(heard.map((one) => `${one.method} ${one.url}`)).toEqual(['GET /robots.txt', 'GET /sitemap.xml']);
  });

  it('leads nowhere but to what is below /api', async () => {
    const { url: to, heard } = await api(saying('secret'));
    const { url } = await pages([to]);
    for (const path of [
      '/api/../metrics',
      '/api/%2e%2e/metrics',
      '/api/..%2fmetrics',
      '/apis',
      '/metrics',
      '/sitemap.xml.gz',
      '/sitemap.xml%2f../metrics',
      '/.elsewhere/metrics',
    ]) {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(url, { path }).on('response', resolve).on('error', reject).end();
      });
      expect(Buffer.concat(await answer.toArray()).toString()).not.toBe('secret');
    }
    expect(heard).toEqual([]);
  });

  it("carries a visitor's session and live subscription to a real api and back", async () => {
    const app = await startApp({ env: { TRUST_PROXY: '127.0.0.1' } });
    closing.push(() => app.close());
    const { url } = await pages([app.url]);
    const visitor = await signInVisitor(url);
    const listening = await visitor.fetch('/api/trpc/credits.onChange');
    expect([listening.status, listening.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await listening.body?.cancel();
    expect(await visitor.session()).toMatchObject({ user: expect.anything() });
  });
});

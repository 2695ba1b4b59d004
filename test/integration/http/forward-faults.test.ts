import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { startForwarding, type Pages } from '../../support/browser/pages.js';
import { until } from '../../support/until.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Api {
  readonly url: string;
  readonly server: Server;
  /** Whether looks at its health get an answer. */
  hung: boolean;
  request: number;
}

async function api(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Api> {
  const server = createServer((request, response) => {
    if (request.url === '/api/health/ready') return void (one.hung || response.end('{}'));
    one.request += 1;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const one: Api = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    hung: false,
    request: 0,
  }; // listens on a port, so it is no pipe's name
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return one;
}

async function pages(apis: readonly Api[]): Promise<Pages> {
  const started = await startForwarding(apis.map(({ url }) => url));
  closing.push(() => started.close());
  return started;
}

const live = (_request: IncomingMessage, response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');

describe('a process with pages but no api', () => {
  it('tries a read elsewhere that an api does not begin to answer', async () => {
    const hung = await api(() => {});
    const well = await api((_request, response) => void response.end('well'));
    const { url } = await pages([hung, well]);
    // In turns: of two, one comes to the one that hangs.
    const answers = await Promise.all([fetch(`${url}/api/x`), fetch(`${url}/api/x`)]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['well', 'well']);
    expect(hung.request).toBe(1);
  });

  it('ends what an api was answering that has fallen silent, so that browsers ask anew', async () => {
    const one = await api(live);
    const { url } = await pages([one]);
    const answer = await fetch(`${url}/api/trpc/task.onChange`);
    one.hung = true;
    await expect(answer.text()).rejects.toThrow();
  });

  it('ends live answers at once when it is to end', async () => {
    let left = false;
    const one = await api((request, response) => {
      live(request, response);
      response.on('close', () => {
        left = true;
      });
    });
    const started = await startForwarding([one.url]);
    const cut = (await fetch(`${started.url}/api/trpc/task.onChange`)).text().catch(() => 'cut');
    await started.close();
    expect(await cut).toBe('cut');
    await until(
      async () => left,
      (ended) => ended,
    );
  });

  it('does not hold it against an api that a browser breaks off an upload', async () => {
    const apis = [await api((request) => void request.resume()), await api((request) => void request.resume())];
    const { url } = await pages(apis);
    const ready = async (): Promise<number> => apis.reduce((sum, { request }) => sum + request, 0);
    for (let n = 1; n <= 4; n += 1) {
      const sending = httpRequest(`${url}/api/uploads/1`, {
        method: 'PATCH',
        headers: { 'content-length': '8000000' },
      });
      sending.on('error', () => {});
      sending.write(Buffer.alloc(100_000));
      await until(ready, (request) => request >= n);
      sending.destroy();
    }
    expect(apis.map(({ request }) => request)).toEqual([2, 2]);
  });

  it('hands on the answer to an upload that was refused before it was whole', async () => {
    const one = await api(
      (_request, response) => void response.writeHead(413, { connection: 'close' }).end('too large'),
    );
    const { url } = await pages([one]);
    const sending = httpRequest(`${url}/api/uploads/1`, { method: 'PATCH', headers: { 'content-length': '8000000' } });
    sending.on('error', () => {});
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>; // as the event is declared
    sending.write(Buffer.alloc(100_000));
    const [answer] = await answered;
    expect([answer.statusCode, Buffer.concat(await answer.toArray()).toString()]).toEqual([413, 'too large']);
    sending.destroy();
  });
});

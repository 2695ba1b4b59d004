import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { get, type IncomingHttpHeaders } from 'node:http';
import { Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 900_000;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks from an address of this machine. */
function ask(url: string, from: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { localAddress: from, headers, agent: false }, (response) => {
      let body = '';
      response
        .on('data', (part: Buffer) => {
          body += part.toString();
        })
        .on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    request.on('error', reject);
  });
}

/** A live stream, once its first bytes are here. `ended` has all that it brought. */
function listen(
  url: string,
  from: string,
  cookie: string,
): Promise<{ readonly ended: Promise<string>; readonly heard: () => string; readonly end: () => void }> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { localAddress: from, headers: { accept: 'text/event-stream', cookie }, agent: false },
      (response) => {
        let body = '';
        const ended = new Promise<string>((over) => void response.on('close', () => over(body)));
        response
          .on('data', (part: Buffer) => {
            body += part.toString();
            resolve({ ended, heard: () => body, end: () => void request.destroy() });
          })
          .on('error', () => undefined);
      },
    );
    request.on('error', reject);
  });
}

describe('a flood from one address', () => {
  let app: TestApp;
  beforeAll(async () => {
    // One token a second: what comes back while the test runs lets a few more through at most.
    app = await startApp({ env: { ROLES: 'api,projector', REQUESTS_PER_ADDRESS: '1' } });
  }, PATIENCE);
  afterAll(() => app.close(), PATIENCE);

  const CALL = '/api/trpc/credits.balance?input=%7B%7D';
  const flood = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    Promise.all(Array.from({ length: 60 }, () => ask(app.url + path, '127.0.0.2', headers)));

  it(
    'is refused in the shape of where it came in, and says when to come again',
    async () => {
      const calls = (await flood(CALL)).filter(({ status }) => status === 429);
      expect(calls.length).toBeGreaterThan(20);
      expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
        error: { data: { identifier: 'TOO_MANY_REQUESTS', httpStatus: 429 } },
      });
      expect(calls[0]?.headers).toMatchObject({
        'retry-after': expect.stringMatching(/^[1-9]\d?$/),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      const [works] = (await flood('/api/works/none')).filter(({ status }) => status === 429);
      expect(JSON.parse(works?.body ?? '')).toMatchObject({ error: { identifier: 'TOO_MANY_REQUESTS' } });
      const [page] = (await flood('/image', { accept: 'text/html', 'accept-language': 'fr,de;q=0.8' })).filter(
        ({ status }) => status === 429,
      );
      expect([page?.headers['content-type'], page?.body.includes('<html lang="de"')]).toEqual([
        'text/html; charset=utf-8',
        true,
      ]);
    },
    PATIENCE,
  );

  it(
    'does not concern another address',
    async () => {
      const [refused, other] = await Promise.all([flood(CALL), ask(app.url + CALL, '127.0.0.3')]);
      expect(refused.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
      expect(other.status).toBe(401);
    },
    PATIENCE,
  );

  it(
    'does not keep out whoever has a session at the same address',
    async () => {
      const person = new Person(app.url);
      await person.visit();
      // The person's own address is used up by others there.
      const others = await Promise.all(Array.from({ length: 60 }, () => ask(app.url + CALL, '127.0.0.1')));
      expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
      expect((await person.fetch(CALL)).status).toBe(200);
    },
    PATIENCE,
  );
});

describe('live streams', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', STREAMS_PER_ADDRESS: '3', STREAMS_PER_PROCESS: '5' } });
  }, PATIENCE);
  afterAll(() => app.close(), PATIENCE);

  it(
    'are limited for an address and for the process, and make room when they end',
    async () => {
      const cookies = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const person = new Person(app.url);
          await person.visit();
          return [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        }),
      );
      const open = (from: string, who: number) => listen(`${app.url}/api/trpc/task.onChange`, from, cookies[who] ?? '');
      const ofOne = [await open('127.0.0.2', 0), await open('127.0.0.2', 1), await open('127.0.0.2', 2)];
      const fourth = await open('127.0.0.2', 0);
      expect(await fourth.ended).toContain('TOO_MANY_REQUESTS');
      const others = [await open('127.0.0.3', 0), await open('127.0.0.3', 1)];
      const sixth = await open('127.0.0.4', 2);
      expect(await sixth.ended).toContain('TOO_MANY_REQUESTS');
      expect([...ofOne, ...others].map(({ heard }) => heard().includes('TOO_MANY_REQUESTS'))).toEqual([
        false,
        false,
        false,
        false,
        false,
      ]);
      ofOne[0]?.end();
      for (;;) {
        const again = await open('127.0.0.4', 2);
        const ended = await Promise.race([
          again.ended,
          new Promise<undefined>((resolve) => void setTimeout(resolve, 200)),
        ]);
        again.end();
        if (ended === undefined) break;
      }
      for (const { end } of [...ofOne, ...others]) end();
    },
    PATIENCE,
  );
});

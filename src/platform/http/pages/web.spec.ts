import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { get } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { defined } from '../../../kernel/defined.shared.js';
import type { Pages } from './pages.js';
import { mountWeb, type AskItself, type Web } from './web.js';

const PAGES: Pages = {
  at: async (path) =>
    path.startsWith('/none') ? { kind: 'missing' } : { kind: path === '/built' ? 'built' : 'drawn', sources: [] },
  missing: async (path, what) => ({
    html: Buffer.from(`no ${what} at ${path}`),
    gzipped: gzipSync(`no ${what} at ${path}`),
    sources: ["'sha256-none'"],
  }),
};

describe('what is not there', () => {
  it.each([
    ['/none?x=1', '', undefined, 'no page at /none'],
    ['/none', 'br, gzip', 'gzip', 'no page at /none'],
    ['/v/0a-1', '', undefined, 'no work at /v/0a-1'],
    ['/de/v', '', undefined, 'no work at /de/v'],
  ])('is said at %s by a page from memory, to whoever takes "%s"', async (url, accepted, encoding, text) => {
    const web: Web = {
      handle: async (request) => {
        throw new Error(`${request.url} was drawn`);
      },
      close: async () => undefined,
      pages: PAGES,
    };
    const fastify = Fastify();
    fastify.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('content-security-policy', "script-src 'self'"),
    );
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.send('nothing of /api'),
      new Map(),
      async () => undefined,
    );
    const { statusCode, headers, rawPayload } = await fastify.inject({ url, headers: { 'accept-encoding': accepted } });
    expect([statusCode, headers['content-encoding'], headers['content-security-policy']]).toEqual([
      404,
      encoding,
      "script-src 'self' 'sha256-none'",
    ]);
    expect((encoding === undefined ? rawPayload : gunzipSync(rawPayload)).toString()).toBe(text);
  });

  it('is looked up for two at a time, however many come, and refused to an address with too many waiting', async () => {
    let [underWay, max] = [0, 0];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const look: AskItself = async () => {
      max = Math.max(max, (underWay += 1));
      await opened;
      underWay -= 1;
      return undefined;
    };
    const web: Web = {
      handle: async (request) => {
        throw new Error(`${request.url} was drawn`);
      },
      close: async () => undefined,
      pages: PAGES,
    };
    const fastify = Fastify();
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.send('nothing of /api'),
      new Map(),
      look,
    );
    const answers = Array.from({ length: 203 }, async () => (await fastify.inject('/v/0a-1')).statusCode);
    expect(await Promise.race(answers)).toBe(429);
    open();
    expect((await Promise.all(answers)).filter((status) => status === 404)).toHaveLength(202);
    expect(max).toBe(2);
  });
});

describe('pages', () => {
  it('wait no longer than two seconds for lookups that hang', async () => {
    let lookups = 0;
    const look: AskItself = () => ((lookups += 1) <= 2 ? new Promise(() => undefined) : Promise.resolve(undefined));
    const web: Web = {
      handle: async (request) => {
        throw new Error(`${request.url} was drawn`);
      },
      close: async () => undefined,
      pages: PAGES,
    };
    const fastify = Fastify();
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.send('nothing of /api'),
      new Map(),
      look,
    );
    for (let hanging = 0; hanging < 2; hanging += 1) void fastify.inject('/v/0a-1').then(() => undefined);
    expect((await fastify.inject('/v/0a-1')).statusCode).toBe(404);
    expect(lookups).toBe(3);
  });

  it.each([
    ['/', '/'],
    ['/home?x=/y', '/home'],
    ['//', '//'],
    ['///', '///'],
    ['//a:b', '//a:b'],
    ['/\\', '/\\'],
  ])('are asked for their scripts by the path that stands in the request: %s', async (url, path) => {
    const requested: string[] = [];
    const web: Web = {
      handle: async (_request, response) => void response.end('page'),
      close: async () => undefined,
      pages: {
        ...PAGES,
        at: async (one) => {
          requested.push(one);
          return { kind: 'built', sources: ["'sha256-x'"] };
        },
      },
    };
    const fastify = Fastify();
    fastify.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('content-security-policy', "script-src 'self'"),
    );
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.status(404).send(),
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      const answer = await ask(address, url);
      expect([answer.status, answer.policy, requested]).toEqual([200, "script-src 'self' 'sha256-x'", [path]]);
    } finally {
      await fastify.close();
    }
  });
});

describe('pages that are drawn on request', () => {
  it('are drawn one at a time; one that is built ahead waits for none, and whoever asks for too many is refused', async () => {
    let [underWay, max] = [0, 0];
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const web: Web = {
      handle: async (request, response) => {
        if (request.url !== '/built') {
          max = Math.max(max, (underWay += 1));
          await opened;
          underWay -= 1;
        }
        response.end('page');
      },
      close: async () => undefined,
      pages: PAGES,
    };
    const fastify = Fastify();
    fastify.addHook(
      'onRequest',
      async (_request, reply) => void reply.header('content-security-policy', "script-src 'self'"),
    );
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.status(404).send(),
      new Map(),
      async () => '{}',
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      const drawn = Array.from({ length: 24 }, () => ask(address, '/v/1'));
      expect((await ask(address, '/built')).status).toBe(200);
      await Promise.race(drawn);
      open();
      const statuses = (await Promise.all(drawn)).map(({ status }) => status);
      expect([
        statuses.filter((status) => status === 200).length,
        statuses.filter((status) => status === 429).length,
        max,
      ]).toEqual([21, 3, 1]);
    } finally {
      await fastify.close();
    }
  });

  it('give their turn to the next when their reader has gone', async () => {
    const web: Web = {
      // As in Next: a response to a client that has disconnected is never ended.
      handle: (request, response) =>
        request.url === '/v/left'
          ? new Promise(() => void response.write('the first part'))
          : Promise.resolve(void response.end('page')),
      close: async () => undefined,
      pages: PAGES,
    };
    const fastify = Fastify();
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.status(404).send(),
      new Map(),
      async () => '{}',
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      for (let gone = 0; gone < 3; gone += 1) {
        await new Promise<void>((resolve) =>
          get(new URL('/v/left', address), (answer) =>
            answer.once('data', () => answer.destroy()).once('close', resolve),
          ),
        );
      }
      expect((await ask(address, '/v/1')).status).toBe(200);
    } finally {
      await fastify.close();
    }
  });
});

describe('a page that is drawn with facts', () => {
  const OTHERS: Readonly<Record<string, string>> = {
    '/api/explore/authors/0c': '{"author":"0c"}',
    '/api/explore?kind=image': '{"page":"of images"}',
    '/api/explore/tags?tag=style%3Aink': '{"tag":"style:ink"}',
  };
  it.each([
    ['/v/0a-1', 'a=b', '{"work":"ä of a=b"}'],
    ['/de/v/0a-1?_rsc=1', undefined, '{"work":"ä of nobody"}'],
    ['/v/0b-1', 'a=b', undefined],
    ['/u/0c', undefined, '{"author":"0c"}'],
    ['/ar/explore?kind=image', undefined, '{"page":"of images"}'],
    ['/de/tag-detail?tag=style%3Aink', undefined, '{"tag":"style:ink"}'],
    ['/explore', undefined, undefined],
    ['/explorer', undefined, undefined],
    ['/image', 'a=b', undefined],
  ])('%s, asked for with the cookies %s, is told %s, and never what a client says', async (url, cookie, expected) => {
    const heard: (string | undefined)[] = [];
    const web: Web = {
      handle: async (request, response) => {
        heard.push(request.headers['kinora-facts']?.toString());
        response.end('page');
      },
      close: async () => undefined,
    };
    const fastify = Fastify();
    const itself: AskItself = async (path, { headers: sent }) =>
      path === '/api/works/0a-1' ? `{"work":"ä of ${sent.cookie ?? 'nobody'}"}` : OTHERS[path];
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.status(404).send(),
      new Map(),
      itself,
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      await ask(address, url, { 'kinora-facts': 'forged', ...defined({ cookie }) });
      expect(heard.map((one) => (one === undefined ? undefined : decodeURIComponent(one)))).toEqual([expected]);
    } finally {
      await fastify.close();
    }
  });
});

describe('a host with a prefix', () => {
  it.each([
    ['studio.example.com', '/de/studio/image?x=1', '/de/image?x=1', ['page-prefix=/studio; Path=/; SameSite=Lax']],
    ['studio.example.com', '/image', '/image', ['page-prefix=/studio; Path=/; SameSite=Lax']],
    ['example.com', '/studio/image', '/studio/image', undefined],
  ])('%s is asked for %s and serves %s', async (host, url, served, cookies) => {
    const urls: (string | undefined)[] = [];
    const web: Web = {
      handle: async (request, response) => {
        urls.push(request.url);
        response.end('page');
      },
      close: async () => undefined,
    };
    const fastify = Fastify();
    mountWeb(
      fastify,
      () => web,
      (reply) => void reply.status(404).send(),
      new Map([['studio', '/studio']]),
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      const answer = await ask(address, url, { host, accept: 'text/html' });
      expect([answer.status, answer.cookies, urls]).toEqual([200, cookies, [served]]);
    } finally {
      await fastify.close();
    }
  });

  it('does not lead around the rule that /api is JSON', async () => {
    const fastify = Fastify();
    mountWeb(
      fastify,
      () => {
        throw new Error('no page is asked for');
      },
      (reply) => void reply.status(404).send(),
      new Map([['studio', '/studio']]),
    );
    const address = new URL(await fastify.listen({ host: '127.0.0.1', port: 0 }));
    try {
      expect((await ask(address, '/studio/api/health', { host: 'studio.example.com' })).status).toBe(404);
    } finally {
      await fastify.close();
    }
  });
});

/** Requests a path verbatim. */
function ask(
  { hostname, port }: URL,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number | undefined;
  readonly policy: unknown;
  readonly cookies: readonly string[] | undefined;
}> {
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent: false }, (response) => {
      response.resume();
      resolve({
        status: response.statusCode,
        policy: response.headers['content-security-policy'],
        cookies: response.headers['set-cookie'],
      });
    }).on('error', reject);
  });
}

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, TRPCClientError } from '@trpc/client';
import { tracked } from '@trpc/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { z } from 'zod';
import { defined } from '../../../src/kernel/defined.shared.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { PaidTier } from '../../../src/kernel/permissions.shared.js';
import { err, ok } from '../../../src/kernel/result.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { createAdapter } from '../../../src/platform/http/server.js';
import { mountTrpc, TRPC_LIMITS } from '../../../src/platform/http/trpc/trpc-mount.js';
import { procedures, router, undeclared, unwrap } from '../../../src/platform/http/trpc/trpc.js';
import { systemRandom } from '../../../src/platform/random.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { FetchEventSource } from '../../support/servers/event-source.js';

const errorAnswer = z.object({
  error: z.object({
    message: z.string(),
    code: z.number(),
    data: z
      .object({
        identifier: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        fields: z.array(z.object({ field: z.string(), reason: z.string(), limit: z.number().optional() })).optional(),
        code: z.string(),
        httpStatus: z.number(),
        path: z.string().optional(),
      })
      .strict(),
  }),
});

let ended = 0;
let slowly: () => Promise<void> = async () => {};
const bench = router({
  echo: procedures
    .needs('readPublic')
    .input(z.object({ text: z.string().max(20) }))
    .query(({ input }) => input),
  save: procedures
    .needs('readPublic')
    .input(z.object({ text: z.string() }))
    .mutation(({ input }) => ({ length: input.text.length })),
  upload: procedures
    .needs('readPublic')
    .input(z.instanceof(FormData))
    .mutation(({ input }) => ({ fields: [...input.keys()], name: input.get('name') })),
  slow: procedures.needs('readPublic').mutation(async () => {
    await slowly();
    return 'done all the same';
  }),
  language: procedures.needs('readPublic').query(({ ctx }) => ctx.request.language),
  limit: procedures
    .needs('readPublic')
    .query((): never =>
      unwrap<never>(
        err(productError('CREDITS_NOT_ENOUGH', { appName: 'kinora', usageType: 'credits', needed: 4, available: 1 })),
      ),
    ),
  product: procedures
    .needs('readPublic')
    .query((): never => unwrap<never>(err(productError('PARALLEL_TASK_LIMIT', { limit: 1 })))),
  fine: procedures.needs('readPublic').query(() => unwrap(ok('fine'))),
  broken: procedures.needs('readPublic').query((): string => {
    throw new Error('SELECT secret FROM users: ann@example.com');
  }),
  away: procedures.needs('readPublic').query((): string => {
    throw new StoreUnavailable('documents', 'full', 'disk of ann@example.com');
  }),
  undeclared: undeclared.query(() => 'never'),
  visitor: procedures.needs('ownWorks').query(({ ctx }) => ctx.user.id),
  signedIn: procedures.needs('ownAccount').query(({ ctx }) => ctx.user.email),
  subscriber: procedures.needs('changePlan').query(() => 'yours'),
  newcomer: procedures.needs('buyPlan').query(() => 'yours'),
  admin: procedures.needs('connectEngines').query(({ ctx }) => ctx.user.roles),
  ticks: procedures
    .needs('readPublic')
    .input(z.object({ lastEventId: z.string().nullish() }).optional())
    .subscription(async function* ({ input, signal }) {
      try {
        for (let tick = Number(input?.lastEventId ?? 0) + 1; tick <= 1_000 && signal?.aborted !== true; tick += 1) {
          yield tracked(String(tick), { tick });
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        ended += 1;
      }
    }),
  spoken: procedures.needs('readPublic').subscription(async function* ({ ctx }) {
    yield ctx.request.language;
  }),
  refused: procedures.needs('ownAccount').subscription(async function* () {
    yield await Promise.resolve(1);
  }),
});

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('the typed-RPC endpoint', () => {
  let fastify: FastifyInstance;
  let url: string;
  let user: SessionUser | undefined;
  const tier = jest.fn<() => Promise<PaidTier | undefined>>();
  const logged: { fields: object; message: string }[] = [];
  const log = (fields: object, message: string): void => void logged.push({ fields, message });

  const listen = async (port: number): Promise<void> => {
    fastify = Fastify({ forceCloseConnections: 'idle' });
    mountTrpc(fastify, {
      router: bench,
      sessions: { read: () => Promise.resolve(user) },
      tiers: { tierOf: () => tier() },
      network: { trustProxy: false },
      logger: { debug: log, info: log, warn: log, error: log },
    });
    url = `${await fastify.listen({ port, host: '127.0.0.1' })}/api/trpc`;
  };
  beforeEach(async () => {
    user = undefined;
    logged.length = 0;
    await listen(0);
  });
  afterEach(() => fastify.close());

  const client = (headers: Record<string, string> = {}) =>
    createTRPCClient<typeof bench>({ links: [httpLink({ url, headers })] });
  const batching = (maxItems?: number) =>
    createTRPCClient<typeof bench>({ links: [httpBatchLink({ url, ...defined({ maxItems }) })] });
  const failure = async (call: Promise<unknown>) => {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof TRPCClientError)) throw new Error(`no error came: ${String(error)}`);
    return {
      message: error.message,
      data: z
        .object({
          identifier: z.string(),
          code: z.string(),
          httpStatus: z.number(),
          params: z.record(z.string(), z.unknown()),
        })
        .loose()
        .parse(error.data),
    };
  };
  const get = (path: string, init?: RequestInit): Promise<Response> => fetch(`${url}/${path}`, init);
  const post = (
    path: string,
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Response> => get(path, { method: 'POST', body, headers });
  const errorOf = async (answer: Response) => ({
    status: answer.status,
    ...errorAnswer.parse(await answer.json()).error.data,
  });

  describe('carries calls', () => {
    it('queries by GET with the input in the address, mutations by POST with a JSON body', async () => {
      expect(await client().echo.query({ text: 'ærlig' })).toEqual({ text: 'ærlig' });
      expect(await client().save.mutate({ text: 'four' })).toEqual({ length: 4 });
      expect((await get(`echo?input=${encodeURIComponent('{"text":"a"}')}`)).status).toBe(200);
    });

    it('form data as form data', async () => {
      const form = new FormData();
      form.set('name', 'a picture');
      form.set('file', new Blob([new Uint8Array(200_000)]), 'picture.png');
      expect(await client().upload.mutate(form)).toEqual({ fields: ['name', 'file'], name: 'a picture' });
    });

    it('in batches, by one request, with paths joined by commas', async () => {
      const one = batching();
      expect(
        await Promise.all([one.echo.query({ text: 'a' }), one.fine.query(), one.echo.query({ text: 'c' })]),
      ).toEqual([{ text: 'a' }, 'fine', { text: 'c' }]);
      const answer = await get(`fine,echo?batch=1&input=${encodeURIComponent('{"1":{"text":"a"}}')}`);
      expect([answer.status, await answer.json()]).toEqual([
        200,
        [{ result: { data: 'fine' } }, { result: { data: { text: 'a' } } }],
      ]);
    });

    it('answers a batch of mixed results 207, each with its own', async () => {
      const answer = await get(`fine,limit,product?batch=1&input=${encodeURIComponent('{}')}`);
      expect(answer.status).toBe(207);
      expect(await answer.json()).toMatchObject([
        { result: { data: 'fine' } },
        { error: { data: { httpStatus: 403 } } },
        { error: { data: { httpStatus: 429 } } },
      ]);
    });

    it('reads the user-language header', async () => {
      expect(await client({ 'user-language': 'tw' }).language.query()).toBe('tw');
      expect(await client().language.query()).toBe('en');
      expect(await client({ 'user-language': '<script>' }).language.query()).toBe('en');
    });

    it('asks no cache to keep an answer', async () => {
      expect((await get('fine')).headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('has one answer for each fault', () => {
    it('a product error by its identifier and parameters', async () => {
      expect(await failure(client().product.query())).toMatchObject({
        message: 'PARALLEL_TASK_LIMIT',
        data: { identifier: 'PARALLEL_TASK_LIMIT', params: { limit: 1 }, code: 'TOO_MANY_REQUESTS', httpStatus: 429 },
      });
    });

    it('a usage limit by the three-part message', async () => {
      expect(await failure(client().limit.query())).toMatchObject({
        message: 'kinora::credits::CREDITS_NOT_ENOUGH',
        data: { identifier: 'CREDITS_NOT_ENOUGH', code: 'FORBIDDEN', params: { needed: 4, available: 1 } },
      });
    });

    it('wrong input by the name of the field, not by what was in it', async () => {
      const secret = 'a-text-far-longer-than-allowed';
      const answer = await get(`echo?input=${encodeURIComponent(JSON.stringify({ text: secret }))}`);
      const body = await answer.text();
      expect(body).not.toContain(secret);
      expect(errorAnswer.parse(JSON.parse(body)).error).toMatchObject({
        message: 'VALIDATION_ERROR',
        data: { identifier: 'VALIDATION_ERROR', params: { field: 'text' }, httpStatus: 400 },
      });
    });

    it('an unexpected fault by nothing but that it happened; the log has the rest', async () => {
      const answer = await get('broken');
      const body = await answer.text();
      expect(answer.status).toBe(500);
      expect(body).not.toMatch(/SELECT|example\.com|stack/);
      expect(logged).toHaveLength(1);
      expect(logged[0]?.fields).toMatchObject({ path: 'broken' });
    });

    it('a store that cannot answer by asking to try again', async () => {
      const fault = await failure(client().away.query());
      expect(fault).toMatchObject({ message: 'TRY_AGAIN', data: { identifier: 'TRY_AGAIN', httpStatus: 500 } });
      expect(JSON.stringify(fault)).not.toContain('example.com');
    });
  });

  describe('refuses what is no call', () => {
    it.each<[string, () => Promise<Response>, number, string]>([
      ['an unknown path', () => get('nothing.here'), 404, 'NOT_FOUND'],
      ['a name that every object has', () => get('constructor'), 404, 'NOT_FOUND'],
      ['a mutation by GET', () => get('save'), 405, 'METHOD_NOT_SUPPORTED'],
      ['a query by POST', () => post('fine', '{}'), 405, 'METHOD_NOT_SUPPORTED'],
      ['another method', () => get('save', { method: 'DELETE' }), 405, 'METHOD_NOT_SUPPORTED'],
      ['a body that is not JSON', () => post('save', '{"text":'), 400, 'PARSE_ERROR'],
      ['an input in the address that is not JSON', () => get('echo?input=%7B'), 400, 'PARSE_ERROR'],
      [
        'a content type that is neither JSON nor a form',
        () => post('save', 'text', { 'content-type': 'text/plain' }),
        400,
        'BAD_REQUEST',
      ],
      ['a batch that is no object', () => post('save,save?batch=1', '"text"'), 400, 'BAD_REQUEST'],
      ['a batch without its inputs', () => post('save,save?batch=1', '{}'), 400, 'BAD_REQUEST'],
      ['a batch whose body is not JSON', () => post('save,save?batch=1', '{'), 400, 'PARSE_ERROR'],
      ['a batch that mixes queries and mutations', () => post('save,fine?batch=1', '{}'), 400, 'BAD_REQUEST'],
      [
        'a batch of too many',
        () =>
          get(
            `${Array(TRPC_LIMITS.batch + 1)
              .fill('fine')
              .join(',')}?batch=1`,
          ),
        400,
        'BAD_REQUEST',
      ],
      [
        'a page of another origin',
        () => post('save', '{"text":"a"}', { 'content-type': 'application/json', origin: 'http://localhost:9' }),
        403,
        'FORBIDDEN',
      ],
    ])('%s', async (_, call, status, code) => {
      const answer = await call();
      const body: unknown = await answer.json();
      const first = Array.isArray(body) ? (body as unknown[])[0] : body; // a batch answers with a list
      expect({ status: answer.status, ...errorAnswer.parse(first).error.data }).toMatchObject({
        status,
        code,
        httpStatus: status,
      });
    });

    it('a body said to be too large, before reading it', async () => {
      const answer = await post('save', JSON.stringify({ text: 'x'.repeat(TRPC_LIMITS.body) }));
      expect(await errorOf(answer)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });

    it('a body that turns out too large as it comes', async () => {
      const chunk = new TextEncoder().encode('x'.repeat(65_536));
      let left = 64;
      const body = new ReadableStream({ pull: (stream) => (left-- > 0 ? stream.enqueue(chunk) : stream.close()) });
      // duplex is what fetch asks for with a streamed body; its type does not know it.
      const init = {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      } as RequestInit;
      const answer = await get('save', init).then(
        (one) => errorOf(one),
        () => 'the connection was closed',
      );
      if (answer !== 'the connection was closed')
        expect(answer).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
      expect((await get('fine')).status).toBe(200);
    });

    it.each(['application/json', 'multipart/form-data; boundary=x'])(
      'a body of %s that goes on after the answer, by cutting the line',
      async (type) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        const cut = new Promise<string>((resolve) => socket.once('close', () => resolve('cut')));
        let read = '';
        socket.on('error', () => {}).on('data', (chunk: Buffer) => (read += chunk.toString()));
        socket.write(
          `POST /api/trpc/nothing.here HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
        const dripping = setInterval(() => socket.write('1\r\nx\r\n'), 20);
        expect(await cut).toBe('cut');
        clearInterval(dripping);
        expect(read).toMatch(/^HTTP\/1\.1 404 /);
      },
    );

    it('a form above the size of any other body, before reading it', async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(TRPC_LIMITS.body)]), 'picture.png');
      const answer = await get('upload', { method: 'POST', body: form }).then(
        (one) => errorOf(one),
        () => 'the connection was closed',
      );
      if (answer !== 'the connection was closed')
        expect(answer).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
      expect((await get('fine')).status).toBe(200);
    });

    it('and lets a caller leave in the middle without minding', async () => {
      const abort = new AbortController();
      const call = get('ticks', { signal: abort.signal });
      await call;
      abort.abort();
      expect((await get('fine')).status).toBe(200);
      expect(logged).toEqual([]);
    });
  });

  describe('lets in who may come in', () => {
    const visitor: SessionUser = {
      id: 'u1',
      dateCreated: 0,
      anonymous: true,
      roles: [],
      sid: 's1',
    } as unknown as SessionUser; // a test's own ids
    const callers = {
      nobody: undefined,
      visitor,
      member: { ...visitor, anonymous: false, email: 'a@example.com' },
      admin: { ...visitor, roles: ['admin'] as const },
      finance: { ...visitor, roles: ['finance'] as const },
    };
    const OK = 200;

    it.each([
      ['fine', { nobody: OK, visitor: OK, member: OK, admin: OK, finance: OK }],
      ['visitor', { nobody: 401, visitor: OK, member: OK, admin: OK, finance: OK }],
      ['signedIn', { nobody: 401, visitor: 401, member: OK, admin: 401, finance: 401 }],
      ['admin', { nobody: 401, visitor: 403, member: 403, admin: OK, finance: 403 }],
      ['undeclared', { nobody: 403, visitor: 403, member: 403, admin: 403, finance: 403 }],
    ] as const)('%s', async (path, expected) => {
      const seen: Record<string, number> = {};
      for (const [name, caller] of Object.entries(callers)) {
        user = caller;
        seen[name] = (await get(path)).status;
      }
      expect(seen).toEqual(expected);
    });

    it('by the plan that they pay for, which is asked for once a request, and only where a permission depends on it', async () => {
      user = callers.member;
      for (const [paid, ...expected] of [
        [undefined, 403, OK],
        ['basic', OK, 403],
        ['ultimate', OK, 403],
      ] as const) {
        tier.mockResolvedValue(paid);
        expect([(await get('subscriber')).status, (await get('newcomer')).status]).toEqual(expected);
      }
      await get(`subscriber,newcomer,subscriber?batch=1&input=${encodeURIComponent('{}')}`);
      expect(tier).toHaveBeenCalledTimes(7);
      tier.mockRejectedValue(new StoreUnavailable('documents', 'failed', 'away'));
      expect([
        (await get('signedIn')).status,
        errorAnswer.parse(await (await get('subscriber')).json()).error.data.identifier,
      ]).toEqual([OK, 'TRY_AGAIN']);
    });

    it('tells nothing of its input to who may not call', async () => {
      expect(await failure(client().visitor.query())).toMatchObject({
        message: 'NOT_SIGNED_IN',
        data: { code: 'UNAUTHORIZED' },
      });
    });
  });

  describe('keeps subscriptions', () => {
    const subscribing = () =>
      createTRPCClient<typeof bench>({ links: [httpSubscriptionLink({ url, EventSource: FetchEventSource })] });

    it("reads a subscriber's language from the connection parameters, for an EventSource sends no headers", async () => {
      const heard = (language: string): Promise<string> =>
        new Promise((resolve, reject) => {
          const speaking = createTRPCClient<typeof bench>({
            links: [
              httpSubscriptionLink({
                url,
                EventSource: FetchEventSource,
                connectionParams: { 'user-language': language },
              }),
            ],
          });
          const subscription = speaking.spoken.subscribe(undefined, {
            onData: (value) => {
              subscription.unsubscribe();
              resolve(value);
            },
            onError: reject,
          });
        });
      expect([await heard('tw'), await heard('<script>')]).toEqual(['tw', 'en']);
    });

    /** Takes so many values, then unsubscribes. */
    const take = (count: number, onValue: (tick: number) => void = () => undefined): Promise<number[]> =>
      new Promise((resolve, reject) => {
        const seen: number[] = [];
        const subscription = subscribing().ticks.subscribe(undefined, {
          onData: ({ data }) => {
            if (seen.length >= count) return;
            seen.push(data.tick);
            onValue(data.tick);
            if (seen.length < count) return;
            subscription.unsubscribe();
            resolve(seen);
          },
          onError: reject,
        });
      });

    it('as server-sent events, and lets go when the caller does', async () => {
      const before = ended;
      expect(await take(5)).toEqual([1, 2, 3, 4, 5]);
      while (ended === before) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(ended).toBe(before + 1);
    });

    it('goes on where it stopped when the connection breaks', async () => {
      const port = Number(new URL(url).port);
      let restarted: Promise<void> | undefined;
      const ticks = await take(12, (tick) => {
        if (tick === 4) restarted = fastify.close().then(() => listen(port));
      });
      await restarted;
      expect(ticks).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    });

    it('ends them after a while, to ask anew who is calling, and the client goes on where it stopped', async () => {
      const { sse } = bench._def._config;
      expect(sse?.maxDurationMs).toBe(600_000);
      const before = ended;
      Object.assign(sse ?? {}, { maxDurationMs: 30 });
      try {
        expect(await take(20)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
      } finally {
        Object.assign(sse ?? {}, { maxDurationMs: 600_000 });
      }
      expect(ended).toBeGreaterThan(before);
    });

    it('gives one caller so many at once', async () => {
      const attempt = () =>
        new Promise<unknown>((resolve) => {
          const subscription = subscribing().ticks.subscribe(undefined, {
            onData: () => {
              subscription.unsubscribe();
              resolve('served');
            },
            onError: (error) => resolve(error.data),
          });
        });
      const abort = new AbortController();
      const open = await Promise.all(
        Array.from({ length: TRPC_LIMITS.live }, () => get('ticks', { signal: abort.signal })),
      );
      expect(await attempt()).toMatchObject({ identifier: 'TOO_MANY_REQUESTS', httpStatus: 429 });
      user = { id: 'somebody-else', roles: [] } as unknown as SessionUser; // a test's own id
      expect(await attempt()).toBe('served');
      user = undefined;
      abort.abort();
      expect(
        await Promise.all(
          open.map((one) =>
            one.text().then(
              () => 'ended',
              () => 'left',
            ),
          ),
        ),
      ).toEqual(open.map(() => 'left'));
      while ((await attempt()) !== 'served') await new Promise((resolve) => setTimeout(resolve, 10));
    });

    it('refuses one that the caller may not have', async () => {
      const error = await new Promise<unknown>((resolve) =>
        subscribing().refused.subscribe(undefined, { onError: resolve }),
      );
      expect(error).toMatchObject({ data: { identifier: 'NOT_SIGNED_IN', httpStatus: 401 } });
    });

    it('ends them when the server closes, so that it can', async () => {
      const answer = await get('ticks');
      const reading = answer.text().then(
        () => 'ended',
        () => 'cut',
      );
      await fastify.close();
      expect(['ended', 'cut']).toContain(await reading);
      await listen(0);
    });

    it('answers the calls under way before it closes', async () => {
      let isCalled: () => void = () => {};
      const called = new Promise<void>((resolve) => (isCalled = resolve));
      let finish: () => void = () => {};
      const finished = new Promise<void>((resolve) => (finish = resolve));
      slowly = () => {
        isCalled();
        return finished;
      };
      const call = client().slow.mutate();
      await called;
      const closing = fastify.close();
      // The hooks that end subscriptions have run once nobody is let in any more.
      while (fastify.server.listening) await new Promise((resolve) => setTimeout(resolve, 5));
      finish();
      expect(await call).toBe('done all the same');
      await closing;
      await listen(0);
    });
  });
});

describe('the server', () => {
  it('waits a minute for a request to arrive, no longer', async () => {
    const adapter = createAdapter({ trustProxy: false }, systemRandom);
    expect(adapter.getInstance().server.requestTimeout).toBe(60_000);
    await adapter.close();
  });
});

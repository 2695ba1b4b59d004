import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { mountTrpc, TRPC_LIMITS } from '../../../src/platform/http/trpc/trpc-mount.js';
import { procedures, router } from '../../../src/platform/http/trpc/trpc.js';

const bench = router({
  photo: procedures
    .needs('ownWorks')
    .meta({ form: { bytes: 2 * TRPC_LIMITS.body } })
    .input(z.instanceof(FormData))
    .mutation(({ input }) => [...input.keys()]),
});
const sender = (id: string): SessionUser =>
  ({ id, dateCreated: 0, anonymous: true, roles: [], sid: id }) as unknown as SessionUser; // a test's own ids

/** Something to wait for until it is told. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  return {
    passed: new Promise((resolve) => {
      open = resolve;
    }),
    open: () => open(),
  };
}

function large(): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(TRPC_LIMITS.body)]), 'picture.png');
  return form;
}

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('the typed-RPC endpoint keeps room for large forms', () => {
  let fastify: FastifyInstance;
  let url: string;
  let user: SessionUser;
  let reading: () => Promise<void>;
  const silent = (): void => undefined;

  beforeEach(async () => {
    user = sender('u1');
    reading = async () => undefined;
    fastify = Fastify({ forceCloseConnections: true });
    mountTrpc(fastify, {
      router: bench,
      sessions: { read: () => reading().then(() => user) },
      network: { trustProxy: false },
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
    url = `${await fastify.listen({ port: 0, host: '127.0.0.1' })}/api/trpc/photo`;
  });
  afterEach(() => fastify.close());

  /** A form that is announced, and of which no more than its first bytes come. */
  const begin = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress }).on('error', silent);
    socket.write(
      [
        'POST /api/trpc/photo HTTP/1.1',
        'Host: localhost',
        'Content-Type: multipart/form-data; boundary=x',
        `Content-Length: ${TRPC_LIMITS.body + 1}`,
        '',
        '--x',
      ].join('\r\n'),
    );
    return socket;
  };
  /** The same, once it has a place, or has an answer at once. */
  const slowly = async (localAddress?: string): Promise<{ readonly socket: Socket; readonly answer: string }> => {
    const taken = gate();
    let readings = 0;
    // Who calls is asked again for the call itself, once its form has a place.
    reading = async () => {
      if ((readings += 1) === 2) taken.open();
    };
    const socket = begin(localAddress);
    const refused = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()));
    });
    const answer = await Promise.race([refused, taken.passed.then(() => '')]);
    reading = async () => undefined;
    return { socket, answer };
  };
  const send = (): Promise<Response> => fetch(url, { method: 'POST', body: large() });

  it('after callers that left before it was known who they are', async () => {
    for (let count = 0; count <= TRPC_LIMITS.forms; count += 1) {
      const [request, known, left] = [gate(), gate(), gate()];
      reading = () => {
        request.open();
        return known.passed;
      };
      fastify.server.once('connection', (socket) => socket.once('close', left.open));
      const socket = begin();
      await request.passed;
      socket.resetAndDestroy();
      await left.passed;
      known.open();
    }
    reading = async () => undefined;
    expect(await (await send()).json()).toEqual({ result: { data: ['file'] } });
  });

  it('for others than the one who sends slowly', async () => {
    const slow = [];
    for (let count = 0; count < TRPC_LIMITS.formsOfOne; count += 1) slow.push(await slowly());
    // The refusal may come after the line was cut.
    expect(
      await send().then(
        ({ status }) => status,
        () => 429,
      ),
    ).toBe(429);
    user = sender('u2');
    expect((await send()).status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });

  it('for other addresses than the one that sends slowly, whoever sends from there', async () => {
    const slow = [];
    for (let count = 0; count < TRPC_LIMITS.formsOfAddress; count += 1) {
      user = sender(`u${count}`);
      slow.push(await slowly());
    }
    user = sender('somebody else');
    expect(
      await send().then(
        ({ status }) => status,
        () => 429,
      ),
    ).toBe(429);
    slow.push(await slowly('127.0.0.2'));
    expect(slow.map(({ answer }) => answer)).toEqual(slow.map(() => ''));
    for (const { socket } of slow) socket.destroy();
  });
});

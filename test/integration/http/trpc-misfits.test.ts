import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { productError } from '../../../src/kernel/errors.shared.js';
import { err } from '../../../src/kernel/result.js';
import { mountTrpc } from '../../../src/platform/http/trpc/trpc-mount.js';
import { procedures, router, unwrap } from '../../../src/platform/http/trpc/trpc.js';

const bench = router({
  several: procedures
    .needs('readPublic')
    .input(z.object({ name: z.string().max(10), amount: z.int(), kind: z.enum(['a', 'b']) }))
    .query(({ input }) => input.name),
  words: procedures
    .needs('readPublic')
    .query((): never => unwrap<never>(err(productError('VALIDATION_ERROR', { field: 'email' })))),
  product: procedures
    .needs('readPublic')
    .query((): never => unwrap<never>(err(productError('PARALLEL_TASK_LIMIT', { limit: 1 })))),
});
const GOOD = { name: 'ten', amount: 4, kind: 'a' };
const WRONG = { name: 'far too long a name', amount: 'four', kind: 'c' };

describe('a call that does not fit', () => {
  let fastify: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    const silent = (): void => undefined;
    fastify = Fastify();
    mountTrpc(fastify, {
      router: bench,
      sessions: { read: () => Promise.resolve(undefined) },
      network: { trustProxy: false },
      build: 'ours',
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
    url = `${await fastify.listen({ port: 0, host: '127.0.0.1' })}/api/trpc`;
  });
  afterAll(() => fastify.close());

  const ask = async (path: string, input?: object, build?: string) => {
    const answer = await fetch(
      `${url}/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
      build === undefined ? {} : { headers: { 'page-build': build } },
    );
    const body: unknown = await answer.json();
    return [answer.status, body];
  };

  it('is told every field that is wrong, and what is wrong with it', async () => {
    expect(await ask('several', WRONG)).toMatchObject([
      400,
      {
        error: {
          message: 'VALIDATION_ERROR',
          data: {
            identifier: 'VALIDATION_ERROR',
            params: { field: 'name' },
            fields: [
              { field: 'name', reason: 'too-large', limit: 10 },
              { field: 'amount', reason: 'type' },
              { field: 'kind', reason: 'not-offered' },
            ],
          },
        },
      },
    ]);
  });

  it('and comes from a page of another build is asked to load the page anew', async () => {
    const refresh = [
      412,
      {
        error: {
          message: 'REFRESH_PAGE',
          data: { identifier: 'REFRESH_PAGE', code: 'PRECONDITION_FAILED', httpStatus: 412 },
        },
      },
    ];
    expect(await ask('several', WRONG, 'another')).toMatchObject(refresh);
    expect(await ask('nothing.here', undefined, 'another')).toMatchObject(refresh);
  });

  it('is no other where the page is of the same build, and a call that fits is answered to any page', async () => {
    expect(await ask('several', WRONG, 'ours')).toMatchObject([400, { error: { message: 'VALIDATION_ERROR' } }]);
    expect(await ask('several', GOOD, 'another')).toMatchObject([200, { result: { data: 'ten' } }]);
    expect(await ask('words', undefined, 'another')).toMatchObject([
      400,
      { error: { message: 'VALIDATION_ERROR', data: { params: { field: 'email' } } } },
    ]);
    expect(await ask('product', undefined, 'another')).toMatchObject([
      429,
      { error: { message: 'PARALLEL_TASK_LIMIT' } },
    ]);
  });
});

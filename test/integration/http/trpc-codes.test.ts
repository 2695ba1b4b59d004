import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TRPCError } from '@trpc/server';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ERRORS, HTTP_STATUS, productError, type ErrorIdentifier } from '../../../src/kernel/errors.shared.js';
import { UnreadableEvent } from '../../../src/kernel/event-sourcing/codec.js';
import { err } from '../../../src/kernel/result.js';
import { mountTrpc } from '../../../src/platform/http/trpc/trpc-mount.js';
import { procedures, router, unwrap } from '../../../src/platform/http/trpc/trpc.js';

const TRANSPORT_CODES = [
  'PARSE_ERROR',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_SUPPORTED',
  'TIMEOUT',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNPROCESSABLE_CONTENT',
  'TOO_MANY_REQUESTS',
  'CLIENT_CLOSED_REQUEST',
  'INTERNAL_SERVER_ERROR',
  'NOT_IMPLEMENTED',
] as const;
const OTHER_CODES = [
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'PAYMENT_REQUIRED',
  'PRECONDITION_REQUIRED',
] as const;
const codes = z.enum([...TRANSPORT_CODES, ...OTHER_CODES]);

function raise(named: z.infer<typeof codes>): never {
  throw new TRPCError({ code: named, message: "the server's own words" });
}
const bench = router({
  raise: procedures
    .needs('readPublic')
    .input(codes)
    .mutation(({ input }) => raise(input)),
  fail: procedures
    .needs('readPublic')
    .input(codes)
    .query(({ input }) => raise(input)),
  read: procedures
    .needs('readPublic')
    .input(z.enum(['unknown type', 'unknown version', 'does not fit']))
    .query(({ input }): never => {
      throw new UnreadableEvent({ stream: 'account-a', revision: 3, type: 'Taken' }, input, 'for the log');
    }),
  refuse: procedures
    .needs('readPublic')
    .input(z.custom<ErrorIdentifier>((name) => typeof name === 'string' && Object.hasOwn(ERRORS, name)))
    .query(({ input }) => unwrap<never>(err(productError(input)))),
});

const errorAnswer = z.object({
  error: z.object({
    message: z.string(),
    code: z.number(),
    data: z
      .object({
        identifier: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
        code: z.string(),
        httpStatus: z.number(),
        path: z.string(),
      })
      .strict(),
  }),
});

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('section 8’s table of codes, on the wire', () => {
  let fastify: FastifyInstance;
  let url: string;
  const log = (): void => undefined;

  beforeAll(async () => {
    fastify = Fastify({ forceCloseConnections: 'idle' });
    mountTrpc(fastify, {
      router: bench,
      sessions: { read: () => Promise.resolve(undefined) },
      network: { trustProxy: false },
      logger: { debug: log, info: log, warn: log, error: log },
    });
    url = `${await fastify.listen({ port: 0, host: '127.0.0.1' })}/api/trpc`;
  });
  afterAll(() => fastify.close());

  const get = (path: string): Promise<Response> => fetch(`${url}/${path}`);
  const post = (path: string, body: string): Promise<Response> =>
    fetch(`${url}/${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const errorOf = async (answer: Response) => ({
    status: answer.status,
    ...errorAnswer.parse(await answer.json()).error.data,
  });
  const request = (inputs: unknown): string => `input=${encodeURIComponent(JSON.stringify(inputs))}`;
  /**
   * One code as a mutation and as a query, by itself, alone in a batch and beside another of its kind: the HTTP
   * statuses, and every error in the bodies.
   */
  const everyWay = async (code: string) => {
    const answers = await Promise.all([
      post('raise', JSON.stringify(code)),
      get(`fail?${request(code)}`),
      post('raise?batch=1', JSON.stringify({ 0: code })),
      get(`fail?batch=1&${request({ 0: code })}`),
      post('raise,raise?batch=1', JSON.stringify({ 0: code, 1: code })),
      get(`fail,fail?batch=1&${request({ 0: code, 1: code })}`),
    ]);
    const bodies = await Promise.all(
      answers.map(async (answer) =>
        z.union([errorAnswer.transform((one) => [one]), z.array(errorAnswer)]).parse(await answer.json()),
      ),
    );
    return {
      statuses: new Set(answers.map(({ status }) => status)),
      received: bodies.flat().map(
        ({
          error: {
            message,
            data: { path: _path, params: _params, ...data },
          },
        }) => ({ message, ...data }),
      ),
      count: bodies.flat().length,
    };
  };

  it('has every transport code with its HTTP status', () => {
    expect([...TRANSPORT_CODES].sort()).toEqual(Object.keys(HTTP_STATUS).sort());
    expect(HTTP_STATUS).toEqual({
      PARSE_ERROR: 400,
      BAD_REQUEST: 400,
      UNAUTHORIZED: 401,
      FORBIDDEN: 403,
      NOT_FOUND: 404,
      METHOD_NOT_SUPPORTED: 405,
      TIMEOUT: 408,
      CONFLICT: 409,
      PRECONDITION_FAILED: 412,
      PAYLOAD_TOO_LARGE: 413,
      UNPROCESSABLE_CONTENT: 422,
      TOO_MANY_REQUESTS: 429,
      CLIENT_CLOSED_REQUEST: 499,
      INTERNAL_SERVER_ERROR: 500,
      NOT_IMPLEMENTED: 501,
    });
  });

  it.each(TRANSPORT_CODES.map((code) => [code, HTTP_STATUS[code]] as const))(
    '%s is %i, single and batched',
    async (code, status) => {
      const { statuses, received, count } = await everyWay(code);
      expect([...statuses]).toEqual([status]);
      expect(received).toEqual(
        Array.from({ length: count }, () => ({ message: code, identifier: code, code, httpStatus: status })),
      );
      expect(count).toBe(8);
    },
  );

  it.each(OTHER_CODES)('%s, which the table does not know, is 500, single and batched', async (code) => {
    const { statuses, received } = await everyWay(code);
    expect([...statuses]).toEqual([500]);
    expect(new Set(received.map((one) => `${one.message} ${one.code} ${one.httpStatus}`))).toEqual(
      new Set(['INTERNAL_SERVER_ERROR INTERNAL_SERVER_ERROR 500']),
    );
  });

  it('answers every identifier of the catalogue with its own code and status', async () => {
    for (const [identifier, code] of Object.entries(ERRORS)) {
      const answer = await get(`refuse?${request(identifier)}`);
      expect(await errorOf(answer)).toMatchObject({
        status: HTTP_STATUS[code],
        identifier,
        code,
        httpStatus: HTTP_STATUS[code],
      });
    }
  });

  it.each([
    ['unknown type', 'TRY_AGAIN'],
    ['unknown version', 'TRY_AGAIN'],
    ['does not fit', 'INTERNAL_SERVER_ERROR'],
  ])('answers an event that cannot be read (%s) with %s', async (reason, identifier) => {
    const answer = await get(`read?${request(reason)}`);
    expect(await errorOf(answer)).toMatchObject({ status: 500, identifier, httpStatus: 500 });
  });

  it('answers a batch of several codes 207, each error with its own', async () => {
    const answer = await get(`fail,fail,refuse?batch=1&${request({ 0: 'CONFLICT', 1: 'TIMEOUT', 2: 'PRO_FEATURE' })}`);
    expect(answer.status).toBe(207);
    expect(
      z
        .array(errorAnswer)
        .parse(await answer.json())
        .map(({ error: { data } }) => data.httpStatus),
    ).toEqual([409, 408, 403]);
  });
});

import { expect, it } from '@jest/globals';
import { TRPCClientError } from '@trpc/client';
import { ERRORS, HTTP_STATUS } from '@src/kernel/errors.shared';
import errors from '@/messages/en/errors.json';
import { HtmlResponse } from '@/lib/trpc/fetch-json';
import { shouldRetry } from '@/lib/trpc/retry';
import { isMissing, isRefusal, readFailure } from './failure';

const answered = (identifier: string, httpStatus: number, params: Record<string, unknown> = {}): unknown =>
  TRPCClientError.from({
    error: { code: -32_000, message: identifier, data: { identifier, code: 'BAD_REQUEST', httpStatus, params } },
  });

it('reads a product error with its parameters', () => {
  expect(readFailure(answered('CREDITS_NOT_ENOUGH', 403, { needed: 4, available: 1, odd: {} }))).toMatchObject({
    kind: 'product',
    identifier: 'CREDITS_NOT_ENOUGH',
    httpStatus: 403,
    params: { needed: 4, available: 1 },
  });
});

it('finds a page of HTML, an abort and a server that was not reached behind the client’s own error', () => {
  expect(readFailure(TRPCClientError.from(new HtmlResponse(502)))).toEqual({ kind: 'html', status: 502 });
  expect(readFailure(TRPCClientError.from(Object.assign(new Error('gone'), { name: 'AbortError' })))).toEqual({
    kind: 'aborted',
  });
  expect(readFailure(TRPCClientError.from(new TypeError('Failed to fetch')))).toEqual({ kind: 'network' });
});

it('tells what is not there from what could not be asked for', () => {
  expect(isMissing(answered('PROJECT_NOT_FOUND', 404), 'PROJECT_NOT_FOUND')).toBe(true);
  expect(isMissing(answered('VALIDATION_ERROR', 400), 'PROJECT_NOT_FOUND')).toBe(true);
  expect(isMissing(answered('TRY_AGAIN', 500), 'PROJECT_NOT_FOUND')).toBe(false);
  expect(isMissing(TRPCClientError.from(new TypeError('Failed to fetch')), 'PROJECT_NOT_FOUND')).toBe(false);
});

it('tells what the server has refused from what may have been done', () => {
  expect(
    [answered('PAYMENT_DECLINED', 402), answered('IDEMPOTENCY_MISMATCH', 409)].map((error) =>
      isRefusal(readFailure(error)),
    ),
  ).toEqual([true, true]);
  expect(
    [
      answered('TRY_AGAIN', 500),
      answered('INTERNAL_SERVER_ERROR', 500),
      new TypeError('Failed to fetch'),
      TRPCClientError.from(new HtmlResponse(502)),
    ].map((error) => isRefusal(readFailure(error))),
  ).toEqual([false, false, false, false]);
});

it('tells a part of the page that is gone from other failures of drawing', () => {
  const gone = Object.assign(new Error('Failed to load chunk /_next/static/chunks/a.js'), { name: 'ChunkLoadError' });
  expect(readFailure(gone)).toEqual({ kind: 'outdated' });
  expect(readFailure(new Error('not drawn', { cause: gone }))).toEqual({ kind: 'outdated' });
  expect(readFailure(new Error('not drawn'))).toEqual({ kind: 'other', message: 'not drawn' });
});

it('tries a query twice more, but not what the server has refused', () => {
  expect(shouldRetry(0, new TypeError('Failed to fetch'))).toBe(true);
  expect(shouldRetry(1, answered('TRY_AGAIN', 500))).toBe(true);
  expect(shouldRetry(2, answered('TRY_AGAIN', 500))).toBe(false);
  expect(shouldRetry(0, answered('TASK_NOT_FOUND', 404))).toBe(false);
});

it('has words for every identifier and every transport code', () => {
  expect(Object.keys(errors)).toEqual(expect.arrayContaining([...Object.keys(ERRORS), ...Object.keys(HTTP_STATUS)]));
});

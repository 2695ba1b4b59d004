import { TRPCClientError } from '@trpc/client';
import { HtmlResponse } from '@/lib/trpc/fetch-json';

/** Any failure, read once, so that no handler looks into libraries' errors. */
export type Failure =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'network' }
  /** A part of the website that the page wanted to fetch is not there any more: another deployment has taken its place. */
  | { readonly kind: 'outdated' }
  /** The server's own words: an identifier of the error catalogue, or a transport code. */
  | { readonly kind: 'product'; readonly identifier: string; readonly message: string; readonly code: string; readonly httpStatus: number; readonly params: Readonly<Record<string, string | number>> }
  | { readonly kind: 'other'; readonly message: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function readParams(value: unknown): Readonly<Record<string, string | number>> {
  if (!isRecord(value)) return {};
  const known = Object.entries(value).filter((entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number');
  return Object.fromEntries(known);
}

const chainOf = (error: unknown): readonly unknown[] => (error instanceof Error && error.cause !== undefined ? [error, ...chainOf(error.cause)] : [error]);

/**
 * Whether a failure says that there is no such thing, rather than that it could not be asked for; what cannot be an id is none.
 * @param identifier by which the server says so, e.g. `PROJECT_NOT_FOUND`
 */
export function isMissing(error: unknown, identifier: string): boolean {
  const failure = readFailure(error);
  return failure.kind === 'product' && (failure.identifier === identifier || failure.identifier === 'VALIDATION_ERROR');
}

/**
 * Whether the server has answered no: what was asked for is done with, and asked for again it is another request. What was not answered, or
 * broke on the way, may have been done.
 */
export const isRefusal = (failure: Failure): boolean => failure.kind === 'product' && failure.httpStatus < 500;

/** Says what kind of failure an error is. */
export function readFailure(error: unknown): Failure {
  const chain = chainOf(error);
  if (chain.some((link) => link instanceof Error && link.name === 'AbortError')) return { kind: 'aborted' };
  const html = chain.find((link) => link instanceof HtmlResponse);
  if (html instanceof HtmlResponse) return { kind: 'html', status: html.status };
  if (error instanceof TRPCClientError) {
    const data: unknown = error.data;
    if (isRecord(data)) {
      const identifier = typeof data['identifier'] === 'string' ? data['identifier'] : '';
      const code = typeof data['code'] === 'string' ? data['code'] : '';
      const httpStatus = typeof data['httpStatus'] === 'number' ? data['httpStatus'] : 500;
      return { kind: 'product', identifier, message: error.message, code, httpStatus, params: readParams(data['params']) };
    }
  }
  // So say the bundler's own loaders; without a connection it is that which is missing.
  if (chain.some((link) => link instanceof Error && link.name === 'ChunkLoadError')) return { kind: globalThis.navigator?.onLine === false ? 'network' : 'outdated' };
  // `fetch` says TypeError, and nothing more, when the server was not reached.
  if (chain.some((link) => link instanceof TypeError)) return { kind: 'network' };
  return { kind: 'other', message: error instanceof Error ? error.message : '' };
}

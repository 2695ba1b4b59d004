import { TRPCClientError } from '@trpc/client';
import { HtmlResponse } from '@/lib/trpc/fetch-json';

/** A failure in the product's own form, so that no handler has to inspect library errors. */
export type Failure =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'network' }
  /** A chunk of the website no longer exists, because a new version was deployed. */
  | { readonly kind: 'outdated' }
  /** The server's refusal: an identifier of the error catalogue, or a transport code. */
  | {
      readonly kind: 'product';
      readonly identifier: string;
      readonly message: string;
      readonly code: string;
      readonly httpStatus: number;
      readonly params: Readonly<Record<string, string | number>>;
    }
  | { readonly kind: 'other'; readonly message: string };

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function readParams(value: unknown): Readonly<Record<string, string | number>> {
  if (!isRecord(value)) return {};
  const known = Object.entries(value).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(known);
}

const chainOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...chainOf(error.cause)] : [error];

/**
 * Whether a failure means that something does not exist, as opposed to a failed request. An invalid id counts as
 * missing.
 * @param identifier the server's code for it, e.g. `PROJECT_NOT_FOUND`
 */
export function isMissing(error: unknown, identifier: string): boolean {
  const failure = readFailure(error);
  return failure.kind === 'product' && (failure.identifier === identifier || failure.identifier === 'VALIDATION_ERROR');
}

/**
 * Whether the server has refused. The request is then closed, and a repetition is a new request. A request without an
 * answer may have been carried out.
 */
export const isRefusal = (failure: Failure): boolean => failure.kind === 'product' && failure.httpStatus < 500;

/** Classifies an error. */
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
      return {
        kind: 'product',
        identifier,
        message: error.message,
        code,
        httpStatus,
        params: readParams(data['params']),
      };
    }
  }
  // The name that the bundler's loaders use. While offline, the connection is the cause instead.
  if (chain.some((link) => link instanceof Error && link.name === 'ChunkLoadError'))
    return { kind: globalThis.navigator?.onLine === false ? 'network' : 'outdated' };
  // `fetch` throws a plain TypeError when it cannot reach the server.
  if (chain.some((link) => link instanceof TypeError)) return { kind: 'network' };
  return { kind: 'other', message: error instanceof Error ? error.message : '' };
}

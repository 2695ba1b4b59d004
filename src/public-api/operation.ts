import type { z } from 'zod';
import type { ApiScope } from '../kernel/api-scopes.shared.js';
import type { Payer } from '../kernel/payers.shared.js';

/** A request to an operation, read but not validated. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The account that pays for what the key creates. */
  readonly payer: Payer;
  /** The body of an operation that takes a file. */
  readonly file?: { readonly bytes: Buffer; readonly type: string };
}

/**
 * An operation of the API: an address for a call of the typed-RPC endpoint. The call validates the input, checks the
 * permission and carries it out, so that both have the same rules.
 */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/api/v1`; parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** Absent: needs no key. */
  readonly scope?: ApiScope;
  /** HTTP status of success. */
  readonly status: 200 | 201 | 202;
  readonly query?: z.ZodObject;
  /** The JSON body. */
  readonly body?: z.ZodType;
  /** The body is a file of one of these media types. */
  readonly takesFile?: readonly string[];
  /** Name of the call, and its input. */
  readonly call: (request: ApiRequest) => { readonly path: string; readonly input: unknown };
  /** What the call's answer becomes. @param origin of this server, without a trailing slash */
  readonly view: (origin: string) => z.ZodType;
}

/**
 * Every error the product can answer with: one identifier, one transport code, words by message key in the web app.
 * Source: specification section 8.
 */

/** Transport codes and their HTTP status (specification section 8); any other code is 500. */
export const HTTP_STATUS = {
  PARSE_ERROR: 400, BAD_REQUEST: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, NOT_FOUND: 404, METHOD_NOT_SUPPORTED: 405,
  TIMEOUT: 408, CONFLICT: 409, PRECONDITION_FAILED: 412, PAYLOAD_TOO_LARGE: 413, UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429, CLIENT_CLOSED_REQUEST: 499, INTERNAL_SERVER_ERROR: 500, NOT_IMPLEMENTED: 501,
} as const;
export type TransportCode = keyof typeof HTTP_STATUS;

/** Identifier to transport code. */
export const ERRORS = {
  VALIDATION_ERROR: 'BAD_REQUEST',
  PERMISSION_ERROR: 'FORBIDDEN',
  NOT_SIGNED_IN: 'UNAUTHORIZED',
  DEVICE_ID_ERROR: 'UNAUTHORIZED',
  TOO_MANY_ATTEMPTS: 'TOO_MANY_REQUESTS',
  CREDITS_NOT_ENOUGH: 'FORBIDDEN',
  PRICE_CHANGED: 'CONFLICT',
  IDEMPOTENCY_MISMATCH: 'CONFLICT',
  PARALLEL_TASK_LIMIT: 'TOO_MANY_REQUESTS',
  MODEL_NOT_SUPPORTED: 'BAD_REQUEST',
  SENSITIVE_TEXT: 'UNPROCESSABLE_CONTENT',
  TASK_NOT_FOUND: 'NOT_FOUND',
  UNEXPECTED_MODERATION: 'INTERNAL_SERVER_ERROR',
  ENGINE_FAILED: 'INTERNAL_SERVER_ERROR',
  ENGINE_UNAVAILABLE: 'INTERNAL_SERVER_ERROR',
  ENGINE_TIMEOUT: 'TIMEOUT',
  TASK_EXPIRED: 'TIMEOUT',
  TRY_AGAIN: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<string, TransportCode>;
export type ErrorIdentifier = keyof typeof ERRORS;

/** An error as a value: what the core answers, what the router turns into a transport error. */
export interface ProductError {
  readonly identifier: ErrorIdentifier;
  /** What the words need, e.g. `{ needed: 4, available: 1 }`. Never anything personal. */
  readonly params: Readonly<Record<string, string | number>>;
}

/** Makes an error value. */
export function productError(identifier: ErrorIdentifier, params: Readonly<Record<string, string | number>> = {}): ProductError {
  return { identifier, params };
}

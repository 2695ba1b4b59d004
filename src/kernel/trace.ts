import type { Brand } from './brand.js';

/**
 * A recorded trace context as text: version 00, trace id, span id, flag `sampled` (W3C Trace Context, "traceparent").
 * The ids are random and identify no one.
 */
export type Traceparent = Brand<string, 'Traceparent'>;

const SAMPLED = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/;

/** Whether a value is such a text. */
export function isTraceparent(value: unknown): value is Traceparent {
  return typeof value === 'string' && SAMPLED.test(value);
}

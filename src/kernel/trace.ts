import type { Brand } from './brand.js';

/**
 * A place in a trace that is recorded, as text: version 00, trace id, span id, the flag `sampled` (W3C Trace Context, "traceparent").
 * The ids are random and name no one.
 */
export type Traceparent = Brand<string, 'Traceparent'>;

const SAMPLED = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/;

/** Whether a value is the text of a place in a recorded trace. */
export function isTraceparent(value: unknown): value is Traceparent {
  return typeof value === 'string' && SAMPLED.test(value);
}

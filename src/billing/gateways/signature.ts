import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';

/** Maximum difference between the signature's time and now, in either direction. */
export const TOLERANCE_MS = 300_000;

const hmac = (body: Uint8Array, secret: string, seconds: number): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/**
 * Signs a delivery in Stripe's format: `t=<seconds>,v1=<hex>`, HMAC-SHA256 over time, a dot and the body.
 * @param at milliseconds since the epoch
 */
export function signatureOf(body: Uint8Array, secret: string, at: Millis): string {
  const seconds = Math.floor(at / 1_000);
  return `t=${seconds},v1=${hmac(body, secret, seconds).toString('hex')}`;
}

/**
 * Verifies the signature of a delivery. During a secret rotation there may be several signatures; one valid signature
 * is enough.
 * @param now milliseconds since the epoch
 * @returns PERMISSION_ERROR {reason}: `signature` when none is valid, `time` when a valid one is too old or from the
 * future
 */
export function checkSignature(
  body: Uint8Array,
  header: string | undefined,
  secret: string,
  now: Millis,
): Result<void, ProductError> {
  const parts = (header ?? '').split(',').map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  if (time === undefined) return refused('signature');
  const expected = hmac(body, secret, Number(time));
  const given = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => Buffer.from(part.slice(3), 'hex'));
  if (!given.some((one) => timingSafeEqual(one, expected))) return refused('signature');
  return Math.abs(now - Number(time) * 1_000) <= TOLERANCE_MS ? ok(undefined) : refused('time');
}

const refused = (reason: 'signature' | 'time'): Result<void, ProductError> =>
  err(productError('PERMISSION_ERROR', { reason }));

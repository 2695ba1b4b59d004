import { createHash, createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import type { RemoteDelivery } from './port.js';

/**
 * Maximum difference between a webhook's timestamp and our clock: five minutes, as both vendors advise, against
 * replays.
 */
const CALL_TOLERANCE_MS = 300_000;

/** Whether a header's timestamp (seconds since the epoch) is close enough to now (milliseconds). */
function isNow(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1_000 - now) <= CALL_TOLERANCE_MS;
}

/**
 * Verifies a Standard Webhooks signature, as used by Replicate (replicate.com/docs/topics/webhooks/verify-webhook;
 * `validateWebhook` in lib/util.js of replicate-javascript): HMAC-SHA256 over `id.timestamp.body` with the base64 key
 * after `whsec_`. The header may hold several signatures during key rotation.
 * @returns the webhook's id; undefined when it is forged, altered or expired
 */
export function readStandardCall({ body, header }: RemoteDelivery, secret: string, now: number): string | undefined {
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (id === undefined || timestamp === undefined || signatures === undefined || !isNow(timestamp, now))
    return undefined;
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const isSigned = signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
  return isSigned ? id : undefined;
}

/** A key of a JSON Web Key Set as fal publishes it (RFC 8037: an octet key pair of Ed25519). */
export const ed25519Key = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/**
 * Verifies a webhook of fal (docs.fal.ai, "Webhooks", verification): Ed25519 over request id, user id, timestamp and
 * the body's SHA-256 in hexadecimal, one per line; any of the published keys is accepted.
 * @returns the request's id; undefined when it is forged, altered or expired
 */
export function readFalCall(
  { body, header }: RemoteDelivery,
  keys: readonly KeyObject[],
  now: number,
): string | undefined {
  const [request, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map((name) =>
    header(`x-fal-webhook-${name}`),
  );
  if (
    request === undefined ||
    user === undefined ||
    timestamp === undefined ||
    signature === undefined ||
    !isNow(timestamp, now)
  )
    return undefined;
  const message = Buffer.from([request, user, timestamp, createHash('sha256').update(body).digest('hex')].join('\n'));
  const given = Buffer.from(signature, 'hex');
  return keys.some((key) => verify(null, message, key, given)) ? request : undefined;
}

import { createHash, createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import type { RemoteDelivery } from './port.js';

/** How far a call's own time may be from ours: five minutes, as both makers advise. Older ones may be someone's recording. */
const CALL_TOLERANCE_MS = 300_000;

/** Whether a time in seconds since the epoch, as a header has it, is near enough to now (milliseconds). */
function isNow(seconds: string, now: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Number(seconds) * 1_000 - now) <= CALL_TOLERANCE_MS;
}

/**
 * Whether a call is signed in the manner of Standard Webhooks, as Replicate's are (replicate.com/docs/topics/webhooks/verify-webhook;
 * `validateWebhook` in lib/util.js of replicate-javascript): HMAC-SHA256 over `id.timestamp.body` under the base64 after `whsec_`;
 * several signatures may stand in the header while the secret changes.
 * @returns the call's own id; undefined when it is forged, changed or late
 */
export function readStandardCall({ body, header }: RemoteDelivery, secret: string, now: number): string | undefined {
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (id === undefined || timestamp === undefined || signatures === undefined || !isNow(timestamp, now)) return undefined;
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).update(`${id}.${timestamp}.`).update(body).digest();
  const isSigned = signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
  return isSigned ? id : undefined;
}

/** A key of a JSON Web Key Set as fal publishes it (RFC 8037: an octet key pair of Ed25519). */
export const ed25519Key = (x: string): KeyObject => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

/**
 * Whether a call is one of fal's (docs.fal.ai, "Webhooks", verification): Ed25519 over request id, user id, timestamp and the
 * body's SHA-256 in hexadecimal, by lines; any of the published keys.
 * @returns the request's id; undefined when it is forged, changed or late
 */
export function readFalCall({ body, header }: RemoteDelivery, keys: readonly KeyObject[], now: number): string | undefined {
  const [request, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map((name) => header(`x-fal-webhook-${name}`));
  if (request === undefined || user === undefined || timestamp === undefined || signature === undefined || !isNow(timestamp, now)) return undefined;
  const message = Buffer.from([request, user, timestamp, createHash('sha256').update(body).digest('hex')].join('\n'));
  const given = Buffer.from(signature, 'hex');
  return keys.some((key) => verify(null, message, key, given)) ? request : undefined;
}

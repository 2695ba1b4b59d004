import { createHash } from 'node:crypto';
import type { Brand } from './brand.js';
import type { Millis } from './clock.js';

/** Opaque; the only name a user has in events, logs and metrics. */
export type UserId = Brand<string, 'UserId'>;
export type TaskId = Brand<string, 'TaskId'>;
/** `<userId>.<appName>.<usageType>`: one account, one stream. */
export type AccountId = Brand<string, 'AccountId'>;
export type HoldId = Brand<string, 'HoldId'>;
export type GrantId = Brand<string, 'GrantId'>;

/**
 * A UUID that follows from its parts: the same parts give the same id for ever, other parts another one.
 * Version 8 (RFC 9562, section 5.8), since version 5 would be SHA-1.
 * @param namespace what kind of id it is, so that the same parts never mean two things
 */
export function derivedId(namespace: string, ...parts: readonly (string | number)[]): string {
  // JSON keeps ('ab','c') and ('a','bc') apart.
  const digest = createHash('sha256').update(JSON.stringify([namespace, ...parts])).digest();
  return uuidFrom(digest, 8);
}

/**
 * A UUID of version 7 (RFC 9562, section 5.7), which grows with time.
 * @param at milliseconds since the epoch
 * @param random at least 10 bytes; the edge draws them
 * @throws RangeError with fewer bytes or a time outside 48 bits
 */
export function uuidV7(at: Millis, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError(`a UUID needs 10 random bytes, not ${random.length}`);
  if (!Number.isInteger(at) || at < 0 || at >= 2 ** 48) throw new RangeError(`not a time of 48 bits: ${at}`);
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.set(random.subarray(0, 10), 6);
  return uuidFrom(bytes, 7);
}

function uuidFrom(source: Buffer, version: 7 | 8): string {
  const bytes = Buffer.from(source.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

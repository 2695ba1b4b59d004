import { createHash } from 'node:crypto';
import type { Brand } from './brand.js';

/** Opaque; the only identification of a user in events, logs and metrics. */
export type UserId = Brand<string, 'UserId'>;
export type TaskId = Brand<string, 'TaskId'>;
/** `<userId>.<appName>.<usageType>`: one account is one stream. */
export type AccountId = Brand<string, 'AccountId'>;
export type HoldId = Brand<string, 'HoldId'>;
export type GrantId = Brand<string, 'GrantId'>;

/**
 * A deterministic UUID: equal parts give equal ids, different parts different ones. Version 8 (RFC 9562, section 5.8),
 * because version 5 would be SHA-1.
 * @param namespace the kind of id, so that equal parts of different kinds do not collide
 */
export function derivedId(namespace: string, ...parts: readonly (string | number)[]): string {
  // JSON distinguishes ('ab','c') from ('a','bc').
  const bytes = createHash('sha256')
    .update(JSON.stringify([namespace, ...parts]))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (8 << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../platform/documents/port.js';
import { addressGroup } from '../platform/http/address.js';

/** How many visitors an address has brought on a day. Of the address only a salted hash is kept, and for a day. */
export const VISITOR_GRANTS: CollectionDefinition = { name: 'visitor_grants_v1', indexes: [['day']] };
export const visitorGrantsDocument = z.object({
  /** UTC, `2026-01-31`. */
  day: z.string(),
  count: z.int().min(1),
});
export type VisitorGrantsDocument = z.infer<typeof visitorGrantsDocument>;

/** A name for the address that cannot be turned back without the key: HMAC-SHA-256, hex. */
export function addressHash(ip: string, key: Buffer): string {
  return createHmac('sha256', key).update(addressGroup(ip)).digest('hex');
}

/** Counts visitors by address and day against the operator's cap. */
export class VisitorGrants {
  constructor(
    private readonly counters: Collection<VisitorGrantsDocument>,
    /** Visitors with credits an address and day; 0 for no cap. */
    private readonly cap: number,
    private readonly key: Buffer,
  ) {}

  /** Takes one of the address's share of today. @returns false when it is used up. @throws StoreUnavailable */
  async take(ip: string, at: Millis): Promise<boolean> {
    if (this.cap === 0) return true;
    const day = new Date(at).toISOString().slice(0, 10);
    const id = `${day}.${addressHash(ip, this.key)}`;
    for (;;) {
      const seen = await this.counters.get(id);
      if (seen !== undefined && seen.document.count >= this.cap) return false;
      const document = { day, count: (seen?.document.count ?? 0) + 1 };
      if ((await this.counters.put({ id, document, expectedVersion: seen?.version ?? 0 })) === 'written') return true;
    }
  }

  /** Forgets the counters of days gone by. @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    const today = new Date(at).toISOString().slice(0, 10);
    for (;;) {
      const { items, next } = await this.counters.find({ range: { field: 'day', below: today }, order: { field: 'day', direction: 'ascending' }, limit: 500 });
      for (const item of items) await this.counters.delete(item.id, item.version);
      if (next === undefined) return;
    }
  }
}

import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide, deleteWhere, update } from '../../platform/documents/update.js';
import { addressGroup, networkGroup } from '../../platform/http/security/address.js';
import type { Caps, GrantKind } from './grant-caps.shared.js';

/** How many grants were given on a day, by address, network and in all. Of an address only a salted hash is kept, and for a day. */
export const GRANT_COUNTERS: CollectionDefinition = { name: 'visitor_grants_v1', indexes: [['day']] };
export const grantCounter = z.object({
  /** UTC, `2026-01-31`. */
  day: z.string(),
  count: z.int().min(0),
});
export type GrantCounter = z.infer<typeof grantCounter>;

/** No cap at all. */
export const NO_CAPS: Caps = { perAddress: 0, perNetwork: 0, perDay: 0 };

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/** A name for the address that cannot be turned back without the key: HMAC-SHA-256, hex. */
export const addressHash = (ip: string, key: Buffer): string => hmac(key, addressGroup(ip));

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

/** Counts promotional grants by address, network and day against the operator's caps. */
export class GrantCaps {
  constructor(
    private readonly counters: Collection<GrantCounter>,
    private readonly caps: Readonly<Record<GrantKind, Caps>>,
    private readonly key: Buffer,
  ) {}

  /** Takes one of today's grants. @returns false when the address, its network or the installation has given its share. @throws StoreUnavailable */
  async take(kind: GrantKind, ip: string, at: Millis): Promise<boolean> {
    const taken: string[] = [];
    let isTaken = false;
    try {
      for (const { id, cap } of this.countersOf(kind, ip, at)) {
        if (!(await this.takeOne(id, cap, dayOf(at)))) return false;
        taken.push(id);
      }
      return (isTaken = true);
    } finally {
      if (!isTaken) await this.lower(taken);
    }
  }

  /** Gives back what `take` took, with the same arguments: the grant has come to nothing. @throws StoreUnavailable */
  async giveBack(kind: GrantKind, ip: string, at: Millis): Promise<void> {
    await this.lower(this.countersOf(kind, ip, at).map(({ id }) => id));
  }

  /** Whether the last fifth of a cap is being given, so that a flood would use it up; beyond a cap nothing is given that could be. @throws StoreUnavailable */
  async isNear(kind: GrantKind, ip: string, at: Millis): Promise<boolean> {
    const counters = this.countersOf(kind, ip, at);
    const counts = await Promise.all(counters.map(async ({ id }) => (await this.counters.get(id))?.document.count ?? 0));
    if (counters.some(({ cap }, index) => (counts[index] ?? 0) >= cap)) return false;
    return counters.some(({ cap }, index) => (counts[index] ?? 0) >= cap - Math.floor(cap / 5));
  }

  /** Forgets the counters of days gone by. @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.counters, { range: { field: 'day', below: dayOf(at) } });
  }

  /** The narrowest first, so that an address beyond its cap uses up nothing of its network's. */
  private countersOf(kind: GrantKind, ip: string, at: Millis): readonly { readonly id: string; readonly cap: number }[] {
    const { perAddress, perNetwork, perDay } = this.caps[kind];
    const day = `${dayOf(at)}.${kind}`;
    return [
      { id: `${day}.address.${addressHash(ip, this.key)}`, cap: perAddress },
      { id: `${day}.network.${hmac(this.key, `network:${networkGroup(ip)}`)}`, cap: perNetwork },
      { id: `${day}.all`, cap: perDay },
    ].filter(({ cap }) => cap > 0);
  }

  private async lower(ids: readonly string[]): Promise<void> {
    for (const id of ids) await update(this.counters, id, (stored) => (stored.count === 0 ? 'unchanged' : { document: { ...stored, count: stored.count - 1 } }));
  }

  private takeOne(id: string, cap: number, day: string): Promise<boolean> {
    return decide<GrantCounter, boolean>(this.counters, id, (stored) => {
      if (stored !== undefined && stored.document.count >= cap) return { answer: false };
      return { answer: true, write: { document: { day, count: (stored?.document.count ?? 0) + 1 } } };
    });
  }
}

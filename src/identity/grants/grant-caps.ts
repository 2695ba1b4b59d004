import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide, deleteWhere, update } from '../../platform/documents/update.js';
import { addressGroup, networkGroup } from '../../platform/http/security/address.js';
import type { Caps, GrantKind } from './grant-caps.shared.js';

/**
 * Number of grants per day, by IP address, by network and in total. Of an IP address only a keyed hash is stored, for
 * one day.
 */
export const GRANT_COUNTERS: CollectionDefinition = { name: 'visitor_grants_v1', indexes: [['day']] };
export const grantCounter = z.object({
  /** UTC date, e.g. `2026-01-31`. */
  day: z.string(),
  count: z.int().min(0),
});
export type GrantCounter = z.infer<typeof grantCounter>;

export const NO_CAPS: Caps = { perAddress: 0, perNetwork: 0, perDay: 0 };

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

/**
 * HMAC-SHA-256 of an IP address in hex, not reversible without the key. IPv6 addresses of one /64 have the same hash.
 */
export const addressHash = (ip: string, key: Buffer): string => hmac(key, addressGroup(ip));

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

/** Counts promotional grants per day by IP address, network and in total, and enforces the operator's caps. */
export class GrantCaps {
  constructor(
    private readonly counters: Collection<GrantCounter>,
    private readonly caps: Readonly<Record<GrantKind, Caps>>,
    private readonly key: Buffer,
  ) {}

  /**
   * Counts one grant.
   * @returns false when the cap of the IP address, its network or the installation is reached
   * @throws StoreUnavailable
   */
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

  /**
   * Undoes `take` with the same arguments, when the credits were not granted after all.
   * @throws StoreUnavailable
   */
  async giveBack(kind: GrantKind, ip: string, at: Millis): Promise<void> {
    await this.lower(this.countersOf(kind, ip, at).map(({ id }) => id));
  }

  /**
   * Whether a count is in the last fifth of its cap, where a human check is required to slow a flood. False once any
   * cap is reached, because nothing is granted then.
   * @throws StoreUnavailable
   */
  async isNear(kind: GrantKind, ip: string, at: Millis): Promise<boolean> {
    const counters = this.countersOf(kind, ip, at);
    const counts = await Promise.all(
      counters.map(async ({ id }) => (await this.counters.get(id))?.document.count ?? 0),
    );
    if (counters.some(({ cap }, index) => (counts[index] ?? 0) >= cap)) return false;
    return counters.some(({ cap }, index) => (counts[index] ?? 0) >= cap - Math.floor(cap / 5));
  }

  /**
   * Deletes the counters of past days.
   * @throws StoreUnavailable
   */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.counters, { range: { field: 'day', below: dayOf(at) } });
  }

  /** Narrowest first, so that an IP address beyond its cap does not count against its network. */
  private countersOf(
    kind: GrantKind,
    ip: string,
    at: Millis,
  ): readonly { readonly id: string; readonly cap: number }[] {
    const { perAddress, perNetwork, perDay } = this.caps[kind];
    const day = `${dayOf(at)}.${kind}`;
    return [
      { id: `${day}.address.${addressHash(ip, this.key)}`, cap: perAddress },
      { id: `${day}.network.${hmac(this.key, `network:${networkGroup(ip)}`)}`, cap: perNetwork },
      { id: `${day}.all`, cap: perDay },
    ].filter(({ cap }) => cap > 0);
  }

  private async lower(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      await update(this.counters, id, (stored) =>
        stored.count === 0 ? 'unchanged' : { document: { ...stored, count: stored.count - 1 } },
      );
  }

  private takeOne(id: string, cap: number, day: string): Promise<boolean> {
    return decide<GrantCounter, boolean>(this.counters, id, (stored) => {
      if (stored !== undefined && stored.document.count >= cap) return { answer: false };
      return { answer: true, write: { document: { day, count: (stored?.document.count ?? 0) + 1 } } };
    });
  }
}

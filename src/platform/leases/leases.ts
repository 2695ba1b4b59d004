import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Collection, DocumentStore, Versioned } from '../documents/port.js';

const shape = z.object({
  /** null once released. */
  holder: z.string().nullable(),
  /** Increases with each holder. */
  fence: z.int(),
  forMs: z.int(),
});
type Stored = z.infer<typeof shape>;

/** A lease as its holder sees it. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Greater than those of all earlier holders. */
  readonly fence: number;
  readonly forMs: Millis;
  /** By the holder's clock; nobody takes it over before. */
  readonly until: Millis;
  /** Version of the stored document at the last write. */
  readonly version: number;
}

/** Another's lease, with the time at which it was first seen at this version. */
interface Sighting {
  readonly version: number;
  readonly at: Millis;
}

const COLLECTION = { name: 'leases', indexes: [] } as const;

/**
 * Leases: rights that one process at a time holds, stored as documents and changed by compare-and-set. Clocks of
 * different machines are never compared: another's lease has expired once it was unchanged for its whole duration by
 * one's own clock. The clocks only have to run at the same rate; `clock` should be monotonic. A lease saves work and
 * keeps order where that is cheap. Where two holders would do harm, the fence or a compare-and-set must protect the
 * write itself.
 */
export class Leases {
  private readonly sightings = new Map<string, Sighting>();

  private constructor(
    private readonly collection: Collection<Stored>,
    private readonly clock: Clock,
  ) {}

  /** @throws StoreUnavailable */
  static async open(documents: Pick<DocumentStore, 'collection'>, clock: Clock): Promise<Leases> {
    return new Leases(await documents.collection(COLLECTION, (stored) => shape.parse(stored)), clock);
  }

  /**
   * Acquires a lease that is free, expired or already the holder's own. Call it repeatedly: only a process that has
   * watched another's lease can tell that it has expired.
   * @param holder globally unique: a restarted process is another holder
   * @returns undefined while another process holds it
   * @throws StoreUnavailable; it may then have been acquired, which the next call finds out
   */
  async acquire(name: string, holder: string, forMs: Millis): Promise<Lease | undefined> {
    const from = this.clock.now();
    const found = await this.collection.get(name);
    if (found !== undefined && !this.isFree(found, holder)) return undefined;
    return this.write(name, { holder, fence: (found?.document.fence ?? 0) + 1, forMs }, found?.version ?? 0, from);
  }

  /**
   * Renews a lease for its whole duration from now.
   * @returns undefined if it was taken over
   * @throws StoreUnavailable; it is then unchanged or renewed
   */
  async renew(lease: Lease): Promise<Lease | undefined> {
    const { name, holder, fence, forMs } = lease;
    const from = this.clock.now();
    const renewed = await this.write(name, { holder, fence, forMs }, lease.version, from);
    if (renewed !== undefined) return renewed;
    // With the same fence, the conflict is our own renewal whose answer was lost.
    const found = await this.own(lease);
    return found && this.write(name, { holder, fence, forMs }, found.version, from);
  }

  /**
   * Releases a lease, so that the next holder need not wait. A lease that was taken over is unchanged.
   * @throws StoreUnavailable
   */
  async release(lease: Lease): Promise<void> {
    const found = await this.own(lease);
    if (found !== undefined)
      await this.collection.put({
        id: lease.name,
        document: { ...found.document, holder: null },
        expectedVersion: found.version,
      });
  }

  private async own({ name, holder, fence }: Lease): Promise<Versioned<Stored> | undefined> {
    const found = await this.collection.get(name);
    return found?.document.holder === holder && found.document.fence === fence ? found : undefined;
  }

  private async write(
    name: string,
    document: Stored & { readonly holder: string },
    expectedVersion: number,
    from: Millis,
  ): Promise<Lease | undefined> {
    const result = await this.collection.put({ id: name, document, expectedVersion });
    if (result === 'conflict') return undefined;
    this.sightings.delete(name);
    // Others start to watch it after the write, which is after `from`.
    return { name, ...document, until: from + document.forMs, version: expectedVersion + 1 };
  }

  private isFree({ id, version, document }: Versioned<Stored>, holder: string): boolean {
    if (document.holder === null || document.holder === holder) return true;
    const sighting = this.sightings.get(id);
    const now = this.clock.now();
    if (sighting?.version === version) return now - sighting.at >= document.forMs;
    this.sightings.set(id, { version, at: now });
    return false;
  }
}

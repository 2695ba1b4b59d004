import { z } from 'zod';
import type { Clock, Millis } from '../kernel/clock.js';
import type { Collection, DocumentStore, Versioned } from './documents/port.js';

const shape = z.object({
  /** Null once it was given back. */
  holder: z.string().nullable(),
  /** One more with each holder. */
  fence: z.int(),
  forMs: z.int(),
});
type Stored = z.infer<typeof shape>;

/** What its holder has in hand. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Greater than that of everybody who held it before. */
  readonly fence: number;
  readonly forMs: Millis;
  /** On the holder's own clock: no one takes it over before. */
  readonly until: Millis;
  /** Of the stored lease when it was last written. */
  readonly version: number;
}

/** Another's lease as it was first seen at this version. */
interface Sighting {
  readonly version: number;
  readonly at: Millis;
}

const COLLECTION = { name: 'leases', indexes: [] } as const;

/**
 * Rights that one process at a time has, kept as documents and changed by compare-and-set. No two machines' clocks are compared:
 * a lease that is another's has run out when it was seen unchanged for its whole time on one's own clock. That the clocks run at
 * the same rate is all that is asked; `clock` had best be one that is never set. A lease saves work and keeps order where that
 * is cheap; what must not go wrong is guarded by the fence or by compare-and-set where it is written.
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
   * Takes a lease that is free, has run out or is the holder's own already. Ask again and again: only who has watched another's
   * lease can tell that it has run out.
   * @param holder unique for ever: a process started again is another holder
   * @returns undefined while it is another's
   * @throws StoreUnavailable; it may then have been taken, which the next call finds
   */
  async acquire(name: string, holder: string, forMs: Millis): Promise<Lease | undefined> {
    const from = this.clock.now();
    const found = await this.collection.get(name);
    if (found !== undefined && !this.isFree(found, holder)) return undefined;
    return this.write(name, { holder, fence: (found?.document.fence ?? 0) + 1, forMs }, found?.version ?? 0, from);
  }

  /**
   * Holds a lease for its whole time again, from now on.
   * @returns undefined when it was taken over
   * @throws StoreUnavailable; it stands as before, or renewed
   */
  async renew(lease: Lease): Promise<Lease | undefined> {
    const { name, holder, fence, forMs } = lease;
    const from = this.clock.now();
    const renewed = await this.write(name, { holder, fence, forMs }, lease.version, from);
    if (renewed !== undefined) return renewed;
    // Written by a renewal of its own of which no answer came, if the fence is the same.
    const found = await this.own(lease);
    return found && this.write(name, { holder, fence, forMs }, found.version, from);
  }

  /** Gives a lease back, so that the next holder need not wait. One that was taken over stays its new holder's. @throws StoreUnavailable */
  async release(lease: Lease): Promise<void> {
    const found = await this.own(lease);
    if (found !== undefined) await this.collection.put({ id: lease.name, document: { ...found.document, holder: null }, expectedVersion: found.version });
  }

  private async own({ name, holder, fence }: Lease): Promise<Versioned<Stored> | undefined> {
    const found = await this.collection.get(name);
    return found?.document.holder === holder && found.document.fence === fence ? found : undefined;
  }

  private async write(name: string, document: Stored & { readonly holder: string }, expectedVersion: number, from: Millis): Promise<Lease | undefined> {
    const result = await this.collection.put({ id: name, document, expectedVersion });
    if (result === 'conflict') return undefined;
    this.sightings.delete(name);
    // Others begin to watch it once it is written, which is after `from`.
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

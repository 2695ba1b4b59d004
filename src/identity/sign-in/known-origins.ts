import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import { addressHash } from '../grants/grant-caps.js';

const DAY: Millis = 86_400_000;
/** How long a browser stays known after a sign-in, and the lifetime of its cookie. Each sign-in restarts it. */
export const DEVICE_KEPT_MS: Millis = 180 * DAY;
/** How long an IP address stays known; shorter than for a browser, because addresses are reassigned. */
export const ADDRESS_KEPT_MS: Millis = 30 * DAY;

/** Origins of an account's earlier sign-ins. The id is a keyed hash of account and origin together. */
export const KNOWN_ORIGINS: CollectionDefinition = { name: 'known_places_v1', indexes: [['until']] };
export const knownOrigin = z.object({
  /** Milliseconds since the epoch. */
  until: z.int(),
});
export type KnownOrigin = z.infer<typeof knownOrigin>;

/** Origin of a request. `device` is the unverified value of the browser's device cookie. */
export interface SignInOrigin {
  readonly ip: string;
  readonly device?: string;
  /** An unverified answer to a human check challenge. */
  readonly human?: string;
}

/** How an account knows an origin: by its browser, only by its IP address, or not at all. */
export type Acquaintance =
  { readonly is: 'device'; readonly device: string } | { readonly is: 'address' } | { readonly is: 'stranger' };

/** Stores the browsers and IP addresses from which an account was signed in. */
export class KnownOrigins {
  constructor(
    private readonly documents: Collection<KnownOrigin>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /**
   * @param account key of the email address
   * @throws StoreUnavailable
   */
  async find(account: string, { ip, device }: SignInOrigin, at: Millis): Promise<Acquaintance> {
    const stands = async (id: string): Promise<boolean> => ((await this.documents.get(id))?.document.until ?? 0) > at;
    if (device !== undefined && (await stands(this.deviceId(account, device)))) return { is: 'device', device };
    return { is: (await stands(this.addressId(account, ip))) ? 'address' : 'stranger' };
  }

  /**
   * Records an origin after a correct password or a verified address.
   * @returns the value for the browser's device cookie: the current one, or a new one
   * @throws StoreUnavailable
   */
  async remember(account: string, { ip, device = this.random.hex(32) }: SignInOrigin, at: Millis): Promise<string> {
    await this.keep(this.deviceId(account, device), at + DEVICE_KEPT_MS);
    await this.keep(this.addressId(account, ip), at + ADDRESS_KEPT_MS);
    return device;
  }

  /** @throws StoreUnavailable */
  async sweep(at: Millis): Promise<void> {
    await deleteWhere(this.documents, { range: { field: 'until', below: at } });
  }

  private async keep(id: string, until: Millis): Promise<void> {
    await upsert(this.documents, id, (stored) =>
      stored !== undefined && stored.until >= until - DAY ? 'unchanged' : { document: { until } },
    );
  }

  private deviceId(account: string, device: string): string {
    return this.idOf(`device:${account}:${device}`);
  }

  private addressId(account: string, ip: string): string {
    return this.idOf(`address:${account}:${addressHash(ip, this.key)}`);
  }

  private idOf(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('hex');
  }
}

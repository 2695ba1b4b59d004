import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import type { Random } from '../../platform/random.js';
import { addressHash } from '../grants/grant-caps.js';

const DAY: Millis = 86_400_000;
/** How long a browser that signed in is known, and with it how long its cookie lives; each sign-in begins the time again. */
export const DEVICE_KEPT_MS: Millis = 180 * DAY;
/** Addresses change hands: they are known for a shorter time. */
const ADDRESS_KEPT_MS: Millis = 30 * DAY;

/** Where an account was signed in to, by keyed hashes of the account and the place together. */
export const KNOWN_ORIGINS: CollectionDefinition = { name: 'known_places_v1', indexes: [['until']] };
export const knownOrigin = z.object({
  /** Milliseconds since the epoch. */
  until: z.int(),
});
export type KnownOrigin = z.infer<typeof knownOrigin>;

/** Where someone comes from. `device` is what the browser keeps in its cookie, whatever it claims there. */
export interface SignInOrigin {
  readonly ip: string;
  readonly device?: string;
  /** An answer to a challenge of the human check, whatever it is. */
  readonly human?: string;
}

/** How well an account knows a place: by the browser, by the address alone, or not at all. */
export type Acquaintance = { readonly is: 'device'; readonly device: string } | { readonly is: 'address' } | { readonly is: 'stranger' };

/** Remembers the browsers and addresses from which an account was signed in to. */
export class KnownOrigins {
  constructor(
    private readonly documents: Collection<KnownOrigin>,
    private readonly key: Buffer,
    private readonly random: Random,
  ) {}

  /** @param account the e-mail's key. @throws StoreUnavailable */
  async find(account: string, { ip, device }: SignInOrigin, at: Millis): Promise<Acquaintance> {
    const stands = async (id: string): Promise<boolean> => ((await this.documents.get(id))?.document.until ?? 0) > at;
    if (device !== undefined && (await stands(this.deviceId(account, device)))) return { is: 'device', device };
    return { is: (await stands(this.addressId(account, ip))) ? 'address' : 'stranger' };
  }

  /**
   * Remembers a place whose password was right, or whose letter came back.
   * @returns what the browser is to keep in its cookie: its own, else a new one. @throws StoreUnavailable
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
    await upsert(this.documents, id, (stored) => (stored !== undefined && stored.until >= until - DAY ? 'unchanged' : { document: { until } }));
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

import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import { StoreUnavailable } from '../../platform/unavailable.js';

/** How long keys are used, as AdMob asks for, and the pause before they are fetched again for an unknown one. */
const KEPT_MS: Millis = 86_400_000;
const PAUSE_MS: Millis = 60_000;
const FETCH_MS: Millis = 5_000;
const MAX_BYTES = 262_144;

const answer = z.object({
  keys: z.array(z.object({ keyId: z.union([z.int(), z.string()]).transform(String), pem: z.string() })).max(100),
});

/** The public keys of an ad network, fetched from its address and cached. */
export class VerifierKeys {
  private keys: ReadonlyMap<string, string> = new Map();
  private fetchedAt = -Infinity;
  private triedAt = -Infinity;
  private fetching: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the key as PEM; undefined for an unknown id
   * @throws StoreUnavailable when the keys cannot be fetched
   */
  async find(keyId: string): Promise<string | undefined> {
    const now = this.clock.now();
    const isOld = now - this.fetchedAt > KEPT_MS;
    if ((isOld || !this.keys.has(keyId)) && now - this.triedAt > PAUSE_MS) {
      this.triedAt = now;
      this.fetching = this.fetch().finally(() => (this.fetching = undefined));
    }
    await this.fetching;
    if (this.fetchedAt < this.triedAt && (isOld || !this.keys.has(keyId))) throw unavailable('not fetched');
    return this.keys.get(keyId);
  }

  private async fetch(): Promise<void> {
    try {
      const response = await fetch(this.url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
      const text = await response.text();
      if (!response.ok || text.length > MAX_BYTES) throw new Error(`answered ${response.status}`);
      const { keys } = answer.parse(JSON.parse(text));
      this.keys = new Map(keys.map(({ keyId, pem }) => [keyId, pem]));
      this.fetchedAt = this.clock.now();
    } catch (error) {
      throw unavailable(error instanceof Error ? error.name : 'no answer');
    }
  }
}

const unavailable = (detail: string): StoreUnavailable => new StoreUnavailable('ad reward keys', 'failed', detail);

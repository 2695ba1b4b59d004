import { z } from 'zod';
import type { Clock, Millis } from '../kernel/clock.js';
import type { Collection, DocumentStore } from './documents/port.js';
import { decide } from './documents/update.js';
import type { Logs } from './http/logs.js';
import type { Signals } from './signals/port.js';

const CLOCKS = { name: 'product_clock_v1', indexes: [] } as const;
const ID = 'clock';
const CHANNEL = 'product-clock';
/** How often a process looks what others have moved, besides being told. */
const EVERY_MS = 2_000;

const stored = z.object({ aheadMs: z.int().min(0) });
type Stored = z.infer<typeof stored>;

export interface ProductClockParts {
  readonly documents: DocumentStore;
  readonly signals: Signals;
  /** The time of day. */
  readonly wall: Clock;
  readonly log: Pick<Logs, 'warn'>;
}

/**
 * The time that the product lives in: the time of day, and as far ahead of it as it was ever moved, in every process of the
 * installation and permanently. It is never put back, as what has happened would lie ahead then (adr/0035).
 */
export class ProductClock implements Clock {
  private timer: NodeJS.Timeout | undefined;
  private stopHearing = (): void => undefined;
  private aheadMs = 0;

  private constructor(
    private readonly parts: ProductClockParts,
    private readonly clocks: Collection<Stored>,
  ) {}

  /** @throws StoreUnavailable */
  static async open(parts: ProductClockParts): Promise<ProductClock> {
    const clock = new ProductClock(parts, await parts.documents.collection(CLOCKS, (document) => stored.parse(document)));
    await clock.look();
    if (parts.documents.shared) clock.follow();
    return clock;
  }

  now(): Millis {
    return this.parts.wall.now() + this.aheadMs;
  }

  /** Milliseconds that it is ahead of the time of day. */
  get ahead(): Millis {
    return this.aheadMs;
  }

  /** Moves it on to a moment, durably; what has passed already is left as it is. @throws StoreUnavailable */
  async moveTo(moment: Millis): Promise<void> {
    const { aheadMs, isMoved } = await decide<Stored, { readonly aheadMs: Millis; readonly isMoved: boolean }>(this.clocks, ID, (found) => {
      const wanted = Math.ceil(moment - this.parts.wall.now());
      const known = found?.document.aheadMs ?? 0;
      if (wanted <= known) return { answer: { aheadMs: known, isMoved: false } };
      return { answer: { aheadMs: wanted, isMoved: true }, write: { document: { aheadMs: wanted } } };
    });
    this.take(aheadMs);
    if (isMoved) this.parts.signals.publish(CHANNEL, aheadMs);
  }

  /** By Nest, when the process ends. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.stopHearing();
  }

  private follow(): void {
    const look = (): void => {
      this.look().catch((error: unknown) => this.parts.log.warn({ err: error }, 'how far the clock was moved on could not be read; it is tried again'));
    };
    this.timer = setInterval(look, EVERY_MS);
    this.timer.unref();
    this.stopHearing = this.parts.signals.subscribe(CHANNEL, look);
  }

  private async look(): Promise<void> {
    this.take((await this.clocks.get(ID))?.document.aheadMs ?? 0);
  }

  private take(aheadMs: Millis): void {
    this.aheadMs = Math.max(this.aheadMs, aheadMs);
  }
}

import { z } from 'zod';
import type { Clock, Millis } from '../kernel/clock.js';
import type { Collection, DocumentStore } from './documents/port.js';
import { decide } from './documents/update.js';
import type { Logs } from './http/logs.js';
import type { Signals } from './signals/port.js';

const CLOCKS = { name: 'product_clock_v1', indexes: [] } as const;
const ID = 'clock';
const CHANNEL = 'product-clock';
/** How often a process polls for changes by others, in addition to signals. */
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
 * The product's clock: the time of day plus an offset, which is durable and shared by all processes of the
 * installation. It is never moved back, because past events would then be in the future (adr/0035).
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
    const clock = new ProductClock(
      parts,
      await parts.documents.collection(CLOCKS, (document) => stored.parse(document)),
    );
    await clock.refresh();
    if (parts.documents.shared) clock.follow();
    return clock;
  }

  now(): Millis {
    return this.parts.wall.now() + this.aheadMs;
  }

  /** Milliseconds by which it is ahead of the time of day. */
  get ahead(): Millis {
    return this.aheadMs;
  }

  /**
   * Moves it forward to a time, durably; a time in the past has no effect.
   * @throws StoreUnavailable
   */
  async moveTo(moment: Millis): Promise<void> {
    const { aheadMs, isMoved } = await decide<Stored, { readonly aheadMs: Millis; readonly isMoved: boolean }>(
      this.clocks,
      ID,
      (found) => {
        const wanted = Math.ceil(moment - this.parts.wall.now());
        const known = found?.document.aheadMs ?? 0;
        if (wanted <= known) return { answer: { aheadMs: known, isMoved: false } };
        return { answer: { aheadMs: wanted, isMoved: true }, write: { document: { aheadMs: wanted } } };
      },
    );
    this.take(aheadMs);
    if (isMoved) this.parts.signals.publish(CHANNEL, aheadMs);
  }

  /** Called by Nest when the process ends. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.stopHearing();
  }

  private follow(): void {
    const look = (): void => {
      this.refresh().catch((error: unknown) =>
        this.parts.log.warn({ err: error }, 'the clock’s offset could not be read; it is retried'),
      );
    };
    this.timer = setInterval(look, EVERY_MS);
    this.timer.unref();
    this.stopHearing = this.parts.signals.subscribe(CHANNEL, look);
  }

  private async refresh(): Promise<void> {
    this.take((await this.clocks.get(ID))?.document.aheadMs ?? 0);
  }

  private take(aheadMs: Millis): void {
    this.aheadMs = Math.max(this.aheadMs, aheadMs);
  }
}

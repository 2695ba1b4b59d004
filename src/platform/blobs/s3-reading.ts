import type { Readable } from 'node:stream';
import { StoreUnavailable } from '../unavailable.js';
import { unavailable } from './s3-errors.js';

/** How long a server may stay silent while it is read from, and how long a reader may pull nothing, at first and later; milliseconds. */
export interface ReadingLimits {
  readonly silenceMs: number;
  readonly beginMs: number;
  readonly pauseMs: number;
}

/** Who reads begins at once; who shows a video to someone stops for a while when enough of it lies ahead, and asks again. */
const LIMITS: ReadingLimits = { silenceMs: 5_000, beginMs: 10_000, pauseMs: 60_000 };

/**
 * The bytes of an answer as they are pulled, at the reader's pace. Its connection is free again at the end, at `return()` whether
 * or not anything was pulled (which a generator that was never begun does not see), and when no one pulls any more.
 * Pulls throw StoreUnavailable when the server goes silent, ends too soon, or the reader has paused for too long.
 */
export class Reading implements AsyncIterableIterator<Uint8Array, undefined, undefined> {
  private readonly parts: AsyncIterator<unknown>;
  private left: number;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param length bytes that are to come */
  constructor(private readonly body: Readable, private readonly key: string, length: number, private readonly limits: ReadingLimits = LIMITS) {
    this.left = length;
    // An error before anybody reads is met again by whoever does.
    body.on('error', () => undefined);
    this.parts = body[Symbol.asyncIterator]();
    this.idle(limits.beginMs);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.ended) return { done: true, value: undefined };
    this.limit(this.limits.silenceMs, () => new StoreUnavailable('blobs', 'unreachable', `reading ${this.key}: the server went silent`));
    try {
      const part = await this.parts.next();
      if (this.wasLeft()) return { done: true, value: undefined };
      if (part.done !== true) {
        const bytes = part.value as Uint8Array; // a stream without an encoding gives bytes
        this.left -= bytes.byteLength;
        this.idle(this.limits.pauseMs);
        return { done: false, value: bytes };
      }
    } catch (error) {
      if (this.wasLeft()) return { done: true, value: undefined };
      this.end();
      throw unavailable(error, `reading ${this.key}`);
    }
    this.end();
    if (this.left !== 0) throw new StoreUnavailable('blobs', 'failed', `${this.key} ended ${this.left} bytes too soon`);
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  /** Whether someone left off while a pull was in progress. */
  private wasLeft(): boolean {
    return this.ended;
  }

  private idle(ms: number): void {
    this.limit(ms, () => new StoreUnavailable('blobs', 'failed', `reading ${this.key}: nobody read on for ${ms / 1_000} s`));
    this.timer?.unref();
  }

  private limit(ms: number, error: () => StoreUnavailable): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.body.destroy(error()), ms);
  }

  private end(): void {
    this.ended = true;
    clearTimeout(this.timer);
    this.body.destroy();
  }
}

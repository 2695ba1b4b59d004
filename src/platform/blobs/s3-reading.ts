import type { Readable } from 'node:stream';
import { StoreUnavailable } from '../unavailable.js';
import { unavailable } from './s3-errors.js';

/** How long the server may stall, and how long a reader may pull nothing, at the start and later; milliseconds. */
export interface ReadingLimits {
  readonly silenceMs: number;
  readonly beginMs: number;
  readonly pauseMs: number;
}

/** A reader starts at once. A video player pauses when it has buffered enough, and requests again later. */
const LIMITS: ReadingLimits = { silenceMs: 5_000, beginMs: 10_000, pauseMs: 60_000 };

/**
 * The bytes of an answer, at the reader's pace. The connection is released at the end, on `return()` even before the
 * first pull (which a generator would not notice), and when the reader stops pulling. Pulls throw StoreUnavailable if
 * the server stalls, the content ends too soon, or the reader has paused too long.
 */
export class Reading implements AsyncIterableIterator<Uint8Array, undefined, undefined> {
  private readonly parts: AsyncIterator<unknown>;
  private left: number;
  private ended = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param length expected bytes */
  constructor(
    private readonly body: Readable,
    private readonly key: string,
    length: number,
    private readonly limits: ReadingLimits = LIMITS,
  ) {
    this.left = length;
    // An error before the first pull is reported to the reader later.
    body.on('error', () => undefined);
    this.parts = body[Symbol.asyncIterator]();
    this.idle(limits.beginMs);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (this.ended) return { done: true, value: undefined };
    this.limit(
      this.limits.silenceMs,
      () => new StoreUnavailable('blobs', 'unreachable', `reading ${this.key}: the server stopped responding`),
    );
    try {
      const part = await this.parts.next();
      if (this.wasLeft()) return { done: true, value: undefined };
      if (part.done !== true) {
        const bytes = part.value as Uint8Array; // a stream without an encoding yields bytes
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
    if (this.left !== 0) throw new StoreUnavailable('blobs', 'failed', `${this.key} ended ${this.left} bytes early`);
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.end();
    return { done: true, value: undefined };
  }

  /** Whether the reader stopped while a pull was in progress. */
  private wasLeft(): boolean {
    return this.ended;
  }

  private idle(ms: number): void {
    this.limit(ms, () => new StoreUnavailable('blobs', 'failed', `reading ${this.key}: no reads for ${ms / 1_000} s`));
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

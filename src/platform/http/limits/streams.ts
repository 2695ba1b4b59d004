import type { FastifyReply } from 'fastify';

/** Maximum live streams at once: each takes some 250 KB of memory. */
export interface StreamLimits {
  /** Per address, which may be a whole office. 0 for no limit. */
  readonly streamsPerAddress: number;
  /** Per process; 0 for no limit. */
  readonly streamsPerProcess: number;
}

/** Per user across all tabs; without a session, per address. */
export const MAX_STREAMS_PER_USER = 20;

/** The owner of a stream. */
export interface StreamOwner {
  /** The user's id, or the address. */
  readonly whose: string;
  readonly address: string;
}

/** Streams in progress, by owner and address. */
export class Streams {
  private readonly replies = new Set<FastifyReply>();
  private readonly counts = new Map<string, number>();
  private isClosing = false;

  constructor(private readonly limits: StreamLimits) {}

  get closing(): boolean {
    return this.isClosing;
  }

  /**
   * Counts a stream until its connection closes.
   * @returns why it is refused, if it is
   */
  add(reply: FastifyReply, { whose, address }: StreamOwner): 'taken' | 'full' | 'closing' {
    if (this.isClosing) return 'closing';
    const { streamsPerAddress, streamsPerProcess } = this.limits;
    const keys: readonly (readonly [string, number])[] = [
      [`user ${whose}`, MAX_STREAMS_PER_USER],
      [`address ${address}`, streamsPerAddress],
    ];
    if (streamsPerProcess > 0 && this.replies.size >= streamsPerProcess) return 'full';
    if (keys.some(([key, limit]) => limit > 0 && (this.counts.get(key) ?? 0) >= limit)) return 'full';
    if (reply.raw.destroyed) return 'taken';
    this.replies.add(reply);
    for (const [key] of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    reply.raw.once('close', () => {
      this.replies.delete(reply);
      for (const [key] of keys) this.remove(key);
    });
    return 'taken';
  }

  /** Ends all streams, and refuses new ones. */
  close(): void {
    this.isClosing = true;
    for (const reply of this.replies) reply.raw.destroy();
  }

  private remove(key: string): void {
    const left = (this.counts.get(key) ?? 1) - 1;
    if (left === 0) this.counts.delete(key);
    else this.counts.set(key, left);
  }
}

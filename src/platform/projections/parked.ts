import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Position, StreamName } from '../../kernel/event-sourcing/event.js';
import type { Collection, DocumentStore } from '../documents/port.js';
import type { Logs } from '../http/logs.js';

const parked = z.object({
  reader: z.string(),
  stream: z.string(),
  position: z.int(),
  eventId: z.string(),
  type: z.string(),
  reason: z.string(),
  at: z.int(),
});
/** A stream parked for a follower, and the event that failed. */
export type Parked = z.infer<typeof parked>;

/** Reports parked streams; implemented by `Metrics` of platform/telemetry. */
export interface ParkedGauge {
  parked(reader: string, streams: number): void;
}

export const PARKED_STREAMS = { name: 'parked_streams', indexes: [['reader']] } as const;
const PAGE = 500;

const key = (reader: string, stream: string): string => `${reader} ${stream}`;

/**
 * Streams parked for projections and policies: a failing event blocks its own stream for one follower, is logged as an
 * error and counted in metrics and health. Others are not affected.
 */
export class ParkedStreams {
  /** Position of the failed event, by follower and stream. */
  private readonly streams = new Map<string, Map<string, Position>>();

  private constructor(
    private readonly collection: Collection<Parked>,
    private readonly clock: Clock,
    private readonly log: Logs,
    private readonly gauge: ParkedGauge,
  ) {}

  /** Opens the collection and loads the parked streams. @throws StoreUnavailable */
  static async open(documents: DocumentStore, clock: Clock, log: Logs, gauge: ParkedGauge): Promise<ParkedStreams> {
    const opened = new ParkedStreams(
      await documents.collection(PARKED_STREAMS, (stored) => parked.parse(stored)),
      clock,
      log,
      gauge,
    );
    await opened.reload();
    return opened;
  }

  /**
   * Reloads the parked streams: another process may have changed them.
   * @param only one follower; default all. It must not receive events meanwhile, or streams parked in between would be
   *   forgotten
   * @throws StoreUnavailable
   */
  async reload(only?: string): Promise<void> {
    const read = (await this.list()).filter(({ reader }) => only === undefined || reader === only);
    for (const reader of only === undefined ? this.streams.keys() : [only]) this.streams.set(reader, new Map());
    for (const { reader, stream, position } of read) this.of(reader).set(stream, position);
    for (const [reader, streams] of this.streams) this.gauge.parked(reader, streams.size);
  }

  has(reader: string, stream: StreamName): boolean {
    return this.streams.get(reader)?.has(stream) ?? false;
  }

  /**
   * Whether a follower skips an event: the failed one of a parked stream, or a later one. Independent of batch
   * boundaries.
   */
  leavesOut(
    reader: string,
    { stream, position }: { readonly stream: StreamName; readonly position: Position },
  ): boolean {
    const from = this.streams.get(reader)?.get(stream);
    return from !== undefined && position >= from;
  }

  /** Whether a follower has parked any stream. */
  hasAny(reader: string): boolean {
    return (this.streams.get(reader)?.size ?? 0) > 0;
  }

  /** Parked streams over all followers. */
  get size(): number {
    return [...this.streams.values()].reduce((sum, streams) => sum + streams.size, 0);
  }

  /**
   * Parks a stream; effective in this process once durable. @throws StoreUnavailable when it cannot be stored; nothing
   * is parked then
   */
  async park(
    reader: string,
    event: { readonly stream: StreamName; readonly position: Position; readonly id: string; readonly type: string },
    error: unknown,
  ): Promise<void> {
    const { stream, position, id, type } = event;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const document: Parked = {
      reader,
      stream,
      position,
      eventId: id,
      type,
      reason: reason.slice(0, 1_000),
      at: this.clock.now(),
    };
    const found = await this.collection.get(key(reader, stream));
    // Already parked by another process, which is fine: a later event comes from a retry, an earlier one was folded
    // later.
    if (found?.document.position !== position)
      await this.collection.put({ id: key(reader, stream), document, expectedVersion: found?.version ?? 0 });
    this.of(reader).set(stream, position);
    this.gauge.parked(reader, this.of(reader).size);
    this.log.error(
      { reader, stream, position, eventId: id, type, err: error },
      'an event cannot be handled; its stream is parked',
    );
  }

  /** The record of a parked stream. @throws StoreUnavailable */
  async find(reader: string, stream: string): Promise<Parked | undefined> {
    return (await this.collection.get(key(reader, stream)))?.document;
  }

  /**
   * Resumes a parked stream after its missed events were handled. It stays parked in the store until then, so that a
   * crash loses no events.
   * @param take delivers the events; it may park the stream again
   * @returns whether the stream continues
   * @throws StoreUnavailable, or errors of `take`; the stream then stays parked
   */
  async retry(reader: string, stream: StreamName, take: () => Promise<void>): Promise<boolean> {
    const from = this.of(reader).get(stream);
    this.of(reader).delete(stream);
    try {
      await take();
    } catch (error) {
      if (from !== undefined) this.of(reader).set(stream, from);
      throw error;
    }
    if (this.has(reader, stream)) return false;
    await this.free(reader, stream);
    return true;
  }

  /** Deletes the record of a parked stream. @throws StoreUnavailable */
  async free(reader: string, stream: string): Promise<void> {
    const found = await this.collection.get(key(reader, stream));
    if (found !== undefined) await this.collection.delete(found.id, found.version);
    this.of(reader).delete(stream);
    this.gauge.parked(reader, this.of(reader).size);
  }

  /** All parked streams. @throws StoreUnavailable */
  async list(): Promise<readonly Parked[]> {
    const all: Parked[] = [];
    let after: string | undefined;
    do {
      const page = await this.collection.find({ limit: PAGE, ...defined({ after }) });
      all.push(...page.items.map((item) => item.document));
      after = page.next;
    } while (after !== undefined);
    return all;
  }

  private of(reader: string): Map<string, Position> {
    let streams = this.streams.get(reader);
    if (streams === undefined) this.streams.set(reader, (streams = new Map<string, Position>()));
    return streams;
  }
}

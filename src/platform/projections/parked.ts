import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Position, StreamName } from '../../kernel/event.js';
import type { Collection, DocumentStore } from '../documents/port.js';
import type { Logs } from '../http/logs.js';

const parked = z.object({ reader: z.string(), stream: z.string(), position: z.int(), eventId: z.string(), type: z.string(), reason: z.string(), at: z.int() });
/** A stream that a reader has set aside, and the event that it could not take. */
export type Parked = z.infer<typeof parked>;

/** What is told of parking; `Metrics` of platform/telemetry is one. */
export interface ParkedGauge {
  parked(reader: string, streams: number): void;
}

export const PARKED_STREAMS = { name: 'parked_streams', indexes: [['reader']] } as const;
const PAGE = 500;

const key = (reader: string, stream: string): string => `${reader} ${stream}`;

/**
 * The streams that projections and policies have set aside: an event they cannot take stops its own stream for that one reader,
 * is logged as an error and counted in metrics and health, and holds up no one else.
 */
export class ParkedStreams {
  /** By reader and stream, the place of the event that could not be taken. */
  private readonly streams = new Map<string, Map<string, Position>>();

  private constructor(
    private readonly collection: Collection<Parked>,
    private readonly clock: Clock,
    private readonly log: Logs,
    private readonly gauge: ParkedGauge,
  ) {}

  /** Opens the collection and reads what is parked. @throws StoreUnavailable */
  static async open(documents: DocumentStore, clock: Clock, log: Logs, gauge: ParkedGauge): Promise<ParkedStreams> {
    const opened = new ParkedStreams(await documents.collection(PARKED_STREAMS, (stored) => parked.parse(stored)), clock, log, gauge);
    await opened.reload();
    return opened;
  }

  /**
   * Reads again what is parked: another process may have parked or freed streams.
   * @param only one reader; without it, all of them. None of those may be given events meanwhile: what it sets aside would be forgotten
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
   * Whether a reader leaves an event out, for it is the one that set its stream aside or comes after it. What is left out does not
   * hang on how many events are taken together: those before are taken, whenever they are given.
   */
  leavesOut(reader: string, { stream, position }: { readonly stream: StreamName; readonly position: Position }): boolean {
    const from = this.streams.get(reader)?.get(stream);
    return from !== undefined && position >= from;
  }

  /** Whether a reader has set any stream aside. */
  hasAny(reader: string): boolean {
    return (this.streams.get(reader)?.size ?? 0) > 0;
  }

  /** Streams set aside, over all readers. */
  get size(): number {
    return [...this.streams.values()].reduce((sum, streams) => sum + streams.size, 0);
  }

  /** Sets a stream aside: once that is durable, it holds in this process. @throws StoreUnavailable when it cannot be kept, and then nothing is set aside */
  async park(reader: string, event: { readonly stream: StreamName; readonly position: Position; readonly id: string; readonly type: string }, error: unknown): Promise<void> {
    const { stream, position, id, type } = event;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const document: Parked = { reader, stream, position, eventId: id, type, reason: reason.slice(0, 1_000), at: this.clock.now() };
    const found = await this.collection.get(key(reader, stream));
    // Who comes second finds it parked already, which is as well; a later event is one that a retry has come to, an earlier one was folded later.
    if (found?.document.position !== position) await this.collection.put({ id: key(reader, stream), document, expectedVersion: found?.version ?? 0 });
    this.of(reader).set(stream, position);
    this.gauge.parked(reader, this.of(reader).size);
    this.log.error({ reader, stream, position, eventId: id, type, err: error }, 'an event cannot be taken; its stream is set aside');
  }

  /** What is kept of a stream that a reader has set aside. @throws StoreUnavailable */
  async find(reader: string, stream: string): Promise<Parked | undefined> {
    return (await this.collection.get(key(reader, stream)))?.document;
  }

  /**
   * Lets a reader have a stream again once it has taken what it was not given meanwhile: until that is done the stream stays set
   * aside in the store, so that a crash half way loses none of it.
   * @param take gives the reader the events; it may set the stream aside again
   * @returns whether the stream continues
   * @throws StoreUnavailable, or what `take` throws; the stream is then set aside as before
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

  /** Forgets that a reader has set a stream aside. @throws StoreUnavailable */
  async free(reader: string, stream: string): Promise<void> {
    const found = await this.collection.get(key(reader, stream));
    if (found !== undefined) await this.collection.delete(found.id, found.version);
    this.of(reader).delete(stream);
    this.gauge.parked(reader, this.of(reader).size);
  }

  /** Everything that is set aside. @throws StoreUnavailable */
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

import type { DomainEvent, LoggedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Filling, Follower, Refillable, RefillStores } from './follower.js';
import type { ParkedStreams } from './parked.js';
import type { ProjectionRunner } from './projection-runner.js';

/**
 * Maintains a projection whose events are incomplete without facts about their streams. The most recent streams are
 * cached, others are read again. A failing event parks its stream. Documents are written by compare-and-set on their
 * log position, as for any projection.
 */
export abstract class StreamFollower<Document, Event extends DomainEvent, Known> implements Filling, Refillable {
  readonly begin = -1;
  abstract readonly retryFrom: Follower['retryFrom'];
  private recent = new Map<StreamName, Known>();
  private earlier = new Map<StreamName, Known>();

  /** @param minKnown minimum number of cached streams; the maximum is twice as many */
  protected constructor(
    readonly pages: ProjectionRunner<Document, Event>,
    private readonly parked: ParkedStreams,
    private readonly minKnown: number,
  ) {}

  get name(): string {
    return this.pages.name;
  }

  get reader(): string {
    return this.pages.reader;
  }

  get indexes(): Refillable['indexes'] {
    return this.pages.indexes;
  }

  get prefix(): string {
    return this.pages.prefix;
  }

  get waiting(): number {
    return this.pages.waiting;
  }

  live(): Promise<string> {
    return this.pages.live();
  }

  abstract openAnew(stores: RefillStores, generation: number): Promise<Filling>;

  async takeUp(): Promise<void> {
    this.recent = new Map();
    this.earlier = new Map();
    await this.pages.takeUp();
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    try {
      await this.take(events);
      await this.write();
    } catch (error) {
      this.pages.letGo();
      throw error;
    }
  }

  async take(events: readonly LoggedEvent[]): Promise<void> {
    for (const recorded of events) {
      if (!this.concerns(recorded.stream) || this.parked.leavesOut(this.reader, recorded)) continue;
      try {
        await this.enter(recorded);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        this.recent.delete(recorded.stream);
        this.earlier.delete(recorded.stream);
        await this.parked.park(this.reader, recorded, error);
      }
    }
  }

  write(): Promise<void> {
    return this.pages.write();
  }

  /** Whether a stream is followed at all. */
  protected concerns(_stream: StreamName): boolean {
    return true;
  }

  /**
   * Collects the facts of an event, before any document is folded. An error other than StoreUnavailable parks the
   * event's stream.
   */
  protected abstract enter(recorded: LoggedEvent): Promise<void>;

  /** Cached facts of a stream. */
  protected known(stream: StreamName): Known | undefined {
    const recent = this.recent.get(stream);
    if (recent !== undefined) return recent;
    const known = this.earlier.get(stream);
    if (known !== undefined) this.remember(stream, known);
    return known;
  }

  /** Caches facts of a stream and drops those least recently seen. */
  protected remember(stream: StreamName, known: Known): void {
    if (this.recent.size >= this.minKnown) {
      this.earlier = this.recent;
      this.recent = new Map();
    }
    this.recent.set(stream, known);
  }
}

import type { DomainEvent, LoggedEvent, StreamName } from '../../kernel/event.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Filling, Follower, Refillable, RefillStores } from './follower.js';
import type { ParkedStreams } from './parked.js';
import type { ProjectionRunner } from './projection-runner.js';

/**
 * Keeps a projection up with the log whose events do not say all that it needs: the rest is what is known of their streams. The
 * streams seen last are remembered, others are read back. What cannot be taken sets its stream aside. The documents are written by
 * compare-and-set on the place in the log that they were folded to, like any projection's.
 */
export abstract class StreamFollower<Document, Event extends DomainEvent, Known> implements Filling, Refillable {
  readonly begin = -1;
  abstract readonly retryFrom: Follower['retryFrom'];
  private recent = new Map<StreamName, Known>();
  private earlier = new Map<StreamName, Known>();

  /** @param minKnown so many streams are remembered at least, twice as many at most */
  protected constructor(readonly pages: ProjectionRunner<Document, Event>, private readonly parked: ParkedStreams, private readonly minKnown: number) {}

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

  /** Gathers what an event brings, before any document is folded. What it throws sets the event's stream aside, but for StoreUnavailable. */
  protected abstract enter(recorded: LoggedEvent): Promise<void>;

  /** What is remembered of a stream. */
  protected known(stream: StreamName): Known | undefined {
    const recent = this.recent.get(stream);
    if (recent !== undefined) return recent;
    const known = this.earlier.get(stream);
    if (known !== undefined) this.remember(stream, known);
    return known;
  }

  /** Remembers a stream; those not seen while as many others were are forgotten. */
  protected remember(stream: StreamName, known: Known): void {
    if (this.recent.size >= this.minKnown) {
      this.earlier = this.recent;
      this.recent = new Map();
    }
    this.recent.set(stream, known);
  }
}

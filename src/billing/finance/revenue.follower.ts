import type { DomainEvent, LoggedEvent, Revision, StreamName } from '../../kernel/event.js';
import { see, type SeenEvent } from '../../kernel/projection.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Filling, Refillable, RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { entriesBetween, type Entry } from './entries.js';
import type { DayNumber } from './recognition.js';
import { revenueProjection, type RevenuePage } from './revenue.projection.js';
import type { MoneySource } from './revenue.sources.js';

/** The states of so many streams are remembered at least, of twice as many at most; a stream has some dozens of events. */
const KNOWN_STREAMS = 2_000;

/** An event with what it brings to one day. */
type Entered<Event extends DomainEvent> = SeenEvent<Event> & { readonly entries: readonly Entry[] };

/** What is known of a stream, up to a revision. */
interface Known<State> {
  readonly revision: Revision;
  readonly state: State;
}

/**
 * Keeps the pages of revenue up with the log. What an event changes is the difference between what all of its stream's facts come to with
 * it and without it: so that neither their order nor their number matters. The streams seen last are remembered, others are read back. The pages are
 * written by compare-and-set on the place in the log that they were folded to, like any projection's.
 */
export class RevenueFollower<Event extends DomainEvent, State> implements Filling, Refillable {
  readonly begin = -1;
  readonly retryFrom = 'rebuild';
  private streams = new Map<StreamName, Known<State>>();
  private earlier = new Map<StreamName, Known<State>>();

  private constructor(
    private readonly source: MoneySource<Event, State>,
    readonly pages: ProjectionRunner<RevenuePage, Event>,
    private readonly events: Pick<EventStore, 'readStream'>,
    private readonly parked: ParkedStreams,
  ) {}

  /** @param generation as `ProjectionRunner.open` has it. @throws StoreUnavailable */
  static async open<Event extends DomainEvent, State>(source: MoneySource<Event, State>, events: Pick<EventStore, 'readStream'>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<RevenueFollower<Event, State>> {
    const projection = revenueProjection(source, (seen) => {
      if (!('entries' in seen)) throw new Error(`nothing was entered for position ${seen.position}`);
      return (seen as Entered<Event>).entries; // only `enter` gives the runner events, with their entries
    });
    return new RevenueFollower(source, await ProjectionRunner.open(projection, documents, parked, generation), events, parked);
  }

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

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<RevenueFollower<Event, State>> {
    return RevenueFollower.open(this.source, events, documents, parked, generation);
  }

  async takeUp(): Promise<void> {
    this.streams = new Map();
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
    for (const recorded of events) if (!this.parked.leavesOut(this.reader, recorded)) await this.enter(recorded);
  }

  write(): Promise<void> {
    return this.pages.write();
  }

  /** Gives each day that an event changes its entries. What cannot be entered sets its stream aside before any page is folded, for a page is of many streams. */
  private async enter(recorded: LoggedEvent): Promise<void> {
    const { stream, revision } = recorded;
    try {
      const { state } = await this.known(stream, revision - 1);
      const seen = see(this.source.codec, recorded);
      const after = this.source.evolve(state, seen.event);
      for (const entries of byDay(entriesBetween(this.source.entriesOf(state), this.source.entriesOf(after)))) {
        const entered: Entered<Event> = { ...seen, entries };
        this.pages.gather(entered);
      }
      this.remember(stream, { revision, state: after });
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.streams.delete(stream);
      this.earlier.delete(stream);
      await this.parked.park(this.reader, recorded, error);
    }
  }

  /** What is known of a stream at a revision. */
  private async known(stream: StreamName, revision: Revision): Promise<Known<State>> {
    const { initial, evolve, codec } = this.source;
    const remembered = this.streams.get(stream) ?? this.earlier.get(stream);
    if (remembered?.revision === revision) return remembered;
    if (revision < 0) return { revision, state: initial };
    const recorded = await this.events.readStream(stream, { limit: revision + 1 });
    return { revision, state: recorded.reduce((state, one) => evolve(state, codec.decode(one).event), initial) };
  }

  /** Those not seen while as many others were are let go of. */
  private remember(stream: StreamName, known: Known<State>): void {
    if (this.streams.size >= KNOWN_STREAMS) {
      this.earlier = this.streams;
      this.streams = new Map();
    }
    this.streams.set(stream, known);
  }
}

function byDay(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  const days = new Map<DayNumber, Entry[]>();
  for (const entry of entries) {
    const own = days.get(entry.day);
    if (own === undefined) days.set(entry.day, [entry]);
    else own.push(entry);
  }
  return days.values();
}

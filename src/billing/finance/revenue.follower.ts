import type { DomainEvent, LoggedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import { see, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StreamFollower } from '../../platform/projections/stream-follower.js';
import { entriesBetween, type Entry } from './entries.js';
import type { DayNumber } from './recognition.js';
import { revenueProjection, type RevenuePage } from './revenue.projection.js';
import type { MoneySource } from './revenue.sources.js';

/** Cache size: at least this many stream states, at most twice as many. A stream has a few dozen events. */
const KNOWN_STREAMS = 2_000;

/** An event with its entries for one day. */
type Entered<Event extends DomainEvent> = SeenEvent<Event> & { readonly entries: readonly Entry[] };

/** State of a stream at a revision. */
interface Known<State> {
  readonly revision: Revision;
  readonly state: State;
}

/**
 * Keeps the revenue pages up to date with the log. An event contributes the difference between its stream's totals with
 * and without it, so neither the order nor the number of reports matters.
 */
export class RevenueFollower<Event extends DomainEvent, State> extends StreamFollower<
  RevenuePage,
  Event,
  Known<State>
> {
  readonly retryFrom = 'rebuild';

  private constructor(
    private readonly source: MoneySource<Event, State>,
    pages: ProjectionRunner<RevenuePage, Event>,
    private readonly events: Pick<EventStore, 'readStream'>,
    parked: ParkedStreams,
  ) {
    super(pages, parked, KNOWN_STREAMS);
  }

  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open<Event extends DomainEvent, State>(
    source: MoneySource<Event, State>,
    events: Pick<EventStore, 'readStream'>,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<RevenueFollower<Event, State>> {
    const projection = revenueProjection(source, (seen) => {
      if (!('entries' in seen)) throw new Error(`nothing was recorded for position ${seen.position}`);
      // `enter` is the only source of the runner's events and always sets entries
      return (seen as Entered<Event>).entries;
    });
    return new RevenueFollower(
      source,
      await ProjectionRunner.open(projection, documents, parked, generation),
      events,
      parked,
    );
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<RevenueFollower<Event, State>> {
    return RevenueFollower.open(this.source, events, documents, parked, generation);
  }

  /** Passes an event to each day that it changes, with that day's entries. */
  protected async enter(recorded: LoggedEvent): Promise<void> {
    const { stream, revision } = recorded;
    const { state } = await this.knownAt(stream, revision - 1);
    const seen = see(this.source.codec, recorded);
    const after = this.source.evolve(state, seen.event);
    for (const entries of byDay(entriesBetween(this.source.entriesOf(state), this.source.entriesOf(after)))) {
      const entered: Entered<Event> = { ...seen, entries };
      this.pages.gather(entered);
    }
    this.remember(stream, { revision, state: after });
  }

  /** State of a stream at a revision. */
  private async knownAt(stream: StreamName, revision: Revision): Promise<Known<State>> {
    const { initial, evolve, codec } = this.source;
    const remembered = this.known(stream);
    if (remembered?.revision === revision) return remembered;
    if (revision < 0) return { revision, state: initial };
    const recorded = await this.events.readStream(stream, { limit: revision + 1 });
    return { revision, state: recorded.reduce((state, one) => evolve(state, codec.decode(one).event), initial) };
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

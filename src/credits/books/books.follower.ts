import { see, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { LoggedEvent, RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StreamFollower } from '../../platform/projections/stream-follower.js';
import { entryOf, factsAfter, grantsAfter, NO_FACTS, type AccountFacts, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';
import { accountCodec, type AccountEvent } from '../account/events.js';

/** Cache size: facts are kept for at least this many accounts, and for at most twice as many. */
const KNOWN_ACCOUNTS = 50_000;
const READ_AT_ONCE = 256;

/** An event with the entry computed when it was read. */
interface Entered extends SeenEvent<AccountEvent> {
  readonly entry: Entry;
}

const isEntered = (seen: SeenEvent<AccountEvent>): seen is Entered => 'entry' in seen;

/** Facts of an account, updated with each of its events. */
type Known = { -readonly [Field in keyof AccountFacts]: AccountFacts[Field] };

/**
 * Keeps the books up to date with the log. An event names its grants but not their properties; those come from the
 * facts of the account.
 */
export class BooksFollower extends StreamFollower<BooksPage, AccountEvent, Known> {
  readonly retryFrom = 'rebuild';

  private constructor(
    pages: ProjectionRunner<BooksPage, AccountEvent>,
    private readonly events: Pick<EventStore, 'readStream'>,
    parked: ParkedStreams,
  ) {
    super(pages, parked, KNOWN_ACCOUNTS);
  }

  /**
   * @param generation see `ProjectionRunner.open`
   * @throws StoreUnavailable
   */
  static async open(
    events: Pick<EventStore, 'readStream'>,
    documents: DocumentStore,
    parked: ParkedStreams,
    generation?: number,
  ): Promise<BooksFollower> {
    const projection = booksProjection((seen) => {
      if (!isEntered(seen)) throw new Error(`nothing was recorded for position ${seen.position}`);
      return seen.entry;
    });
    return new BooksFollower(await ProjectionRunner.open(projection, documents, parked, generation), events, parked);
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<BooksFollower> {
    return BooksFollower.open(events, documents, parked, generation);
  }

  protected async enter(recorded: LoggedEvent): Promise<void> {
    const { stream, revision } = recorded;
    const had = this.known(stream);
    // Awaits only on a cache miss: nearly every event is a hit.
    const facts = had?.revision === revision - 1 ? had : await this.startOf(stream, revision);
    const seen = see(accountCodec, recorded);
    const entered: Entered = { ...seen, entry: entryOf(facts, seen) };
    this.pages.gather(entered);
    facts.grants = grantsAfter(facts.grants, seen.event);
    facts.available = seen.event.data.available;
    facts.revision = revision;
  }

  private async startOf(stream: StreamName, revision: number): Promise<Known> {
    const known = revision === 0 ? { ...NO_FACTS } : { ...(await this.readBack(stream, revision - 1)) };
    this.remember(stream, known);
    return known;
  }

  /** Facts of an account at a revision, read from its last checkpoint before it. */
  private async readBack(stream: StreamName, revision: number): Promise<AccountFacts> {
    const backwards: RecordedEvent[] = [];
    for (
      let from = revision;
      from >= 0 && !backwards.some(({ type }) => type === 'AccountCheckpointed');
      from -= READ_AT_ONCE
    ) {
      backwards.push(...(await this.events.readStream(stream, { from, direction: 'backwards', limit: READ_AT_ONCE })));
    }
    return backwards
      .reverse()
      .reduce(
        (facts, recorded) =>
          factsAfter(facts, { event: accountCodec.decode(recorded).event, revision: recorded.revision }),
        NO_FACTS,
      );
  }
}

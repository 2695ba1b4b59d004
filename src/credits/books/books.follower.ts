import { see, type SeenEvent } from '../../kernel/projection.js';
import type { LoggedEvent, RecordedEvent, StreamName } from '../../kernel/event.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { Filling, Refillable, RefillStores } from '../../platform/projections/follower.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { ProjectionRunner } from '../../platform/projections/projection-runner.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { entryOf, factsAfter, grantsAfter, NO_FACTS, type AccountFacts, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';
import { accountCodec, type AccountEvent } from '../account/events.js';

/** Of so many accounts at least what was last seen is remembered, of twice as many at most. */
const KNOWN_ACCOUNTS = 50_000;
const READ_AT_ONCE = 256;

/** An event with its entry, which was made when it was read. */
interface Entered extends SeenEvent<AccountEvent> {
  readonly entry: Entry;
}

const isEntered = (seen: SeenEvent<AccountEvent>): seen is Entered => 'entry' in seen;

/** What is known of an account, brought up to each of its events. */
type Known = { -readonly [Field in keyof AccountFacts]: AccountFacts[Field] };

/**
 * Keeps the books up with the log. An event names the grants that it is of, not what they were: that is known of the accounts last
 * seen, and read back from an account's own stream where it is not. The pages are written by compare-and-set on the place in
 * the log that they were folded to, like any projection's.
 */
export class BooksFollower implements Filling, Refillable {
  readonly begin = -1;
  readonly retryFrom = 'rebuild';
  private accounts = new Map<StreamName, Known>();
  private earlier = new Map<StreamName, Known>();

  private constructor(
    readonly pages: ProjectionRunner<BooksPage, AccountEvent>,
    private readonly events: Pick<EventStore, 'readStream'>,
    private readonly parked: ParkedStreams,
  ) {}

  /** @param generation as `ProjectionRunner.open` has it. @throws StoreUnavailable */
  static async open(events: Pick<EventStore, 'readStream'>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<BooksFollower> {
    const projection = booksProjection((seen) => {
      if (!isEntered(seen)) throw new Error(`nothing was entered for position ${seen.position}`);
      return seen.entry;
    });
    return new BooksFollower(await ProjectionRunner.open(projection, documents, parked, generation), events, parked);
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

  live(): Promise<string> {
    return this.pages.live();
  }

  get prefix(): string {
    return this.pages.prefix;
  }

  openAnew({ events, documents, parked }: RefillStores, generation: number): Promise<BooksFollower> {
    return BooksFollower.open(events, documents, parked, generation);
  }

  async takeUp(): Promise<void> {
    this.accounts = new Map();
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

  get waiting(): number {
    return this.pages.waiting;
  }

  write(): Promise<void> {
    return this.pages.write();
  }

  /** Makes the event's entry. What cannot be entered sets its stream aside before any page is folded, for a page is of many streams. */
  private async enter(recorded: LoggedEvent): Promise<void> {
    try {
      const { stream, revision } = recorded;
      const had = this.known(stream);
      // Not awaited where it need not be, which is at nearly every event.
      const facts = had?.revision === revision - 1 ? had : await this.startOf(stream, revision);
      const seen = see(accountCodec, recorded);
      const entered: Entered = { ...seen, entry: entryOf(facts, seen) };
      this.pages.gather(entered);
      facts.grants = grantsAfter(facts.grants, seen.event);
      facts.available = seen.event.data.available;
      facts.revision = revision;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.accounts.delete(recorded.stream);
      this.earlier.delete(recorded.stream);
      await this.parked.park(this.reader, recorded, error);
    }
  }

  private known(stream: StreamName): Known | undefined {
    let known = this.accounts.get(stream);
    if (known !== undefined) return known;
    known = this.earlier.get(stream);
    if (known !== undefined) this.remember(stream, known);
    return known;
  }

  private async startOf(stream: StreamName, revision: number): Promise<Known> {
    const known = revision === 0 ? { ...NO_FACTS } : { ...(await this.readBack(stream, revision - 1)) };
    this.remember(stream, known);
    return known;
  }

  /** What is known of an account at a revision, from its last checkpoint before on. */
  private async readBack(stream: StreamName, revision: number): Promise<AccountFacts> {
    const backwards: RecordedEvent[] = [];
    for (let from = revision; from >= 0 && !backwards.some(({ type }) => type === 'AccountCheckpointed'); from -= READ_AT_ONCE) {
      backwards.push(...(await this.events.readStream(stream, { from, direction: 'backwards', limit: READ_AT_ONCE })));
    }
    return backwards.reverse().reduce((facts, recorded) => factsAfter(facts, { event: accountCodec.decode(recorded).event, revision: recorded.revision }), NO_FACTS);
  }

  /** Those not seen while as many others were are let go of. */
  private remember(stream: StreamName, known: Known): void {
    if (this.accounts.size >= KNOWN_ACCOUNTS) {
      this.earlier = this.accounts;
      this.accounts = new Map();
    }
    this.accounts.set(stream, known);
  }
}

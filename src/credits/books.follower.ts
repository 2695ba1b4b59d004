import type { EventCodec } from '../kernel/codec.js';
import type { LoggedEvent, RecordedEvent, StreamName } from '../kernel/event.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { EventStore } from '../platform/event-store/port.js';
import type { Follower, Refillable, RefillStores } from '../platform/projections/follower.js';
import type { ParkedStreams } from '../platform/projections/parked.js';
import { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { entryOf, factsAfter, NO_FACTS, type AccountFacts, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';
import { accountCodec, type AccountEvent } from './events.js';

const KNOWN_ACCOUNTS = 20_000;
const READ_AT_ONCE = 256;

/** Reads each event once, though both the entry and the page need it. */
function readingOnce(codec: EventCodec<AccountEvent>): EventCodec<AccountEvent> {
  const read = new WeakMap<object, ReturnType<EventCodec<AccountEvent>['decode']>>();
  return {
    ...codec,
    decode: (recorded) => {
      let decoded = read.get(recorded);
      if (decoded === undefined) read.set(recorded, (decoded = codec.decode(recorded)));
      return decoded;
    },
  };
}

/**
 * Keeps the books up with the log. An event names the grants that it is of, not what they were: that is known of the accounts last
 * seen, and read back from an account's own stream where it is not. The pages are written by compare-and-set on the place in
 * the log that they were folded to, like any projection's.
 */
export class BooksFollower implements Follower, Refillable {
  readonly begin = -1;
  readonly retryFrom = 'rebuild';
  private readonly accounts = new Map<StreamName, AccountFacts>();

  private constructor(
    readonly pages: ProjectionRunner<BooksPage, AccountEvent>,
    private readonly entries: Map<number, Entry>,
    private readonly codec: EventCodec<AccountEvent>,
    private readonly events: Pick<EventStore, 'readStream'>,
    private readonly parked: ParkedStreams,
  ) {}

  /** @param generation as `ProjectionRunner.open` has it. @throws StoreUnavailable */
  static async open(events: Pick<EventStore, 'readStream'>, documents: DocumentStore, parked: ParkedStreams, generation?: number): Promise<BooksFollower> {
    const entries = new Map<number, Entry>();
    const codec = readingOnce(accountCodec);
    const projection = booksProjection(({ position }) => {
      const entry = entries.get(position);
      if (entry === undefined) throw new Error(`nothing was entered for position ${position}`);
      return entry;
    }, codec);
    return new BooksFollower(await ProjectionRunner.open(projection, documents, parked, generation), entries, codec, events, parked);
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
    this.accounts.clear();
    await this.pages.takeUp();
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    this.entries.clear();
    for (const recorded of events) if (!this.parked.has(this.reader, recorded.stream)) await this.enter(recorded);
    await this.pages.apply(events);
  }

  /** Makes the event's entry. What cannot be entered sets its stream aside before any page is folded, for a page is of many streams. */
  private async enter(recorded: LoggedEvent): Promise<void> {
    try {
      const facts = await this.factsBefore(recorded);
      const seen = { event: this.codec.decode(recorded).event, revision: recorded.revision };
      this.entries.set(recorded.position, entryOf(facts, seen));
      this.keep(recorded.stream, factsAfter(facts, seen));
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.accounts.delete(recorded.stream);
      await this.parked.park(this.reader, recorded, error);
    }
  }

  private async factsBefore({ stream, revision }: LoggedEvent): Promise<AccountFacts> {
    const known = this.accounts.get(stream);
    if (known?.revision === revision - 1) return known;
    return revision === 0 ? NO_FACTS : this.readBack(stream, revision - 1);
  }

  /** What is known of an account at a revision, from its last checkpoint before on. */
  private async readBack(stream: StreamName, revision: number): Promise<AccountFacts> {
    const backwards: RecordedEvent[] = [];
    for (let from = revision; from >= 0 && !backwards.some(({ type }) => type === 'AccountCheckpointed'); from -= READ_AT_ONCE) {
      backwards.push(...(await this.events.readStream(stream, { from, direction: 'backwards', limit: READ_AT_ONCE })));
    }
    return backwards.reverse().reduce((facts, recorded) => factsAfter(facts, { event: this.codec.decode(recorded).event, revision: recorded.revision }), NO_FACTS);
  }

  private keep(stream: StreamName, facts: AccountFacts): void {
    this.accounts.delete(stream);
    this.accounts.set(stream, facts);
    if (this.accounts.size <= KNOWN_ACCOUNTS) return;
    const [oldest] = this.accounts.keys();
    if (oldest !== undefined) this.accounts.delete(oldest);
  }
}

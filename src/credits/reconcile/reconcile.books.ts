import type { Position, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import { entryOf, factsAfter, NO_FACTS, type AccountFacts, type Entry } from '../books/books.entries.js';
import { booksProjection, type BooksPage } from '../books/books.projection.js';
import { type AccountEvent } from '../account/events.js';
import { compareDocuments, decodeAll, everything, readAll, type Seen } from './reconcile.documents.js';
import type { Difference } from '../books/finance.shared.js';

const NOTHING: Entry = { parts: [], stated: 0, receivable: 0, listPrice: 0 };
const READ_AT_ONCE = 5_000;
const MAX_ATTEMPTS = 3;

/** Rebuilds the books from events as of a log position, and compares them with the stored pages. */
export class ExpectedBooks {
  private readonly pages = new Map<string, BooksPage>();
  private readonly entries = new WeakMap<SeenEvent<AccountEvent>, Entry>();
  private readonly projection = booksProjection((seen) => this.entries.get(seen) ?? NOTHING);
  /** Accounts with an event that cannot be entered. */
  private readonly unreadable = new Map<StreamName, Difference>();

  /**
   * Enters all events of an account, up to a log position or to the first event that cannot be entered. `compare`
   * reports that event.
   */
  enter(seen: Seen): void {
    let facts: AccountFacts = NO_FACTS;
    const byPage = new Map<string, SeenEvent<AccountEvent>[]>();
    for (const one of seen) {
      const after = this.note(facts, one);
      if (after === undefined) break;
      facts = after;
      const key = this.keyOf(one);
      if (key === undefined) continue;
      const own = byPage.get(key);
      if (own === undefined) byPage.set(key, [one]);
      else own.push(one);
    }
    for (const [key, own] of byPage) this.pages.set(key, this.fold(this.pages.get(key), own));
  }

  /**
   * Compares the rebuilt pages with the stored ones. A stored page states how many events it contains. A page that is
   * ahead is compared after adding as many later events; a page that is behind is given time to catch up.
   * @param at log position up to which accounts were entered; `heads` are their revisions there
   * @returns the number of pages that the events produce
   * @throws StoreUnavailable
   */
  async compare(
    log: Pick<EventStore, 'follow' | 'readStream'>,
    books: Pick<ProjectionReads<BooksPage>, 'find'>,
    from: { readonly at: Position; readonly heads: ReadonlyMap<StreamName, Revision> },
    pause: () => Promise<void>,
    report: (difference: Difference) => void,
  ): Promise<number> {
    const later = new LaterEntries(log, from, (facts, seen) => this.note(facts, seen));
    let differences: readonly Difference[] = [];
    for (let round = 1; round <= MAX_ATTEMPTS; round += 1) {
      const found = new Map(
        (await everything(books, { order: { field: 'day', direction: 'ascending' } })).map((page) => [
          `${page.day}/${page.appName}/${page.usageType}`,
          page,
        ]),
      );
      differences = compareDocuments('books', this.pages, found);
      if (differences.length > 0)
        differences = compareDocuments('books', this.asFarAs(found, await later.read()), found);
      if (differences.length === 0) break;
      if (round < MAX_ATTEMPTS) await pause();
    }
    for (const difference of [...this.unreadable.values(), ...differences]) report(difference);
    return this.pages.size;
  }

  /** The pages, each extended by as many later events as the stored page contains. */
  private asFarAs(found: ReadonlyMap<string, BooksPage>, later: Seen): ReadonlyMap<string, BooksPage> {
    const pages = new Map(this.pages);
    for (const one of later) {
      const key = this.keyOf(one);
      const page = key === undefined ? undefined : pages.get(key);
      if (key !== undefined && (page?.events ?? 0) < (found.get(key)?.events ?? 0))
        pages.set(key, this.fold(page, [one]));
    }
    return pages;
  }

  /**
   * Facts of an account after an event. Undefined from the first event that cannot be entered, because the books park
   * the stream there.
   */
  private note(facts: AccountFacts, seen: SeenEvent<AccountEvent>): AccountFacts | undefined {
    const { stream } = seen;
    if (this.unreadable.has(stream)) return undefined;
    try {
      this.entries.set(seen, entryOf(facts, seen));
      return factsAfter(facts, seen);
    } catch (error) {
      this.unreadable.set(stream, { code: 'event-unreadable', where: stream, what: wordsOf(error) });
      return undefined;
    }
  }

  private keyOf(seen: SeenEvent<AccountEvent>): string | undefined {
    return this.projection.handles.includes(seen.event.type) ? this.projection.key(seen) : undefined;
  }

  private fold(page: BooksPage | undefined, seen: Seen): BooksPage {
    const [first, ...rest] = seen;
    if (first === undefined) throw new Error('a page holds at least one event');
    if (this.projection.evolveAll !== undefined) return this.projection.evolveAll(page, seen);
    return rest.reduce((folded, one) => this.projection.evolve(folded, one), this.projection.evolve(page, first));
  }
}

/** Events written after a log position, read only on demand. */
class LaterEntries {
  private readonly seen: SeenEvent<AccountEvent>[] = [];
  private readonly facts = new Map<StreamName, AccountFacts>();
  private at: Position;

  constructor(
    private readonly log: Pick<EventStore, 'follow' | 'readStream'>,
    private readonly from: { readonly at: Position; readonly heads: ReadonlyMap<StreamName, Revision> },
    private readonly note: (facts: AccountFacts, seen: SeenEvent<AccountEvent>) => AccountFacts | undefined,
  ) {
    this.at = from.at;
  }

  /** All later events in log order, up to the end of the log. An unreadable event is reported with its account. */
  async read(): Promise<Seen> {
    const stop = new AbortController();
    try {
      for await (const { events, checkpoint, caughtUp } of this.log.follow({
        after: this.at,
        prefixes: [ACCOUNT_PREFIX],
        batchSize: READ_AT_ONCE,
        signal: stop.signal,
      })) {
        for (const recorded of events) {
          const [one] = this.decoded(recorded.stream, [recorded]);
          if (one === undefined) continue;
          const facts = this.facts.get(one.stream) ?? (await this.factsAtPlace(one.stream));
          const after = facts && this.note(facts, one);
          if (after === undefined) continue;
          this.facts.set(one.stream, after);
          this.seen.push(one);
        }
        this.at = checkpoint;
        if (caughtUp) return this.seen;
      }
      return this.seen;
    } finally {
      stop.abort();
    }
  }

  /** Facts of an account at the position; undefined when its events up to there cannot be read. */
  private async factsAtPlace(stream: StreamName): Promise<AccountFacts | undefined> {
    const head = this.from.heads.get(stream) ?? -1;
    if (head < 0) return NO_FACTS;
    const seen = decodeAll(
      stream,
      (await readAll(this.log, stream)).filter(({ revision }) => revision <= head),
    );
    return 'code' in seen ? undefined : seen.reduce(factsAfter, NO_FACTS);
  }

  private decoded(stream: StreamName, recorded: Parameters<typeof decodeAll>[1]): Seen {
    const seen = decodeAll(stream, recorded);
    return 'code' in seen ? [] : seen;
  }
}

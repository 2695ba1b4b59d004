import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { dueEvents } from '../account/account.js';
import { accountStream } from '../account/account.key.js';
import { emptyAccount, evolve, type AccountState } from '../account/account.state.js';
import type { BalanceDocument } from '../account/balance.projection.js';
import { accountCodec, type AccountEvent } from '../account/events.js';
import type { UserId } from '../../kernel/ids.js';
import { entryOf, factsAfter, factsOfGrants, type AccountFacts, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';

const PAGE = 200;
const READ_AT_ONCE = 256;

/** An expiry that is due but not recorded yet, as the books will enter it. */
export interface Overdue extends SeenEvent<AccountEvent> {
  readonly entry: Entry;
}

/**
 * Finds accounts with expiries that are due but not recorded yet, because the sweep has not run since. Figures include
 * them, so they do not depend on the sweep (adr/0075).
 */
export class OverdueAccounts {
  constructor(
    private readonly balances: Pick<ProjectionReads<BalanceDocument>, 'find'>,
    private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  /**
   * Every unrecorded expiry due by a time.
   * @param until milliseconds since the epoch, inclusive
   * @throws StoreUnavailable, UnreadableEvent
   */
  async by(until: Millis, isWanted: (stream: StreamName) => boolean = () => true): Promise<readonly Overdue[]> {
    const found: Overdue[] = [];
    let after: string | undefined;
    do {
      const page = await this.balances.find({
        range: { field: 'nextDue', below: until + 1 },
        order: { field: 'nextDue', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      for (const { userId, appName, usageType } of page.items) {
        // the account's stream was named with this id
        const stream = accountStream({ userId: userId as UserId, appName, usageType });
        if (isWanted(stream)) found.push(...overdueOf(stream, await this.stateOf(stream), until));
      }
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  /** Folds an account from its last checkpoint, which lists every grant and hold that can still expire. */
  private async stateOf(stream: StreamName): Promise<AccountState> {
    const backwards: RecordedEvent[] = [];
    for (;;) {
      const last = backwards.at(-1);
      if (last !== undefined && (last.revision === 0 || backwards.some(({ type }) => type === 'AccountCheckpointed')))
        break;
      const some = await this.events.readStream(stream, {
        direction: 'backwards',
        limit: READ_AT_ONCE,
        ...(last === undefined ? {} : { from: last.revision - 1 }),
      });
      if (some.length === 0) break;
      backwards.push(...some);
    }
    const from = backwards.findIndex(({ type }) => type === 'AccountCheckpointed');
    const recorded = (from === -1 ? backwards : backwards.slice(0, from + 1)).reverse();
    return recorded.reduce((state, one) => evolve(state, accountCodec.decode(one).event), emptyAccount);
  }
}

/** The expiries of an account that are due by a time, with their entries. */
export function overdueOf(stream: StreamName, state: AccountState, until: Millis): readonly Overdue[] {
  let facts: AccountFacts = {
    revision: state.revision,
    available: state.available,
    grants: factsOfGrants([...state.closedGrants.values()], state.grants),
  };
  return dueEvents(state, until).map((event) => {
    const seen: SeenEvent<AccountEvent> = { event, id: '', stream, revision: facts.revision + 1, position: -1 };
    const overdue: Overdue = { ...seen, entry: entryOf(facts, seen) };
    facts = factsAfter(facts, seen);
    return overdue;
  });
}

/**
 * Pages of the books as they will be once these expiries are recorded.
 * @param pages pages of the books up to a day
 * @param overdue expiries of accounts of the same books, not after that day
 */
export function withOverdue(pages: readonly BooksPage[], overdue: readonly Overdue[]): readonly BooksPage[] {
  if (overdue.length === 0) return pages;
  const entries = new Map<SeenEvent<AccountEvent>, Entry>(overdue.map((one) => [one, one.entry]));
  const projection = booksProjection(
    (seen) => entries.get(seen) ?? { parts: [], stated: 0, receivable: 0, listPrice: 0 },
  );
  const all = new Map(pages.map((page) => [`${page.day}/${page.appName}/${page.usageType}`, page]));
  for (const one of overdue) {
    const key = projection.key(one);
    if (key !== undefined) all.set(key, projection.evolve(all.get(key), one));
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, page]) => page);
}

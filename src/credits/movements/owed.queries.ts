import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { dueEvents } from '../account/account.js';
import { accountStream } from '../account/account.key.js';
import { evolve } from '../account/account.state.js';
import { dayAfter } from '../books/books.sums.js';
import { Books } from '../books/finance.queries.js';
import type { BooksOf } from '../books/finance.shared.js';
import { CreditsReads } from '../queries.js';
import { stateAt } from '../statement/history.queries.js';
import { NEVER, type LineDocument } from '../statement/statement.projection.js';
import type { OwedPage } from './movements.shared.js';
import { isOf } from './pages.js';

/** Grants of one page. For a past day, the events of their accounts are folded. */
const PAGE = 200;

/** The grants behind the liability of a month. AS_OF_IN_FUTURE for a day in the future. */
export class GetOwed extends Query<Result<OwedPage, ProductError>> {
  /**
   * @param day `YYYY-MM-DD`, UTC; default today
   * @param month month of expiry, null for grants that never expire
   */
  constructor(
    readonly day: string | undefined,
    readonly month: string | null,
    readonly of: BooksOf,
    readonly cursor: string | undefined,
  ) {
    super();
  }
}

type Left = Pick<OwedPage['items'][number], 'available' | 'held'>;

@QueryHandler(GetOwed)
export class GetOwedHandler implements IQueryHandler<GetOwed> {
  constructor(
    private readonly books: Books,
    private readonly reads: CreditsReads,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvalidCursor, StoreUnavailable, UnreadableEvent */
  async execute({ day: requested, month, of, cursor }: GetOwed): Promise<Result<OwedPage, ProductError>> {
    const day = this.books.day(requested);
    if (!day.ok) return day;
    const now = this.clock.now();
    const end = Date.parse(dayAfter(day.value)) - 1;
    const until = Math.min(now, end);
    const { items: lines, next } = await this.reads.statement.find({
      where: { 'grant.ends': month ?? NEVER },
      order: { field: 'opened', direction: 'descending' },
      limit: PAGE,
      ...defined({ after: cursor }),
    });
    const accounts = now <= end ? await this.leftNow(lines, now) : new Map<string, ReadonlyMap<string, Left>>();
    const items: OwedPage['items'] = [];
    for (const line of lines) {
      const { account, id, at, grant } = line;
      if (grant === undefined || at > until || !isOf(line, of)) continue;
      const known = accounts.get(account) ?? (await this.leftIn(line, until));
      accounts.set(account, known);
      const left = known.get(id);
      if (left !== undefined && left.available + left.held > 0)
        items.push({ account, grantId: id, source: grant.source, at, expiresAt: grant.expiresAt ?? null, ...left });
    }
    return ok({ items, ...defined({ next }) });
  }

  /** What is left of each grant now, from the balances of the accounts that have nothing due. */
  private async leftNow(lines: readonly LineDocument[], now: Millis): Promise<Map<string, ReadonlyMap<string, Left>>> {
    const balances = await this.reads.balance.getMany([...new Set(lines.map(({ account }) => account))]);
    const settled = balances.filter(({ nextDue }) => nextDue === null || nextDue > now);
    return new Map(
      settled.map(({ userId, appName, usageType, grants }) => [
        accountStream({ userId: userId as UserId, appName, usageType }), // the account's stream was named with this id
        new Map(grants.map(({ grantId, available, held }) => [grantId, { available, held }])),
      ]),
    );
  }

  /** What is left of each grant of an account at a moment. Expiries that were due by then count, recorded or not. */
  private async leftIn({ account }: LineDocument, until: Millis): Promise<ReadonlyMap<string, Left>> {
    const recorded = await stateAt(this.events, account as StreamName, until); // the line was folded from this stream
    const state = dueEvents(recorded, until).reduce(evolve, recorded);
    return new Map(state.grants.map(({ grantId, available, held }) => [grantId, { available, held }]));
  }
}

import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { ParkedStreams, type Parked } from '../../platform/projections/parked.js';
import { DOCUMENTS } from '../../platform/tokens.js';
import { ACCOUNT_PREFIX, accountOf } from '../account/account.key.js';
import { dayOf } from './books.entries.js';
import { BooksFollower } from './books.follower.js';
import type { BooksPage } from './books.projection.js';
import { byValidDay } from './books.valid.js';
import { dayAfter, sumLiability, sumRollForward, sumTrialBalance } from './books.sums.js';
import { withOverdue, type OverdueAccounts } from './overdue.js';
import type { GrantSource } from '../credits.shared.js';
import type {
  Basis,
  BooksOf,
  GrantsPage,
  Liability,
  Reconciliation,
  ReconciliationRun,
  RollForward,
  TrialBalance,
} from './finance.shared.js';
import { CreditsReads } from '../queries.js';
import { openReconciliations } from '../reconcile/reconciliations.js';

const PAGE = 1_000;

/** Read access to the books. */
export class Books {
  constructor(
    readonly follower: BooksFollower,
    private readonly parked: ParkedStreams,
    private readonly clock: Clock,
    private readonly overdue: OverdueAccounts,
  ) {}

  /** @returns the requested day, or today; AS_OF_IN_FUTURE for a day that has not begun */
  day(requested: string | undefined): Result<string, ProductError> {
    const today = dayOf(this.clock.now());
    return requested !== undefined && requested > today
      ? err(productError('AS_OF_IN_FUTURE', { today }))
      : ok(requested ?? today);
  }

  /**
   * Every page of the selected accounts up to and including a day. Expiries that were due by then are included even if
   * they are not recorded yet, so that the figures of a day do not depend on when the sweep runs.
   * @param basis by valid time, the pages also contain adjustments that were recorded after the day but are valid by
   *   then
   * @throws StoreUnavailable, UnreadableEvent
   */
  async upTo(day: string, { appName, usageType }: BooksOf, basis: Basis = 'recorded'): Promise<readonly BooksPage[]> {
    const found = await this.recorded(basis === 'valid' ? dayOf(this.clock.now()) : day);
    const isSelected = (page: Pick<BooksPage, 'appName' | 'usageType'>): boolean =>
      (appName ?? page.appName) === page.appName && (usageType ?? page.usageType) === page.usageType;
    const pages = (basis === 'valid' ? byValidDay(found) : found).filter((page) => page.day <= day && isSelected(page));
    // Read after the pages: an expiry recorded in between is missing for a moment, but never counted twice.
    const until = Math.min(Date.parse(dayAfter(day)) - 1, this.clock.now());
    const leftOut = new Set((await this.incomplete()).map(({ stream }) => stream));
    const due = await this.overdue.by(until, (stream) => {
      const account = leftOut.has(stream) ? undefined : accountOf(stream);
      return account !== undefined && isSelected(account);
    });
    return withOverdue(
      pages,
      due.filter(({ event }) => dayOf(event.at) <= day),
    );
  }

  /** Every page up to and including a day, by recorded day. @throws StoreUnavailable */
  private async recorded(day: string): Promise<readonly BooksPage[]> {
    const pages: BooksPage[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await this.follower.pages.find({
        range: { field: 'day', below: dayAfter(day) },
        order: { field: 'day', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      pages.push(...items);
      after = next;
    } while (after !== undefined);
    return pages;
  }

  /**
   * Streams that the log readers have parked.
   * @throws StoreUnavailable
   */
  async aside(): Promise<readonly Parked[]> {
    return (await this.parked.list()).filter(({ stream }) => stream.startsWith(ACCOUNT_PREFIX));
  }

  /**
   * Events that the books could not enter.
   * @throws StoreUnavailable
   */
  async incomplete(): Promise<TrialBalance['incomplete']> {
    const live = await this.follower.live();
    return (await this.aside())
      .filter(({ reader }) => reader === live)
      .map(({ stream, position, type, reason, at }) => ({ stream, position, type, reason, at }));
  }
}

/**
 * The trial balance at the end of a day; for today, up to now. VALIDATION_ERROR {field: 'from'} when `from` is after
 * the day.
 */
export class GetTrialBalance extends Query<Result<TrialBalance, ProductError>> {
  /**
   * @param day `YYYY-MM-DD`, UTC
   * @param from first day of the movements; defaults to the day itself
   */
  constructor(
    readonly day?: string,
    readonly from?: string,
    readonly of: BooksOf = {},
    readonly basis: Basis = 'recorded',
  ) {
    super();
  }
}

@QueryHandler(GetTrialBalance)
export class GetTrialBalanceHandler implements IQueryHandler<GetTrialBalance> {
  constructor(private readonly books: Books) {}

  async execute({ day: requested, from, of, basis }: GetTrialBalance): Promise<Result<TrialBalance, ProductError>> {
    const day = this.books.day(requested);
    if (!day.ok) return day;
    if (from !== undefined && from > day.value) return err(productError('VALIDATION_ERROR', { field: 'from' }));
    return ok({
      ...sumTrialBalance(await this.books.upTo(day.value, of, basis), day.value, from),
      incomplete: await this.books.incomplete(),
    });
  }
}

const MAX_DAYS = 3_700;

/**
 * Opening, movements and closing of each day. VALIDATION_ERROR {field: 'from'} when `from` is after `to` or more than
 * ten years before it.
 */
export class GetRollForward extends Query<Result<RollForward, ProductError>> {
  /**
   * @param from first day, `YYYY-MM-DD`, UTC
   * @param to last day, `YYYY-MM-DD`, UTC
   */
  constructor(
    readonly from: string,
    readonly to: string,
    readonly of: BooksOf = {},
    readonly basis: Basis = 'recorded',
  ) {
    super();
  }
}

@QueryHandler(GetRollForward)
export class GetRollForwardHandler implements IQueryHandler<GetRollForward> {
  constructor(private readonly books: Books) {}

  async execute({ from, to, of, basis }: GetRollForward): Promise<Result<RollForward, ProductError>> {
    const day = this.books.day(to);
    if (!day.ok) return day;
    if (from > to || Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000)
      return err(productError('VALIDATION_ERROR', { field: 'from' }));
    return ok({
      ...sumRollForward(await this.books.upTo(to, of, basis), from, to),
      incomplete: await this.books.incomplete(),
    });
  }
}

/** Credits that could still be spent at the end of a day; for today, up to now. */
export class GetLiability extends Query<Result<Liability, ProductError>> {
  /** @param day `YYYY-MM-DD`, UTC */
  constructor(
    readonly day?: string,
    readonly of: BooksOf = {},
    readonly basis: Basis = 'recorded',
  ) {
    super();
  }
}

@QueryHandler(GetLiability)
export class GetLiabilityHandler implements IQueryHandler<GetLiability> {
  constructor(private readonly books: Books) {}

  async execute({ day: requested, of, basis }: GetLiability): Promise<Result<Liability, ProductError>> {
    const day = this.books.day(requested);
    return day.ok
      ? ok({
          ...sumLiability(await this.books.upTo(day.value, of, basis), day.value),
          incomplete: await this.books.incomplete(),
        })
      : day;
  }
}

/**
 * Grants of one source over all accounts, newest first.
 * @param page limit 1 to 1,000, and the cursor from the previous page
 */
export class GetGrants extends Query<GrantsPage> {
  constructor(
    readonly source: GrantSource,
    readonly page: { readonly limit: number; readonly cursor?: string },
  ) {
    super();
  }
}

@QueryHandler(GetGrants)
export class GetGrantsHandler implements IQueryHandler<GetGrants> {
  constructor(private readonly reads: CreditsReads) {}

  /** @throws InvalidCursor when the cursor belongs to another list */
  async execute({ source, page: { limit, cursor } }: GetGrants): Promise<GrantsPage> {
    const { items, next } = await this.reads.statement.find({
      where: { 'grant.source': source },
      order: { field: 'opened', direction: 'descending' },
      limit,
      ...defined({ after: cursor }),
    });
    const grants = items.map(({ account, id, net, at, steps, grant }) => ({
      account,
      grantId: id,
      source,
      amount: steps[0]?.amount ?? net,
      at,
      ...defined({ expiresAt: grant?.expiresAt }),
    }));
    return next === undefined ? { grants } : { grants, next };
  }
}

/** The first day with a movement, `YYYY-MM-DD`; undefined while there is none. */
export class GetFirstBooksDay extends Query<string | undefined> {}

@QueryHandler(GetFirstBooksDay)
export class GetFirstBooksDayHandler implements IQueryHandler<GetFirstBooksDay> {
  constructor(private readonly books: Books) {}

  /** @throws StoreUnavailable */
  async execute(): Promise<string | undefined> {
    return (await this.books.follower.pages.find({ order: { field: 'day', direction: 'ascending' }, limit: 1 }))
      .items[0]?.day;
  }
}

/** Parked streams of the account readers, each with the event that failed. */
export class GetParked extends Query<readonly Parked[]> {}

@QueryHandler(GetParked)
export class GetParkedHandler implements IQueryHandler<GetParked> {
  constructor(private readonly books: Books) {}

  execute(): Promise<readonly Parked[]> {
    return this.books.aside();
  }
}

/** Result of the last reconciliation; undefined before the first. */
export class GetReconciliation extends Query<Reconciliation | undefined> {}

@QueryHandler(GetReconciliation)
export class GetReconciliationHandler implements IQueryHandler<GetReconciliation> {
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute(): Promise<Reconciliation | undefined> {
    return (await openReconciliations(this.documents)).last();
  }
}

/** Earlier reconciliations, newest first, without their differences. */
export class GetReconciliationRuns extends Query<readonly ReconciliationRun[]> {
  /** @param limit 1 to 400 */
  constructor(readonly limit: number) {
    super();
  }
}

@QueryHandler(GetReconciliationRuns)
export class GetReconciliationRunsHandler implements IQueryHandler<GetReconciliationRuns> {
  constructor(@Inject(DOCUMENTS) private readonly documents: DocumentStore) {}

  async execute({ limit }: GetReconciliationRuns): Promise<readonly ReconciliationRun[]> {
    return (await openReconciliations(this.documents)).runs(limit);
  }
}

import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import { GetTrialBalance } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ParkedStreams } from '../../platform/projections/parked.js';
import { reportedDeferred, reportedRevenue } from '../accounting/reported-revenue.js';
import type { AccountingStore } from '../accounting/settings.js';
import type { AccountingSettings } from '../accounting/settings.shared.js';
import type { PurchaseEvent } from '../purchase/events.js';
import type { SubscriptionEvent } from '../subscription/events.js';
import type { SubscriptionState } from '../subscription/subscription.state.js';
import { dayName, dayNumberOf } from './recognition.js';
import type { PackReads } from './packs/pack-reads.js';
import type { RevenueFollower } from './revenue.follower.js';
import { soldAs, type SoldPage } from './revenue.projection.js';
import type { Deferred, Group, Revenue, RevenueOf } from './revenue.shared.js';
import type { KnownPurchase } from './revenue.sources.js';
import { choicesOf, dayAfter, sumDeferred, sumRevenue } from './revenue.sums.js';

const PAGE = 1_000;
const MAX_DAYS = 3_700;

/** Read access to the revenue pages, with packs recognised by the operator's rules. */
export class RevenueReads {
  constructor(
    readonly subscriptions: RevenueFollower<SubscriptionEvent, SubscriptionState>,
    readonly purchases: RevenueFollower<PurchaseEvent, KnownPurchase | null>,
    readonly packs: PackReads,
    private readonly parked: ParkedStreams,
    private readonly clock: Clock,
    private readonly accounting: Pick<AccountingStore, 'read'>,
  ) {}

  /** The reporting currency, if any. @throws StoreUnavailable */
  async reporting(): Promise<AccountingSettings['reporting']> {
    return (await this.accounting.read()).settings.reporting;
  }

  /**
   * @returns AS_OF_IN_FUTURE {today}, or VALIDATION_ERROR {field: from} when the days are no range or span more than
   * ten years
   */
  range({ from, to }: { readonly from: string; readonly to: string }): Result<void, ProductError> {
    const today = dayName(dayNumberOf(this.clock.now()));
    if (to > today) return err(productError('AS_OF_IN_FUTURE', { today }));
    return from > to || Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000
      ? err(productError('VALIDATION_ERROR', { field: 'from' }))
      : ok(undefined);
  }

  /**
   * Every page up to a day, that day included. A day may have several pages, which add up.
   * @throws StoreUnavailable
   */
  async upTo(day: string): Promise<readonly SoldPage[]> {
    const found: SoldPage[] = [];
    for (const [{ pages }, sold] of [
      [this.subscriptions, 'plan'],
      [this.purchases, 'pack'],
    ] as const) {
      let after: string | undefined;
      do {
        const some = await pages.find({
          range: { field: 'day', below: dayAfter(day) },
          order: { field: 'day', direction: 'ascending' },
          limit: PAGE,
          ...defined({ after }),
        });
        found.push(...some.items.map((page) => soldAs(page, sold)));
        after = some.next;
      } while (after !== undefined);
    }
    return [...found, ...(await this.packs.changes(day)).map((page) => soldAs(page, 'pack'))];
  }

  /** The first day with a page; undefined while there is none. @throws StoreUnavailable */
  async firstDay(): Promise<string | undefined> {
    const found = await Promise.all(
      [this.subscriptions, this.purchases].map(({ pages }) =>
        pages.find({ order: { field: 'day', direction: 'ascending' }, limit: 1 }),
      ),
    );
    return found.flatMap(({ items }) => items.map(({ day }) => day)).sort()[0];
  }

  /**
   * Events that the pages could not include.
   * @throws StoreUnavailable
   */
  async incomplete(): Promise<Revenue['incomplete']> {
    const live = new Set(
      await Promise.all(
        [this.subscriptions, this.purchases, this.packs.packs, this.packs.uses].map((follower) => follower.live()),
      ),
    );
    return (await this.parked.list())
      .filter(({ reader }) => live.has(reader))
      .map(({ stream, position, type, reason, at }) => ({ stream, position, type, reason, at }));
  }
}

/** A range of days, both inclusive, and a filter for payments. */
export interface RevenueRange extends RevenueOf {
  /** `YYYY-MM-DD`, UTC. */
  readonly from: string;
  readonly to: string;
}

/**
 * Revenue by day and by the requested dimension. AS_OF_IN_FUTURE, or VALIDATION_ERROR {field: from} when the days are
 * no range.
 */
export class GetRevenue extends Query<Result<Revenue, ProductError>> {
  constructor(
    readonly range: RevenueRange,
    readonly by: Group,
  ) {
    super();
  }
}

@QueryHandler(GetRevenue)
export class GetRevenueHandler implements IQueryHandler<GetRevenue> {
  constructor(private readonly reads: RevenueReads) {}

  async execute({ range, by }: GetRevenue): Promise<Result<Revenue, ProductError>> {
    const checked = this.reads.range(range);
    if (!checked.ok) return checked;
    const pages = await this.reads.upTo(range.to);
    const currencies = sumRevenue(pages, { ...range, by });
    return ok({
      from: range.from,
      to: range.to,
      by,
      currencies,
      ...choicesOf(pages),
      reported: reportedRevenue(currencies, await this.reads.reporting()),
      incomplete: await this.reads.incomplete(),
    });
  }
}

/** The roll-forward of deferred revenue, with the credits that payments have given. Same refusals as `GetRevenue`. */
export class GetDeferred extends Query<Result<Deferred, ProductError>> {
  constructor(readonly range: RevenueRange) {
    super();
  }
}

@QueryHandler(GetDeferred)
export class GetDeferredHandler implements IQueryHandler<GetDeferred> {
  constructor(
    private readonly reads: RevenueReads,
    private readonly queries: QueryBus,
  ) {}

  async execute({ range }: GetDeferred): Promise<Result<Deferred, ProductError>> {
    const checked = this.reads.range(range);
    if (!checked.ok) return checked;
    const credits: Deferred['credits'] = [];
    const leftOut: Deferred['incomplete'] = [];
    // One usage type at a time, because different units cannot be added.
    for (const usageType of USAGE_TYPES) {
      const books = await this.queries.execute(new GetTrialBalance(range.to, undefined, { usageType }));
      if (!books.ok) return books;
      for (const { source, closing, toDate } of books.value.bySource) {
        if (source === 'plan' || source === 'purchase')
          credits.push({ usageType, source, ...closing, granted: toDate.granted, spent: toDate.spent });
      }
      if (usageType === USAGE_TYPES[0]) leftOut.push(...books.value.incomplete);
    }
    const pages = await this.reads.upTo(range.to);
    const rolled = { from: range.from, to: range.to, currencies: sumDeferred(pages, range) };
    return ok({
      ...rolled,
      reported: reportedDeferred(rolled, await this.reads.reporting()),
      credits,
      ...choicesOf(pages),
      incomplete: [...(await this.reads.incomplete()), ...leftOut],
    });
  }
}

import type { QueryBus } from '@nestjs/cqrs';
import { USAGE_TYPES, type UsageType } from '../../credits/credits.shared.js';
import { GetLiability, GetRootDays, GetTrialBalance } from '../../credits/index.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import { GetDeferred, GetRevenue } from '../finance/revenue.queries.js';
import type { RevenuePage } from '../finance/revenue.projection.js';
import type { Deferred, Revenue } from '../finance/revenue.shared.js';
import { sumDeferred, sumRevenue } from '../finance/revenue.sums.js';
import { figuresOf, type MoneyFigures, type MonthFigures } from './figures.shared.js';
import { daysOfMonth } from './month.shared.js';

type CreditFigures = MonthFigures['credits'][number];
type Days = ReturnType<typeof daysOfMonth>;

/** Totals of the journal of some days; null when the installation keeps none. @throws StoreUnavailable */
export type JournalTotals = (days: Days) => Promise<Result<MonthFigures['journal'], ProductError>>;

/** Joins revenue and deferred revenue by currency, without the days. */
export function moneyOf(revenue: Revenue['currencies'], deferred: Deferred['currencies']): MoneyFigures[] {
  const currencies = [...new Set([...revenue, ...deferred].map(({ currency }) => currency))].sort();
  return currencies
    .map((currency) => {
      const earned = revenue.find((one) => one.currency === currency);
      const owed = deferred.find((one) => one.currency === currency);
      return {
        currency,
        revenue: earned?.total ?? {
          paid: 0,
          refunded: 0,
          disputed: 0,
          returned: 0,
          lost: 0,
          tax: 0,
          net: 0,
          recognised: 0,
          payments: 0,
          refunds: 0,
          disputes: 0,
        },
        prices: (earned?.lines ?? []).map(({ key, ...figures }) => ({ ...figures, priceId: key })),
        deferred: owed?.total ?? { opening: 0, billed: 0, refunded: 0, recognised: 0, closing: 0 },
        deferredByPrice: owed?.plans ?? [],
      };
    })
    .filter((one) => figuresOf({ credits: [], money: [one], journal: null }).some(({ value }) => value !== 0));
}

/** Figures of some days from pages of revenue alone, for what became known after closing. */
export const moneyOfPages = (pages: readonly RevenuePage[], days: Days): MoneyFigures[] =>
  moneyOf(sumRevenue(pages, { ...days, by: 'plan' }), sumDeferred(pages, days));

/** The figures of a month as the finance pages show them. */
export class FigureSource {
  constructor(
    private readonly queries: Pick<QueryBus, 'execute'>,
    private readonly journal: JournalTotals,
  ) {}

  /**
   * Figures of a month, up to today if it is not over. AS_OF_IN_FUTURE {today} for a later month.
   * @param today `YYYY-MM-DD` by the product's clock
   * @throws StoreUnavailable
   */
  async of(month: string, today: string): Promise<Result<MonthFigures, ProductError>> {
    const { from, to: last } = daysOfMonth(month);
    const days = { from, to: last < today ? last : today };
    const credits: CreditFigures[] = [];
    for (const usageType of USAGE_TYPES) {
      const own = await this.credits(usageType, days);
      if (!own.ok) return own;
      if (figuresOf({ credits: [own.value], money: [], journal: null }).some(({ value }) => value !== 0))
        credits.push(own.value);
    }
    const revenue = await this.queries.execute(new GetRevenue(days, 'plan'));
    if (!revenue.ok) return revenue;
    const deferred = await this.queries.execute(new GetDeferred(days));
    if (!deferred.ok) return deferred;
    const journal = await this.journal(days);
    if (!journal.ok) return journal;
    const { last: root } = await this.queries.execute(new GetRootDays(last, last));
    return ok({
      month,
      credits,
      money: moneyOf(revenue.value.currencies, deferred.value.currencies),
      journal: journal.value,
      root,
    });
  }

  private async credits(usageType: UsageType, { from, to }: Days): Promise<Result<CreditFigures, ProductError>> {
    const books = await this.queries.execute(new GetTrialBalance(to, from, { usageType }));
    if (!books.ok) return books;
    const owed = await this.queries.execute(new GetLiability(to, { usageType }));
    if (!owed.ok) return owed;
    const {
      debits,
      credits,
      receivable,
      listPrice,
      total: { opening, moved, closing },
    } = books.value;
    return ok({
      usageType,
      debits,
      credits,
      opening,
      moved,
      closing,
      receivable,
      listPrice,
      liability: owed.value.months,
    });
  }
}

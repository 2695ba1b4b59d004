import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import { lateLines, type ClosedJournal } from '../close/late-lines.js';
import type { AccountingStore } from '../accounting/settings.js';
import type { AccountsOf } from '../accounting/settings.shared.js';
import type { SoldPage } from '../finance/revenue.projection.js';
import type { RevenueReads } from '../finance/revenue.queries.js';
import { sumDeferred, sumRevenue } from '../finance/revenue.sums.js';
import type { GatewayTransaction } from '../settlement/transaction.shared.js';
import { revenueBookings, transactionBookings, type Booking, type RevenueRoleOf } from './bookings.js';
import {
  addTo,
  lastDays,
  ledgerFold,
  tiesOf,
  withLines,
  type GatewaySum,
  type Ledger,
  type LedgerFold,
} from './journal.js';

/** Days of a journal, both inclusive, `YYYY-MM-DD` in UTC. */
export interface JournalRange {
  readonly from: string;
  readonly to: string;
}

/** Transactions of all gateways on some days, both inclusive. @throws StoreUnavailable */
export type TransactionsOf = (range: JournalRange) => Promise<AsyncIterable<GatewayTransaction>>;

/** What a journal is made of, read at once, so that its parts agree. */
export interface JournalSources {
  readonly ledger: Ledger;
  /** As the facts say, without late lines. Ties compare it. */
  readonly derived: Ledger;
  readonly pages: readonly SoldPage[];
  readonly gateways: readonly GatewaySum[];
  readonly accountsOf: AccountsOf;
}

/** Before any payment. */
export const FIRST_DAY = '1970-01-01';

/** One-time purchases are packs, everything else is a plan. */
export const revenueRoleOf: RevenueRoleOf = ({ sold }) => (sold === 'pack' ? 'revenue-packs' : 'revenue-plans');

/** Makes the journal from revenue pages and gateway transactions. */
export class JournalReads {
  constructor(
    readonly revenue: Pick<RevenueReads, 'range' | 'upTo' | 'incomplete'>,
    private readonly transactionsOf: TransactionsOf,
    private readonly accounting: Pick<AccountingStore, 'read'>,
    /** Signed totals and accounts of every closed month. @throws StoreUnavailable */
    private readonly closed: () => Promise<readonly ClosedJournal[]>,
  ) {}

  /** The journal with its ties. @returns the refusals of `RevenueReads.range`. @throws StoreUnavailable */
  async journal(
    range: JournalRange,
  ): Promise<Result<JournalSources & { readonly ties: ReturnType<typeof tiesOf> }, ProductError>> {
    const checked = this.revenue.range(range);
    if (!checked.ok) return checked;
    const sources = await this.read(range);
    const { derived, pages, gateways } = sources;
    return ok({
      ...sources,
      ties: tiesOf(derived, {
        deferred: sumDeferred(pages, range),
        revenue: sumRevenue(pages, { ...range, by: 'plan' }),
        gateways,
      }),
    });
  }

  /** The same without ties, of any number of days. @throws StoreUnavailable */
  async read(range: JournalRange): Promise<JournalSources> {
    const pages = await this.revenue.upTo(range.to);
    const {
      settings: { accounts },
    } = await this.accounting.read();
    const fold = ledgerFold({ from: FIRST_DAY, to: range.to });
    await foldInParts(revenueBookings(pages, range.to, revenueRoleOf), fold);
    const gateways = new Map<string, GatewaySum>();
    // One by one: there is at least one per payment, and the journal has one entry per day.
    let folded = 0;
    for await (const one of await this.transactionsOf({ from: FIRST_DAY, to: range.to })) {
      folded += 1;
      if (folded % AT_ONCE === 0) await nextTurn();
      for (const booking of transactionBookings([one])) fold.add(booking);
      addTo(gateways, one);
    }
    const whole = fold.ledger();
    const derived = lastDays(whole, range.from);
    // What became known of closed months is booked in the first open one.
    const closed = await this.closed();
    const ledger = closed.length === 0 ? derived : withLines(derived, lateLines(closed, whole.lines), range);
    return { ledger, derived, pages, gateways: [...gateways.values()], accountsOf: accountsByDay(closed, accounts) };
  }
}

/** The accounts of closed months, and those that are set now for all other days. */
function accountsByDay(closed: readonly ClosedJournal[], now: ReturnType<AccountsOf>): AccountsOf {
  const months = new Map(closed.map(({ month, accounts }) => [month, accounts]));
  return (day) => months.get(day.slice(0, 7)) ?? now;
}

/** Bookings folded before others may work. */
const AT_ONCE = 10_000;

/** Folds bookings, of which there can be millions, without holding up the process. */
async function foldInParts(bookings: Iterable<Booking>, fold: LedgerFold): Promise<void> {
  let folded = 0;
  for (const booking of bookings) {
    fold.add(booking);
    folded += 1;
    if (folded % AT_ONCE === 0) await nextTurn();
  }
}

import type { EventStore } from '../../platform/event-store/port.js';
import { streamNames } from '../../platform/event-store/streams.js';
import { entriesOf, FIGURES, nothing, type MoneyOfInvoice, type Recognise } from '../finance/entries.js';
import { dayName, dayNumberOf, type DayNumber } from '../finance/recognition.js';
import type { PackReads } from '../finance/packs/pack-reads.js';
import type { RevenueReads } from '../finance/revenue.queries.js';
import { sumDeferred } from '../finance/revenue.sums.js';
import { invoiceIdOf, invoiceNumberOf } from '../invoices/invoice.js';
import { PURCHASE_PREFIX } from '../purchase/events.js';
import { saleOf } from '../register/sales.js';
import { SUBSCRIPTION_PREFIX } from '../subscription/events.js';
import type { Owner } from '../subscription/subscription.state.js';
import { exponentOf } from './invoice.rows.js';
import type { DeferredRow, RevenueRow } from './tables.shared.js';

type Log = Pick<EventStore, 'follow' | 'readStream'>;
/** The days of an export; `first` is undefined when it has no beginning. */
interface Days {
  readonly first: string | undefined;
  readonly last: string;
}

type Sum = ReturnType<typeof nothing>;

/** Figures of an invoice by currency and day. The rate is the change of the daily recognised amount. */
function byCurrency(
  invoice: MoneyOfInvoice,
  recognise: Recognise | undefined,
): ReadonlyMap<string, ReadonlyMap<DayNumber, Sum>> {
  const currencies = new Map<string, Map<DayNumber, Sum>>();
  for (const { currency, day, moved } of entriesOf(invoice, recognise)) {
    const days = currencies.get(currency) ?? new Map<DayNumber, Sum>();
    currencies.set(currency, days);
    const sum = days.get(day) ?? nothing();
    days.set(day, sum);
    for (const figure of FIGURES) sum[figure] += moved[figure] ?? 0;
  }
  return currencies;
}

function* rowsOf(
  { gateway, userId, appName }: Owner,
  invoice: MoneyOfInvoice,
  recognise: Recognise | undefined,
  { first, last }: Days,
): Generator<RevenueRow, void, undefined> {
  const { invoiceId: gatewayInvoiceId, line, moved } = invoice;
  const invoiceId = invoiceIdOf(gateway, gatewayInvoiceId);
  const ids = (day: DayNumber, currency: string, columns: readonly string[]): string | null =>
    moved
      .filter((one) => one.currency === currency && columns.includes(one.column) && dayNumberOf(one.at) === day)
      .map(({ id }) => id)
      .join(' ') || null;
  for (const [currency, days] of byCurrency(invoice, recognise)) {
    const numbers = [...days.keys()].sort((a, b) => a - b);
    const until = dayNumberOf(Date.parse(last));
    let recognised = 0;
    for (let day = numbers[0] ?? until + 1; day <= until; day += 1) {
      const sum = days.get(day) ?? nothing();
      recognised += sum.rate;
      const name = dayName(day);
      if (
        (first !== undefined && name < first) ||
        (recognised === 0 && !FIGURES.some((figure) => figure !== 'rate' && sum[figure] !== 0))
      )
        continue;
      const { paid, refunded, disputed, returned, lost } = sum;
      const tax = sum.tax - sum.taxBack;
      yield {
        day: name,
        invoiceId,
        invoiceNumber: invoiceNumberOf(invoiceId),
        gatewayInvoiceId,
        gateway,
        userId,
        appName,
        priceId: line.priceId,
        currency,
        exponent: exponentOf(currency),
        paid,
        refunded,
        disputed,
        returned,
        lost,
        tax,
        net: paid - refunded - disputed + returned - tax,
        recognised,
        refundIds: ids(day, currency, ['refunded']),
        disputeIds: ids(day, currency, ['disputed', 'returned', 'lost']),
      };
    }
  }
}

/**
 * Revenue by invoice and day, from the events of subscriptions and purchases, and the use of packs.
 * @throws StoreUnavailable, UnreadableEvent
 */
export async function* revenueRows(
  log: Log,
  packs: Pick<PackReads, 'policies' | 'recognitions'>,
  end: number,
  days: Days,
): AsyncGenerator<RevenueRow, void, undefined> {
  const policies = await packs.policies();
  for await (const stream of streamNames(log, [SUBSCRIPTION_PREFIX, PURCHASE_PREFIX], end)) {
    const sale = await saleOf(log, stream);
    if (sale === undefined) continue;
    const { owner, invoices } = sale;
    const recognitions = await packs.recognitions(
      policies,
      invoices.map((invoice) => ({ owner, invoice })),
    );
    for (const [index, invoice] of invoices.entries()) yield* rowsOf(owner, invoice, recognitions[index], days);
  }
}

/** The roll-forward of deferred revenue, from the revenue pages. @throws StoreUnavailable */
export async function* deferredRows(
  reads: Pick<RevenueReads, 'upTo'>,
  { first, last }: Days,
): AsyncGenerator<DeferredRow, void, undefined> {
  const pages = await reads.upTo(last);
  const earliest = pages.reduce((day, page) => (page.day < day ? page.day : day), last);
  const from = first !== undefined && first > earliest ? first : earliest;
  for (const { currency, days } of sumDeferred(pages, { from, to: last })) {
    for (const { day, opening, billed, refunded, recognised, closing } of days)
      yield { day, currency, exponent: exponentOf(currency), opening, billed, refunded, recognised, closing };
  }
}

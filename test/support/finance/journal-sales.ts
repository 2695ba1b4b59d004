import * as fc from 'fast-check';
import { entriesOf, type MoneyOfInvoice } from '../../../src/billing/finance/entries.js';
import { dayName } from '../../../src/billing/finance/recognition.js';
import { entered, type RevenuePage } from '../../../src/billing/finance/revenue.projection.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';

const DAY_MS = 86_400_000;
/** First day of generated sales. */
export const FIRST = Date.UTC(2026, 0, 1) / DAY_MS;
/** Days on which generated money moves. */
export const SALE_DAYS = 60;

/** The pages that a store would have after these sales. */
export function pagesOf(invoices: readonly MoneyOfInvoice[]): readonly RevenuePage[] {
  const pages = new Map<number, RevenuePage>();
  for (const entry of invoices.flatMap((one) => entriesOf(one)))
    pages.set(entry.day, entered(pages.get(entry.day), [entry]));
  return [...pages.values()];
}

/** Prices of a plan and of a pack. */
export const PRICES = { plan: 'plan', pack: 'pack' } as const;

const at = fc.integer({ min: 0, max: SALE_DAYS - 1 }).map((day) => (FIRST + day) * DAY_MS + 1_000);
const part = fc.record({
  at,
  percent: fc.integer({ min: 1, max: 100 }),
  column: fc.constantFrom('refunded' as const, 'disputed' as const),
  wonAfter: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
});

/** A paid invoice with refunds and disputes, some of them won. */
const invoice = fc
  .record({
    number: fc.nat(1_000_000),
    price: fc.constantFrom(PRICES.plan, PRICES.pack),
    gateway: fc.constantFrom('stripe', 'sandbox'),
    currency: fc.constantFrom('usd', 'eur', 'jpy'),
    paidAt: at,
    amountPaid: fc.integer({ min: 1, max: 100_000 }),
    taxPercent: fc.integer({ min: 0, max: 30 }),
    days: fc.constantFrom(0, 30, 31, 365),
    parts: fc.array(part, { maxLength: 3 }),
  })
  .map(({ number, price, gateway, currency, paidAt, amountPaid, taxPercent, days, parts }): MoneyOfInvoice => {
    const back = parts.flatMap(({ at: when, percent, column, wonAfter }, index) => {
      const moved = {
        id: `b${number}-${index}`,
        at: Math.max(when, paidAt),
        column,
        amount: Math.ceil((amountPaid * percent) / 100),
        currency,
      };
      return column === 'disputed' && wonAfter !== undefined
        ? [moved, { ...moved, at: moved.at + wonAfter * DAY_MS, column: 'returned' as const }]
        : [moved];
    });
    return {
      invoiceId: `i${number}`,
      line: { priceId: price, gateway, currency },
      amountPaid,
      tax: Math.floor((amountPaid * taxPercent) / 100),
      delivery: { first: Math.floor(paidAt / DAY_MS), days: price === PRICES.pack ? 0 : days },
      moved: [
        { id: `i${number}`, at: paidAt, column: 'paid', amount: amountPaid, currency },
        ...back.toSorted((a, b) => a.at - b.at),
      ],
    };
  });
export const invoices = fc.array(invoice, { maxLength: 8 });

const KINDS = {
  paid: 'payment',
  refunded: 'refund',
  disputed: 'dispute',
  returned: 'dispute-won',
  lost: 'other',
} as const;
const SIGNS = { paid: 1, refunded: -1, disputed: -1, returned: 1, lost: 0 } as const;

/** How a gateway settles one movement: its fee, and the currency and rate into which it converts. */
const settled = fc.record({
  fee: fc.integer({ min: -500, max: 500 }),
  into: fc.option(
    fc.record({ currency: fc.constantFrom('usd', 'eur'), amount: fc.integer({ min: 1, max: 200_000 }) }),
    { nil: undefined },
  ),
});

/** Transactions of a gateway that agrees with the invoices. */
export const agreeing = (sold: readonly MoneyOfInvoice[]): fc.Arbitrary<readonly GatewayTransaction[]> => {
  const movements = sold.flatMap(({ line, moved }) => moved.map((one) => ({ ...one, gateway: line.gateway })));
  return fc.array(settled, { minLength: movements.length, maxLength: movements.length }).map((ways) =>
    movements.map(({ id, at: when, column, amount, currency, gateway }, index) => {
      const { fee = 0, into } = ways[index] ?? {};
      const sign = SIGNS[column];
      const converts = into !== undefined && into.currency !== currency;
      return {
        gateway,
        transactionId: `t${index}`,
        kind: KINDS[column],
        at: when,
        fee,
        subjectId: id,
        payoutId: null,
        amount: sign * (converts ? into.amount : amount),
        currency: converts ? into.currency : currency,
        original: converts ? { amount: sign * amount, currency } : null,
      };
    }),
  );
};

/** Transactions that Kinora does not cause: fees, payouts and other movements. */
export const ownTransactions: fc.Arbitrary<readonly GatewayTransaction[]> = fc.array(
  fc.record({
    gateway: fc.constantFrom('stripe', 'sandbox'),
    transactionId: fc.uuid(),
    kind: fc.constantFrom('fee' as const, 'payout' as const, 'payout-returned' as const, 'other' as const),
    at,
    amount: fc.integer({ min: -50_000, max: 50_000 }),
    fee: fc.integer({ min: -300, max: 300 }),
    currency: fc.constantFrom('usd', 'eur'),
    original: fc.constant(null),
    subjectId: fc.constant(null),
    payoutId: fc.constant(null),
  }),
  { maxLength: 10 },
);

/** A range within the generated days; sales before it have balances only. */
export const range = fc
  .record({ first: fc.integer({ min: 0, max: SALE_DAYS }), days: fc.integer({ min: 0, max: 40 }) })
  .map(({ first, days }) => ({ from: dayName(FIRST + first), to: dayName(FIRST + first + days) }));

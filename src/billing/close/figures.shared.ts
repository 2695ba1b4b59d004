import { z } from 'zod';
import { movements, outstanding } from '../../credits/books/finance.shared.js';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import { ACCOUNT_ROLES } from '../accounting/settings.shared.js';
import { deferredMoved, revenueFigures } from '../finance/revenue.shared.js';
import { monthName } from './month.shared.js';

const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Whole credits of one usage type: the trial balance at the end of the month, and the movements of the month. */
const creditFigures = z.strictObject({
  usageType: z.enum(USAGE_TYPES),
  /** Both sides of the trial balance, to date. */
  debits: z.int(),
  credits: z.int(),
  opening: outstanding,
  moved: movements,
  closing: outstanding,
  /** To date. */
  receivable: z.int(),
  listPrice: z.int(),
  /** Outstanding at the end of the month, by month of expiry; null for what never expires. */
  liability: z.array(outstanding.extend({ month: monthName.nullable() })),
});

/**
 * Minor units of one currency: revenue of the month, in total and by price, and the roll-forward of deferred revenue.
 */
const moneyFigures = z.strictObject({
  currency,
  revenue: revenueFigures,
  prices: z.array(revenueFigures.extend({ priceId: z.string() })),
  deferred: deferredMoved,
  deferredByPrice: z.array(z.object({ priceId: z.string(), closing: z.int() })),
});
export type MoneyFigures = z.infer<typeof moneyFigures>;

/** Totals of the journal of the month on one account, minor units. */
export const journalTotal = z.strictObject({
  gateway: z.string(),
  currency,
  role: z.enum(ACCOUNT_ROLES),
  debit: z.int().min(0),
  credit: z.int().min(0),
});
export type JournalTotal = z.infer<typeof journalTotal>;

/** The figures of a month. Usage types and currencies without any figure are left out. */
export const monthFigures = z.strictObject({
  month: monthName,
  credits: z.array(creditFigures),
  money: z.array(moneyFigures),
  /** Null when the installation keeps no journal. */
  journal: z.array(journalTotal).nullable(),
  /** The daily root of the last day, with the events and streams that it covers; null when it is not signed. */
  root: z.strictObject({ day, hash, kid: z.string(), events: z.int(), streams: z.int() }).nullable(),
});
export type MonthFigures = z.infer<typeof monthFigures>;

export const FIGURE_GROUPS = ['credits', 'money', 'journal'] as const;
export type FigureGroup = (typeof FIGURE_GROUPS)[number];

/** Names of figures, in the order of display. */
export const FIGURES = [
  'openingAvailable',
  'openingHeld',
  'granted',
  'adjusted',
  'held',
  'spent',
  'released',
  'expired',
  'revoked',
  'closingAvailable',
  'closingHeld',
  'receivable',
  'listPrice',
  'debits',
  'credits',
  'expiringAvailable',
  'expiringHeld',
  'paid',
  'refunded',
  'disputed',
  'returned',
  'lost',
  'tax',
  'net',
  'recognised',
  'payments',
  'refunds',
  'disputes',
  'deferredOpening',
  'deferredBilled',
  'deferredRefunded',
  'deferredRecognised',
  'deferredClosing',
  'movement',
] as const;
export type FigureName = (typeof FIGURES)[number];

/** One figure of a month. */
export const figure = z.object({
  group: z.enum(FIGURE_GROUPS),
  /** A usage type or a currency. */
  unit: z.string(),
  name: z.enum(FIGURES),
  /** What it is a part of: a price, a month of expiry or `never`, or a gateway and an account; null for a total. */
  of: z.string().nullable(),
  value: z.int(),
});
export type Figure = z.infer<typeof figure>;

const named = (
  group: FigureGroup,
  unit: string,
  of: string | null,
  values: Partial<Record<FigureName, number>>,
): Figure[] =>
  FIGURES.flatMap((name) => (values[name] === undefined ? [] : [{ group, unit, name, of, value: values[name] }]));

function creditRows({
  usageType,
  opening,
  closing,
  moved,
  receivable,
  listPrice,
  debits,
  credits,
  liability,
}: MonthFigures['credits'][number]): Figure[] {
  const values = {
    ...moved,
    openingAvailable: opening.available,
    openingHeld: opening.held,
    closingAvailable: closing.available,
    closingHeld: closing.held,
    receivable,
    listPrice,
    debits,
    credits,
  };
  return [
    ...named('credits', usageType, null, values),
    ...liability.flatMap(({ month, available, held }) =>
      named('credits', usageType, month ?? 'never', { expiringAvailable: available, expiringHeld: held }),
    ),
  ];
}

/** Every figure of revenue and deferred revenue. */
export function moneyRows({
  currency: unit,
  revenue,
  prices,
  deferred: { opening, billed, refunded, recognised, closing },
  deferredByPrice,
}: MoneyFigures): Figure[] {
  return [
    ...named('money', unit, null, {
      ...revenue,
      deferredOpening: opening,
      deferredBilled: billed,
      deferredRefunded: refunded,
      deferredRecognised: recognised,
      deferredClosing: closing,
    }),
    ...prices.flatMap(({ priceId, ...values }) => named('money', unit, priceId, values)),
    ...deferredByPrice.flatMap(({ priceId, closing: left }) =>
      named('money', unit, priceId, { deferredClosing: left }),
    ),
  ];
}

/** Every figure of a month as a list. The movement of an account is its debits less its credits. */
export function figuresOf({ credits, money, journal }: Pick<MonthFigures, 'credits' | 'money' | 'journal'>): Figure[] {
  return [
    ...credits.flatMap(creditRows),
    ...money.flatMap(moneyRows),
    ...(journal ?? []).flatMap(({ currency: unit, gateway, role, debit, credit }) =>
      named('journal', unit, `${gateway} ${role}`, { movement: debit - credit }),
    ),
  ];
}

/** A figure as it was signed, as it is now, and the part that became known after closing. */
export const comparedFigure = figure
  .omit({ value: true })
  .extend({ frozen: z.int().nullable(), now: z.int(), late: z.int() });
export type ComparedFigure = z.infer<typeof comparedFigure>;

/**
 * Compares figures by group, unit, name and part. A missing figure counts as 0.
 * @param frozen as signed; null for a month that is not closed
 * @param late what became known after closing
 */
export function compareFigures(
  frozen: readonly Figure[] | null,
  now: readonly Figure[],
  late: readonly Figure[],
): ComparedFigure[] {
  const rows = new Map<string, ComparedFigure>();
  const rowOf = ({ group, unit, name, of }: Figure): ComparedFigure => {
    const key = JSON.stringify([group, unit, name, of]);
    const row = rows.get(key) ?? { group, unit, name, of, frozen: frozen === null ? null : 0, now: 0, late: 0 };
    rows.set(key, row);
    return row;
  };
  for (const one of frozen ?? []) rowOf(one).frozen = one.value;
  for (const one of now) rowOf(one).now = one.value;
  for (const one of late) rowOf(one).late = one.value;
  return [...rows.values()];
}

/** Whether a figure of a closed month changed without a reason: it is neither as signed nor explained by late facts. */
export const isChanged = ({ frozen, now, late }: ComparedFigure): boolean => frozen !== null && now !== frozen + late;

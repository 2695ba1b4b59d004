import { addFigures, convert, totalOf, type Converted, type Dated, type Reporting } from './reporting.shared.js';
import { DEFERRED_FLOWS, MONEY_FIGURES, type Deferred, type Revenue } from '../finance/revenue.shared.js';
import { dayBefore } from '../finance/revenue.sums.js';

/** Revenue in the reporting currency; null without one. */
export function reportedRevenue(currencies: Revenue['currencies'], reporting: Reporting | null): Revenue['reported'] {
  if (reporting === null) return null;
  const amounts = currencies.flatMap(({ currency, days }) =>
    days.map(({ day, lines }) => ({ day, currency, figures: addFigures(MONEY_FIGURES, lines) })),
  );
  return answerOf(MONEY_FIGURES, convert(MONEY_FIGURES, amounts, reporting), reporting);
}

/**
 * The roll-forward of deferred revenue in the reporting currency; null without one. Movements have the rate of their
 * month. Balances have the rate of the month of their day: the opening one that of the day before the first. What the
 * movements do not explain is the difference from exchange rates.
 */
export function reportedDeferred(
  { from, to, currencies }: Pick<Deferred, 'from' | 'to' | 'currencies'>,
  reporting: Reporting | null,
): Deferred['reported'] {
  if (reporting === null) return null;
  const nothing = { opening: 0, billed: 0, refunded: 0, recognised: 0, closing: 0 };
  const amounts = currencies.flatMap(
    ({ currency, total: { opening, closing }, days }): Dated<(typeof DEFERRED_FLOWS)[number]>[] => [
      { day: dayBefore(from), currency, figures: { ...nothing, opening } },
      ...days.map(({ day, billed, refunded, recognised }) => ({
        day,
        currency,
        figures: { ...nothing, billed, refunded, recognised },
      })),
      { day: to, currency, figures: { ...nothing, closing } },
    ],
  );
  const {
    currency,
    currencies: converted,
    total,
  } = answerOf(DEFERRED_FLOWS, convert(DEFERRED_FLOWS, amounts, reporting), reporting);
  const withExchange = (figures: typeof total) =>
    figures === null
      ? null
      : {
          ...figures,
          exchange: figures.closing - figures.opening - figures.billed + figures.refunded + figures.recognised,
        };
  return {
    currency,
    total: withExchange(total),
    currencies: converted.map((one) => ({ ...one, figures: withExchange(one.figures) })),
  };
}

function answerOf<F extends string>(names: readonly F[], converted: readonly Converted<F>[], { currency }: Reporting) {
  return {
    currency,
    total: totalOf(names, converted),
    currencies: converted.map(({ missing, ...one }) => ({ ...one, missing: [...missing] })),
  };
}

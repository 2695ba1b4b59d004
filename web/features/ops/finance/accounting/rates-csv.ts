import { CURRENCY_RATES } from '@src/billing/plans/currencies.seed.shared';
import { monthlyRate, type MonthlyRate } from '@src/billing/accounting/settings.shared';

/** Why a line has no rate. Lines count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly reason: 'columns' | 'month' | 'currency' | 'own-currency' | 'rate' | 'repeated';
}

const HEADER = /^month,currency,rate$/i;
const { month: MONTH, rate: RATE } = monthlyRate.shape;

/**
 * Reads rates from lines of `month,currency,rate`, with or without that heading. Cells may be quoted, and separated by
 * a semicolon or tab instead; the rate may then have a decimal comma, as spreadsheets write it.
 * @param own the reporting currency
 */
export function readRates(
  text: string,
  own: string,
): { readonly rates: readonly MonthlyRate[]; readonly problems: readonly LineProblem[] } {
  const rates = new Map<string, MonthlyRate>();
  const problems: LineProblem[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    if (rates.size === 0 && HEADER.test(cells.join(','))) continue;
    const read = readLine(cells, own);
    if (typeof read === 'string') problems.push({ line: index + 1, reason: read });
    else if (rates.has(`${read.month} ${read.currency}`)) problems.push({ line: index + 1, reason: 'repeated' });
    else rates.set(`${read.month} ${read.currency}`, read);
  }
  return { rates: [...rates.values()], problems };
}

function cellsOf(line: string): readonly string[] {
  const hasOther = /[;\t]/.test(line);
  const cells = line.split(hasOther ? /[;\t]/ : ',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );
  return hasOther ? cells.map((cell, index) => (index === 2 ? cell.replace(',', '.') : cell)) : cells;
}

/** A rate, or the first problem of its cells. */
export function readLine(cells: readonly string[], own: string): MonthlyRate | LineProblem['reason'] {
  const [month = '', code = '', rate = ''] = cells;
  const currency = code.toLowerCase();
  if (cells.length !== 3) return 'columns';
  if (!MONTH.safeParse(month).success) return 'month';
  if (!CURRENCY_RATES.has(currency)) return 'currency';
  if (currency === own) return 'own-currency';
  return RATE.safeParse(rate).success && /[1-9]/.test(rate) ? { month, currency, rate } : 'rate';
}

/** How many of the present rates are replaced by entered ones: those of the same month and currency. */
export function replacedBy(entered: readonly MonthlyRate[], present: readonly MonthlyRate[]): number {
  const given = new Set(entered.map(({ month, currency }) => `${month} ${currency}`));
  return present.filter(({ month, currency }) => given.has(`${month} ${currency}`)).length;
}

import { money, type Money } from '../../../kernel/money.shared.js';
import { NO_DIVISION } from '../../plans/currencies.seed.shared.js';

/**
 * Units of Stripe amounts (docs.stripe.com/currencies): whole units for the first set, thousandths for the second,
 * hundredths for all others. Currencies written in hundredths but paid in whole units (isk and ugx) are in
 * `WHOLE_IN_HUNDREDTHS`.
 */
const WHOLE: ReadonlySet<string> = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
]);
const THOUSANDTHS: ReadonlySet<string> = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const WHOLE_IN_HUNDREDTHS: ReadonlySet<string> = new Set(['isk', 'ugx']);

/** Stripe's units in one of a currency. */
export const unitsOf = (currency: string): number =>
  WHOLE.has(currency) ? 1 : THOUSANDTHS.has(currency) ? 1_000 : 100;
const isWhole = (currency: string): boolean => WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency);

/**
 * Converts an amount to Stripe's unit.
 * @returns undefined for an amount that cannot be paid, such as a fraction of an indivisible unit
 */
export function toStripe({ minor, currency }: Money): number | undefined {
  const hundredths = NO_DIVISION.includes(currency) ? minor * 100 : minor;
  if (isWhole(currency) && hundredths % 100 !== 0) return undefined;
  if (WHOLE.has(currency)) return hundredths / 100;
  // Stripe requires the last of three digits to be 0; multiplying by ten ensures that.
  return THOUSANDTHS.has(currency) ? hundredths * 10 : hundredths;
}

/**
 * Converts a Stripe amount to Kinora's unit; thousandths are rounded toward zero.
 * @param currency ISO 4217, lower case
 */
export function fromStripe(amount: number, currency: string): Money {
  const hundredths = WHOLE.has(currency) ? amount * 100 : THOUSANDTHS.has(currency) ? Math.trunc(amount / 10) : amount;
  return money(NO_DIVISION.includes(currency) ? Math.trunc(hundredths / 100) : hundredths, currency);
}

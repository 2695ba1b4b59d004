import { ratioOf, type Ratio } from '../../kernel/money.shared.js';
import { CURRENCY_RATES } from '../plans/currencies.seed.shared.js';

const DIGITS = 6;
const DECIMALS = 12;
const MAX_TIMES_OFF = 1_000n;

/**
 * An approximate rate from the seed rates of the price list, as units of the reporting currency per unit of another
 * one, cut to six digits. It belongs to no month and is only a first input.
 * @returns undefined for an unknown currency
 */
export function suggestedRate(reporting: string, currency: string): string | undefined {
  const [own, other] = [CURRENCY_RATES.get(reporting), CURRENCY_RATES.get(currency)];
  if (own === undefined || other === undefined) return undefined;
  const [a, b] = [ratioOf(own.rate), ratioOf(other.rate)];
  const digits = String((a.numerator * b.denominator * 10n ** BigInt(DECIMALS)) / (a.denominator * b.numerator));
  const rounded = `${digits.slice(0, DIGITS)}${'0'.repeat(Math.max(0, digits.length - DIGITS))}`.padStart(
    DECIMALS + 1,
    '0',
  );
  return `${rounded.slice(0, -DECIMALS)}.${rounded.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
}

/**
 * Whether a rate can be meant: a wrong place of the decimal point is off the suggested rate by more than any movement
 * of exchange rates.
 * @param rate decimal, above 0
 * @returns true also if no rate is suggested
 */
export function isPlausible(reporting: string, currency: string, rate: string): boolean {
  const suggested = suggestedRate(reporting, currency);
  if (suggested === undefined) return true;
  const [a, b] = [ratioOf(rate), ratioOf(suggested)];
  const isAtMost = (one: Ratio, other: Ratio): boolean =>
    one.numerator * other.denominator <= MAX_TIMES_OFF * other.numerator * one.denominator;
  return isAtMost(a, b) && isAtMost(b, a);
}

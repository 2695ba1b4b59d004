import { money, type Money } from '../../../kernel/money.shared.js';
import { NO_DIVISION } from '../../plans/currencies.seed.shared.js';

/**
 * Stripe's own table of what an amount counts (docs.stripe.com/currencies): whole units of these, thousandths of those, hundredths
 * of all others. Those that are written in hundredths and paid in whole units (isk and ugx) stand in `WHOLE_IN_HUNDREDTHS`.
 */
const WHOLE: ReadonlySet<string> = new Set(['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf']);
const THOUSANDTHS: ReadonlySet<string> = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const WHOLE_IN_HUNDREDTHS: ReadonlySet<string> = new Set(['isk', 'ugx']);

const isWhole = (currency: string): boolean => WHOLE.has(currency) || WHOLE_IN_HUNDREDTHS.has(currency);

/**
 * An amount as Stripe counts it.
 * @returns undefined for what no one can pay there: a part of a unit that has none
 */
export function toStripe({ minor, currency }: Money): number | undefined {
  const hundredths = NO_DIVISION.includes(currency) ? minor * 100 : minor;
  if (isWhole(currency) && hundredths % 100 !== 0) return undefined;
  if (WHOLE.has(currency)) return hundredths / 100;
  // The last of three digits has to be 0, which it is.
  return THOUSANDTHS.has(currency) ? hundredths * 10 : hundredths;
}

/** An amount of Stripe's as Kinora counts it; a thousandth is rounded off towards nought. @param currency ISO 4217, lower case */
export function fromStripe(amount: number, currency: string): Money {
  const hundredths = WHOLE.has(currency) ? amount * 100 : THOUSANDTHS.has(currency) ? Math.trunc(amount / 10) : amount;
  return money(NO_DIVISION.includes(currency) ? Math.trunc(hundredths / 100) : hundredths, currency);
}

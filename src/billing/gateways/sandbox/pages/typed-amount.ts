import { NO_DIVISION, WHOLE_UNITS } from '../../../plans/currencies.seed.shared.js';

/**
 * Parses a decimal amount, typed or proposed by `priceNumber`, to minor units; undefined when it is not a number or
 * finer than the currency allows. Pure.
 */
export function typedAmount(text: string, currency: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return undefined;
  if (WHOLE_UNITS.has(currency) && Number(fraction) !== 0) return undefined;
  if (NO_DIVISION.includes(currency)) return Number(whole);
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

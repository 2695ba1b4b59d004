/** An amount of one currency in its minor units (cents, or whole yen): an integer, so that sums are exact. */
export interface Money<Currency extends string = string> {
  readonly minor: number;
  /** ISO 4217, lower case, e.g. `usd`. */
  readonly currency: Currency;
}

/** @throws RangeError unless the amount is a safe integer */
export function money<Currency extends string>(minor: number, currency: Currency): Money<Currency> {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not a whole number of minor units: ${minor}`);
  return { minor, currency };
}

/** The sum of two amounts of one currency. @throws RangeError for two currencies, or when the sum is no safe integer */
export function addMoney<Currency extends string>(a: Money<Currency>, b: Money<Currency>): Money<Currency> {
  if (a.currency !== b.currency) throw new RangeError(`cannot add ${b.currency} to ${a.currency}`);
  return money(a.minor + b.minor, a.currency);
}

/** The amount taken the other way round. */
export function negateMoney<Currency extends string>(amount: Money<Currency>): Money<Currency> {
  return money(amount.minor === 0 ? 0 : -amount.minor, amount.currency);
}

/**
 * Splits an amount into parts that differ by at most one minor unit and add up to it exactly; the larger parts come first.
 * @throws RangeError unless there is at least one part
 */
export function splitMoney<Currency extends string>(amount: Money<Currency>, parts: number): readonly Money<Currency>[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`);
  const least = Math.floor(amount.minor / parts);
  const larger = amount.minor - least * parts;
  return Array.from({ length: parts }, (_, index) => money(index < larger ? least + 1 : least, amount.currency));
}

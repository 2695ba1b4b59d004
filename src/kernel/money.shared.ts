/** An amount in the minor units of one currency (cents, or whole yen): an integer, so that sums are exact. */
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

/**
 * Adds two amounts of one currency. @throws RangeError for different currencies, or when the sum is not a safe integer
 */
export function addMoney<Currency extends string>(a: Money<Currency>, b: Money<Currency>): Money<Currency> {
  if (a.currency !== b.currency) throw new RangeError(`cannot add ${b.currency} to ${a.currency}`);
  return money(a.minor + b.minor, a.currency);
}

/**
 * Splits an amount into parts that differ by at most one minor unit and add up exactly; larger parts come first.
 * @throws RangeError for fewer than one part
 */
export function splitMoney<Currency extends string>(
  amount: Money<Currency>,
  parts: number,
): readonly Money<Currency>[] {
  if (!Number.isInteger(parts) || parts < 1) throw new RangeError(`cannot split into ${parts} parts`);
  const min = Math.floor(amount.minor / parts);
  const larger = amount.minor - min * parts;
  return Array.from({ length: parts }, (_, index) => money(index < larger ? min + 1 : min, amount.currency));
}

/** An exact fraction, such as an exchange rate or a discount. */
export interface Ratio {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Parses a decimal such as `149.71`. @throws RangeError for anything else, including signs and exponents */
export function ratioOf(decimal: string): Ratio {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError(`not a decimal number: ${decimal}`);
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) };
}

/** Multiplies two fractions. */
export function timesRatio(a: Ratio, b: Ratio): Ratio {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

/**
 * Multiplies a whole number by a fraction, rounded down (towards minus infinity).
 * @throws RangeError when the number or the result is not a safe integer
 */
export function scaleDown(whole: number, { numerator, denominator }: Ratio): number {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`);
  const product = BigInt(whole) * numerator;
  const towardsZero = product / denominator;
  const scaled = Number(product < 0n && product % denominator !== 0n ? towardsZero - 1n : towardsZero);
  if (!Number.isSafeInteger(scaled)) throw new RangeError(`too large: ${scaled}`);
  return scaled;
}

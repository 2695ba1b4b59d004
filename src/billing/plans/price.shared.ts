import { defined } from '../../kernel/defined.shared.js';
import { money, ratioOf, scaleDown, timesRatio, type Money, type Ratio } from '../../kernel/money.shared.js';
import { CURRENCY_RATES, DEFAULT_CURRENCY, ENABLED_CURRENCIES, NO_DIVISION, PRICING_BY_COUNTRY, WHOLE_UNITS, type PaymentMethod } from './currencies.seed.shared.js';
import { DEFAULT_DURATION, type Product } from './product.shared.js';

/** A currency with its rate and how it is written. */
export interface CurrencyEntry {
  /** ISO 4217, lower case, e.g. `eur`. */
  readonly currency: string;
  /** Units of it for one US dollar, a decimal text. */
  readonly rate: string;
  /** The part of the price that is asked where incomes are lower, a decimal text; absent where the whole price is. */
  readonly discount?: string;
  /** ISO 4217, upper case. */
  readonly iso: string;
  readonly symbol: string;
  /** Prices are whole units and not hundredths. */
  readonly noDivisionNeeded: boolean;
}

/** How prices are shown and paid in a country. */
export interface CountryPricing {
  /** English name. */
  readonly country: string;
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly symbol: string;
  /** ISO 4217, upper case. */
  readonly iso: string;
  readonly noDivisionNeeded?: true;
  readonly paymentMethod?: PaymentMethod;
}

const isNoDivision = (currency: string): boolean => NO_DIVISION.includes(currency);

/** The sign of a currency as it is written in English, from the runtime's own table (CLDR); its code where there is none. */
function symbolOf(iso: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency: iso, currencyDisplay: 'narrowSymbol' }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? iso;
}

/** A currency; undefined for one that no rate is known of. @param currency ISO 4217, any case */
export function currencyEntry(currency: string): CurrencyEntry | undefined {
  const code = currency.toLowerCase();
  const found = CURRENCY_RATES.get(code);
  if (found === undefined) return undefined;
  const iso = code.toUpperCase();
  return { currency: code, ...found, iso, symbol: symbolOf(iso), noDivisionNeeded: isNoDivision(code) };
}

/** A currency is usable only if enabled in a configured list. @param currency ISO 4217, any case */
export function isUsableCurrency(currency: string, enabled: readonly string[] = ENABLED_CURRENCIES): boolean {
  return enabled.includes(currency.toLowerCase());
}

/** What prices are shown as in a country; the default country's where it is unknown. @param code ISO 3166-1 alpha-2, any case */
export function pricingOf(code: string | undefined): CountryPricing {
  const requested = code?.toUpperCase() ?? '';
  const found = PRICING_BY_COUNTRY.get(requested);
  if (found === undefined) return pricingOf('US');
  const iso = found.currency.toUpperCase();
  return {
    country: new Intl.DisplayNames('en', { type: 'region' }).of(requested) ?? requested,
    code: requested, symbol: symbolOf(iso), iso,
    ...(isNoDivision(found.currency) ? { noDivisionNeeded: true as const } : {}),
    ...defined({ paymentMethod: found.paymentMethod }),
  };
}

/** The currency of a country if it is usable, else the default one. */
export function currencyOfCountry(code: string | undefined, enabled: readonly string[] = ENABLED_CURRENCIES): string {
  const currency = pricingOf(code).iso.toLowerCase();
  return isUsableCurrency(currency, enabled) ? currency : DEFAULT_CURRENCY;
}

/** The currency shown is USD unless a per-currency price exists or the product has zero usage count. @param wanted ISO 4217, lower case */
export function currencyShown({ moreCurrency, usageCount }: Pick<Product, 'moreCurrency' | 'usageCount'>, wanted: string): string {
  return Object.hasOwn(moreCurrency, wanted) || usageCount === 0 ? wanted : DEFAULT_CURRENCY;
}

/** A product's price as it is shown and charged to who would pay in a currency: the default one where it is unknown what the other is worth. */
export function priceShown(product: Pick<Product, 'price' | 'moreCurrency' | 'usageCount'>, wanted: string): Money {
  const currency = currencyShown(product, wanted);
  const own = Object.hasOwn(product.moreCurrency, currency) ? product.moreCurrency[currency] : undefined;
  if (currency === DEFAULT_CURRENCY || (own === undefined && !CURRENCY_RATES.has(currency))) return money(product.price, DEFAULT_CURRENCY);
  return money(own ?? convertPrice(product.price, currency), currency);
}

/**
 * A price in US dollars in another currency: at its rate, lowered where incomes are, rounded down to what can be paid in it.
 * @param usdMinor cents, not below 0
 * @returns minor units (hundredths, or whole units where no division is needed)
 * @throws RangeError for a currency that no rate is known of
 */
export function convertPrice(usdMinor: number, currency: string): number {
  const entry = CURRENCY_RATES.get(currency);
  if (entry === undefined) throw new RangeError(`no rate is known of ${currency}`);
  const rate = entry.discount === undefined ? ratioOf(entry.rate) : timesRatio(ratioOf(entry.rate), ratioOf(entry.discount));
  if (isNoDivision(currency)) return scaleDown(usdMinor, timesRatio(rate, { numerator: 1n, denominator: 100n }));
  return payable(scaleDown(usdMinor, rate), currency);
}

/** Minor units rounded down to what can be paid: no one can pay the hundredth of a unit that has none. @param minor not below 0 */
const payable = (minor: number, currency: string): number => (isNoDivision(currency) || !WHOLE_UNITS.has(currency) ? minor : minor - (minor % 100));

/** Prices in every usable currency but USD, by code: a product's `moreCurrency`. @param usdMinor cents */
export function pricesElsewhere(usdMinor: number, enabled: readonly string[] = ENABLED_CURRENCIES): Readonly<Record<string, number>> {
  return Object.fromEntries(enabled.filter((currency) => currency !== DEFAULT_CURRENCY).map((currency) => [currency, convertPrice(usdMinor, currency)]));
}

/** A decimal number of a currency's main unit, exact: hundredths of it as a whole number. */
export interface Hundredths {
  readonly hundredths: number;
  readonly currency: string;
}

/** An amount in hundredths of the main unit: the minor units themselves, or a hundred times whole units. */
const inHundredths = ({ minor, currency }: Money): number => (isNoDivision(currency) ? minor * 100 : minor);

/**
 * Monthly price: the price divided by the months it is for (12 when the product does not say), rounded down to 2 decimals.
 * @throws RangeError unless the months are a whole number from 1
 */
export function monthlyPrice(price: Money, months: number = DEFAULT_DURATION): Hundredths {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`not a number of months: ${months}`);
  return { hundredths: scaleDown(inHundredths(price), { numerator: 1n, denominator: BigInt(months) }), currency: price.currency };
}

/** What a hundred come to of what is sold so many at a time, rounded down to 2 decimals: one alone may be worth less than a hundredth. @throws RangeError unless `count` is a whole number from 1 */
export function hundredFor(price: Money, count: number): Hundredths {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`not a number of pieces: ${count}`);
  return { hundredths: scaleDown(inHundredths(price), { numerator: 100n, denominator: BigInt(count) }), currency: price.currency };
}

/** Daily price: the monthly one divided by 30, rounded down to 2 decimals as that is. */
export function dailyPrice(monthly: Hundredths): Hundredths {
  return { hundredths: scaleDown(monthly.hundredths, { numerator: 1n, denominator: 30n }), currency: monthly.currency };
}

/** Discount rate: per cent divided by 100, as an exact fraction. @throws RangeError unless it is a whole number from 0 to 100 */
export function discountRateOf(percent: number): Ratio {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new RangeError(`not a discount in per cent: ${percent}`);
  return { numerator: BigInt(percent), denominator: 100n };
}

/** A price less a discount, rounded down to what can be paid. @param percent whole, 0 to 100 */
export function discounted(price: Money, percent: number): Money {
  const { numerator, denominator } = discountRateOf(percent);
  return money(payable(scaleDown(price.minor, { numerator: denominator - numerator, denominator }), price.currency), price.currency);
}

/** The decimal number of an amount: minor units divided by 100 unless no division is needed, e.g. `14.99`, `1500`. */
export function priceNumber({ minor, currency }: Money): string {
  return isNoDivision(currency) ? String(minor) : decimalText(minor);
}

function decimalText(hundredths: number): string {
  const size = Math.abs(hundredths);
  const whole = Math.trunc(size / 100);
  return `${hundredths < 0 ? '-' : ''}${whole}.${String(size % 100).padStart(2, '0')}`;
}

/** A price as it is read, e.g. `$14.99`, `1.500 €`: whole prices without their zeros. @param language BCP 47 */
export const priceText = (price: Money, language: string): string => hundredthsText({ hundredths: inHundredths(price), currency: price.currency }, language);

/** A monthly or daily price as it is read. @param language BCP 47 */
export const hundredthsText = (amount: Hundredths, language: string): string => written(amount, language, { currencyDisplay: 'symbol', keepsZeros: false });

/** An amount with the code of its currency and both digits, e.g. `USD 1,234.50`, `1.234,50 EUR`, `JPY 1,500`: on invoices and in letters. @param language BCP 47 */
export const amountText = (amount: Money, language: string): string =>
  written({ hundredths: inHundredths(amount), currency: amount.currency }, language, { currencyDisplay: 'code', keepsZeros: true });

/** The one place where an amount becomes text. A currency that is paid in whole units, such as the yen, is written in them. */
function written({ hundredths, currency }: Hundredths, language: string, { currencyDisplay, keepsZeros }: { readonly currencyDisplay: 'symbol' | 'code'; readonly keepsZeros: boolean }): string {
  const digits = WHOLE_UNITS.has(currency) || (!keepsZeros && hundredths % 100 === 0) ? 0 : 2;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase(), currencyDisplay, minimumFractionDigits: digits, maximumFractionDigits: digits });
  // The text of a decimal number is formatted as it is now, without a float between; which its type cannot say of a string.
  return keptTogether(format.format(decimalText(hundredths) as Intl.StringNumericLiteral));
}

/** A sign such as `US$` stays one in a line that runs from right to left: its last character would be drawn on the other side of its letters. */
const keptTogether = (text: string): string => (text.includes('\u200f') ? text.replace(/[A-Za-z]+\p{Sc}/gu, (sign) => `${sign}\u200e`) : text);

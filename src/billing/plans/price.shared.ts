import { defined } from '../../kernel/defined.shared.js';
import { money, ratioOf, scaleDown, timesRatio, type Money, type Ratio } from '../../kernel/money.shared.js';
import {
  CURRENCY_RATES,
  DEFAULT_CURRENCY,
  ENABLED_CURRENCIES,
  NO_DIVISION,
  PRICING_BY_COUNTRY,
  WHOLE_UNITS,
  type PaymentMethod,
} from './currencies.seed.shared.js';
import { DEFAULT_DURATION, type Product } from './product.shared.js';

/** A currency with its rate and formatting. */
export interface CurrencyEntry {
  /** ISO 4217, lower case, e.g. `eur`. */
  readonly currency: string;
  /** Units per US dollar, as a decimal string. */
  readonly rate: string;
  /** Price factor where incomes are lower, as a decimal string; absent for full price. */
  readonly discount?: string;
  /** ISO 4217, upper case. */
  readonly iso: string;
  readonly symbol: string;
  /** Prices are whole units, not hundredths. */
  readonly noDivisionNeeded: boolean;
}

/** Currency and payment of a country. */
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

/** English symbol of a currency from the runtime's CLDR data; its code when there is none. */
function symbolOf(iso: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: iso,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? iso;
}

/**
 * A currency; undefined when it has no rate.
 * @param currency ISO 4217, any case
 */
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

/**
 * Pricing of a country; of the default country when unknown.
 * @param code ISO 3166-1 alpha-2, any case
 */
export function pricingOf(code: string | undefined): CountryPricing {
  const requested = code?.toUpperCase() ?? '';
  const found = PRICING_BY_COUNTRY.get(requested);
  if (found === undefined) return pricingOf('US');
  const iso = found.currency.toUpperCase();
  return {
    country: new Intl.DisplayNames('en', { type: 'region' }).of(requested) ?? requested,
    code: requested,
    symbol: symbolOf(iso),
    iso,
    ...(isNoDivision(found.currency) ? { noDivisionNeeded: true as const } : {}),
    ...defined({ paymentMethod: found.paymentMethod }),
  };
}

/** The currency of a country if usable, else the default one. */
export function currencyOfCountry(code: string | undefined, enabled: readonly string[] = ENABLED_CURRENCIES): string {
  const currency = pricingOf(code).iso.toLowerCase();
  return isUsableCurrency(currency, enabled) ? currency : DEFAULT_CURRENCY;
}

/**
 * The currency shown is USD unless a per-currency price exists or the product has zero usage count. @param wanted ISO
 * 4217, lower case
 */
export function currencyShown(
  { moreCurrency, usageCount }: Pick<Product, 'moreCurrency' | 'usageCount'>,
  wanted: string,
): string {
  return Object.hasOwn(moreCurrency, wanted) || usageCount === 0 ? wanted : DEFAULT_CURRENCY;
}

/** Price of a product in a currency; in the default currency when the rate is unknown. */
export function priceShown(product: Pick<Product, 'price' | 'moreCurrency' | 'usageCount'>, wanted: string): Money {
  const currency = currencyShown(product, wanted);
  const own = Object.hasOwn(product.moreCurrency, currency) ? product.moreCurrency[currency] : undefined;
  if (currency === DEFAULT_CURRENCY || (own === undefined && !CURRENCY_RATES.has(currency)))
    return money(product.price, DEFAULT_CURRENCY);
  return money(own ?? convertPrice(product.price, currency), currency);
}

/**
 * Converts a price in US dollars to a currency: applies the rate and the income factor, and rounds down to a payable
 * amount.
 * @param usdMinor cents, not below 0
 * @returns minor units (hundredths, or whole units where no division is needed)
 * @throws RangeError for a currency without a rate
 */
export function convertPrice(usdMinor: number, currency: string): number {
  const entry = CURRENCY_RATES.get(currency);
  if (entry === undefined) throw new RangeError(`no exchange rate for ${currency}`);
  const rate =
    entry.discount === undefined ? ratioOf(entry.rate) : timesRatio(ratioOf(entry.rate), ratioOf(entry.discount));
  if (isNoDivision(currency)) return scaleDown(usdMinor, timesRatio(rate, { numerator: 1n, denominator: 100n }));
  return payable(scaleDown(usdMinor, rate), currency);
}

/**
 * Rounds down to a payable amount: a unit without a subunit has no payable hundredths.
 * @param minor not below 0
 */
const payable = (minor: number, currency: string): number =>
  isNoDivision(currency) || !WHOLE_UNITS.has(currency) ? minor : minor - (minor % 100);

/** Prices in every usable currency but USD, by code: a product's `moreCurrency`. @param usdMinor cents */
export function pricesElsewhere(
  usdMinor: number,
  enabled: readonly string[] = ENABLED_CURRENCIES,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    enabled
      .filter((currency) => currency !== DEFAULT_CURRENCY)
      .map((currency) => [currency, convertPrice(usdMinor, currency)]),
  );
}

/** A decimal number of a currency's main unit, exact: hundredths of it as a whole number. */
export interface Hundredths {
  readonly hundredths: number;
  readonly currency: string;
}

/** An amount in hundredths of the main unit: the minor units themselves, or a hundred times whole units. */
const inHundredths = ({ minor, currency }: Money): number => (isNoDivision(currency) ? minor * 100 : minor);

/**
 * Monthly price: the price divided by its months (default 12), rounded down to 2 decimals.
 * @throws RangeError unless the months are a whole number from 1
 */
export function monthlyPrice(price: Money, months: number = DEFAULT_DURATION): Hundredths {
  if (!Number.isSafeInteger(months) || months < 1) throw new RangeError(`not a number of months: ${months}`);
  return {
    hundredths: scaleDown(inHundredths(price), { numerator: 1n, denominator: BigInt(months) }),
    currency: price.currency,
  };
}

/**
 * Price of one hundred of something sold in bulk, rounded down to 2 decimals; the price of one may be below a
 * hundredth.
 * @throws RangeError unless `count` is a whole number from 1
 */
export function hundredFor(price: Money, count: number): Hundredths {
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`not a number of pieces: ${count}`);
  return {
    hundredths: scaleDown(inHundredths(price), { numerator: 100n, denominator: BigInt(count) }),
    currency: price.currency,
  };
}

/** Daily price: the monthly price divided by 30, also rounded down to 2 decimals. */
export function dailyPrice(monthly: Hundredths): Hundredths {
  return { hundredths: scaleDown(monthly.hundredths, { numerator: 1n, denominator: 30n }), currency: monthly.currency };
}

/**
 * Discount rate: per cent divided by 100, as an exact fraction. @throws RangeError unless it is a whole number from 0
 * to 100
 */
export function discountRateOf(percent: number): Ratio {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new RangeError(`not a discount in per cent: ${percent}`);
  return { numerator: BigInt(percent), denominator: 100n };
}

/** A price less a discount, rounded down to what can be paid. @param percent whole, 0 to 100 */
export function discounted(price: Money, percent: number): Money {
  const { numerator, denominator } = discountRateOf(percent);
  return money(
    payable(scaleDown(price.minor, { numerator: denominator - numerator, denominator }), price.currency),
    price.currency,
  );
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

/**
 * A price as text, e.g. `$14.99`, `1.500 €`; whole prices without decimals.
 * @param language BCP 47
 */
export const priceText = (price: Money, language: string): string =>
  hundredthsText({ hundredths: inHundredths(price), currency: price.currency }, language);

/**
 * A monthly or daily price as text.
 * @param language BCP 47
 */
export const hundredthsText = (amount: Hundredths, language: string): string =>
  written(amount, language, { currencyDisplay: 'symbol', keepsZeros: false });

/**
 * An amount with its currency code and both decimals, e.g. `USD 1,234.50`, `1.234,50 EUR`, `JPY 1,500`; for invoices
 * and letters.
 * @param language BCP 47
 */
export const amountText = (amount: Money, language: string): string =>
  written({ hundredths: inHundredths(amount), currency: amount.currency }, language, {
    currencyDisplay: 'code',
    keepsZeros: true,
  });

/** The only place that formats amounts. A currency paid in whole units, such as the yen, has no decimals. */
function written(
  { hundredths, currency }: Hundredths,
  language: string,
  { currencyDisplay, keepsZeros }: { readonly currencyDisplay: 'symbol' | 'code'; readonly keepsZeros: boolean },
): string {
  const digits = WHOLE_UNITS.has(currency) || (!keepsZeros && hundredths % 100 === 0) ? 0 : 2;
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: currency.toUpperCase(),
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Formats the decimal string without converting it to a float; the TypeScript type does not accept a plain string.
  return keptTogether(format.format(decimalText(hundredths) as Intl.StringNumericLiteral));
}

/**
 * Keeps a symbol such as `US$` together in right-to-left text, where its last character would otherwise move to the
 * other side.
 */
const keptTogether = (text: string): string =>
  text.includes('\u200f') ? text.replace(/[A-Za-z]+\p{Sc}/gu, (sign) => `${sign}\u200e`) : text;

/**
 * The local payment methods of a country for an order, as Stripe names them. Renewing products accept cards only.
 * @param isPlan whether the product renews
 */
export const localMethodsOf = (
  { paymentMethod }: Pick<CountryPricing, 'paymentMethod'>,
  isPlan: boolean,
): readonly string[] => (isPlan ? [] : (paymentMethod?.payment_method_types ?? []));

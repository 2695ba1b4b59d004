import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { money, ratioOf, scaleDown } from '../../kernel/money.shared.js';
import {
  CURRENCY_RATES,
  DEFAULT_DISCOUNT,
  ENABLED_CURRENCIES,
  NO_DIVISION,
  PRICING_BY_COUNTRY,
  REGIONAL_FACTOR,
  WHOLE_UNITS,
} from './currencies.seed.shared.js';
import {
  amountText,
  convertPrice,
  currencyEntry,
  currencyOfCountry,
  currencyShown,
  dailyPrice,
  discounted,
  discountRateOf,
  hundredFor,
  hundredthsText,
  isUsableCurrency,
  monthlyPrice,
  priceNumber,
  pricesElsewhere,
  priceShown,
  priceText,
  pricingOf,
} from './price.shared.js';
import { PRODUCTS } from './products.seed.shared.js';

const currencies = [...CURRENCY_RATES.keys()];
const anyCurrency = fc.constantFrom(...currencies);
const anyMinor = fc.integer({ min: 0, max: 1_000_000_000 });
const anyMonths = fc.integer({ min: 1, max: 36 });

describe('currencies', () => {
  it('are about thirty that prices are offered in and many more, each with a rate that is a decimal text', () => {
    expect(ENABLED_CURRENCIES.length).toBeGreaterThanOrEqual(28);
    expect(ENABLED_CURRENCIES.length).toBeLessThanOrEqual(34);
    for (const currency of ['usd', 'eur', 'aud', 'brl', 'cad', 'chf']) expect(ENABLED_CURRENCIES).toContain(currency);
    expect(currencies.length).toBeGreaterThan(140);
    for (const { rate } of CURRENCY_RATES.values()) expect(ratioOf(rate).numerator).toBeGreaterThan(0n);
  });

  it('are exchanged at the rates of the seed data', () => {
    expect(['usd', 'eur', 'gbp', 'jpy', 'inr'].map((currency) => CURRENCY_RATES.get(currency)?.rate)).toEqual([
      '1',
      '0.93',
      '0.81',
      '149.71',
      '83.2',
    ]);
    expect([REGIONAL_FACTOR, DEFAULT_DISCOUNT]).toEqual(['0.6', '0.6']);
    expect(currencyEntry('INR')).toEqual({
      currency: 'inr',
      rate: '83.2',
      discount: '0.6',
      iso: 'INR',
      symbol: '₹',
      noDivisionNeeded: false,
    });
    expect(currencyEntry('jpy')).toEqual({
      currency: 'jpy',
      rate: '149.71',
      iso: 'JPY',
      symbol: '¥',
      noDivisionNeeded: true,
    });
    expect(currencyEntry('xxx')).toBeUndefined();
  });

  it('are known to the runtime; those without division, and some more, are paid in whole units', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(currencies.filter((currency) => !known.has(currency.toUpperCase()))).toEqual([]);
    expect(NO_DIVISION).toEqual(['jpy', 'vnd', 'krw', 'clp']);
    expect(
      [...NO_DIVISION, 'huf', 'idr', 'cop', 'isk', 'usd', 'eur', 'kwd'].map((currency) => WHOLE_UNITS.has(currency)),
    ).toEqual([true, true, true, true, true, true, true, true, false, false, false]);
    expect([...WHOLE_UNITS].filter((currency) => !CURRENCY_RATES.has(currency))).toEqual([]);
  });

  it('are usable only if they are in the list', () => {
    expect([
      isUsableCurrency('eur'),
      isUsableCurrency('EUR'),
      isUsableCurrency('afn'),
      isUsableCurrency('eur', ['usd']),
    ]).toEqual([true, true, false, false]);
  });
});

describe('countries', () => {
  it('are all there, each with a currency that has a rate', () => {
    expect(PRICING_BY_COUNTRY.size).toBe(250);
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    expect([...PRICING_BY_COUNTRY.keys()].filter((code) => names.of(code) === undefined)).toEqual([]);
    expect([...PRICING_BY_COUNTRY.values()].filter(({ currency }) => !CURRENCY_RATES.has(currency))).toEqual([]);
  });

  it('say what they pay with', () => {
    expect(pricingOf('US')).toEqual({ country: 'United States', code: 'US', symbol: '$', iso: 'USD' });
    expect(pricingOf('jp')).toEqual({ country: 'Japan', code: 'JP', symbol: '¥', iso: 'JPY', noDivisionNeeded: true });
    expect(pricingOf('BG')).toMatchObject({ iso: 'EUR' });
  });

  it.each([
    ['CN', 'card', 'alipay'],
    ['ID', 'local', 'dana'],
    ['BR', 'local', 'br'],
    ['MX', 'local', 'mx'],
    ['CO', 'local', 'co'],
    ['CL', 'local', 'cl'],
    ['PH', 'local', 'gcash'],
  ])('%s pays by the %s platform with %s', (code, platform, type) => {
    expect(pricingOf(code).paymentMethod).toEqual({ platforms: [platform], payment_method_types: [type] });
  });

  it('pay by card alone otherwise', () => {
    expect([...PRICING_BY_COUNTRY].filter(([, { paymentMethod }]) => paymentMethod !== undefined)).toHaveLength(7);
  });

  it('that are unknown, or whose currency is not usable, are shown the default', () => {
    for (const code of [undefined, '', 'ZZ', 'nowhere', '__proto__'])
      expect(pricingOf(code)).toMatchObject({ country: 'United States', iso: 'USD' });
    expect([
      currencyOfCountry('FR'),
      currencyOfCountry('AF'),
      currencyOfCountry(undefined),
      currencyOfCountry('FR', ['usd', 'gbp']),
    ]).toEqual(['eur', 'usd', 'usd', 'usd']);
  });
});

describe('the currency shown', () => {
  const given = { price: 1_500, moreCurrency: { eur: 1_395 } };
  it.each([
    ['eur', 300, 'eur', 'there is a price in it'],
    ['gbp', 300, 'usd', 'there is none'],
    ['gbp', 0, 'gbp', 'nothing is given for it'],
    ['eur', 0, 'eur', 'both'],
    ['usd', 300, 'usd', 'it is the default'],
    ['toString', 300, 'usd', 'it is none'],
  ])('of %s with %i credits is %s, for %s', (wanted, usageCount, shown) => {
    expect(currencyShown({ ...given, usageCount }, wanted)).toBe(shown);
  });

  it('is the one the price is in', () => {
    expect(priceShown({ ...given, usageCount: 300 }, 'eur')).toEqual(money(1_395, 'eur'));
    expect(priceShown({ ...given, usageCount: 300 }, 'gbp')).toEqual(money(1_500, 'usd'));
    expect(priceShown({ price: 0, moreCurrency: {}, usageCount: 0 }, 'gbp')).toEqual(money(0, 'gbp'));
    expect(priceShown({ price: 500, moreCurrency: {}, usageCount: 0 }, 'xxx')).toEqual(money(500, 'usd'));
  });
});

describe('a price elsewhere', () => {
  it.each([
    ['eur', 1_395],
    ['gbp', 1_215],
    ['jpy', 2_245],
    ['inr', 74_880],
    ['clp', 13_650],
    ['huf', 535_500],
  ])('of 15 dollars in %s is %i', (currency, minor) => {
    expect(convertPrice(1_500, currency)).toBe(minor);
  });

  it('is never below zero or more than the rate says, by less than the least that can be paid, and a whole number', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, (usd, currency) => {
        const entry = CURRENCY_RATES.get(currency);
        const minor = convertPrice(usd, currency);
        expect(Number.isSafeInteger(minor) && minor >= 0).toBe(true);
        const rate = ratioOf(entry?.rate ?? '0');
        const discount = ratioOf(entry?.discount ?? '1');
        const inUnits = NO_DIVISION.includes(currency);
        // In the smallest steps of both: no fraction is rounded on the way.
        const exact = BigInt(usd) * rate.numerator * discount.numerator;
        const scale = rate.denominator * discount.denominator * (inUnits ? 100n : 1n);
        const step = !inUnits && WHOLE_UNITS.has(currency) ? 100n : 1n;
        expect(BigInt(minor) * scale <= exact && exact < (BigInt(minor) + step) * scale).toBe(true);
      }),
    );
  });

  it('grows with the price', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyCurrency, (a, b, currency) => {
        expect(convertPrice(Math.min(a, b), currency)).toBeLessThanOrEqual(convertPrice(Math.max(a, b), currency));
      }),
    );
  });

  it('is there for every product in every currency that is offered, and above zero for what is paid for', () => {
    for (const { price, moreCurrency } of PRODUCTS.filter((product) => product.price > 0)) {
      expect(Object.keys(moreCurrency).sort()).toEqual(
        ENABLED_CURRENCIES.filter((currency) => currency !== 'usd').sort(),
      );
      expect(moreCurrency).toEqual(pricesElsewhere(price));
      for (const minor of Object.values(moreCurrency)) expect(minor).toBeGreaterThan(0);
    }
  });
});

describe('a monthly price', () => {
  it.each([
    [12_000, 'usd', 12, 1_000],
    [23_400, 'usd', undefined, 1_950],
    [100, 'usd', 12, 8],
    [1_999, 'usd', 1, 1_999],
    [14_371, 'jpy', 12, 119_758],
  ])('of %i %s for %s months is %i hundredths', (minor, currency, months, hundredths) => {
    expect(monthlyPrice(money(minor, currency), months)).toEqual({ hundredths, currency });
  });

  it('is rounded down: so many of them are never more than the price, and short of it by less than a hundredth each', () => {
    fc.assert(
      fc.property(anyMinor, anyCurrency, anyMonths, (minor, currency, months) => {
        const whole = minor * (NO_DIVISION.includes(currency) ? 100 : 1);
        const { hundredths } = monthlyPrice(money(minor, currency), months);
        expect(Number.isSafeInteger(hundredths) && hundredths >= 0).toBe(true);
        expect(hundredths * months).toBeLessThanOrEqual(whole);
        expect((hundredths + 1) * months).toBeGreaterThan(whole);
      }),
    );
  });

  it('is a thirtieth a day, rounded down', () => {
    expect(dailyPrice({ hundredths: 1_500, currency: 'usd' })).toEqual({ hundredths: 50, currency: 'usd' });
    fc.assert(
      fc.property(anyMinor, (hundredths) => {
        const daily = dailyPrice({ hundredths, currency: 'usd' }).hundredths;
        expect(daily * 30).toBeLessThanOrEqual(hundredths);
        expect((daily + 1) * 30).toBeGreaterThan(hundredths);
      }),
    );
  });

  it('is of a whole number of months', () => {
    for (const months of [0, -1, 1.5, Number.NaN])
      expect(() => monthlyPrice(money(1_500, 'usd'), months)).toThrow(RangeError);
  });
});

describe('what a hundred of a pack cost', () => {
  it.each([
    [9_720, 'gbp', 2_000, 486],
    [744, 'eur', 100, 744],
    [930, 'eur', 1_000, 93],
    [1_197, 'jpy', 100, 119_700],
    [100, 'usd', 3, 3_333],
  ])('of %i %s for %i is %i hundredths', (minor, currency, count, hundredths) => {
    expect(hundredFor(money(minor, currency), count)).toEqual({ hundredths, currency });
  });

  it('are of a whole number of pieces', () => {
    for (const count of [0, -1, 1.5]) expect(() => hundredFor(money(930, 'eur'), count)).toThrow(RangeError);
  });

  it('is something for every pack in every currency that is offered', () => {
    for (const product of PRODUCTS.filter(({ duration, price }) => duration === null && price > 0)) {
      for (const currency of ENABLED_CURRENCIES)
        expect(hundredFor(priceShown(product, currency), product.usageCount).hundredths).toBeGreaterThan(0);
    }
  });
});

describe('a discount', () => {
  it('is so many hundredths of the price', () => {
    expect(discountRateOf(40)).toEqual({ numerator: 40n, denominator: 100n });
    expect(discounted(money(1_499, 'usd'), 40)).toEqual(money(899, 'usd'));
    for (const percent of [-1, 101, 0.5]) expect(() => discountRateOf(percent)).toThrow(RangeError);
  });

  it('comes to what can be paid: whole units of a currency that has no others', () => {
    expect([discounted(money(2_245, 'jpy'), 40), discounted(money(139_100, 'isk'), 33)]).toEqual([
      money(1_347, 'jpy'),
      money(93_100, 'isk'),
    ]);
  });

  it('never makes a price larger or less than nothing', () => {
    fc.assert(
      fc.property(anyMinor, fc.integer({ min: 0, max: 100 }), (minor, percent) => {
        const { minor: left } = discounted(money(minor, 'usd'), percent);
        expect(left >= 0 && left <= minor && Number.isSafeInteger(left)).toBe(true);
        expect(left).toBe(scaleDown(minor, { numerator: BigInt(100 - percent), denominator: 100n }));
      }),
    );
  });
});

describe('a price as it is read', () => {
  it.each([
    [1_500, 'usd', '15.00'],
    [1_499, 'usd', '14.99'],
    [5, 'eur', '0.05'],
    [2_245, 'jpy', '2245'],
    [535_500, 'huf', '5355.00'],
    [0, 'usd', '0.00'],
    [-1_499, 'usd', '-14.99'],
  ])('is the number of %i %s: %s', (minor, currency, text) => {
    expect(priceNumber(money(minor, currency))).toBe(text);
  });

  it.each([
    [1_500, 'usd', 'en', '$15'],
    [1_499, 'usd', 'en', '$14.99'],
    [2_245, 'jpy', 'en', '¥2,245'],
    [1_395, 'eur', 'de', '13,95\u00a0€'],
    [1_999, 'cad', 'en', 'CA$19.99'],
    [1_999, 'aud', 'de', '19,99\u00a0AU$'],
    [1_999, 'cny', 'en', 'CN¥19.99'],
    [1_500, 'sek', 'en', 'SEK\u00a015'],
    [535_500, 'huf', 'en', 'HUF\u00a05,355'],
  ])('of %i %s in %s is %s', (minor, currency, language, text) => {
    expect(priceText(money(minor, currency), language)).toBe(text);
  });

  it('keeps a sign of letters together where lines run from right to left', () => {
    expect(priceText(money(1_499, 'usd'), 'ar')).toBe('\u200f14.99\u00a0US$\u200e');
    expect(priceText(money(1_395, 'eur'), 'ar')).toBe('\u200f13.95\u00a0€');
  });

  it('of a month has two decimals unless it has none', () => {
    expect(hundredthsText({ hundredths: 1_950, currency: 'usd' }, 'en')).toBe('$19.50');
    expect(hundredthsText({ hundredths: 1_000, currency: 'usd' }, 'en')).toBe('$10');
    expect(hundredthsText({ hundredths: 119_758, currency: 'jpy' }, 'en')).toBe('¥1,198');
  });

  it('shows no decimals in a currency that has none, and all or none of two in every other', () => {
    const anyLanguage = fc.constantFrom('en', 'de', 'ar', 'ja', 'fr');
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        anyCurrency,
        anyLanguage,
        (minor, currency, language) => {
          const read = [
            priceText(money(minor, currency), language),
            hundredthsText({ hundredths: minor, currency }, language),
            amountText(money(minor, currency), language),
          ];
          for (const text of read) {
            const point =
              new Intl.NumberFormat(language, { minimumFractionDigits: 1 })
                .formatToParts(0)
                .find(({ type }) => type === 'decimal')?.value ?? '.';
            const decimals = new RegExp(`\\p{Nd}[${point}](\\p{Nd}{1,2})(?!\\p{Nd})`, 'u').exec(text)?.[1]?.length ?? 0;
            expect(WHOLE_UNITS.has(currency) ? [0] : [0, 2]).toContain(decimals);
          }
        },
      ),
    );
    expect(
      [
        priceText(money(83_349, 'isk'), 'en'),
        amountText(money(83_349, 'isk'), 'en'),
        priceText(money(1_797, 'jpy'), 'ar'),
      ].filter((text) => /[.,]\d{1,2}(?!\d)/.test(text)),
    ).toEqual([]);
  });

  it('is exact however large', () => {
    expect(priceText(money(Number.MAX_SAFE_INTEGER, 'usd'), 'en')).toBe('$90,071,992,547,409.91');
  });
});

/**
 * Country lists of the product by ISO 3166-1 alpha-2. The operator decides which list is refused what; by default none
 * is.
 */

/**
 * Developed countries: the developed economies of the United Nations' "World Economic Situation and Prospects",
 * statistical annex, table A, with the micro-states that use a neighbour's currency, and the other advanced economies
 * of the International Monetary Fund's "World Economic Outlook".
 */
export const DEVELOPED_COUNTRIES: ReadonlySet<string> = new Set([
  'AT',
  'AU',
  'BE',
  'BG',
  'CA',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GB',
  'GR',
  'HR',
  'HU',
  'IE',
  'IS',
  'IT',
  'JP',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'NO',
  'NZ',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  'US',
  'AD',
  'LI',
  'MC',
  'SM',
  'VA',
  'HK',
  'IL',
  'KR',
  'MO',
  'PR',
  'SG',
  'TW',
]);

/** Europe: region 150 of the United Nations' M49, with Cyprus (a member of the European Union) and Kosovo (`XK`). */
export const EUROPE: ReadonlySet<string> = new Set([
  'AD',
  'AL',
  'AT',
  'AX',
  'BA',
  'BE',
  'BG',
  'BY',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FO',
  'FR',
  'GB',
  'GG',
  'GI',
  'GR',
  'HR',
  'HU',
  'IE',
  'IM',
  'IS',
  'IT',
  'JE',
  'LI',
  'LT',
  'LU',
  'LV',
  'MC',
  'MD',
  'ME',
  'MK',
  'MT',
  'NL',
  'NO',
  'PL',
  'PT',
  'RO',
  'RS',
  'RU',
  'SE',
  'SI',
  'SJ',
  'SK',
  'SM',
  'UA',
  'VA',
  'XK',
]);

/** The twelve restricted countries. */
export const RESTRICTED_COUNTRIES: ReadonlySet<string> = new Set([
  'AF',
  'PK',
  'BY',
  'RU',
  'ZW',
  'LY',
  'MM',
  'NI',
  'UA',
  'UZ',
  'YE',
  'CN',
]);

/** The blocked countries: the restricted ones and Iran. */
export const BLOCKED_COUNTRIES: ReadonlySet<string> = new Set([...RESTRICTED_COUNTRIES, 'IR']);

/** The list an action is refused to; set by the operator, `none` by default. */
export const COUNTRY_LIMITS = ['none', 'blocked', 'restricted'] as const;
export type CountryLimit = (typeof COUNTRY_LIMITS)[number];

/** Whether an action is refused to a country. @param country undefined when unknown: the action is then allowed */
export function isRefusedTo(country: string | undefined, limit: CountryLimit): boolean {
  if (country === undefined) return false;
  switch (limit) {
    case 'none':
      return false;
    case 'blocked':
      return BLOCKED_COUNTRIES.has(country);
    case 'restricted':
      return RESTRICTED_COUNTRIES.has(country);
    default:
      return limit satisfies never;
  }
}

/** Whether a country is a developed one. */
export const isDeveloped = (country: string): boolean => DEVELOPED_COUNTRIES.has(country);
/** Whether a country is in Europe. */
export const isEuropean = (country: string): boolean => EUROPE.has(country);

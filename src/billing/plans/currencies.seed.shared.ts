import type { PlatformName } from './plan.shared.js';

/**
 * Currencies and countries: seed data that the operator keeps up to date. The product fixes the rates of eur, gbp, jpy
 * and inr; the others are approximate rates of the same time, to two to four digits, and no binding offer.
 */

/** ISO 4217, lower case: currency of the prices, and the fallback when no other currency is usable. */
export const DEFAULT_CURRENCY = 'usd';

/** Currencies whose prices are whole units. */
export const NO_DIVISION: readonly string[] = ['jpy', 'vnd', 'krw', 'clp'];

/**
 * Currencies paid in whole units: those without a smaller unit (ISO 4217), and those whose hundredths are no longer
 * used (CLDR 48). Listed here because runtimes ship different versions of these tables, and a price must not depend on
 * the runtime.
 */
export const WHOLE_UNITS: ReadonlySet<string> = new Set([
  'afn', 'all', 'bif', 'clp', 'cop', 'djf', 'gnf', 'huf', 'idr', 'iqd', 'irr', 'isk', 'jpy', 'kmf', 'kpw', 'krw', 'lak', 'lbp', 'mga', 'mmk', 'pkr',
  'pyg', 'rwf', 'sos', 'syp', 'ugx', 'vnd', 'vuv', 'xaf', 'xof', 'xpf', 'yer',
]);

/**
 * Price factors: of currencies with lower incomes, and the default factor that remains under a promotion. Decimal
 * strings.
 */
export const REGIONAL_FACTOR = '0.6';
export const DEFAULT_DISCOUNT = '0.6';

/** Units per US dollar, as decimal strings, of the currencies in which prices are offered. */
const PRIMARY = {
  usd: '1', eur: '0.93', gbp: '0.81', jpy: '149.71', inr: '83.2', aud: '1.56', brl: '4.97', cad: '1.37', chf: '0.9', cny: '7.3', krw: '1330',
  mxn: '17.9', idr: '15700', php: '56.5', thb: '35.9', vnd: '24400', sgd: '1.36', hkd: '7.82', twd: '32.2', nzd: '1.69', sek: '10.9', nok: '10.9',
  dkk: '6.94', pln: '4.2', czk: '22.9', huf: '357', try: '28.3', zar: '18.6', clp: '910', cop: '4100', sar: '3.75', aed: '3.67',
} as const;

/** Units per US dollar of all other national currencies. */
const OTHERS = {
  afn: '73', all: '99', amd: '402', aoa: '830', ars: '350', awg: '1.79', azn: '1.7', bam: '1.82', bbd: '2', bdt: '110', bhd: '0.376', bif: '2840',
  bmd: '1', bnd: '1.36', bob: '6.91', bsd: '1', btn: '83.2', bwp: '13.6', byn: '3.28', bzd: '2', cdf: '2480', crc: '532', cup: '24', cve: '103',
  djf: '178', dop: '56.8', dzd: '135', egp: '30.9', ern: '15', etb: '55.9', fjd: '2.27', fkp: '0.81', gel: '2.7', ghs: '11.9', gip: '0.81', gmd: '67',
  gnf: '8600', gtq: '7.83', gyd: '209', hnl: '24.7', htg: '132', ils: '3.85', iqd: '1310', irr: '42000', isk: '139', jmd: '155', jod: '0.709',
  kes: '152', kgs: '89.2', khr: '4120', kmf: '458', kpw: '900', kwd: '0.309', kyd: '0.833', kzt: '465', lak: '20700', lbp: '89500', lkr: '327',
  lrd: '188', lsl: '18.6', lyd: '4.85', mad: '10.2', mdl: '17.8', mga: '4500', mkd: '57.2', mmk: '2100', mnt: '3460', mop: '8.05', mru: '39.7',
  mur: '44.2', mvr: '15.4', mwk: '1170', myr: '4.7', mzn: '63.9', nad: '18.6', ngn: '800', nio: '36.6', npr: '133', omr: '0.385', pab: '1',
  pen: '3.78', pgk: '3.74', pkr: '285', pyg: '7440', qar: '3.64', ron: '4.62', rsd: '109', rub: '92', rwf: '1230', sbd: '8.46', scr: '13.5',
  sdg: '600', shp: '0.81', sle: '22.6', sos: '571', srd: '38', ssp: '1050', stn: '22.8', syp: '13000', szl: '18.6', tjs: '10.9', tmt: '3.5',
  tnd: '3.13', top: '2.36', ttd: '6.78', tzs: '2500', uah: '36.2', ugx: '3780', uyu: '39.9', uzs: '12250', ves: '35.3', vuv: '120', wst: '2.77',
  xaf: '610', xcd: '2.7', xcg: '1.79', xof: '610', xpf: '111', yer: '250', zmw: '22.8', zwg: '26',
} as const;

type Currency = keyof typeof PRIMARY | keyof typeof OTHERS;

/** Currencies of low and lower middle income economies, largely by the World Bank's classification. */
const LOWER_INCOME: ReadonlySet<string> = new Set<Currency>([
  'afn', 'aoa', 'bdt', 'bif', 'bob', 'btn', 'cdf', 'cve', 'djf', 'dzd', 'egp', 'ern', 'etb', 'ghs', 'gmd', 'gnf', 'hnl', 'htg', 'idr', 'inr', 'irr',
  'jod', 'kes', 'kgs', 'khr', 'kmf', 'kpw', 'lak', 'lbp', 'lkr', 'lrd', 'lsl', 'mad', 'mga', 'mmk', 'mnt', 'mru', 'mwk', 'mzn', 'ngn', 'nio', 'npr',
  'pgk', 'php', 'pkr', 'rwf', 'sbd', 'sdg', 'sle', 'sos', 'ssp', 'stn', 'syp', 'szl', 'tjs', 'tnd', 'tzs', 'uah', 'ugx', 'uzs', 'vnd', 'vuv', 'wst',
  'xof', 'yer', 'zmw', 'zwg',
]);

/** Exchange rate and price factor of a currency, by ISO 4217 code in lower case. */
export const CURRENCY_RATES: ReadonlyMap<string, { readonly rate: string; readonly discount?: string }> = new Map(
  Object.entries({ ...PRIMARY, ...OTHERS }).map(([currency, rate]) => [currency, LOWER_INCOME.has(currency) ? { rate, discount: REGIONAL_FACTOR } : { rate }]),
);

/** The default list of offered currencies; the operator can configure another. */
export const ENABLED_CURRENCIES: readonly string[] = Object.keys(PRIMARY);

/** Payment methods of a country that uses more than cards. */
export interface PaymentMethod {
  readonly platforms: readonly PlatformName[];
  /** Names used by the platform. */
  readonly payment_method_types: readonly string[];
}

const local = (type: string): PaymentMethod => ({ platforms: ['local'], payment_method_types: [type] });

/** Payment methods of countries where cards alone are not enough. */
const PAYMENT_METHODS: ReadonlyMap<string, PaymentMethod> = new Map([
  ['CN', { platforms: ['card'], payment_method_types: ['alipay'] }],
  ['ID', local('dana')], ['BR', local('br')], ['MX', local('mx')], ['CO', local('co')], ['CL', local('cl')], ['PH', local('gcash')],
]);

/** Countries and territories of ISO 3166-1, and Kosovo, by the currency in use there (Unicode CLDR 47, supplemental data; Bulgaria since 2026). */
const COUNTRIES: Readonly<Partial<Record<Currency, string>>> = {
  aed: 'AE', afn: 'AF', all: 'AL', amd: 'AM', aoa: 'AO', ars: 'AR', aud: 'AU CC CX HM KI NF NR TV', awg: 'AW', azn: 'AZ', bam: 'BA', bbd: 'BB',
  bdt: 'BD', bhd: 'BH', bif: 'BI', bmd: 'BM', bnd: 'BN', bob: 'BO', brl: 'BR', bsd: 'BS', btn: 'BT', bwp: 'BW', byn: 'BY', bzd: 'BZ', cad: 'CA',
  cdf: 'CD', chf: 'CH LI', clp: 'CL', cny: 'CN', cop: 'CO', crc: 'CR', cup: 'CU', cve: 'CV', czk: 'CZ', djf: 'DJ', dkk: 'DK FO GL', dop: 'DO',
  dzd: 'DZ', egp: 'EG', ern: 'ER', etb: 'ET',
  eur: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT XK', fjd: 'FJ', fkp: 'FK',
  gbp: 'GB GG GS IM JE', gel: 'GE', ghs: 'GH', gip: 'GI', gmd: 'GM', gnf: 'GN', gtq: 'GT', gyd: 'GY', hkd: 'HK', hnl: 'HN', htg: 'HT', huf: 'HU',
  idr: 'ID', ils: 'IL PS', inr: 'IN', iqd: 'IQ', irr: 'IR', isk: 'IS', jmd: 'JM', jod: 'JO', jpy: 'JP', kes: 'KE', kgs: 'KG', khr: 'KH', kmf: 'KM',
  kpw: 'KP', krw: 'KR', kwd: 'KW', kyd: 'KY', kzt: 'KZ', lak: 'LA', lbp: 'LB', lkr: 'LK', lrd: 'LR', lsl: 'LS', lyd: 'LY', mad: 'EH MA', mdl: 'MD',
  mga: 'MG', mkd: 'MK', mmk: 'MM', mnt: 'MN', mop: 'MO', mru: 'MR', mur: 'MU', mvr: 'MV', mwk: 'MW', mxn: 'MX', myr: 'MY', mzn: 'MZ', nad: 'NA',
  ngn: 'NG', nio: 'NI', nok: 'BV NO SJ', npr: 'NP', nzd: 'CK NU NZ PN TK', omr: 'OM', pab: 'PA', pen: 'PE', pgk: 'PG', php: 'PH', pkr: 'PK',
  pln: 'PL', pyg: 'PY', qar: 'QA', ron: 'RO', rsd: 'RS', rub: 'RU', rwf: 'RW', sar: 'SA', sbd: 'SB', scr: 'SC', sdg: 'SD', sek: 'SE', sgd: 'SG',
  shp: 'SH', sle: 'SL', sos: 'SO', srd: 'SR', ssp: 'SS', stn: 'ST', syp: 'SY', szl: 'SZ', thb: 'TH', tjs: 'TJ', tmt: 'TM', tnd: 'TN', top: 'TO',
  try: 'TR', ttd: 'TT', twd: 'TW', tzs: 'TZ', uah: 'UA', ugx: 'UG', usd: 'AQ AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI ZW', uyu: 'UY',
  uzs: 'UZ', ves: 'VE', vnd: 'VN', vuv: 'VU', wst: 'WS', xaf: 'CF CG CM GA GQ TD', xcd: 'AG AI DM GD KN LC MS VC', xcg: 'CW SX',
  xof: 'BF BJ CI GW ML NE SN TG', xpf: 'NC PF WF', yer: 'YE', zar: 'ZA', zmw: 'ZM',
};

/** Currency and payment methods by country, ISO 3166-1 alpha-2. */
export const PRICING_BY_COUNTRY: ReadonlyMap<string, { readonly currency: string; readonly paymentMethod?: PaymentMethod }> = new Map(
  Object.entries(COUNTRIES).flatMap(([currency, countries]) => countries.split(' ').map((code) => {
    const paymentMethod = PAYMENT_METHODS.get(code);
    return [code, paymentMethod === undefined ? { currency } : { currency, paymentMethod }] as const;
  })),
);

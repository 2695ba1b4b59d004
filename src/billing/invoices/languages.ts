import { matchLocale } from '../../kernel/locales.shared.js';

/** Languages of invoices and letters; users of other languages get English. */
export const INVOICE_LANGUAGES = ['en', 'de', 'ar'] as const;
export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number];

/** @param wanted the interface language, e.g. `de` or `de-AT` */
export const invoiceLanguage = (wanted: string): InvoiceLanguage => matchLocale(wanted, INVOICE_LANGUAGES) ?? 'en';

/**
 * A day as text, UTC.
 * @param at milliseconds since the epoch
 */
export const dayText = (at: number, language: InvoiceLanguage): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/**
 * A percentage as text.
 * @param percent whole
 */
export const percentText = (percent: number, language: InvoiceLanguage): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);

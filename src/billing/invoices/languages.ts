import type { Money } from '../../kernel/money.shared.js';
import { fractionDigits, priceNumber } from '../price.shared.js';

/** Languages that invoices and letters are written in; others are given them in English. */
export const INVOICE_LANGUAGES = ['en', 'de', 'ar'] as const;
export type InvoiceLanguage = (typeof INVOICE_LANGUAGES)[number];

/** @param wanted the interface language, e.g. `de` or `de-AT` */
export function invoiceLanguage(wanted: string): InvoiceLanguage {
  const [primary] = wanted.toLowerCase().split('-');
  return INVOICE_LANGUAGES.find((one) => one === primary) ?? 'en';
}

/** A day as it is written, UTC. @param at milliseconds since the epoch */
export const dayText = (at: number, language: InvoiceLanguage): string => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);

/** An amount with the code of its currency and every digit that it has, e.g. `USD 1,234.50`, `1.234,50 EUR`, `JPY 1,500`. */
export function amountText(amount: Money, language: InvoiceLanguage): string {
  const digits = fractionDigits(amount.currency) === 0 ? 0 : 2;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: amount.currency.toUpperCase(), currencyDisplay: 'code', minimumFractionDigits: digits, maximumFractionDigits: digits });
  // The text of a decimal number is formatted as it stands, without a float between; which its type cannot say of a string.
  return format.format(priceNumber(amount) as Intl.StringNumericLiteral);
}

/** A share as it is written. @param percent whole */
export const percentText = (percent: number, language: InvoiceLanguage): string => new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);

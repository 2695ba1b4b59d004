import type { InvoiceLanguage } from './languages.js';

/** The words of an invoice. Names in braces stand for values. */
export interface InvoiceWords {
  readonly title: string;
  readonly billedTo: string;
  readonly number: string;
  readonly date: string;
  readonly description: string;
  readonly amount: string;
  readonly monthly: string;
  readonly yearly: string;
  readonly once: string;
  readonly upgrade: string;
  readonly discount: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly refunded: string;
  readonly kept: string;
  readonly paid: string;
  readonly isRefunded: string;
  readonly isPartRefunded: string;
  readonly isDisputed: string;
  readonly sandbox: string;
  readonly thanks: string;
}

const en: InvoiceWords = {
  title: 'Invoice', billedTo: 'Billed to', number: 'Invoice number', date: 'Date', description: 'Description', amount: 'Amount',
  monthly: '{product}, monthly plan', yearly: '{product}, yearly plan', once: '{product}, bought once', upgrade: 'Upgrade to {product}',
  discount: 'A discount of {percent} is taken off', net: 'Without tax', tax: 'Tax', total: 'Total', refunded: 'Refunded on {date}', kept: 'Left after refunds',
  paid: 'Paid', isRefunded: 'Refunded', isPartRefunded: 'Refunded in part', isDisputed: 'Disputed',
  sandbox: 'Paid in the sandbox, where money is only played with: nothing was charged.', thanks: 'It was paid on {date}. This invoice is your receipt as well.',
};
const de: InvoiceWords = {
  title: 'Rechnung', billedTo: 'Rechnung an', number: 'Rechnungsnummer', date: 'Datum', description: 'Beschreibung', amount: 'Betrag',
  monthly: '{product}, Monatstarif', yearly: '{product}, Jahrestarif', once: '{product}, einmaliger Kauf', upgrade: 'Wechsel zu {product}',
  discount: 'Ein Rabatt von {percent} ist abgezogen', net: 'Ohne Steuer', tax: 'Steuer', total: 'Summe', refunded: 'Erstattet am {date}', kept: 'Nach Erstattungen',
  paid: 'Bezahlt', isRefunded: 'Erstattet', isPartRefunded: 'Teilweise erstattet', isDisputed: 'Angefochten',
  sandbox: 'In der Sandbox bezahlt, in der nur mit Spielgeld gezahlt wird: Es wurde nichts abgebucht.', thanks: 'Bezahlt am {date}. Diese Rechnung ist zugleich die Quittung.',
};
const ar: InvoiceWords = {
  title: 'فاتورة', billedTo: 'إلى', number: 'رقم الفاتورة', date: 'التاريخ', description: 'الوصف', amount: 'المبلغ',
  monthly: '{product}، خطة شهرية', yearly: '{product}، خطة سنوية', once: '{product}، شراء لمرة واحدة', upgrade: 'الترقية إلى {product}',
  discount: 'بعد خصم {percent}', net: 'قبل الضريبة', tax: 'الضريبة', total: 'الإجمالي', refunded: 'رُدّ في {date}', kept: 'المتبقي بعد الرد',
  paid: 'مدفوعة', isRefunded: 'رُدّ المبلغ', isPartRefunded: 'رُدّ جزء من المبلغ', isDisputed: 'معترَض عليها',
  sandbox: 'دُفعت في البيئة التجريبية حيث المال للتجربة فقط: لم يُخصم أي مبلغ.', thanks: 'دُفعت في {date}. هذه الفاتورة إيصال أيضًا.',
};
export const INVOICE_WORDS: Readonly<Record<InvoiceLanguage, InvoiceWords>> = { en, de, ar };

/** Puts values in the places of their names. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string => text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);

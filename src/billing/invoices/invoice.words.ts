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
  title: 'Invoice',
  billedTo: 'Billed to',
  number: 'Invoice number',
  date: 'Date',
  description: 'Description',
  amount: 'Amount',
  monthly: '{product}, monthly plan',
  yearly: '{product}, yearly plan',
  once: '{product}, one-time purchase',
  upgrade: 'Upgrade to {product}',
  discount: 'Includes a {percent} discount',
  net: 'Excluding tax',
  tax: 'Tax',
  total: 'Total',
  refunded: 'Refunded on {date}',
  kept: 'Total after refunds',
  paid: 'Paid',
  isRefunded: 'Refunded',
  isPartRefunded: 'Partly refunded',
  isDisputed: 'Disputed',
  sandbox: 'Test payment in the sandbox: no real money was charged.',
  thanks: 'Paid on {date}. This invoice is also your receipt.',
};
const de: InvoiceWords = {
  title: 'Rechnung',
  billedTo: 'Rechnung an',
  number: 'Rechnungsnummer',
  date: 'Datum',
  description: 'Beschreibung',
  amount: 'Betrag',
  monthly: '{product}, Monatstarif',
  yearly: '{product}, Jahrestarif',
  once: '{product}, einmaliger Kauf',
  upgrade: 'Upgrade auf {product}',
  discount: 'Enthält {percent} Rabatt',
  net: 'Ohne Steuer',
  tax: 'Steuer',
  total: 'Summe',
  refunded: 'Erstattet am {date}',
  kept: 'Summe nach Erstattungen',
  paid: 'Bezahlt',
  isRefunded: 'Erstattet',
  isPartRefunded: 'Teilweise erstattet',
  isDisputed: 'Angefochten',
  sandbox: 'Testzahlung in der Sandbox: Es wurde kein echtes Geld abgebucht.',
  thanks: 'Bezahlt am {date}. Diese Rechnung ist zugleich deine Quittung.',
};
const ar: InvoiceWords = {
  title: 'فاتورة',
  billedTo: 'الفاتورة إلى',
  number: 'رقم الفاتورة',
  date: 'التاريخ',
  description: 'الوصف',
  amount: 'المبلغ',
  monthly: '{product}، خطة شهرية',
  yearly: '{product}، خطة سنوية',
  once: '{product}، شراء لمرة واحدة',
  upgrade: 'الترقية إلى {product}',
  discount: 'شامل خصم {percent}',
  net: 'قبل الضريبة',
  tax: 'الضريبة',
  total: 'الإجمالي',
  refunded: 'رُدّ في {date}',
  kept: 'الإجمالي بعد الاسترداد',
  paid: 'مدفوعة',
  isRefunded: 'رُدّ المبلغ',
  isPartRefunded: 'رُدّ جزء من المبلغ',
  isDisputed: 'معترَض عليها',
  sandbox: 'دفعة اختبار في البيئة التجريبية: لم يُخصم مال حقيقي.',
  thanks: 'دُفعت في {date}. هذه الفاتورة إيصال أيضًا.',
};
export const INVOICE_WORDS: Readonly<Record<InvoiceLanguage, InvoiceWords>> = { en, de, ar };

/** Replaces placeholders with values. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);

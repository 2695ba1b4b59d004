import type { Money } from '../../kernel/money.shared.js';
import { amountText } from '../plans/price.shared.js';
import { periodOf, type Product } from '../plans/product.shared.js';
import { refundedOf, type PaidInvoice } from './invoice.js';
import { statusOf } from './invoice.view.js';
import { filled, INVOICE_WORDS, type InvoiceWords } from './invoice.words.js';
import { dayText, percentText, type InvoiceLanguage } from './languages.js';

/** Countries that use Letter paper; all others use A4 (CLDR, "paperSize"). */
const LETTER_COUNTRIES = new Set(['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE']);

/** Data printed in addition to the invoice itself. */
export interface SheetContext {
  readonly language: InvoiceLanguage;
  /** Lines that identify the seller: name, address, tax number. */
  readonly seller: readonly string[];
  readonly buyer: { readonly name?: string; readonly email?: string; readonly country?: string };
  readonly product: Pick<Product, 'productName' | 'duration'>;
  /** Discount of the subscription, per cent; 0 for none. */
  readonly discountRate: number;
}

/** A row with a label on one side and a value on the other. */
export interface SheetRow {
  readonly label: string;
  readonly value: string;
  readonly isStrong?: true;
}

/** Texts of an invoice, ready to draw. */
export interface Sheet {
  readonly language: InvoiceLanguage;
  readonly paper: 'a4' | 'letter';
  readonly title: string;
  /** Status, shown beside the title. */
  readonly mark: { readonly text: string; readonly isGood: boolean };
  readonly seller: readonly string[];
  readonly billedTo: string;
  readonly buyer: readonly string[];
  readonly facts: readonly SheetRow[];
  readonly heads: SheetRow;
  readonly line: SheetRow & { readonly details: readonly string[] };
  readonly sums: readonly SheetRow[];
  readonly notes: readonly string[];
}

/** Scripts that the embedded fonts support: Latin, Greek, Cyrillic and Arabic. */
const WRITABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const UNWRITABLE = /\p{Extended_Pictographic}(?<![\d#*©®™])/u;

/** Whether the fonts can print a text. A name in other scripts is left out, and only the address is printed. */
export const isWritable = (text: string): boolean => WRITABLE.test(text) && !UNWRITABLE.test(text);

/** The texts of a paid invoice. */
export function sheetOf(invoice: PaidInvoice, { language, seller, buyer, product, discountRate }: SheetContext): Sheet {
  const words = INVOICE_WORDS[language];
  const { payment } = invoice;
  const day = (at: number): string => dayText(at, language);
  const amount = (minor: number): string => amountText({ minor, currency: payment.currency } satisfies Money, language);
  const isDiscounted = discountRate > 0 && (payment.reason === 'start' || payment.reason === 'renewal');
  const back = refundedOf(invoice);
  return {
    language,
    paper: LETTER_COUNTRIES.has(buyer.country?.toUpperCase() ?? '') ? 'letter' : 'a4',
    title: words.title,
    mark: markOf(invoice, words),
    seller,
    billedTo: words.billedTo,
    buyer: [buyer.name, buyer.email].flatMap((line) => (line !== undefined && isWritable(line) ? [line] : [])),
    facts: [
      { label: words.number, value: invoice.number },
      { label: words.date, value: day(payment.at) },
    ],
    heads: { label: words.description, value: words.amount },
    line: {
      label: whatIsSold(invoice, product, words),
      value: amount(payment.amount - payment.tax),
      details: [
        ...(payment.period === null ? [] : [`${day(payment.period.start)} – ${day(payment.period.end)}`]),
        ...(isDiscounted ? [filled(words.discount, { percent: percentText(discountRate, language) })] : []),
      ],
    },
    sums: [
      { label: words.net, value: amount(payment.amount - payment.tax) },
      { label: words.tax, value: amount(payment.tax) },
      { label: words.total, value: amount(payment.amount), isStrong: true },
      ...invoice.refunds.map(({ at, amount: minor }) => ({
        label: filled(words.refunded, { date: day(at) }),
        value: amount(-minor),
      })),
      ...(back === 0 ? [] : [{ label: words.kept, value: amount(payment.amount - back), isStrong: true as const }]),
    ],
    notes: [filled(words.thanks, { date: day(payment.at) }), ...(invoice.gateway === 'sandbox' ? [words.sandbox] : [])],
  };
}

function markOf(invoice: PaidInvoice, words: InvoiceWords): Sheet['mark'] {
  switch (statusOf(invoice)) {
    case 'refunded':
      return { text: words.isRefunded, isGood: false };
    case 'part-refunded':
      return { text: words.isPartRefunded, isGood: false };
    case 'disputed':
      return { text: words.isDisputed, isGood: false };
    default:
      return { text: words.paid, isGood: true };
  }
}

function whatIsSold(
  { payment }: PaidInvoice,
  { productName: product, ...rest }: SheetContext['product'],
  words: InvoiceWords,
): string {
  if (payment.reason === 'upgrade') return filled(words.upgrade, { product });
  const periods = { monthly: words.monthly, yearly: words.yearly, forever: words.once } as const;
  return filled(periods[periodOf(rest)], { product });
}

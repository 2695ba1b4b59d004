import type { Product } from '../plans/product.shared.js';
import type { InvoiceView } from '../shop/shop.shared.js';
import { openDisputesOf, refundedOf, type InvoiceDocument } from './invoice.js';

/**
 * Data outside the invoice: the product of a price id and, for an unpaid invoice, the product it would have paid for.
 */
export interface InvoiceContext {
  readonly productOf: (priceId: string) => Product | undefined;
  /** The subscription of the invoice. */
  readonly subscription?: { readonly priceId: string; readonly wasPaid: boolean };
}

/** Address of an invoice's PDF, for its owner. */
export const pdfPath = (invoiceId: string): string => `/api/billing/invoices/${invoiceId}.pdf`;

/** Address of an invoice's PDF, for finance. */
export const financePdfPath = (invoiceId: string): string => `/api/finance/invoices/${invoiceId}.pdf`;

/**
 * Status of an invoice; undefined for one that is not shown: neither payment nor attempt, or a trial that costs
 * nothing.
 */
export function statusOf(invoice: InvoiceDocument): InvoiceView['status'] | undefined {
  if (invoice.listedAt === null) return undefined;
  if (invoice.payment === null) return 'failed';
  if (openDisputesOf(invoice).length > 0) return 'disputed';
  const refunded = refundedOf(invoice);
  if (refunded === 0) return 'paid';
  return refunded < invoice.payment.amount ? 'part-refunded' : 'refunded';
}

/** An invoice as its owner sees it; undefined when it is not shown or its product is unknown. */
export function invoiceView(
  invoice: InvoiceDocument,
  { productOf, subscription }: InvoiceContext,
): InvoiceView | undefined {
  const { invoiceId, number, listedAt: at, payment, failure } = invoice;
  const status = statusOf(invoice);
  const money = payment ?? failure;
  const priceId = payment?.priceId ?? subscription?.priceId;
  const product = priceId === undefined ? undefined : productOf(priceId);
  if (at === null || status === undefined || money === null || product === undefined) return undefined;
  const { amount: minor, currency } = money;
  return {
    invoiceId,
    number,
    at,
    status,
    product,
    kind: kindOf(invoice, subscription?.wasPaid === true),
    period: payment?.period == null ? null : { start: payment.period.start, end: payment.period.end },
    amount: { minor, currency },
    tax: { minor: payment?.tax ?? 0, currency },
    refunded: { minor: refundedOf(invoice), currency },
    pdf: payment === null ? null : pdfPath(invoiceId),
  };
}

function kindOf({ payment, sold }: InvoiceDocument, wasPaid: boolean): InvoiceView['kind'] {
  if (payment !== null) return payment.reason === 'trial' ? 'start' : payment.reason;
  if (sold.kind === 'purchase') return 'once';
  return wasPaid ? 'renewal' : 'start';
}

import Stripe from 'stripe';
import { list } from './objects.js';

interface Line {
  readonly subscription: string;
  readonly product: string;
  readonly amount: number;
  readonly start: number;
  readonly end: number;
  readonly proration?: boolean;
  /** Of what is given back: the invoice that it was paid with. */
  readonly credits?: string;
}

/** What is charged for a period of a subscription, or given back of one. */
export function lineObject(
  invoice: string,
  index: number,
  { amount, credits, end, product, proration = false, start, subscription }: Line,
): Stripe.InvoiceLineItem {
  return {
    id: `il_${invoice}_${index}`,
    object: 'line_item',
    amount,
    currency: 'usd',
    description: null,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        subscription,
        subscription_item: `si_${subscription}`,
        proration_details: {
          credited_items: credits === undefined ? null : { invoice: credits, invoice_line_items: [`il_${credits}_0`] },
        },
      },
    },
    period: { start, end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: `price_${product}`, product },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(Math.abs(amount)),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

/** An invoice that is paid, unless something else is said. */
export function invoiceObject({
  id,
  created,
  lines,
  metadata,
  subscription,
  tax = 0,
  ...more
}: {
  readonly id: string;
  readonly created: number;
  readonly subscription: string;
  readonly metadata: Stripe.Metadata;
  readonly lines: readonly Omit<Line, 'subscription'>[];
  readonly tax?: number;
} & Partial<Omit<Stripe.Invoice, 'lines' | 'metadata'>>): Stripe.Invoice {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const total = subtotal + tax;
  const due = Math.max(0, total);
  return {
    id,
    object: 'invoice',
    account_country: 'DE',
    account_name: 'Kinora',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: due,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    custom_fields: null,
    customer: 'cus_1',
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: list(
      lines.map((line, index) => lineObject(id, index, { ...line, subscription })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: `K-${id}`,
    on_behalf_of: null,
    parent: { quote_details: null, subscription_details: { metadata, subscription }, type: 'subscription_details' },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'paid',
    status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: created, voided_at: null },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: subtotal,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: created,
    total_taxes:
      tax === 0
        ? []
        : [
            {
              amount: tax,
              tax_behavior: 'exclusive',
              tax_rate_details: { tax_rate: 'txr_1' },
              taxability_reason: 'standard_rated',
              taxable_amount: subtotal,
              type: 'tax_rate_details',
            },
          ],
    ...more,
  };
}

/** What an invoice was paid with. */
export function invoicePaymentObject(invoice: Stripe.Invoice, paymentIntent: string): Stripe.InvoicePayment {
  const { amount_paid, created, currency } = invoice;
  return {
    id: `inpay_${invoice.id}`,
    object: 'invoice_payment',
    amount_paid,
    amount_requested: amount_paid,
    created,
    currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: created },
  };
}

import Stripe from 'stripe';

/**
 * Stripe's objects as its API sends them, each whole: the library's own types say what belongs to them. Times are
 * seconds.
 */

const list = <T>(data: T[], url: string): Stripe.ApiList<T> => ({ object: 'list', data, has_more: false, url });

/** A price made for one sale. Its product bears Kinora's price id. */
export function priceObject(
  product: string,
  amount: number,
  interval: 'month' | 'year' = 'month',
  count = 1,
): Stripe.Price {
  return {
    id: `price_${product}_${amount}`,
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: 0,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: { interval, interval_count: count, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: amount,
    unit_amount_decimal: Stripe.Decimal.from(amount),
  };
}

function planObject({ created, currency, id, product, recurring, unit_amount }: Stripe.Price): Stripe.Plan {
  return {
    id,
    object: 'plan',
    active: false,
    amount: unit_amount,
    amount_decimal: Stripe.Decimal.from(unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function itemObject(
  subscription: string,
  price: Stripe.Price,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  return {
    id: `si_${subscription}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

export const itemsOf = (
  subscription: string,
  price: Stripe.Price,
  start: number,
  end: number,
): Stripe.ApiList<Stripe.SubscriptionItem> =>
  list([itemObject(subscription, price, start, end)], `/v1/subscription_items?subscription=${subscription}`);

/** A subscription in force. */
export function subscriptionObject(
  given: Pick<Stripe.Subscription, 'id' | 'created' | 'metadata' | 'items'> & Partial<Stripe.Subscription>,
): Stripe.Subscription {
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: given.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    currency: 'usd',
    customer: 'cus_1',
    customer_account: null,
    days_until_due: null,
    default_payment_method: 'pm_1',
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: given.created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
    ...given,
  };
}

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

export function refundObject(
  id: string,
  amount: number,
  paymentIntent: string,
  created: number,
  status: 'succeeded' | 'pending' = 'succeeded',
): Stripe.Refund {
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: `ch_${paymentIntent}`,
    created,
    currency: 'usd',
    customer: 'cus_1',
    customer_account: null,
    metadata: {},
    payment_intent: paymentIntent,
    payment_method: 'pm_1',
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}

export function disputeObject(
  id: string,
  amount: number,
  paymentIntent: string,
  created: number,
  status: Stripe.Dispute.Status,
): Stripe.Dispute {
  return {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: `ch_${paymentIntent}`,
    created,
    currency: 'usd',
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      appeal: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: paymentIntent,
    reason: 'fraudulent',
    status,
  };
}

/** A card that was paid with. */
export function cardObject(id: string): Stripe.PaymentMethod {
  return {
    id,
    object: 'payment_method',
    created: 0,
    customer: 'cus_1',
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: null,
      country: 'DE',
      display_brand: 'visa',
      exp_month: 9,
      exp_year: 2031,
      funding: 'credit',
      generated_from: null,
      last4: '4242',
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
  };
}

/** A checkout that is over. */
export function sessionObject(
  given: Pick<Stripe.Checkout.Session, 'id' | 'created' | 'metadata' | 'mode' | 'payment_status'> &
    Partial<Stripe.Checkout.Session>,
): Stripe.Checkout.Session {
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency: 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: 'cus_1',
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: given.created + 3_600,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'complete',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
    ...given,
  };
}

/** A schedule with the phases that are given, at `now`. */
export function scheduleObject(
  given: Pick<Stripe.SubscriptionSchedule, 'id' | 'created' | 'metadata' | 'current_phase'> &
    Partial<Stripe.SubscriptionSchedule>,
  phases: readonly { readonly price: string; readonly start: number; readonly end: number }[],
): Stripe.SubscriptionSchedule {
  return {
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    customer: 'cus_1',
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: null,
    test_clock: null,
    phases: phases.map(({ end, price, start }) => ({
      add_invoice_items: [],
      application_fee_percent: null,
      billing_cycle_anchor: null,
      billing_thresholds: null,
      collection_method: null,
      currency: 'usd',
      default_payment_method: null,
      description: null,
      discounts: [],
      end_date: end,
      invoice_settings: null,
      items: [
        { billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] },
      ],
      metadata: {},
      on_behalf_of: null,
      proration_behavior: 'none' as const,
      start_date: start,
      transfer_data: null,
      trial_end: null,
    })),
    ...given,
  };
}

export function paymentIntentObject(
  given: Pick<Stripe.PaymentIntent, 'id' | 'created' | 'amount' | 'metadata'>,
): Stripe.PaymentIntent {
  return {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: given.amount,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: null,
    confirmation_method: 'automatic',
    currency: 'usd',
    customer: 'cus_1',
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: `ch_${given.id}`,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: 'pm_1',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_group: null,
    ...given,
  };
}

type EventOf<Type extends Stripe.Event['type']> = Extract<Stripe.Event, { readonly type: Type }>;

/** An event as it is delivered: the object as it was then, and of an update what it was before. */
export interface DeliveredEvent {
  readonly id: string;
  readonly created: number;
  readonly type: Stripe.Event['type'];
  readonly body: string;
}

/** @param created seconds. @param before the attributes that were other before */
export function eventObject<Type extends Stripe.Event['type']>(
  id: string,
  type: Type,
  created: number,
  object: EventOf<Type>['data']['object'],
  before?: Partial<EventOf<Type>['data']['object']>,
  version: string = Stripe.API_VERSION,
): DeliveredEvent {
  const data = before === undefined ? { object } : { object, previous_attributes: before };
  return {
    id,
    created,
    type,
    body: JSON.stringify(
      {
        id,
        object: 'event',
        api_version: version,
        created,
        data,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      },
      null,
      2,
    ),
  };
}

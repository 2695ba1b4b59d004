import Stripe from 'stripe';

/**
 * Stripe's objects as its API sends them, each whole: the library's own types say what belongs to them. Times are
 * seconds.
 */

export const list = <T>(data: T[], url: string): Stripe.ApiList<T> => ({ object: 'list', data, has_more: false, url });

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

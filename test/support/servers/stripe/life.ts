import type Stripe from 'stripe';
import type { StripeRequest } from './server.js';
import {
  eventObject,
  itemsOf,
  priceObject,
  scheduleObject,
  sessionObject,
  subscriptionObject,
  type DeliveredEvent,
} from './objects.js';
import { disputeObject, paymentIntentObject, refundObject } from './payment-objects.js';
import { invoiceObject, invoicePaymentObject } from './invoice-objects.js';

const DAY = 86_400;
const seconds = (year: number, month: number, day: number, hour = 0): number =>
  Date.UTC(year, month, day, hour) / 1_000;

export const LIFE_SUBSCRIPTION = 'sub_1';
export const LIFE_START = seconds(2026, 0, 3);
const TRIAL_END = LIFE_START + 7 * DAY;
/** Of January's paid period, February's, March's, and so on: the tenth. */
const month = (index: number): number => seconds(2026, index, 10);
export const LIFE_UPGRADED = month(0) + 10 * DAY;
const own = { userId: 'ann', appName: 'kinora', orderId: 'order-1', priceId: 'kinora-lite-monthly', discountRate: '0' };

const LITE = priceObject('kinora-lite-monthly', 1_500);
const PRO = priceObject('kinora-pro-monthly', 2_900);

/**
 * A whole life at Stripe: what is delivered, in the order in which it happened, and what is answered to whoever asks.
 */
export interface StripeLife {
  readonly events: readonly DeliveredEvent[];
  readonly answers: (request: StripeRequest) => object | undefined;
}

/**
 * On trial, paid, upgraded, failed, recovered, a smaller plan asked for and taken back, cancelled, reactivated,
 * refunded, disputed (won), ended.
 */
export function wholeLife(): StripeLife {
  const events: DeliveredEvent[] = [];
  const invoices = new Map<string, Stripe.Invoice>();
  const publish = <Type extends Stripe.Event['type']>(
    ...[type, at, object, before]: [
      Type,
      number,
      Parameters<typeof eventObject<Type>>[3],
      Parameters<typeof eventObject<Type>>[4]?,
    ]
  ): void => {
    events.push(eventObject(`evt_${events.length + 1}`, type, at, object, before));
  };
  const items = (price: Stripe.Price, start: number, end: number) => itemsOf(LIFE_SUBSCRIPTION, price, start, end);
  let subscription = subscriptionObject({
    id: LIFE_SUBSCRIPTION,
    created: LIFE_START,
    metadata: own,
    status: 'trialing',
    trial_start: LIFE_START,
    trial_end: TRIAL_END,
    items: items(LITE, LIFE_START, TRIAL_END),
  });
  const change = (at: number, to: Partial<Stripe.Subscription>, before: Partial<Stripe.Subscription>): void => {
    subscription = { ...subscription, ...to };
    publish('customer.subscription.updated', at, subscription, before);
  };
  const bill = (
    id: string,
    at: number,
    lines: Parameters<typeof invoiceObject>[0]['lines'],
    more: Partial<Omit<Stripe.Invoice, 'lines' | 'metadata'>> = {},
  ): Stripe.Invoice => {
    const invoice = invoiceObject({ id, created: at, subscription: LIFE_SUBSCRIPTION, metadata: own, lines, ...more });
    invoices.set(id, invoice);
    return invoice;
  };

  // On trial.
  publish('customer.subscription.created', LIFE_START, subscription);
  const trial = bill(
    'in_trial',
    LIFE_START,
    [{ product: 'kinora-lite-monthly', amount: 0, start: LIFE_START, end: TRIAL_END }],
    { billing_reason: 'subscription_create' },
  );
  publish('invoice.created', LIFE_START, trial);
  publish('invoice.paid', LIFE_START + 1, trial);
  publish(
    'checkout.session.completed',
    LIFE_START + 2,
    sessionObject({
      id: 'cs_1',
      created: LIFE_START,
      metadata: own,
      mode: 'subscription',
      payment_status: 'no_payment_required',
      subscription: LIFE_SUBSCRIPTION,
    }),
  );
  publish('customer.subscription.trial_will_end', TRIAL_END - 3 * DAY, subscription);

  // Paid.
  change(
    TRIAL_END,
    { status: 'active', items: items(LITE, month(0), month(1)) },
    { status: 'trialing', items: subscription.items },
  );
  const first = bill('in_1', month(0), [
    { product: 'kinora-lite-monthly', amount: 1_500, start: month(0), end: month(1) },
  ]);
  publish('invoice.paid', month(0) + 3_600, first);
  publish('invoice.payment_succeeded', month(0) + 3_600, first);

  // Upgraded: what is left of lite is given back, and of pro the same time is charged.
  change(LIFE_UPGRADED, { items: items(PRO, month(0), month(1)) }, { items: subscription.items });
  publish(
    'invoice.paid',
    LIFE_UPGRADED + 1,
    bill(
      'in_2',
      LIFE_UPGRADED,
      [
        {
          product: 'kinora-lite-monthly',
          amount: -1_016,
          start: LIFE_UPGRADED,
          end: month(1),
          proration: true,
          credits: 'in_1',
        },
        { product: 'kinora-pro-monthly', amount: 1_965, start: LIFE_UPGRADED, end: month(1), proration: true },
      ],
      { billing_reason: 'subscription_update' },
    ),
  );

  // Failed twice, then paid.
  change(month(1), { items: items(PRO, month(1), month(2)) }, { items: subscription.items });
  const owed = {
    billing_reason: 'subscription_cycle',
    status: 'open',
    amount_paid: 0,
    amount_remaining: 2_900,
  } as const;
  const february = [{ product: 'kinora-pro-monthly', amount: 2_900, start: month(1), end: month(2) }];
  publish(
    'invoice.payment_failed',
    month(1) + 3_600,
    bill('in_3', month(1), february, { ...owed, attempt_count: 1, next_payment_attempt: month(1) + 2 * DAY }),
  );
  change(month(1) + 3_600, { status: 'past_due' }, { status: 'active' });
  publish(
    'invoice.payment_failed',
    month(1) + 2 * DAY,
    bill('in_3', month(1), february, { ...owed, attempt_count: 2, next_payment_attempt: month(1) + 7 * DAY }),
  );
  publish('invoice.paid', month(1) + 3 * DAY, bill('in_3', month(1), february, { attempt_count: 3 }));
  change(month(1) + 3 * DAY, { status: 'active' }, { status: 'past_due' });

  // A smaller plan is to follow, and is taken back.
  const schedule = {
    id: 'sub_sched_1',
    created: month(1) + 4 * DAY,
    metadata: own,
    current_phase: { start_date: month(1), end_date: month(2) },
    subscription: LIFE_SUBSCRIPTION,
  };
  const now = { price: PRO.id, start: month(1), end: month(2) };
  publish('subscription_schedule.created', schedule.created, scheduleObject({ ...schedule, metadata: {} }, [now]));
  publish(
    'subscription_schedule.updated',
    schedule.created + 1,
    scheduleObject(schedule, [now, { price: LITE.id, start: month(2), end: month(3) }]),
  );
  publish(
    'subscription_schedule.released',
    schedule.created + DAY,
    scheduleObject(
      {
        ...schedule,
        current_phase: null,
        status: 'released',
        subscription: null,
        released_subscription: LIFE_SUBSCRIPTION,
      },
      [now],
    ),
  );

  // Cancelled and reactivated.
  change(
    month(1) + 6 * DAY,
    { cancel_at_period_end: true, cancel_at: month(2), canceled_at: month(1) + 6 * DAY },
    { cancel_at_period_end: false, cancel_at: null, canceled_at: null },
  );
  change(
    month(1) + 7 * DAY,
    { cancel_at_period_end: false, cancel_at: null, canceled_at: null },
    { cancel_at_period_end: true, cancel_at: month(2), canceled_at: month(1) + 6 * DAY },
  );

  // March is paid for; the upgrade is given back whole, of March a part; January is disputed and won.
  change(month(2), { items: items(PRO, month(2), month(3)) }, { items: subscription.items });
  publish(
    'invoice.paid',
    month(2) + 3_600,
    bill('in_4', month(2), [{ product: 'kinora-pro-monthly', amount: 2_900, start: month(2), end: month(3) }], {}),
  );
  publish('refund.created', month(2) + DAY, refundObject('re_1', 949, 'pi_in_2', month(2) + DAY, 'pending'));
  publish('refund.updated', month(2) + DAY + 60, refundObject('re_1', 949, 'pi_in_2', month(2) + DAY));
  publish(
    'charge.dispute.created',
    month(2) + 2 * DAY,
    disputeObject('dp_1', 1_500, 'pi_in_1', month(2) + 2 * DAY, 'needs_response'),
  );
  publish(
    'charge.dispute.funds_withdrawn',
    month(2) + 2 * DAY,
    disputeObject('dp_1', 1_500, 'pi_in_1', month(2) + 2 * DAY, 'needs_response'),
  );
  publish(
    'charge.dispute.closed',
    month(2) + 12 * DAY,
    disputeObject('dp_1', 1_500, 'pi_in_1', month(2) + 2 * DAY, 'won'),
  );
  publish('refund.created', month(2) + 13 * DAY, refundObject('re_2', 500, 'pi_in_4', month(2) + 13 * DAY));

  // Nothing is paid in April, and it ends.
  change(month(3), { items: items(PRO, month(3), month(4)) }, { items: subscription.items });
  publish(
    'invoice.payment_failed',
    month(3) + 3_600,
    bill('in_5', month(3), [{ product: 'kinora-pro-monthly', amount: 2_900, start: month(3), end: month(4) }], {
      ...owed,
      attempt_count: 1,
      next_payment_attempt: null,
    }),
  );
  subscription = {
    ...subscription,
    status: 'canceled',
    canceled_at: month(3) + DAY,
    ended_at: month(3) + DAY,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: 'payment_failed' },
  };
  publish('customer.subscription.deleted', month(3) + DAY, subscription);

  return { events, answers: answersOf(subscription, invoices) };
}

/** What Stripe says of them by now, whichever event made somebody ask. */
function answersOf(
  subscription: Stripe.Subscription,
  invoices: ReadonlyMap<string, Stripe.Invoice>,
): StripeLife['answers'] {
  return ({ method, path, parameters }) => {
    if (method !== 'GET') return undefined;
    if (path === `/v1/subscriptions/${subscription.id}`) return subscription;
    if (path !== '/v1/invoice_payments') return undefined;
    const paymentIntent = parameters['payment[payment_intent]'] ?? '';
    const invoice = invoices.get(paymentIntent.replace(/^pi_/, ''));
    return {
      object: 'list',
      url: path,
      has_more: false,
      data: invoice === undefined ? [] : [invoicePaymentObject(invoice, paymentIntent)],
    };
  };
}

export const PACK_INTENT = 'pi_pack';
/** Something bought once, of which a part is given back and which is disputed and lost. */
export function packLife(): StripeLife {
  const at = seconds(2026, 4, 1);
  const metadata = { ...own, orderId: 'order-2', priceId: 'kinora-credits-500' };
  const session = sessionObject({
    id: 'cs_2',
    created: at,
    metadata,
    mode: 'payment',
    payment_status: 'unpaid',
    payment_intent: PACK_INTENT,
    amount_subtotal: 3_500,
    amount_total: 4_165,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 665 },
  });
  const events = [
    eventObject('evt_p1', 'checkout.session.completed', at, session),
    eventObject('evt_p2', 'checkout.session.async_payment_succeeded', at + DAY, { ...session, payment_status: 'paid' }),
    eventObject('evt_p3', 'refund.created', at + 2 * DAY, refundObject('re_p', 1_000, PACK_INTENT, at + 2 * DAY)),
    eventObject(
      'evt_p4',
      'charge.dispute.created',
      at + 3 * DAY,
      disputeObject('dp_p', 3_165, PACK_INTENT, at + 3 * DAY, 'needs_response'),
    ),
    eventObject(
      'evt_p5',
      'charge.dispute.closed',
      at + 4 * DAY,
      disputeObject('dp_p', 3_165, PACK_INTENT, at + 3 * DAY, 'lost'),
    ),
  ];
  const intent = paymentIntentObject({ id: PACK_INTENT, created: at, amount: 4_165, metadata });
  return {
    events,
    answers: ({ path }) =>
      path === `/v1/payment_intents/${PACK_INTENT}`
        ? intent
        : path === '/v1/invoice_payments'
          ? { object: 'list', url: path, has_more: false, data: [] }
          : undefined,
  };
}

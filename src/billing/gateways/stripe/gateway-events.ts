import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Product } from '../../plans/product.shared.js';
import type { ReportedFact } from '../../subscription/facts.js';
import type { Owner } from '../../subscription/subscription.state.js';
import type { GatewayEvent, ReportedPurchase } from '../port.js';
import { fromStripe } from './amounts.js';
import {
  disputeObject,
  invoiceObject,
  invoiceOfObject,
  isOfOthers,
  ownedObject,
  ownOf,
  paymentIntentObject,
  readObject,
  refundObject,
  scheduleBefore,
  scheduleObject,
  sessionObject,
  subscriptionBefore,
  subscriptionObject,
  type OwnMetadata,
  type StripeEvent,
  type StripeInvoice,
  type StripeLine,
  type StripeSubscription,
} from './objects.js';
import { failureOf, isOfTrial, paidLine, paymentOf } from './payments.js';

/** Name of the gateway in subscriptions. */
export const STRIPE = 'stripe';

/** Looks up what an event does not contain. Each answer is the raw Stripe object; undefined when it does not exist. */
export interface Lookups {
  subscription(id: string): Promise<unknown>;
  /** Every line of an invoice that has more lines than its event contains. */
  lines(invoiceId: string): Promise<unknown>;
  /** The invoice that a payment intent paid; undefined when it paid none. */
  invoicePaidBy(paymentIntentId: string): Promise<unknown>;
  paymentIntent(id: string): Promise<unknown>;
  readonly prices: (priceId: string) => Product | undefined;
}

type ReadEvents = Promise<Result<readonly GatewayEvent[], ProductError>>;
type Moment = Pick<StripeEvent, 'id' | 'created'>;

const NOTHING: Result<readonly GatewayEvent[], ProductError> = ok([]);
const ownerOf = ({ appName, userId }: OwnMetadata): Owner => ({
  appName,
  gateway: STRIPE,
  platformName: 'card',
  userId,
});
/** An event with several facts gives each its own fact id. */
const momentOf = ({ id, created }: Moment, name?: string) => ({
  factId: name === undefined ? id : `${id}.${name}`,
  occurredAt: created,
});

/** Reports in an event; empty for an irrelevant event (docs/operations.md lists the relevant ones). */
export async function gatewayEventsOf(event: StripeEvent, lookups: Lookups): ReadEvents {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return sessionEvents(event);
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
    case 'customer.subscription.deleted':
      return subscriptionEvents(event);
    case 'subscription_schedule.updated':
    case 'subscription_schedule.released':
    case 'subscription_schedule.canceled':
    case 'subscription_schedule.aborted':
      return scheduleEvents(event);
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return invoiceEvents(event, lookups);
    case 'refund.created':
    case 'refund.updated':
      return refundEvents(event, lookups);
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.closed':
      return disputeEvents(event, lookups);
    default:
      return NOTHING;
  }
}

/** Checkout events. They report one-time purchases; subscriptions have their own events. */
function sessionEvents(event: StripeEvent): Awaited<ReadEvents> {
  const read = readObject(sessionObject, event.data.object);
  if (!read.ok) return read;
  const { amount_total, currency, customer, id, metadata, mode, payment_intent, payment_status, total_details } =
    read.value;
  const own = ownOf(metadata);
  // Other sellers may share the Stripe account.
  if (!own.ok || own.value.orderId === undefined) return NOTHING;
  const { orderId, priceId } = own.value;
  const checkout = (outcome: Extract<GatewayEvent, { kind: 'checkout' }>['outcome']): GatewayEvent => ({
    kind: 'checkout',
    orderId,
    outcome,
    ...(customer === null ? {} : { customerId: customer }),
  });
  if (event.type === 'checkout.session.expired') return ok([checkout('expired')]);
  if (event.type === 'checkout.session.async_payment_failed') return ok([checkout('declined')]);
  // A delayed payment, such as a bank transfer, is reported again once it is paid.
  if (payment_status === 'unpaid') return NOTHING;
  if (mode !== 'payment') return ok([checkout('paid')]);
  if (amount_total === null || currency === null)
    return err(productError('VALIDATION_ERROR', { field: 'amount_total' }));
  const externalId = payment_intent ?? id;
  const paid: ReportedPurchase = {
    type: 'PurchasePaid',
    data: {
      ...momentOf(event),
      amountPaid: fromStripe(amount_total, currency).minor,
      currency,
      invoiceId: externalId,
      priceId,
      tax: fromStripe(total_details?.amount_tax ?? 0, currency).minor,
    },
  };
  return ok([{ kind: 'purchase', owner: ownerOf(own.value), externalId, facts: [paid], orderId }, checkout('paid')]);
}

function subscriptionEvents(event: StripeEvent): Awaited<ReadEvents> {
  const owned = ownedObject.safeParse(event.data.object);
  if (owned.success && isOfOthers(owned.data.metadata)) return NOTHING;
  const read = readObject(subscriptionObject, event.data.object);
  if (!read.ok) return read;
  const own = ownOf(read.value.metadata);
  if (!own.ok) return own;
  const facts = factsOfSubscription(event, read.value, own.value);
  return facts.ok ? subscriptionEvent(own.value, read.value.id, facts.value) : facts;
}

function subscriptionEvent(
  own: OwnMetadata,
  externalId: string,
  facts: readonly ReportedFact[],
  more: readonly GatewayEvent[] = [],
): Result<readonly GatewayEvent[], ProductError> {
  if (facts.length === 0) return ok(more);
  return ok([
    { kind: 'subscription', owner: ownerOf(own), externalId, facts, ...defined({ orderId: own.orderId }) },
    ...more,
  ]);
}

function factsOfSubscription(
  event: StripeEvent,
  subscription: StripeSubscription,
  own: OwnMetadata,
): Result<readonly ReportedFact[], ProductError> {
  const origin = momentOf(event);
  switch (event.type) {
    case 'customer.subscription.created':
      return ok([started(origin, subscription, own)]);
    case 'customer.subscription.paused':
      return ok([{ type: 'SubscriptionPaused', data: origin }]);
    case 'customer.subscription.resumed':
      return ok([{ type: 'SubscriptionResumed', data: origin }]);
    case 'customer.subscription.deleted':
      return ok([{ type: 'SubscriptionEnded', data: { ...origin, reason: endOf(subscription) } }]);
    default: {
      const before = readObject(subscriptionBefore, event.data.previous_attributes);
      return before.ok ? ok(changesOf(event, subscription, before.value)) : before;
    }
  }
}

function started(
  origin: ReturnType<typeof momentOf>,
  { currency, customer, items, status }: StripeSubscription,
  { discountRate = 0 }: OwnMetadata,
): ReportedFact {
  const item = items.data[0];
  const known = status === 'active' || status === 'trialing' ? status : 'incomplete';
  return {
    type: 'SubscriptionStarted',
    data: {
      ...origin,
      currency,
      customSub: 0,
      customerId: customer,
      discountRate,
      status: known,
      periodStart: item?.current_period_start ?? origin.occurredAt,
      periodEnd: item?.current_period_end ?? origin.occurredAt,
      priceId: item?.price.product ?? '',
    },
  };
}

function endOf({ cancellation_details, status }: StripeSubscription): 'canceled' | 'unpaid' | 'never-paid' {
  if (status === 'incomplete_expired') return 'never-paid';
  return cancellation_details?.reason === 'payment_failed' ? 'unpaid' : 'canceled';
}

/** Changes against the previous attributes. Each is a separate fact, independent of earlier reports. */
function changesOf(
  event: Moment,
  subscription: StripeSubscription,
  before: ReturnType<(typeof subscriptionBefore)['parse']>,
): readonly ReportedFact[] {
  const facts: ReportedFact[] = [];
  const { cancel_at, cancel_at_period_end, items, pause_collection, status } = subscription;
  const priceId = items.data[0]?.price.product;
  const priceBefore = before.items?.data[0]?.price.product;
  if (priceId !== undefined && priceBefore !== undefined && priceBefore !== priceId)
    facts.push({ type: 'PlanChanged', data: { ...momentOf(event, 'plan'), priceId } });
  // A planned end counts the same, whether at the end of the period or on a fixed day.
  const ends = cancel_at_period_end || cancel_at !== null;
  const ended =
    (before.cancel_at_period_end ?? cancel_at_period_end) ||
    (before.cancel_at === undefined ? cancel_at : before.cancel_at) !== null;
  if (ends !== ended)
    facts.push({ type: ends ? 'CancellationScheduled' : 'SubscriptionReactivated', data: momentOf(event, 'end') });
  if (before.pause_collection !== undefined && (before.pause_collection === null) !== (pause_collection === null)) {
    facts.push({
      type: pause_collection === null ? 'SubscriptionResumed' : 'SubscriptionPaused',
      data: momentOf(event, 'pause'),
    });
  }
  if (before.status !== undefined && before.status !== status) {
    if (status === 'unpaid') facts.push({ type: 'SubscriptionUnpaid', data: momentOf(event, 'unpaid') });
    if (status === 'incomplete_expired')
      facts.push({ type: 'SubscriptionEnded', data: { ...momentOf(event, 'over'), reason: 'never-paid' } });
  }
  return facts;
}

/** A smaller plan scheduled for the next period. Kinora's metadata on the schedule names it. */
function scheduleEvents(event: StripeEvent): Awaited<ReadEvents> {
  const read = readObject(scheduleObject, event.data.object);
  if (!read.ok) return read;
  const { current_phase, metadata, phases, released_subscription, subscription } = read.value;
  const own = ownOf(metadata);
  const externalId = subscription ?? released_subscription;
  // A schedule starts as a copy of its subscription. It is Kinora's once it has Kinora's metadata.
  if (!own.ok || externalId === null) return NOTHING;
  const isSet = event.type === 'subscription_schedule.updated';
  // Any change of the subscription also updates its schedule. Only a change of Kinora's metadata means a scheduled
  // plan.
  const before = scheduleBefore.safeParse(event.data.previous_attributes);
  if (isSet && before.success && before.data.metadata === undefined) return NOTHING;
  // The start of the last phase is an update too. The plan has changed then, and the subscription's event reports it.
  if (isSet && current_phase !== null && phases.every(({ start_date }) => start_date <= current_phase.start_date))
    return NOTHING;
  const priceId = isSet ? own.value.priceId : null;
  return subscriptionEvent(own.value, externalId, [
    { type: 'PlanChangeScheduled', data: { ...momentOf(event), priceId } },
  ]);
}

/** An invoice without a subscription is not Kinora's either: one-time purchases have no invoices. */
function isInvoiceOfOthers(invoice: unknown): boolean {
  const read = invoiceOfObject.safeParse(invoice);
  if (!read.success) return false;
  const of = read.data.parent?.subscription_details;
  return of === null || of === undefined || isOfOthers(of.metadata);
}

async function invoiceEvents(event: StripeEvent, lookups: Lookups): ReadEvents {
  if (isInvoiceOfOthers(event.data.object)) return NOTHING;
  const read = readObject(invoiceObject, event.data.object);
  if (!read.ok) return read;
  const invoice = read.value;
  const of = invoice.parent?.subscription_details;
  if (of === null || of === undefined) return NOTHING;
  const own = ownOf(of.metadata);
  if (!own.ok) return own;
  if (event.type === 'invoice.payment_failed') return failed(event, invoice, own.value, of.subscription);
  const lines = invoice.lines.has_more ? await allLines(invoice, lookups) : ok(invoice.lines.data);
  if (!lines.ok) return lines;
  const paid = paidLine(lines.value, of.subscription);
  if (paid === undefined) return NOTHING;
  const isTrial = await wasTrial(invoice, paid, of.subscription, lookups);
  if (!isTrial.ok) return isTrial;
  return subscriptionEvent(own.value, of.subscription, [
    paymentOf(momentOf(event), invoice, lines.value, paid, isTrial.value, lookups.prices),
  ]);
}

/** A failed first payment belongs to a checkout that can still be paid. */
function failed(event: StripeEvent, invoice: StripeInvoice, own: OwnMetadata, externalId: string): Awaited<ReadEvents> {
  const { orderId } = own;
  const declined =
    invoice.billing_reason === 'subscription_create' && orderId !== undefined
      ? [{ kind: 'checkout' as const, orderId, outcome: 'declined' as const }]
      : [];
  return subscriptionEvent(own, externalId, [failureOf(momentOf(event), invoice)], declined);
}

async function allLines({ id }: StripeInvoice, lookups: Lookups): Promise<Result<readonly StripeLine[], ProductError>> {
  return readObject(invoiceObject.shape.lines.shape.data, await lookups.lines(id));
}

async function wasTrial(
  { total }: StripeInvoice,
  paid: StripeLine,
  subscription: string,
  lookups: Lookups,
): Promise<Result<boolean, ProductError>> {
  if (total !== 0 || paid.amount !== 0) return ok(false);
  const read = readObject(subscriptionObject, await lookups.subscription(subscription));
  return read.ok ? ok(isOfTrial(paid, read.value)) : read;
}

/** The subscription invoice or one-time purchase that a payment intent paid; undefined when it is not Kinora's. */
export async function paidBy(
  paymentIntent: string | null,
  lookups: Pick<Lookups, 'invoicePaidBy' | 'paymentIntent'>,
): Promise<
  Result<
    | {
        readonly kind: 'subscription' | 'purchase';
        readonly own: OwnMetadata;
        readonly externalId: string;
        readonly invoiceId: string;
      }
    | undefined,
    ProductError
  >
> {
  if (paymentIntent === null) return ok(undefined);
  const found = await lookups.invoicePaidBy(paymentIntent);
  if (isInvoiceOfOthers(found)) return ok(undefined);
  if (found !== undefined) {
    const invoice = readObject(invoiceObject, found);
    if (!invoice.ok) return invoice;
    const of = invoice.value.parent?.subscription_details;
    if (of === null || of === undefined) return ok(undefined);
    const own = ownOf(of.metadata);
    return own.ok
      ? ok({ kind: 'subscription', own: own.value, externalId: of.subscription, invoiceId: invoice.value.id })
      : own;
  }
  const intent = readObject(paymentIntentObject, await lookups.paymentIntent(paymentIntent));
  if (!intent.ok) return intent;
  const own = ownOf(intent.value.metadata);
  return ok(
    own.ok ? { kind: 'purchase', own: own.value, externalId: paymentIntent, invoiceId: paymentIntent } : undefined,
  );
}

/** Only a completed refund counts; a pending one may still fail. */
async function refundEvents(event: StripeEvent, lookups: Lookups): ReadEvents {
  const read = readObject(refundObject, event.data.object);
  if (!read.ok) return read;
  const { amount, currency, id: refundId, payment_intent, status } = read.value;
  if (status !== 'succeeded') return NOTHING;
  const of = await paidBy(payment_intent, lookups);
  if (!of.ok) return of;
  if (of.value === undefined) return NOTHING;
  const { externalId, invoiceId, kind, own } = of.value;
  const data = { ...momentOf(event), amount: fromStripe(amount, currency).minor, currency, invoiceId, refundId };
  if (kind === 'purchase')
    return ok([{ kind, owner: ownerOf(own), externalId, facts: [{ type: 'PurchaseRefunded', data }] }]);
  return ok([{ kind, owner: ownerOf(own), externalId, facts: [{ type: 'PaymentRefunded', data }] }]);
}

/** Current outcome of a dispute. A bank's inquiry, or a dispute that was prevented, takes no money. */
async function disputeEvents(event: StripeEvent, lookups: Lookups): ReadEvents {
  const read = readObject(disputeObject, event.data.object);
  if (!read.ok) return read;
  const { amount, currency, id: disputeId, payment_intent, status } = read.value;
  if (status.startsWith('warning_') || status === 'prevented') return NOTHING;
  const of = await paidBy(payment_intent, lookups);
  if (!of.ok) return of;
  if (of.value === undefined) return NOTHING;
  const { externalId, invoiceId, kind, own } = of.value;
  const whose = { owner: ownerOf(own), externalId };
  const opened = { ...momentOf(event), amount: fromStripe(amount, currency).minor, currency, disputeId, invoiceId };
  if (event.type !== 'charge.dispute.closed') {
    return kind === 'purchase'
      ? ok([{ kind, ...whose, facts: [{ type: 'PurchaseDisputed', data: opened }] }])
      : ok([{ kind, ...whose, facts: [{ type: 'PaymentDisputed', data: opened }] }]);
  }
  const outcome = status === 'won' ? ('won' as const) : ('lost' as const);
  const closed = { ...momentOf(event), disputeId, invoiceId, outcome };
  return kind === 'purchase'
    ? ok([{ kind, ...whose, facts: [{ type: 'PurchaseDisputeClosed', data: closed }] }])
    : ok([{ kind, ...whose, facts: [{ type: 'DisputeClosed', data: closed }] }]);
}

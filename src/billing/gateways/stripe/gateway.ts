import Stripe from 'stripe';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { derivedId } from '../../../kernel/ids.js';
import type { Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import type { PaymentPlatform } from '../../plans/plan.shared.js';
import type { Product } from '../../plans/product.shared.js';
import type {
  Checkout,
  CheckoutOrder,
  Delivery,
  GatewayPreview,
  GatewayStatus,
  PaymentGateway,
  GatewayEvent,
  TransactionPage,
} from '../port.js';
import { checkSignature } from '../signature.js';
import { fromStripe, toStripe } from './amounts.js';
import { inlinePrice, localeOf, sessionParams } from './checkout.js';
import { callStripe, done, noSubscription, whenMissing, type Refusals } from './errors.js';
import { eventObject, readObject, subscriptionObject, type StripeEvent } from './objects.js';
import { PlanChanges } from './plan-changes.js';
import { isCharged, methodOf, retryOf, STATUS_EXPAND } from './status.js';
import { STRIPE, gatewayEventsOf, paidBy, type Lookups } from './gateway-events.js';
import type { StripeSettings } from './settings.shared.js';
import { releaseSchedule, retrieveSubscription } from './subscriptions.js';
import { transactionPage } from './transactions.js';

/** Timeout of one request; a request is retried twice. */
const TIMEOUT_MS = 20_000;
const TRANSACTIONS_AT_ONCE = 100;
/** Payment intents whose invoice is remembered, because a transaction is read several times. */
const MAX_PAID = 10_000;
/** Stored on the portal configuration, to find it again. Change it whenever the configuration below changes. */
const PORTAL = 'kinora-1';

/** A Stripe client with telemetry turned off. */
export function createStripe({ apiUrl, secretKey }: Pick<StripeSettings, 'apiUrl' | 'secretKey'>): Stripe {
  const at = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new Stripe(secretKey, {
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    ...(at === undefined
      ? {}
      : {
          host: at.hostname,
          port: at.port === '' ? (at.protocol === 'https:' ? 443 : 80) : Number(at.port),
          protocol: at.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }),
  });
}

/** The gateway for real money: Stripe's hosted checkout, subscriptions and portal (adr/0036). */
export class StripeGateway implements PaymentGateway {
  readonly name = STRIPE;
  readonly platform: PaymentPlatform = { platformName: 'card', enable: true, visible: true };
  readonly signatureHeader = 'stripe-signature';
  /** Price ids whose product is known to exist. */
  private readonly products = new Set<string>();
  /** What payment intents have paid; undefined for those of other sellers. */
  private readonly paid = new Map<string, string | undefined>();
  private portalConfiguration: string | undefined;
  private readonly planChanges: PlanChanges;

  /** @param prices the catalogue, including retired prices */
  constructor(
    private readonly stripe: Stripe,
    private readonly webhookSecret: string,
    private readonly prices: (priceId: string) => Product | undefined,
    private readonly clock: Clock,
  ) {
    this.planChanges = new PlanChanges(stripe, prices, clock, (product) => this.ensureProduct(product));
  }

  async checkout(order: CheckoutOrder): Promise<Result<Checkout, ProductError>> {
    const product = this.prices(order.priceId);
    if (product === undefined || product.price === 0 || product.appName !== order.appName)
      return err(productError('VALIDATION_ERROR', { field: 'priceId' }));
    const payable = inlinePrice(product, order.price);
    if (!payable.ok) return payable;
    await this.ensureProduct(product);
    // The idempotency key includes everything that may change between two attempts of one order, because Stripe rejects
    // a different request with the same key.
    const session = await this.openSession(
      order,
      product,
      `checkout.${order.orderId}.${derivedId('stripe checkout', order.customerId ?? '', order.email ?? '')}`,
    );
    if (!session.ok) return session;
    if (session.value.url === null) throw new StoreUnavailable('stripe', 'failed', 'a checkout session without a URL');
    return ok({ checkoutId: session.value.id, url: session.value.url });
  }

  async expireCheckout(checkoutId: string, commandId: string): Promise<void> {
    // Stripe refuses to expire a paid or closed checkout, which leaves it unchanged.
    await callStripe(
      () => this.stripe.checkout.sessions.expire(checkoutId, undefined, { idempotencyKey: commandId }),
      commandId,
      () => productError('ORDER_NOT_FOUND'),
    );
  }

  previewChange(externalId: string, priceId: string): Promise<Result<GatewayPreview, ProductError>> {
    return this.planChanges.preview(externalId, priceId);
  }

  changePlan(
    externalId: string,
    priceId: string,
    maxDue: Money,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    return this.planChanges.change(externalId, priceId, maxDue, commandId);
  }

  async cancelAtPeriodEnd(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    const subscription = await retrieveSubscription(this.stripe, externalId);
    if (!subscription.ok) return subscription;
    const released = await releaseSchedule(this.stripe, subscription.value, commandId);
    if (!released.ok) return released;
    return done(
      await callStripe(
        () =>
          this.stripe.subscriptions.update(externalId, { cancel_at_period_end: true }, { idempotencyKey: commandId }),
        commandId,
        noSubscription,
      ),
    );
  }

  async reactivate(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    const subscription = await retrieveSubscription(this.stripe, externalId);
    if (!subscription.ok) return subscription;
    // An end on a fixed day was set by hand.
    const params =
      subscription.value.cancel_at_period_end || subscription.value.cancel_at === null
        ? { cancel_at_period_end: false }
        : { cancel_at: '' as const };
    return done(
      await callStripe(
        () => this.stripe.subscriptions.update(externalId, params, { idempotencyKey: commandId }),
        commandId,
        noSubscription,
      ),
    );
  }

  async end(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    return done(
      await callStripe(
        () =>
          this.stripe.subscriptions.cancel(
            externalId,
            { invoice_now: false, prorate: false },
            { idempotencyKey: commandId },
          ),
        commandId,
        noSubscription,
      ),
    );
  }

  async refund(
    externalId: string,
    invoiceId: string,
    amount: Money,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    const units = toStripe(amount);
    if (units === undefined || units < 1) return err(productError('VALIDATION_ERROR', { field: 'amount' }));
    const paidBy = await this.paymentIntentOf(externalId, invoiceId);
    if (!paidBy.ok) return paidBy;
    return done(
      await callStripe(
        () =>
          this.stripe.refunds.create({ payment_intent: paidBy.value, amount: units }, { idempotencyKey: commandId }),
        commandId,
        refusedRefund,
      ),
    );
  }

  async status(externalId: string): Promise<Result<GatewayStatus, ProductError>> {
    const found = await callStripe(
      () => this.stripe.subscriptions.retrieve(externalId, { expand: STATUS_EXPAND }),
      externalId,
      noSubscription,
    );
    if (!found.ok) return found;
    const method = methodOf(found.value);
    if (!isCharged(found.value)) return ok({ method, nextCharge: null });
    const retry = retryOf(found.value);
    if (retry !== null) return ok({ method, nextCharge: retry });
    const read = readObject(subscriptionObject, found.value);
    if (!read.ok) return read;
    const { items, schedule } = read.value;
    const next = await callStripe(
      () => this.stripe.invoices.createPreview(schedule === null ? { subscription: externalId } : { schedule }),
      externalId,
      noSubscription,
    );
    if (!next.ok) return next;
    const { amount_due, currency } = next.value;
    return ok({
      method,
      nextCharge: {
        at: items.data[0]?.current_period_end ?? this.clock.now(),
        amount: fromStripe(amount_due, currency),
      },
    });
  }

  async portal(
    externalId: string,
    returnUrl: string,
    language: string,
  ): Promise<Result<{ readonly url: string }, ProductError>> {
    const subscription = await retrieveSubscription(this.stripe, externalId);
    if (!subscription.ok) return subscription;
    const configuration = await this.ensurePortal();
    const session = await callStripe(
      () =>
        this.stripe.billingPortal.sessions.create({
          customer: subscription.value.customer,
          configuration,
          return_url: returnUrl,
          locale: localeOf(language),
        }),
      externalId,
      noSubscription,
    );
    return session.ok ? ok({ url: session.value.url }) : session;
  }

  transactions(since: Millis, after?: string): Promise<TransactionPage> {
    return transactionPage(
      {
        gateway: this.name,
        list: async (of, start) => {
          const range = 'payout' in of ? of : { created: { gte: Math.floor(of.since / 1_000) } };
          const page = await callStripe(
            () =>
              this.stripe.balanceTransactions.list({
                ...range,
                expand: ['data.source'],
                limit: TRANSACTIONS_AT_ONCE,
                ...(start === undefined ? {} : { starting_after: start }),
              }),
            'transactions',
          );
          if (!page.ok) throw new StoreUnavailable('stripe', 'failed', page.error.identifier);
          return page.value;
        },
        paidBy: (paymentIntent) => this.paidBy(paymentIntent),
      },
      since,
      after,
    );
  }

  async verify(
    { body, signature }: Delivery,
    now: Millis,
  ): Promise<Result<{ readonly eventId: string }, ProductError>> {
    // Stripe's library accepts timestamps in the future, and reports errors only as text.
    const checked = checkSignature(body, signature, this.webhookSecret, now);
    if (!checked.ok) return checked;
    const event = parsed(body);
    return event.ok ? ok({ eventId: event.value.id }) : event;
  }

  async read(body: Uint8Array): Promise<Result<readonly GatewayEvent[], ProductError>> {
    const event = parsed(body);
    if (!event.ok) return event;
    // An endpoint with another API version sends objects of other shapes, which could be read incorrectly.
    if (event.value.api_version !== Stripe.API_VERSION)
      return err(productError('VALIDATION_ERROR', { field: 'api_version' }));
    return gatewayEventsOf(event.value, this.lookups);
  }

  private readonly lookups: Lookups = {
    prices: (priceId) => this.prices(priceId),
    subscription: (id) => this.lookUp(() => this.stripe.subscriptions.retrieve(id)),
    lines: (invoiceId) =>
      this.lookUp(() =>
        this.stripe.invoices.listLineItems(invoiceId, { limit: 100 }).autoPagingToArray({ limit: 1_000 }),
      ),
    paymentIntent: (id) => this.lookUp(() => this.stripe.paymentIntents.retrieve(id)),
    invoicePaidBy: async (paymentIntentId) => {
      const payments = await this.lookUp(() =>
        this.stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntentId },
          expand: ['data.invoice'],
          limit: 1,
        }),
      );
      return payments?.data[0]?.invoice;
    },
  };

  /** The invoice that a payment intent paid. One that cannot be read is named by its intent, so that it is noticed. */
  private async paidBy(paymentIntent: string): Promise<string | undefined> {
    if (this.paid.has(paymentIntent)) return this.paid.get(paymentIntent);
    const found = await paidBy(paymentIntent, this.lookups);
    const invoiceId = found.ok ? found.value?.invoiceId : paymentIntent;
    this.paid.set(paymentIntent, invoiceId);
    const [oldest] = this.paid.keys();
    if (this.paid.size > MAX_PAID && oldest !== undefined) this.paid.delete(oldest);
    return invoiceId;
  }

  /**
   * @returns undefined for a missing object
   * @throws StoreUnavailable while Stripe is unavailable; Error for a permanent refusal, such as a revoked key
   */
  private async lookUp<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      const found = await callStripe(call, 'lookup', noSubscription);
      return found.ok ? found.value : undefined;
    } catch (error) {
      // A permanent failure must not look like an outage: the delivery would be retried for ever without an alert.
      if (error instanceof StoreUnavailable && error.reason === 'failed')
        throw new Error(error.message, { cause: error });
      throw error;
    }
  }

  /**
   * Stripe refuses a deleted customer, or one with a plan in another currency. Then the session creates a new customer.
   */
  private async openSession(
    order: CheckoutOrder,
    product: Product,
    idempotencyKey: string,
  ): Promise<Result<Pick<Stripe.Checkout.Session, 'id' | 'url'>, ProductError>> {
    const params = sessionParams(order, product);
    if (!params.ok) return params;
    const { customerId, ...anew } = order;
    let isRefused = false;
    const session = await callStripe(
      () => this.stripe.checkout.sessions.create(params.value, { idempotencyKey }),
      order.orderId,
      (refused) => {
        const known = refusedOrder(refused);
        isRefused = known === undefined && customerId !== undefined;
        return isRefused ? productError('ORDER_NOT_FOUND') : known;
      },
    );
    return isRefused ? this.openSession(anew, product, `${idempotencyKey}.anew`) : session;
  }

  /** The payment intent of an invoice. For a one-time purchase, the invoice id is the payment intent's id. */
  private async paymentIntentOf(externalId: string, invoiceId: string): Promise<Result<string, ProductError>> {
    if (externalId === invoiceId) return ok(invoiceId);
    const invoice = await callStripe(
      () => this.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
      invoiceId,
      whenMissing('INVOICE_NOT_FOUND'),
    );
    if (!invoice.ok) return invoice;
    const of = invoice.value.parent?.subscription_details?.subscription;
    const paid = invoice.value.payments?.data.find(
      ({ payment, status }) => status === 'paid' && payment.payment_intent !== undefined,
    )?.payment.payment_intent;
    if (idOf(of) !== externalId || paid === undefined) return err(productError('INVOICE_NOT_FOUND'));
    return ok(idOf(paid) ?? '');
  }

  /** Creates the product of a price, named by the price id, on first use. */
  private async ensureProduct({ priceId, productName }: Product): Promise<void> {
    if (this.products.has(priceId)) return;
    await callStripe(
      () => this.stripe.products.create({ id: priceId, name: productName, metadata: { priceId } }),
      priceId,
      ({ code }) =>
        code === 'resource_already_exists' ? productError('IDEMPOTENCY_MISMATCH', { id: priceId }) : undefined,
    );
    this.products.add(priceId);
  }

  /**
   * The portal offers payment methods and invoices only. Plans are changed and canceled in Kinora, which explains the
   * consequences.
   */
  private async ensurePortal(): Promise<string> {
    if (this.portalConfiguration !== undefined) return this.portalConfiguration;
    const known = await callStripe(
      () => this.stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
      PORTAL,
    );
    const mine = known.ok ? known.value.data.find(({ metadata }) => metadata?.['kinora'] === PORTAL) : undefined;
    const made =
      mine === undefined
        ? await callStripe(
            () =>
              this.stripe.billingPortal.configurations.create(PORTAL_CONFIGURATION, {
                idempotencyKey: `portal.${PORTAL}`,
              }),
            PORTAL,
          )
        : ok(mine);
    if (!made.ok) throw new StoreUnavailable('stripe', 'failed', made.error.identifier);
    this.portalConfiguration = made.value.id;
    return made.value.id;
  }
}

const PORTAL_CONFIGURATION: Stripe.BillingPortal.ConfigurationCreateParams = {
  metadata: { kinora: PORTAL },
  features: {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: false },
    subscription_cancel: { enabled: false },
    subscription_update: { enabled: false },
  },
};

const idOf = (reference: string | { readonly id: string } | undefined): string | undefined =>
  typeof reference === 'object' ? reference.id : reference;

const refusedOrder: Refusals = ({ code, param }) => {
  if (param === 'expires_at') return productError('VALIDATION_ERROR', { field: 'expiresAt' });
  return code === 'amount_too_small' || code === 'amount_too_large'
    ? productError('VALIDATION_ERROR', { field: 'price' })
    : undefined;
};
const refusedRefund: Refusals = ({ code, param }) => {
  if (code === 'resource_missing') return productError('INVOICE_NOT_FOUND');
  return param === 'amount' || code === 'charge_already_refunded' || code === 'charge_disputed'
    ? productError('VALIDATION_ERROR', { field: 'amount' })
    : undefined;
};

function parsed(body: Uint8Array): Result<StripeEvent, ProductError> {
  try {
    return readObject(eventObject, JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return err(productError('VALIDATION_ERROR', { field: 'body' }));
  }
}

import type { Clock, Millis } from '../../../kernel/clock.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { derivedId } from '../../../kernel/ids.js';
import { money, type Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { priceShown } from '../../plans/price.shared.js';
import { findProduct } from '../../plans/products.seed.shared.js';
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
import { balanceEntries, type CurrencyMovement } from './balance/balance.js';
import { checkoutIdOf, portalIdOf, SANDBOX_PATH, saleOfCheckout } from './links.js';
import { methodShown } from './methods.js';
import { nextChargeOf } from './model.js';
import { quoteChange } from './plan-change.js';
import type { SandboxRefusal, SandboxSubscription } from './subscription.js';
import {
  actOnSale,
  advanceSale,
  expireSale,
  movedOf,
  openSale,
  actionResultOf,
  withActionResult,
  type Sale,
} from './sale.js';
import type { SandboxSales } from './sales.js';
import { deliveredEvent, jsonOf } from './wire.js';

const MAX_ID = 120;
/** Header that signs a delivery, lower case. */
export const SIGNATURE_HEADER = 'sandbox-signature';

export interface SandboxGatewayParts {
  readonly sales: SandboxSales;
  readonly clock: Clock;
  /** Key that derives the addresses of hosted pages. */
  readonly links: Buffer;
  /** Key that signs deliveries. */
  readonly secret: string;
  /** Called when a delivery is ready to send. */
  readonly wake: () => void;
}

/** The embedded default gateway: takes no money, but otherwise behaves like a real gateway. */
export class SandboxGateway implements PaymentGateway {
  readonly name = 'sandbox';
  readonly platform = { platformName: 'card', enable: true, visible: true } as const;
  readonly signatureHeader = SIGNATURE_HEADER;

  constructor(private readonly parts: SandboxGatewayParts) {}

  async checkout(order: CheckoutOrder): Promise<Result<Checkout, ProductError>> {
    const refused = fieldRefused(order);
    if (refused !== undefined) return err(productError('VALIDATION_ERROR', { field: refused }));
    const {
      orderId,
      userId,
      appName,
      priceId,
      price,
      discountRate,
      language,
      country,
      returnUrl,
      cancelUrl,
      expiresAt,
    } = order;
    const externalId = derivedId('sandbox sale', orderId);
    await this.parts.sales.add(
      openSale({
        externalId,
        at: this.parts.clock.now(),
        owner: { appName, gateway: this.name, platformName: this.platform.platformName, userId },
        customerId: order.customerId ?? `cus_${derivedId('sandbox customer', appName, userId)}`,
        order: {
          orderId,
          kind: findProduct(priceId)?.duration === null ? 'once' : 'plan',
          priceId,
          minor: price.minor,
          currency: price.currency,
          discountRate,
          language,
          country: country ?? null,
          returnUrl,
          cancelUrl,
          expiresAt,
        },
      }),
    );
    const checkoutId = checkoutIdOf(externalId, this.parts.links);
    return ok({ checkoutId, url: `${new URL(returnUrl).origin}${SANDBOX_PATH}/checkout/${checkoutId}` });
  }

  async expireCheckout(checkoutId: string, _commandId: string): Promise<void> {
    const externalId = saleOfCheckout(checkoutId, this.parts.links);
    if (externalId === undefined) return;
    // A closed checkout stays closed, so a repeat changes nothing.
    await this.parts.sales.change(externalId, (sale) => ({
      sale: expireSale(sale, this.parts.clock.now()),
      answer: undefined,
    }));
  }

  async previewChange(externalId: string, priceId: string): Promise<Result<GatewayPreview, ProductError>> {
    const found = await this.subscription(externalId);
    return found === undefined ? unknownSubscription : previewOf(found, priceId);
  }

  changePlan(
    externalId: string,
    priceId: string,
    maxDue: Money,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    return this.perform(externalId, commandId, (sale, at) => {
      if (sale.stage.kind !== 'subscribed') return unknownSubscription;
      const preview = previewOf(sale.stage.subscription, priceId);
      if (!preview.ok) return preview;
      const { minor, currency } = preview.value.dueNow;
      if (maxDue.currency !== currency || minor > maxDue.minor)
        return err(productError('OFFER_CHANGED', { minor, currency }));
      return planned(actOnSale(sale, { type: 'change-plan', priceId }, at, findProduct));
    });
  }

  cancelAtPeriodEnd(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    return this.perform(externalId, commandId, (sale, at) =>
      planned(actOnSale(sale, { type: 'cancel' }, at, findProduct)),
    );
  }

  reactivate(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    return this.perform(externalId, commandId, (sale, at) =>
      planned(actOnSale(sale, { type: 'reactivate' }, at, findProduct)),
    );
  }

  end(externalId: string, commandId: string): Promise<Result<void, ProductError>> {
    return this.perform(externalId, commandId, (sale, at) =>
      planned(actOnSale(sale, { type: 'end' }, at, findProduct)),
    );
  }

  refund(externalId: string, invoiceId: string, amount: Money, commandId: string): Promise<Result<void, ProductError>> {
    return this.perform(
      externalId,
      commandId,
      (sale, at) => {
        if (sale.order.currency !== amount.currency) return badAmount;
        const acted = actOnSale(sale, { type: 'refund', invoiceId, amount: amount.minor }, at, findProduct);
        return acted.ok ? acted : acted.error === 'unknown-invoice' ? unknownInvoice : badAmount;
      },
      unknownInvoice,
    );
  }

  async status(externalId: string): Promise<Result<GatewayStatus, ProductError>> {
    const sale = await this.present(externalId);
    if (sale?.stage.kind !== 'subscribed') return unknownSubscription;
    return ok({
      method: sale.method === null ? null : methodShown(sale.method),
      nextCharge: nextChargeOf(sale.stage.subscription, findProduct) ?? null,
    });
  }

  async portal(
    externalId: string,
    returnUrl: string,
    language: string,
  ): Promise<Result<{ readonly url: string }, ProductError>> {
    if ((await this.subscription(externalId)) === undefined) return unknownSubscription;
    return ok({
      url: `${new URL(returnUrl).origin}${SANDBOX_PATH}/portal/${portalIdOf({ id: externalId, back: returnUrl, language }, this.parts.links)}`,
    });
  }

  /**
   * All on one page, because each page would compute them again. Changes that are due count although they are not
   * stored yet, so that no day changes after its payout.
   */
  async transactions(since: Millis, after?: string): Promise<TransactionPage> {
    if (after !== undefined) throw new StoreUnavailable('sandbox', 'failed', 'its transactions have no further page');
    const now = this.parts.clock.now();
    const moved: CurrencyMovement[] = [];
    for await (const sale of this.parts.sales.all()) {
      for (const one of movedOf(advanceSale(sale, now, findProduct)))
        moved.push({ ...one, currency: sale.order.currency });
    }
    return {
      transactions: balanceEntries(this.name, moved, now).flatMap(({ transaction, changedAt }) =>
        changedAt >= since ? [transaction] : [],
      ),
    };
  }

  async verify(
    { body, signature }: Delivery,
    now: Millis,
  ): Promise<Result<{ readonly eventId: string }, ProductError>> {
    const signed = checkSignature(body, signature, this.parts.secret, now);
    if (!signed.ok) return signed;
    const read = deliveredEvent.pick({ id: true }).safeParse(jsonOf(body));
    return read.success ? ok({ eventId: read.data.id }) : err(productError('VALIDATION_ERROR', { field: 'id' }));
  }

  read(body: Uint8Array): Promise<Result<readonly GatewayEvent[], ProductError>> {
    const read = deliveredEvent.safeParse(jsonOf(body));
    return Promise.resolve(
      read.success
        ? ok(read.data.tellings)
        : err(productError('VALIDATION_ERROR', { field: read.error.issues[0]?.path.join('.') ?? 'body' })),
    );
  }

  /** Current state of a sale, even if due changes are not stored yet. */
  private async present(externalId: string): Promise<Sale | undefined> {
    const sale = await this.parts.sales.get(externalId);
    return sale === undefined ? undefined : advanceSale(sale, this.parts.clock.now(), findProduct);
  }

  private async subscription(externalId: string): Promise<SandboxSubscription | undefined> {
    const sale = await this.present(externalId);
    return sale?.stage.kind === 'subscribed' ? sale.stage.subscription : undefined;
  }

  /**
   * Performs an action once, after applying earlier due changes. A repeat returns the first answer.
   * @param unknown answer when there is no such sale
   */
  private async perform(
    externalId: string,
    commandId: string,
    decide: (sale: Sale, at: Millis) => Result<Sale, ProductError>,
    unknown = unknownSubscription,
  ): Promise<Result<void, ProductError>> {
    const answer = await this.parts.sales.change(externalId, (sale) => {
      const before = actionResultOf(sale, commandId);
      if (before !== undefined) return { sale, answer: before };
      const at = this.parts.clock.now();
      const present = advanceSale(sale, at, findProduct);
      const decided = decide(present, at);
      const refused = decided.ok ? null : decided.error;
      return { sale: withActionResult(decided.ok ? decided.value : present, commandId, refused), answer: { refused } };
    });
    this.parts.wake();
    if (answer === undefined) return unknown;
    return answer.refused === null ? ok(undefined) : err(answer.refused);
  }
}

const unknownSubscription = err(productError('SUBSCRIPTION_NOT_FOUND'));
const unknownInvoice = err(productError('INVOICE_NOT_FOUND'));
const badAmount = err(productError('VALIDATION_ERROR', { field: 'amount' }));

/** The first invalid field of an order. */
function fieldRefused({
  priceId,
  appName,
  price,
  discountRate,
  returnUrl,
  cancelUrl,
  orderId,
}: CheckoutOrder): string | undefined {
  const product = findProduct(priceId);
  if (product?.appName !== appName || product.price === 0) return 'priceId';
  if (
    !Number.isSafeInteger(price.minor) ||
    price.minor < 0 ||
    priceShown(product, price.currency).currency !== price.currency
  )
    return 'price';
  if (!Number.isInteger(discountRate) || discountRate < 0 || discountRate > 100) return 'discountRate';
  if (orderId === '' || orderId.length > MAX_ID) return 'orderId';
  return [returnUrl, cancelUrl].every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    ? undefined
    : 'returnUrl';
}

function previewOf(subscription: SandboxSubscription, priceId: string): Result<GatewayPreview, ProductError> {
  const quoted = quoteChange(subscription, priceId, findProduct);
  if (!quoted.ok) return planned(quoted);
  const { takesEffect, dueNow, credited, periodEnd, nextCharge } = quoted.value;
  const { currency } = subscription;
  return ok({
    takesEffect,
    dueNow: money(dueNow, currency),
    credited: money(credited, currency),
    nextChargeAt: periodEnd,
    nextCharge: money(nextCharge, currency),
  });
}

function planned<T>(acted: Result<T, SandboxRefusal>): Result<T, ProductError> {
  if (acted.ok) return acted;
  return err(
    acted.error === 'declined'
      ? productError('PAYMENT_DECLINED')
      : productError('PLAN_CHANGE_REFUSED', { reason: acted.error }),
  );
}

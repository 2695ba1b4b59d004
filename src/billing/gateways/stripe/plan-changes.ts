import type Stripe from 'stripe';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { Money } from '../../../kernel/money.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Product } from '../../plans/product.shared.js';
import type { GatewayPreview } from '../port.js';
import { changeOf, previewOf, previewParams, scheduleParams, upgradeParams, type Change } from './changes.js';
import { callStripe, done, noSubscription, type Refusals } from './errors.js';
import type { StripeSubscription } from './objects.js';
import { releaseSchedule, retrieveSubscription } from './subscriptions.js';

/** Changes the plan of a subscription: at once with a charge, or by a schedule at the end of the period. */
export class PlanChanges {
  /**
   * @param prices the catalogue, including retired prices
   * @param ensureProduct creates the product of a price at Stripe unless it exists
   */
  constructor(
    private readonly stripe: Stripe,
    private readonly prices: (priceId: string) => Product | undefined,
    private readonly clock: Clock,
    private readonly ensureProduct: (product: Product) => Promise<void>,
  ) {}

  /** The cost of the change now. */
  async preview(externalId: string, priceId: string): Promise<Result<GatewayPreview, ProductError>> {
    const now = this.clock.now();
    const found = await this.changeOf(externalId, priceId, now);
    return found.ok ? this.costOf(externalId, found.value.change, now) : found;
  }

  /** @returns OFFER_CHANGED when the change costs more than `maxDue` */
  async change(
    externalId: string,
    priceId: string,
    maxDue: Money,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    const now = this.clock.now();
    const found = await this.changeOf(externalId, priceId, now);
    if (!found.ok) return found;
    const { change, subscription } = found.value;
    if (change.isTakenBack) return releaseSchedule(this.stripe, subscription, commandId);
    if (change.takesEffect === 'period-end') return this.follow(subscription, change, commandId);
    const preview = await this.costOf(externalId, change, now);
    if (!preview.ok) return preview;
    const { dueNow } = preview.value;
    if (dueNow.currency !== maxDue.currency || dueNow.minor > maxDue.minor)
      return err(productError('OFFER_CHANGED', { minor: dueNow.minor, currency: dueNow.currency }));
    return this.upgrade(subscription, change, now, commandId);
  }

  /**
   * Charges first, so that a failed payment keeps the scheduled smaller plan. Where Stripe allows no change while a
   * schedule exists, it is released first and restored when the charge is refused.
   */
  private async upgrade(
    subscription: StripeSubscription,
    change: Change,
    now: Millis,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    const { id, schedule } = subscription;
    const params = upgradeParams(change, now);
    // The key includes the proration time: after an hour the request differs, and Stripe rejects a different request
    // with the same key.
    const key = `${commandId}.${params.proration_date}`;
    let isManaged = false;
    const charged = await callStripe(
      () => this.stripe.subscriptions.update(id, params, { idempotencyKey: key }),
      commandId,
      (refused) => {
        const known = refusedChange(refused);
        isManaged = known === undefined && schedule !== null;
        return isManaged ? productError('PLAN_CHANGE_REFUSED', { reason: 'not-now' }) : known;
      },
    );
    if (charged.ok) return releaseSchedule(this.stripe, subscription, commandId);
    if (!isManaged || schedule === null) return charged;
    const managing = await callStripe(
      () => this.stripe.subscriptionSchedules.retrieve(schedule),
      commandId,
      noSubscription,
    );
    if (!managing.ok) return managing;
    const released = await releaseSchedule(this.stripe, subscription, commandId);
    if (!released.ok) return released;
    const again = await callStripe(
      () => this.stripe.subscriptions.update(id, params, { idempotencyKey: `${key}.released` }),
      commandId,
      refusedChange,
    );
    const following = managing.value.metadata?.['priceId'];
    if (again.ok || following === undefined) return done(again);
    const before = await this.changeOf(id, following, now);
    if (before.ok && before.value.change.takesEffect === 'period-end')
      await this.follow(before.value.subscription, before.value.change, `${commandId}.back`);
    return done(again);
  }

  private async changeOf(
    externalId: string,
    priceId: string,
    now: Millis,
  ): Promise<Result<{ readonly subscription: StripeSubscription; readonly change: Change }, ProductError>> {
    const subscription = await retrieveSubscription(this.stripe, externalId);
    if (!subscription.ok) return subscription;
    const change = changeOf(subscription.value, priceId, this.prices, now);
    if (!change.ok) return change;
    await this.ensureProduct(change.value.product);
    return ok({ subscription: subscription.value, change: change.value });
  }

  private async costOf(externalId: string, change: Change, now: Millis): Promise<Result<GatewayPreview, ProductError>> {
    if (change.takesEffect === 'period-end') return ok(previewOf(change, undefined));
    const invoice = await callStripe(
      () => this.stripe.invoices.createPreview(previewParams(externalId, change, now)),
      externalId,
      noSubscription,
    );
    return invoice.ok ? ok(previewOf(change, invoice.value)) : invoice;
  }

  /** Schedules a smaller plan for the next period, on the existing schedule or a new one. */
  private async follow(
    { id, schedule }: StripeSubscription,
    change: Change,
    commandId: string,
  ): Promise<Result<void, ProductError>> {
    const made =
      schedule === null
        ? await callStripe(
            () =>
              this.stripe.subscriptionSchedules.create(
                { from_subscription: id },
                { idempotencyKey: `${commandId}.schedule` },
              ),
            commandId,
            noSubscription,
          )
        : ok({ id: schedule });
    if (!made.ok) return made;
    return done(
      await callStripe(
        () =>
          this.stripe.subscriptionSchedules.update(made.value.id, scheduleParams(change), {
            idempotencyKey: commandId,
          }),
        commandId,
        noSubscription,
      ),
    );
  }
}

/** The subscription existed a moment ago, so the missing resource is a payment method. */
const refusedChange: Refusals = ({ code }) =>
  code === 'resource_missing' ? productError('PAYMENT_DECLINED') : undefined;

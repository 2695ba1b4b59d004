import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { AppName } from '../../credits/credits.shared.js';
import { isRefusedTo } from '../../kernel/countries.shared.js';
import type { CountryLimit } from '../../kernel/countries.shared.js';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { CLOCK, CONFIG } from '../../platform/tokens.js';
import { BillingGateways } from '../gateways/registry.js';
import { Checkouts, type BuyerFacts, type CheckoutRequest } from '../orders/checkout.js';
import { offerOf, promotionFor } from '../orders/offer.js';
import type { Order } from '../orders/order.js';
import { couponReservation, Orders } from '../orders/orders.js';
import { OwnPlan } from '../plans/own-plan.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { BillingReads } from '../queries.js';
import type { CancelReason } from '../subscription/reasons.shared.js';
import type { BillingOverview, CancelReceipt, ChangePreview, CheckoutOpened, Offer, OrderView } from './shop.shared.js';
import { subLogOf } from '../subscription/sub-log.js';
import type { SubLog } from '../plans/plan.shared.js';

/** Configuration of purchases. */
export interface ShopConfig {
  readonly buyRefusedTo: CountryLimit;
}

/** The offer for the caller (anonymous, visitor or user) at their location. */
export class GetOffer extends Query<Offer> {
  constructor(
    readonly appName: AppName,
    readonly user: SessionUser | undefined,
    readonly country: string | undefined,
  ) {
    super();
  }
}

/** Opens a checkout, see `Checkouts.open`. */
export class OpenCheckout extends Command<Result<CheckoutOpened, ProductError>> {
  constructor(
    readonly request: CheckoutRequest,
    readonly buyer: BuyerFacts,
  ) {
    super();
  }
}

/** Status of the caller's own checkout; ORDER_NOT_FOUND. */
export class GetOrder extends Query<Result<OrderView, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly orderId: string,
  ) {
    super();
  }
}

/** Cost of changing the caller's plan, see `OwnPlan.preview`. */
export class PreviewPlanChange extends Query<Result<ChangePreview, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly subscriptionId: string,
    readonly priceId: string,
  ) {
    super();
  }
}

/** Changes the caller's plan, see `OwnPlan.change`. */
export class ChangePlan extends Command<Result<SubLog, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly wanted: {
      readonly requestId: string;
      readonly subscriptionId: string;
      readonly priceId: string;
      readonly dueNow: { readonly minor: number; readonly currency: string };
    },
  ) {
    super();
  }
}

/** Cancels the caller's plan at the end of its period, see `OwnPlan.cancel`. */
export class CancelPlan extends Command<Result<CancelReceipt, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly wanted: {
      readonly requestId: string;
      readonly subscriptionId: string;
      readonly reasons: readonly CancelReason[];
      readonly text?: string;
    },
  ) {
    super();
  }
}

/** Reverses a cancellation, see `OwnPlan.reactivate`. */
export class ReactivatePlan extends Command<Result<SubLog, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly wanted: { readonly requestId: string; readonly subscriptionId: string },
  ) {
    super();
  }
}

/**
 * The gateway's page for changing the payment method, see `OwnPlan.portal`.
 * @param returnUrl absolute
 */
export class OpenPortal extends Command<Result<{ readonly url: string }, ProductError>> {
  constructor(
    readonly user: SessionUser,
    readonly subscriptionId: string,
    readonly returnUrl: string,
    readonly language: string,
  ) {
    super();
  }
}

/** The caller's plan, for the billing page. */
export class GetOverview extends Query<BillingOverview> {
  constructor(
    readonly user: SessionUser,
    readonly appName: AppName,
  ) {
    super();
  }
}

@QueryHandler(GetOffer)
export class GetOfferHandler implements IQueryHandler<GetOffer> {
  constructor(
    private readonly gateways: BillingGateways,
    private readonly reads: BillingReads,
    private readonly orders: Orders,
    @Inject(CONFIG) private readonly config: ShopConfig,
  ) {}

  async execute({ appName, user, country }: GetOffer): Promise<Offer> {
    const { platforms, isSandbox } = this.gateways;
    const subLog = subLogOf(appName, user?.email === undefined ? [] : await this.reads.of(user.id), platforms);
    const isUsed = async (code: string): Promise<boolean> =>
      user !== undefined && (await this.orders.reservation(couponReservation(user.id, code)))?.document.isUsed === true;
    const promotion = isRefusedTo(country, this.config.buyRefusedTo)
      ? null
      : await promotionFor(appName, subLog, isUsed);
    return offerOf(appName, { country, refusedTo: this.config.buyRefusedTo }, platforms, isSandbox, promotion);
  }
}

@CommandHandler(OpenCheckout)
export class OpenCheckoutHandler implements ICommandHandler<OpenCheckout> {
  constructor(private readonly checkouts: Checkouts) {}

  execute({ request, buyer }: OpenCheckout): Promise<Result<CheckoutOpened, ProductError>> {
    return this.checkouts.open(request, buyer);
  }
}

/** How long to wait for the subscription or purchase of a paid order before reporting it as paid anyway. */
const UNHEARD_MS = 60_000;

@QueryHandler(GetOrder)
export class GetOrderHandler implements IQueryHandler<GetOrder> {
  constructor(
    private readonly orders: Orders,
    private readonly reads: BillingReads,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user, orderId }: GetOrder): Promise<Result<OrderView, ProductError>> {
    const order = await this.orders.get(orderId);
    const product = order === undefined ? undefined : findProduct(order.priceId);
    if (order === undefined || product === undefined || order.userId !== user.id)
      return err(productError('ORDER_NOT_FOUND'));
    // Ensures that a user who is told "paid" also sees the plan.
    if (order.kind === 'plan' && order.bought !== null) await this.reads.of(user.id, order.bought.token);
    return ok({
      orderId,
      status: this.statusOf(order),
      kind: order.kind,
      product,
      price: order.price,
      ...defined({ coupon: order.coupon }),
    });
  }

  private statusOf({ status, bought, paidAt }: Order): OrderView['status'] {
    return status === 'paid' && bought === null && this.clock.now() < (paidAt ?? 0) + UNHEARD_MS ? 'open' : status;
  }
}

@QueryHandler(PreviewPlanChange)
export class PreviewPlanChangeHandler implements IQueryHandler<PreviewPlanChange> {
  constructor(private readonly plan: OwnPlan) {}

  execute({ user, subscriptionId, priceId }: PreviewPlanChange): Promise<Result<ChangePreview, ProductError>> {
    return this.plan.preview(user, subscriptionId, priceId);
  }
}

@CommandHandler(ChangePlan)
export class ChangePlanHandler implements ICommandHandler<ChangePlan> {
  constructor(private readonly plan: OwnPlan) {}

  execute({ user, wanted }: ChangePlan): Promise<Result<SubLog, ProductError>> {
    return this.plan.change(user, wanted);
  }
}

@CommandHandler(CancelPlan)
export class CancelPlanHandler implements ICommandHandler<CancelPlan> {
  constructor(private readonly plan: OwnPlan) {}

  execute({ user, wanted }: CancelPlan): Promise<Result<CancelReceipt, ProductError>> {
    return this.plan.cancel(user, wanted);
  }
}

@CommandHandler(ReactivatePlan)
export class ReactivatePlanHandler implements ICommandHandler<ReactivatePlan> {
  constructor(private readonly plan: OwnPlan) {}

  execute({ user, wanted }: ReactivatePlan): Promise<Result<SubLog, ProductError>> {
    return this.plan.reactivate(user, wanted);
  }
}

@CommandHandler(OpenPortal)
export class OpenPortalHandler implements ICommandHandler<OpenPortal> {
  constructor(private readonly plan: OwnPlan) {}

  execute({
    user,
    subscriptionId,
    returnUrl,
    language,
  }: OpenPortal): Promise<Result<{ readonly url: string }, ProductError>> {
    return this.plan.portal(user, subscriptionId, returnUrl, language);
  }
}

@QueryHandler(GetOverview)
export class GetOverviewHandler implements IQueryHandler<GetOverview> {
  constructor(private readonly plan: OwnPlan) {}

  execute({ user, appName }: GetOverview): Promise<BillingOverview> {
    return this.plan.overview(user, appName);
  }
}

/** Every handler of this file. */
export const SHOP_HANDLERS = [
  GetOfferHandler,
  OpenCheckoutHandler,
  GetOrderHandler,
  PreviewPlanChangeHandler,
  ChangePlanHandler,
  CancelPlanHandler,
  ReactivatePlanHandler,
  OpenPortalHandler,
  GetOverviewHandler,
] as const;

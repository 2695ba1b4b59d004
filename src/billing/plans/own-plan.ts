import type { AppName, BalanceView } from '../../credits/credits.shared.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { money } from '../../kernel/money.shared.js';
import { refusalOf, callerKindsOf, type PaidTier } from '../../kernel/permissions.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { SessionUser } from '../../platform/http/security/session-user.js';
import { pause } from '../../platform/pause.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { GRACE_MS } from './entitlements.shared.js';
import type { GatewayStatus, PaymentGateway } from '../gateways/port.js';
import type { BillingGateways } from '../gateways/registry.js';
import type { Links } from '../orders/links.js';
import { canCancel, canReactivate, canUpgrade, isActiveStatus, type Plan, type SubLog } from './plan.shared.js';
import { discountAt } from '../grants/discount.policy.js';
import { discounted, priceShown } from './price.shared.js';
import { isUpgrade, type Product } from './product.shared.js';
import { findProduct } from './products.seed.shared.js';
import type { BillingReads } from '../queries.js';
import type { CancelReason } from '../subscription/reasons.shared.js';
import type { BillingOverview, CancelReceipt, ChangePreview } from '../shop/shop.shared.js';
import { planOf, subLogOf } from '../subscription/sub-log.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import { IdempotentActions, type NewAction, type ActionAnswer } from '../shop/idempotent-actions.js';

/** How long to wait for the gateway's report of an action before answering without it. */
const DELIVERY_WAIT_MS: Millis = 3_000;
const LOOK_MS: Millis = 50;
/** How long to wait for a gateway's status before showing the page without it. */
const STATUS_WAIT_MS: Millis = 2_000;

export interface OwnPlanDeps {
  readonly reads: Pick<BillingReads, 'of'>;
  readonly links: Links;
  readonly actions: IdempotentActions;
  readonly gateways: BillingGateways;
  readonly tier: (user: SessionUser, appName: AppName) => Promise<PaidTier | undefined>;
  readonly balance: (user: SessionUser, appName: AppName) => Promise<BalanceView>;
  readonly clock: Clock;
}

/** A subscription of the caller and its gateway. */
interface Own {
  readonly document: SubscriptionDocument;
  readonly plan: Plan;
  readonly product: Product;
  readonly gateway: PaymentGateway;
  readonly externalId: string;
}

/**
 * Requests of users about their own plan. Every refusal is an identifier of the catalogue; another user's id counts as
 * unknown.
 */
export class OwnPlan {
  constructor(private readonly deps: OwnPlanDeps) {}

  /** @returns SUBSCRIPTION_NOT_FOUND, PRODUCT_GONE, PERMISSION_ERROR, PLAN_CHANGE_REFUSED {reason} */
  async preview(
    user: SessionUser,
    subscriptionId: string,
    priceId: string,
  ): Promise<Result<ChangePreview, ProductError>> {
    const own = await this.changeable(user, subscriptionId, priceId);
    if (!own.ok) return own;
    const { gateway, externalId, product: from, to } = own.value;
    const preview = await gateway.previewChange(externalId, priceId);
    if (!preview.ok) return preview;
    return ok({
      subscriptionId,
      product: to,
      ...preview.value,
      creditsNow: preview.value.takesEffect === 'now' ? creditsMore(from, to) : 0,
    });
  }

  /** @returns like `preview`; OFFER_CHANGED {minor, currency}, PAYMENT_DECLINED, IDEMPOTENCY_MISMATCH */
  async change(
    user: SessionUser,
    wanted: {
      readonly requestId: string;
      readonly subscriptionId: string;
      readonly priceId: string;
      readonly dueNow: { readonly minor: number; readonly currency: string };
    },
  ): Promise<Result<SubLog, ProductError>> {
    const { requestId, subscriptionId, priceId, dueNow } = wanted;
    const action: NewAction = { userId: user.id, requestId, kind: 'change', subscriptionId, more: { priceId, dueNow } };
    return this.carryOut(
      user,
      action,
      () => this.changeable(user, subscriptionId, priceId),
      async ({ gateway, externalId }, commandId) => {
        const changed = await gateway.changePlan(externalId, priceId, money(dueNow.minor, dueNow.currency), commandId);
        return changed.ok ? ok(this.done()) : changed;
      },
      (_answer, document) => this.subLog(user, document.owner.appName),
    );
  }

  /** @returns SUBSCRIPTION_NOT_FOUND, PERMISSION_ERROR, PLAN_CHANGE_REFUSED {reason}, IDEMPOTENCY_MISMATCH */
  async cancel(
    user: SessionUser,
    wanted: {
      readonly requestId: string;
      readonly subscriptionId: string;
      readonly reasons: readonly CancelReason[];
      readonly text?: string;
    },
  ): Promise<Result<CancelReceipt, ProductError>> {
    const { requestId, subscriptionId, reasons, text } = wanted;
    const action: NewAction = {
      userId: user.id,
      requestId,
      kind: 'cancel',
      subscriptionId,
      reasons: [...new Set(reasons)],
      ...(text === undefined || text.trim() === '' ? {} : { text: text.trim() }),
    };
    const may = async (): Promise<Result<Own, ProductError>> =>
      this.allowed(await this.own(user, subscriptionId), user, ({ plan, gateway }) =>
        canCancel(plan, gateway.platform),
      );
    return this.carryOut(
      user,
      action,
      may,
      async ({ gateway, externalId, document, plan }, commandId) => {
        const done = await gateway.cancelAtPeriodEnd(externalId, commandId);
        if (!done.ok) return done;
        const now = this.deps.clock.now();
        return ok({
          at: now,
          accessUntil: plan.currentPeriodEnd ?? now,
          creditsLeft: await this.planCredits(user, document.owner.appName),
        });
      },
      async ({ at, accessUntil, creditsLeft }) => ({ subscriptionId, canceledAt: at, accessUntil, creditsLeft }),
    );
  }

  /** @returns SUBSCRIPTION_NOT_FOUND, PERMISSION_ERROR, PLAN_CHANGE_REFUSED {reason}, IDEMPOTENCY_MISMATCH */
  async reactivate(
    user: SessionUser,
    { requestId, subscriptionId }: { readonly requestId: string; readonly subscriptionId: string },
  ): Promise<Result<SubLog, ProductError>> {
    const may = async (): Promise<Result<Own, ProductError>> =>
      this.allowed(await this.own(user, subscriptionId), user, ({ plan, gateway }) =>
        canReactivate(plan, gateway.platform),
      );
    return this.carryOut(
      user,
      { userId: user.id, requestId, kind: 'reactivate', subscriptionId },
      may,
      async ({ gateway, externalId }, commandId) => {
        const done = await gateway.reactivate(externalId, commandId);
        return done.ok ? ok(this.done()) : done;
      },
      (_answer, document) => this.subLog(user, document.owner.appName),
    );
  }

  /**
   * The page for changing the payment method.
   * @returns SUBSCRIPTION_NOT_FOUND
   */
  async portal(
    user: SessionUser,
    subscriptionId: string,
    returnUrl: string,
    language: string,
  ): Promise<Result<{ readonly url: string }, ProductError>> {
    const own = await this.own(user, subscriptionId);
    return own.ok ? own.value.gateway.portal(own.value.externalId, returnUrl, language) : own;
  }

  /**
   * The caller's plan. The gateway states the next charge; while it cannot be reached, the catalogue does.
   * @throws StoreUnavailable for the product's own stores
   */
  async overview(user: SessionUser, appName: AppName): Promise<BillingOverview> {
    const { gateways, reads } = this.deps;
    const documents = await reads.of(user.id);
    const subLog = subLogOf(appName, documents, gateways.platforms);
    const plan = subLog.currentPlan;
    const { subscriptionId, status, cancelAtPeriodEnd, currentPeriodEnd } = plan;
    const known = documents.find((document) => document.subscriptionId === subscriptionId);
    const view = known?.view;
    const goesOn = isActiveStatus(status) && !cancelAtPeriodEnd && currentPeriodEnd !== null;
    const next = goesOn && view?.nextPriceId != null ? findProduct(view.nextPriceId) : undefined;
    const product = next ?? plan.subProductRelation[0];
    const own = subscriptionId === null ? undefined : await this.own(user, subscriptionId);
    const gatewayStatus =
      own?.ok === true
        ? await gatewayStatusOr(
            own.value,
            goesOn && product !== undefined
              ? {
                  at: currentPeriodEnd,
                  amount: discounted(
                    priceShown(product, plan.currency),
                    discountAt(known?.facts ?? [], product.priceId),
                  ),
                }
              : null,
          )
        : { method: null, nextCharge: null };
    return {
      subLog,
      ...gatewayStatus,
      scheduled: next === undefined || currentPeriodEnd === null ? null : { product: next, at: currentPeriodEnd },
      planCredits: await this.planCredits(user, appName),
      graceUntil:
        status === 'past_due' && !cancelAtPeriodEnd && plan.lastPaid.length > 0 && currentPeriodEnd !== null
          ? currentPeriodEnd + GRACE_MS
          : null,
      isSandbox: gateways.isSandbox,
    };
  }

  /** Answer of an action that changes no end date and no credits. */
  private done(): ActionAnswer {
    const at = this.deps.clock.now();
    return { at, accessUntil: at, creditsLeft: 0 };
  }

  /** Unspent credits of the plan. */
  private async planCredits(user: SessionUser, appName: AppName): Promise<number> {
    const { grants } = await this.deps.balance(user, appName);
    return grants.filter(({ source }) => source === 'plan').reduce((sum, { available }) => sum + available, 0);
  }

  private async subLog(user: SessionUser, appName: AppName): Promise<SubLog> {
    return subLogOf(appName, await this.deps.reads.of(user.id), this.deps.gateways.platforms);
  }

  private async own(user: SessionUser, subscriptionId: string): Promise<Result<Own, ProductError>> {
    const { reads, links, gateways } = this.deps;
    const document = (await reads.of(user.id)).find((one) => one.subscriptionId === subscriptionId);
    const plan = document === undefined ? undefined : planOf(document);
    const product = plan?.subProductRelation[0];
    const link = plan === undefined ? undefined : await links.find(subscriptionId);
    if (document === undefined || plan === undefined || product === undefined || link === undefined)
      return err(productError('SUBSCRIPTION_NOT_FOUND'));
    const gateway = gateways.byName(link.gateway);
    return gateway === undefined
      ? err(productError('PAYMENTS_UNAVAILABLE'))
      : ok({ document, plan, product, gateway, externalId: link.externalId });
  }

  private async allowed(
    own: Result<Own, ProductError>,
    user: SessionUser,
    can: (own: Own) => boolean,
  ): Promise<Result<Own, ProductError>> {
    if (!own.ok) return own;
    const refused = refusalOf(
      'changePlan',
      callerKindsOf(user, await this.deps.tier(user, own.value.document.owner.appName)),
    );
    if (refused !== undefined) return err(refused);
    return can(own.value)
      ? own
      : err(
          productError('PLAN_CHANGE_REFUSED', {
            reason: own.value.plan.cancelAtPeriodEnd ? 'set-to-cancel' : own.value.plan.status,
          }),
        );
  }

  /**
   * A plan of the caller that can change to a price: an active plan to another one, or back to itself when a smaller
   * plan is scheduled.
   */
  private async changeable(
    user: SessionUser,
    subscriptionId: string,
    priceId: string,
  ): Promise<Result<Own & { readonly to: Product }, ProductError>> {
    const found = await this.allowed(
      await this.own(user, subscriptionId),
      user,
      ({ plan, gateway }) => plan.status === 'active' && canUpgrade(plan, gateway.platform),
    );
    if (!found.ok) return found;
    const { document, product } = found.value;
    const to = findProduct(priceId);
    if (to === undefined || to.appName !== document.owner.appName || to.duration === null || to.price === 0)
      return err(productError('PRODUCT_GONE'));
    const isBack = to.priceId === product.priceId && document.view?.nextPriceId != null;
    if (to.priceId === product.priceId && !isBack) return err(productError('PLAN_CHANGE_REFUSED', { reason: 'same' }));
    return ok({ ...found.value, to });
  }

  /**
   * Performs an action once. A completed action returns its first answer; a started one is continued, even if it would
   * no longer be allowed.
   */
  private async carryOut<Seen extends Own, Answer>(
    user: SessionUser,
    action: NewAction,
    may: () => Promise<Result<Seen, ProductError>>,
    act: (own: Own, commandId: string) => Promise<Result<ActionAnswer, ProductError>>,
    answerWith: (answer: ActionAnswer, document: SubscriptionDocument) => Promise<Answer>,
  ): Promise<Result<Answer, ProductError>> {
    const known = await this.deps.actions.known(action);
    if (!known.ok) return known;
    const own = known.value === undefined ? await may() : await this.own(user, action.subscriptionId);
    if (!own.ok) return own;
    const before = known.value?.answer ?? null;
    if (before !== null) return ok(await answerWith(before, own.value.document));
    await this.deps.actions.keep(action, this.deps.clock.now());
    const answer = await act(own.value, IdempotentActions.idOf(action));
    if (!answer.ok) return answer;
    await this.deps.actions.answered(action, answer.value);
    await this.awaitDelivery(user, own.value.document);
    return ok(await answerWith(answer.value, own.value.document));
  }

  /** Read-your-own-writes: the result of a gateway action arrives in a delivery shortly afterwards. */
  private async awaitDelivery(user: SessionUser, { subscriptionId, revision }: SubscriptionDocument): Promise<void> {
    for (let waited = 0; waited < DELIVERY_WAIT_MS; waited += LOOK_MS) {
      const now = (await this.deps.reads.of(user.id)).find((one) => one.subscriptionId === subscriptionId);
      if (now === undefined || now.revision > revision) return;
      await pause(LOOK_MS);
    }
  }
}

/** Additional monthly credits of one plan compared with another; whole credits. */
function creditsMore(from: Product, to: Product): number {
  const monthly = ({ usageList }: Product): number =>
    usageList.find(({ usageType }) => usageType === 'credits')?.usageCount ?? 0;
  return isUpgrade(to, [from]) ? Math.max(0, monthly(to) - monthly(from)) : 0;
}

/**
 * Status of a subscription at its gateway.
 * @param otherwise next charge as far as known here, used when the gateway is unreachable, too slow or does not know
 * the subscription
 */
async function gatewayStatusOr(
  { gateway, externalId }: Own,
  otherwise: GatewayStatus['nextCharge'],
): Promise<GatewayStatus> {
  const unheard: GatewayStatus = { method: null, nextCharge: otherwise };
  const settled = new AbortController();
  const read = gateway
    .status(externalId)
    .then(
      (gatewayStatus) => (gatewayStatus.ok ? gatewayStatus.value : unheard),
      (error: unknown) => {
        if (error instanceof StoreUnavailable) return unheard;
        throw error;
      },
    )
    .finally(() => settled.abort());
  return Promise.race([
    read,
    pause(STATUS_WAIT_MS, settled.signal).then(() => (settled.signal.aborted ? read : unheard)),
  ]);
}

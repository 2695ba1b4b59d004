import type { Clock } from '../../../kernel/clock.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { portalLinkOf, saleOfCheckout, type PortalLink } from './links.js';
import { isPaying, type MethodId } from './methods.js';
import type { SandboxAction, SandboxRefusal } from './subscription.js';
import {
  actOnSale,
  advanceSale,
  declineAt,
  payAt,
  actionResultOf,
  withMethod,
  withActionResult,
  type Sale,
} from './sale.js';
import type { SandboxSales } from './sales.js';

export interface SandboxParts {
  readonly sales: SandboxSales;
  readonly clock: Clock;
  /** Key that derives the addresses of hosted pages. */
  readonly links: Buffer;
  /** Called when a delivery is ready to send. */
  readonly wake: () => void;
}

/** Actions on the sandbox's pages. */
export class Sandbox {
  constructor(private readonly parts: SandboxParts) {}

  /**
   * Current state of a checkout; undefined for a link that was never issued.
   * @throws StoreUnavailable
   */
  async checkout(checkoutId: string): Promise<Sale | undefined> {
    const externalId = saleOfCheckout(checkoutId, this.parts.links);
    const sale = externalId === undefined ? undefined : await this.parts.sales.get(externalId);
    return sale === undefined ? undefined : advanceSale(sale, this.parts.clock.now(), findProduct);
  }

  /**
   * Pays once; a checkout that is paid, waiting for the bank or closed stays unchanged.
   * @throws StoreUnavailable
   */
  pay(checkoutId: string, method: MethodId): Promise<Sale | undefined> {
    return this.at(checkoutId, (sale) => payAt(sale, method, false, this.parts.clock.now(), findProduct));
  }

  /**
   * Answers the card issuer's question.
   * @throws StoreUnavailable
   */
  answerBank(checkoutId: string, isApproved: boolean): Promise<Sale | undefined> {
    return this.at(checkoutId, (sale) => {
      if (sale.stage.kind !== 'open' || sale.stage.asked === null) return undefined;
      const now = this.parts.clock.now();
      return isApproved ? payAt(sale, sale.stage.asked, true, now, findProduct) : declineAt(sale, now);
    });
  }

  /**
   * The link and sale of a portal page; undefined for a link that was never issued.
   * @throws StoreUnavailable
   */
  async portal(portalId: string): Promise<{ readonly link: PortalLink; readonly sale: Sale } | undefined> {
    const link = portalLinkOf(portalId, this.parts.links);
    const sale = link === undefined ? undefined : await this.parts.sales.get(link.id);
    return link === undefined || sale === undefined
      ? undefined
      : { link, sale: advanceSale(sale, this.parts.clock.now(), findProduct) };
  }

  /**
   * Changes the payment method and pays any outstanding amount with it at once.
   * @returns declined when it does not pay the outstanding amount; the method is changed all the same
   * @throws StoreUnavailable
   */
  payWith(externalId: string, method: MethodId): Promise<Result<'changed' | 'paid', SandboxRefusal>> {
    return this.change(externalId, (sale, at) => {
      const changed = withMethod(sale, method, at, findProduct);
      if (!changed.ok) return changed;
      const { stage } = changed.value;
      if (stage.kind !== 'subscribed' || stage.subscription.owed === null)
        return ok({ sale: changed.value, value: ok('changed' as const) });
      const card = isPaying(method, 'later') ? 'pays' : 'declines';
      const charged = actOnSale(changed.value, { type: 'charge', card }, at, findProduct);
      return charged.ok
        ? ok({ sale: charged.value, value: card === 'pays' ? ok('paid' as const) : err('declined' as const) })
        : charged;
    });
  }

  /**
   * Performs an action on a sale.
   * @param actionId a repeat with the same id is the same action
   * @throws StoreUnavailable
   */
  act(
    externalId: string,
    actionId: string,
    action: Exclude<SandboxAction, { readonly type: 'advance' }>,
  ): Promise<Result<'done', SandboxRefusal>> {
    return this.change(externalId, (sale, at) => {
      const done = { value: ok('done' as const) };
      if (actionResultOf(sale, actionId) !== undefined) return ok({ sale, ...done });
      const acted = carriedOut(sale, action, at);
      return acted.ok ? ok({ sale: withActionResult(acted.value, actionId, null), ...done }) : acted;
    });
  }

  /** Makes the sandbox look for work at once. */
  wake(): void {
    this.parts.wake();
  }

  private async change<Value>(
    externalId: string,
    decide: (
      sale: Sale,
      at: number,
    ) => Result<{ readonly sale: Sale; readonly value: Result<Value, SandboxRefusal> }, SandboxRefusal>,
  ): Promise<Result<Value, SandboxRefusal>> {
    const answer = await this.parts.sales.change<Result<Value, SandboxRefusal>>(externalId, (sale) => {
      const decided = decide(sale, this.parts.clock.now());
      return decided.ok ? { sale: decided.value.sale, answer: decided.value.value } : { sale, answer: decided };
    });
    this.parts.wake();
    return answer ?? err('not-now');
  }

  private async at(checkoutId: string, step: (sale: Sale) => Sale | undefined): Promise<Sale | undefined> {
    const externalId = saleOfCheckout(checkoutId, this.parts.links);
    if (externalId === undefined) return undefined;
    const after = await this.parts.sales.change(externalId, (stored) => {
      const present = advanceSale(stored, this.parts.clock.now(), findProduct);
      const sale = step(present) ?? present;
      return { sale, answer: sale };
    });
    this.parts.wake();
    return after;
  }
}

/** Changing the card also changes the payment method that its owner sees. */
function carriedOut(
  sale: Sale,
  action: Exclude<SandboxAction, { readonly type: 'advance' }>,
  at: number,
): Result<Sale, SandboxRefusal> {
  if (action.type !== 'set-card' && action.type !== 'charge') return actOnSale(sale, action, at, findProduct);
  const present = action.type === 'charge' ? actOnSale(sale, action, at, findProduct) : ok(sale);
  return present.ok
    ? withMethod(present.value, action.card === 'pays' ? 'pays' : 'fails-later', at, findProduct)
    : present;
}

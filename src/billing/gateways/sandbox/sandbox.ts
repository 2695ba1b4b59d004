import type { Clock } from '../../../kernel/clock.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { portalLinkOf, saleOfCheckout, type PortalLink } from './links.js';
import { isPaying, type MethodId } from './methods.js';
import type { SandboxAction, SandboxRefusal } from './model.js';
import { actOnSale, advanceSale, declineAt, payAt, actionResultOf, withMethod, withActionResult, type Sale } from './sale.js';
import type { SandboxSales } from './sales.js';

export interface SandboxParts {
  readonly sales: SandboxSales;
  readonly clock: Clock;
  /** Names the hosted pages. */
  readonly links: Buffer;
  /** Told when something is to be delivered. */
  readonly wake: () => void;
}

/** What people do on the sandbox's pages. */
export class Sandbox {
  constructor(private readonly parts: SandboxParts) {}

  /** What a checkout has come to; undefined for a link that no one was given. @throws StoreUnavailable */
  async checkout(checkoutId: string): Promise<Sale | undefined> {
    const externalId = saleOfCheckout(checkoutId, this.parts.links);
    const sale = externalId === undefined ? undefined : await this.parts.sales.get(externalId);
    return sale === undefined ? undefined : advanceSale(sale, this.parts.clock.now(), findProduct);
  }

  /** Someone pays, once: what is paid, asked or over stays as it is. @throws StoreUnavailable */
  pay(checkoutId: string, method: MethodId): Promise<Sale | undefined> {
    return this.at(checkoutId, (sale) => payAt(sale, method, false, this.parts.clock.now(), findProduct));
  }

  /** Who issued the card is answered. @throws StoreUnavailable */
  answerBank(checkoutId: string, isApproved: boolean): Promise<Sale | undefined> {
    return this.at(checkoutId, (sale) => {
      if (sale.stage.kind !== 'open' || sale.stage.asked === null) return undefined;
      const now = this.parts.clock.now();
      return isApproved ? payAt(sale, sale.stage.asked, true, now, findProduct) : declineAt(sale, now);
    });
  }

  /** Whose page it is, and what it is of; undefined for a link that no one was given. @throws StoreUnavailable */
  async portal(portalId: string): Promise<{ readonly link: PortalLink; readonly sale: Sale } | undefined> {
    const link = portalLinkOf(portalId, this.parts.links);
    const sale = link === undefined ? undefined : await this.parts.sales.get(link.id);
    return link === undefined || sale === undefined ? undefined : { link, sale: advanceSale(sale, this.parts.clock.now(), findProduct) };
  }

  /**
   * Another way to pay from now on, which pays what is outstanding at once.
   * @returns declined where something is outstanding that it does not pay; it is what one pays with all the same
   * @throws StoreUnavailable
   */
  payWith(externalId: string, method: MethodId): Promise<Result<'changed' | 'paid', SandboxRefusal>> {
    return this.change(externalId, (sale, at) => {
      const changed = withMethod(sale, method, at, findProduct);
      if (!changed.ok) return changed;
      const { stage } = changed.value;
      if (stage.kind !== 'subscribed' || stage.subscription.owed === null) return ok({ sale: changed.value, value: ok('changed' as const) });
      const card = isPaying(method, 'later') ? 'pays' : 'declines';
      const charged = actOnSale(changed.value, { type: 'charge', card }, at, findProduct);
      return charged.ok ? ok({ sale: charged.value, value: card === 'pays' ? ok('paid' as const) : err('declined' as const) }) : charged;
    });
  }

  /** Does something to what was sold. @param actionId the same one is the same action. @throws StoreUnavailable */
  act(externalId: string, actionId: string, action: Exclude<SandboxAction, { readonly type: 'advance' }>): Promise<Result<'done', SandboxRefusal>> {
    return this.change(externalId, (sale, at) => {
      const done = { value: ok('done' as const) };
      if (actionResultOf(sale, actionId) !== undefined) return ok({ sale, ...done });
      const acted = carriedOut(sale, action, at);
      return acted.ok ? ok({ sale: withActionResult(acted.value, actionId, null), ...done }) : acted;
    });
  }

  /** Has the sandbox look at once. */
  wake(): void {
    this.parts.wake();
  }

  private async change<Value>(externalId: string, decide: (sale: Sale, at: number) => Result<{ readonly sale: Sale; readonly value: Result<Value, SandboxRefusal> }, SandboxRefusal>): Promise<Result<Value, SandboxRefusal>> {
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

/** Another card is another method too, as its owner sees it. */
function carriedOut(sale: Sale, action: Exclude<SandboxAction, { readonly type: 'advance' }>, at: number): Result<Sale, SandboxRefusal> {
  if (action.type !== 'set-card' && action.type !== 'charge') return actOnSale(sale, action, at, findProduct);
  const present = action.type === 'charge' ? actOnSale(sale, action, at, findProduct) : ok(sale);
  return present.ok ? withMethod(present.value, action.card === 'pays' ? 'pays' : 'fails-later', at, findProduct) : present;
}

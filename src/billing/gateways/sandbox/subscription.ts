import type { Millis } from '../../../kernel/clock.js';
import { type Money, money } from '../../../kernel/money.shared.js';
import { keptDiscount } from '../../grants/discount.policy.js';
import type { PlanStatus } from '../../plans/plan.shared.js';
import { discounted, priceShown } from '../../plans/price.shared.js';
import { type Product, DEFAULT_DURATION } from '../../plans/product.shared.js';
import type { ReportedFact } from '../../subscription/facts.js';
import type { Charged, GivingBack } from './giving-back.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** An invoice, paid or not. Amounts are minor units of the subscription's currency. */
export interface SandboxInvoice extends Charged {
  readonly invoiceId: string;
  readonly priceId: string;
  readonly reason: 'start' | 'renewal' | 'upgrade';
  readonly periodStart: Millis;
  readonly periodEnd: Millis;
  readonly isPaid: boolean;
}

/** A subscription as the sandbox stores it. The sandbox is the source of truth for it. */
export interface SandboxSubscription {
  readonly externalId: string;
  readonly customerId: string;
  readonly currency: string;
  /** Per cent. */
  readonly discountRate: number;
  /** First price and its agreed amount, minor units; charged while the subscription has that price. */
  readonly agreed: { readonly priceId: string; readonly minor: number };
  readonly status: PlanStatus;
  readonly priceId: string;
  readonly nextPriceId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  /** How the card responds to a charge. */
  readonly card: 'pays' | 'declines';
  readonly periodStart: Millis;
  /** Time of the next invoice. */
  readonly periodEnd: Millis;
  /** End of the paid or trial time. */
  readonly paidUntil: Millis;
  /** The invoice being retried, and the number of attempts. */
  readonly owed: { readonly invoiceId: string; readonly attempts: number; readonly nextAttemptAt: Millis } | null;
  readonly invoices: readonly SandboxInvoice[];
  /** Number of facts reported so far; the sequence number of the last one. */
  readonly told: number;
  readonly now: Millis;
}

/** An action by a person, or the passage of time. */
export type SandboxAction =
  | { readonly type: 'charge'; readonly card: SandboxSubscription['card'] }
  | { readonly type: 'set-card'; readonly card: SandboxSubscription['card'] }
  | { readonly type: 'advance'; readonly to: Millis }
  | { readonly type: 'cancel' | 'reactivate' | 'pause' | 'resume' | 'end' }
  | { readonly type: 'change-plan'; readonly priceId: string }
  | (GivingBack & { readonly invoiceId: string });

/** Why an action is refused. */
export type SandboxRefusal = 'not-now' | 'declined' | 'unknown-price' | 'unknown-invoice';

/** The subscription after an action, and the facts it reports, in order. */
export interface Acted {
  readonly subscription: SandboxSubscription;
  readonly facts: readonly ReportedFact[];
}

/** The catalogue. */
export type Prices = (priceId: string) => Product | undefined;

/** Mutable state of one subscription during an action, with the facts it has reported. */
export class Course {
  readonly facts: ReportedFact[] = [];

  constructor(
    public subscription: SandboxSubscription,
    readonly prices: Prices,
  ) {}

  set(changes: Partial<SandboxSubscription>): void {
    this.subscription = { ...this.subscription, ...changes };
  }

  setInvoice(invoiceId: string, changes: Partial<SandboxInvoice>): void {
    this.set({
      invoices: this.subscription.invoices.map((invoice) =>
        invoice.invoiceId === invoiceId ? { ...invoice, ...changes } : invoice,
      ),
    });
  }

  /** Reports a fact at the present moment and assigns its sequence number. */
  report(
    fact: (origin: { readonly factId: string; readonly occurredAt: Millis; readonly sequence: number }) => ReportedFact,
  ): void {
    const { externalId, told: sequence, now } = this.subscription;
    this.facts.push(fact({ factId: `evt_${externalId}_${sequence}`, occurredAt: now, sequence }));
    this.set({ told: sequence + 1 });
  }

  get acted(): Acted {
    return { subscription: this.subscription, facts: this.facts };
  }

  /** @throws Error for a price missing from the catalogue; sold prices must stay in it */
  months(priceId: string): number {
    return this.product(priceId).duration ?? DEFAULT_DURATION;
  }

  priceOf(priceId: string): Money {
    const { agreed, currency, discountRate } = this.subscription;
    if (agreed.priceId === priceId) return money(agreed.minor, currency);
    return discounted(priceShown(this.product(priceId), currency), keptDiscount(discountRate, agreed.priceId, priceId));
  }

  private product(priceId: string): Product {
    const product = this.prices(priceId);
    if (product === undefined) throw new Error(`the catalogue no longer has ${priceId}`);
    return product;
  }
}

export const isOver = ({ status }: SandboxSubscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';
export const isRunning = ({ status }: SandboxSubscription): boolean => status === 'active' || status === 'trialing';

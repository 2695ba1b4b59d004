import type { ReportedPurchase } from '../../../src/billing/gateways/port.js';
import { act, startSubscription } from '../../../src/billing/gateways/sandbox/model.js';
import type { SandboxAction, SandboxSubscription } from '../../../src/billing/gateways/sandbox/subscription.js';
import { buyOnce, giveBackPurchase, type SandboxPurchase } from '../../../src/billing/gateways/sandbox/purchase.js';
import { priceShown } from '../../../src/billing/plans/price.shared.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import type { ReportedFact } from '../../../src/billing/subscription/facts.js';
import { createRandom, type Random } from '../../../src/engine/local/scene/random.js';
import { DAY_MS, type Span } from './span.js';

/**
 * What is told of one subscription or purchase at one moment, and when it arrives, which may be days after, and more
 * than once.
 */
export type Delivered = { readonly arrives: number; readonly userId: string; readonly externalId: string } & (
  | { readonly kind: 'subscription'; readonly facts: readonly ReportedFact[] }
  | { readonly kind: 'purchase'; readonly facts: readonly ReportedPurchase[] }
);

/** What somebody bought as the sandbox stores it in the end, and all that it reports, in the order of arrival. */
export interface Bought {
  readonly userId: string;
  readonly subscription?: SandboxSubscription;
  readonly purchases: readonly SandboxPurchase[];
  readonly deliveries: readonly Delivered[];
}
type Subscribed = Bought & Required<Pick<Bought, 'subscription'>>;

/** Somebody who subscribes. */
export interface Subscriber extends Subscribed {
  /** When they create something, and for how many credits. */
  readonly works: readonly { readonly at: number; readonly credits: number }[];
}

const PLANS = [
  'kinora-lite-monthly',
  'kinora-lite-monthly',
  'kinora-pro-monthly',
  'kinora-pro-monthly',
  'kinora-unlimited-monthly',
  'kinora-plus-monthly',
  'kinora-lite-yearly',
  'kinora-pro-yearly',
  'kinora-unlimited-yearly',
];
export const PACKS: readonly string[] = [
  'kinora-credits-100',
  'kinora-credits-500',
  'kinora-credits-2000',
  'kinora-api-credits-1000',
];
export const API_PACKS: readonly string[] = ['kinora-api-credits-1000'];
const CURRENCIES = ['usd', 'usd', 'eur', 'eur', 'jpy', 'gbp'];
/** About so many days between two things that happen to somebody. */
const STEP_DAYS = 12;

/** A customer of the gateway from one time to another. The ids of what is bought begin with the name. */
export interface Customer {
  readonly name: string;
  readonly userId: string;
  readonly begin: number;
  readonly end: number;
}

/** Notes down what the gateway reports about a customer. */
class Reports {
  readonly deliveries: Delivered[] = [];

  constructor(
    private readonly userId: string,
    private readonly random: Random,
    private readonly end: number,
  ) {}

  /** Each fact is a delivery of its own; one in ten comes again. */
  report(
    ...[kind, externalId, fact]: ['subscription', string, ReportedFact] | ['purchase', string, ReportedPurchase]
  ): void {
    for (let times = this.random.chance(0.1) ? 2 : 1; times > 0; times -= 1) {
      const arrives = Math.min(this.end - 1, fact.data.occurredAt + this.delay());
      // Kind and fact are of one call, which a tuple taken apart does not say.
      this.deliveries.push({ arrives, userId: this.userId, externalId, kind, facts: [fact] } as Delivered);
    }
  }

  private delay(): number {
    const fate = this.random.next();
    if (fate < 0.85) return this.random.int(0, 60_000);
    return this.random.int(0, fate < 0.95 ? DAY_MS : 3 * DAY_MS);
  }

  get inOrder(): readonly Delivered[] {
    return this.deliveries.toSorted((a, b) => a.arrives - b.arrives);
  }
}

/** Lives through the days of a subscription at the gateway. */
class Life extends Reports {
  constructor(
    userId: string,
    random: Random,
    end: number,
    public subscription: SandboxSubscription,
  ) {
    super(userId, random, end);
  }

  act(action: SandboxAction): void {
    const acted = act(this.subscription, action, findProduct);
    if (!acted.ok) return;
    this.subscription = acted.value.subscription;
    for (const fact of acted.value.facts) this.report('subscription', this.subscription.externalId, fact);
  }
}

/** One thing that may happen to somebody who subscribes, at the time it is. */
function happening(life: Life, random: Random): void {
  const { subscription } = life;
  const paid = subscription.invoices.filter(({ isPaid, amount }) => isPaid && amount > 0);
  const fate = random.next();
  if (fate < 0.05) life.act({ type: 'change-plan', priceId: random.pick(PLANS) });
  else if (fate < 0.09) life.act({ type: 'cancel' });
  else if (fate < 0.13) life.act({ type: 'reactivate' });
  else if (fate < 0.18) life.act({ type: 'set-card', card: 'declines' });
  else if (fate < 0.3) life.act({ type: 'set-card', card: 'pays' });
  else if (fate < 0.31) life.act({ type: random.pick(['pause', 'end']) });
  else if (fate < 0.32) life.act({ type: 'resume' });
  else if (fate < 0.35 && paid.length > 0) {
    const { invoiceId, amount } = random.pick(paid);
    life.act({ type: 'refund', invoiceId, amount: random.chance(0.5) ? amount : random.int(1, amount) });
  } else if (fate < 0.37 && paid.length > 0) life.act({ type: 'dispute', invoiceId: random.pick(paid).invoiceId });
  else if (fate < 0.45)
    for (const { invoiceId } of paid)
      life.act({ type: 'close-dispute', invoiceId, outcome: random.chance(0.4) ? 'won' : 'lost' });
}

interface Packs {
  readonly count: number;
  readonly packs: readonly string[];
  readonly currency: string;
}

function buys(
  reports: Reports,
  random: Random,
  { name, begin, end }: Customer,
  { count, packs, currency: shown }: Packs,
): readonly SandboxPurchase[] {
  return Array.from({ length: count }, (_, index) => {
    const priceId = random.pick(packs);
    const product = findProduct(priceId);
    if (product === undefined) throw new Error(`${priceId} is not sold`);
    const { minor, currency } = priceShown(product, shown);
    const at = random.int(begin, end - 1);
    let { purchase, facts } = buyOnce({ at, externalId: `pi_${name}_${index}`, priceId, currency, amount: minor });
    for (const fact of facts) reports.report('purchase', purchase.externalId, fact);
    const { invoiceId } = purchase;
    const back = random.next();
    const changes =
      back < 0.08
        ? [{ type: 'refund', amount: random.chance(0.5) ? minor : random.int(1, minor) } as const]
        : back < 0.14
          ? [
              { type: 'dispute' } as const,
              { type: 'close-dispute', outcome: random.pick(['won', 'lost'] as const) } as const,
            ]
          : [];
    for (const [days, action] of changes.entries()) {
      const when = at + random.int(1, 9) * (days + 1) * DAY_MS;
      const given = when >= end ? undefined : giveBackPurchase(purchase, { ...action, invoiceId }, when);
      if (given?.ok !== true) continue;
      ({ purchase, facts } = given.value);
      for (const fact of facts) reports.report('purchase', purchase.externalId, fact);
    }
    return purchase;
  });
}

/** Buys packs alone, without a plan. */
export function buyPacks(random: Random, customer: Customer, chosen: Pick<Packs, 'count' | 'packs'>): Bought {
  const reports = new Reports(customer.userId, random, customer.end);
  const purchases = buys(reports, random, customer, { ...chosen, currency: random.pick(CURRENCIES) });
  return { userId: customer.userId, purchases, deliveries: reports.inOrder };
}

/** Subscribes at the beginning, and sometimes buys packs as well. */
export function subscribe(random: Random, customer: Customer): Subscribed {
  const { name, userId, begin, end } = customer;
  const started = startSubscription(
    {
      at: begin,
      externalId: name,
      customerId: `cus_${name}`,
      currency: random.pick(CURRENCIES),
      discountRate: random.chance(0.1) ? 20 : 0,
      priceId: random.pick(PLANS),
      card: random.chance(0.97) ? 'pays' : 'declines',
      trialDays: random.chance(0.2) ? 7 : 0,
    },
    findProduct,
  );
  if (!started.ok) throw new Error(started.error);
  const life = new Life(userId, random, end, started.value.subscription);
  for (const fact of started.value.facts) life.report('subscription', name, fact);
  for (let at = begin + random.int(1, STEP_DAYS * 2) * DAY_MS; at < end; at += random.int(1, STEP_DAYS * 2) * DAY_MS) {
    life.act({ type: 'advance', to: at });
    happening(life, random);
  }
  life.act({ type: 'advance', to: end - 1 });
  const count = random.chance(0.2) ? random.int(1, 3) : 0;
  const purchases = buys(life, random, customer, { count, packs: PACKS, currency: life.subscription.currency });
  return { userId, subscription: life.subscription, purchases, deliveries: life.inOrder };
}

/** The life of one subscriber, the same for the same seed. @param index from 0 on */
export function subscriberLife(seed: number, index: number, { first, days }: Span): Subscriber {
  const name = `sub${String(index).padStart(5, '0')}`;
  const random = createRandom(seed, name);
  const end = first + days * DAY_MS;
  const begin = first + Math.floor(random.next() * days * 0.7 * DAY_MS);
  const subscribed = subscribe(random, { name, userId: `user-${name}`, begin, end });
  const works = Array.from({ length: random.int(0, Math.ceil((end - begin) / DAY_MS / 6)) }, () => ({
    at: random.int(begin, end - 1),
    credits: random.int(1, 120),
  }));
  return { ...subscribed, works: works.toSorted((a, b) => a.at - b.at) };
}

import type { Millis } from '../../../kernel/clock.js';
import { addMoney, money, scaleDown, type Money } from '../../../kernel/money.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { PlanStatus } from '../../plan.shared.js';
import { discounted, priceShown } from '../../price.shared.js';
import { DEFAULT_DURATION, isUpgrade, type Product } from '../../product.shared.js';
import type { ToldFact } from '../../subscription/facts.js';
import { addMonths } from '../../subscription/grants.js';

const DAY = 86_400_000;
/** A payment that failed is tried again so many days after each try, and then given up. */
export const RETRY_DAYS: readonly number[] = [2, 5, 7, 7];
/** How long a first payment is waited for. */
export const FIRST_PAYMENT_MS = 23 * 3_600_000;

/** An invoice, paid or not. Amounts are minor units of the subscription's currency. */
export interface SandboxInvoice {
  readonly invoiceId: string;
  readonly amount: number;
  readonly priceId: string;
  readonly reason: 'start' | 'renewal' | 'upgrade';
  readonly periodStart: Millis;
  readonly periodEnd: Millis;
  readonly isPaid: boolean;
  readonly refunded: number;
  readonly dispute: 'none' | 'open' | 'won' | 'lost';
}

/** A subscription as the sandbox keeps it: the gateway's own truth. */
export interface SandboxSubscription {
  readonly externalId: string;
  readonly customerId: string;
  readonly currency: string;
  /** Per cent. */
  readonly discountRate: number;
  readonly status: PlanStatus;
  readonly priceId: string;
  readonly nextPriceId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  /** What the card does when it is charged. */
  readonly card: 'pays' | 'declines';
  readonly periodStart: Millis;
  /** When the next invoice is made out. */
  readonly periodEnd: Millis;
  /** Up to when it was paid for, or is on trial. */
  readonly paidUntil: Millis;
  /** The invoice that is tried again, and how often it was. */
  readonly owed: { readonly invoiceId: string; readonly attempts: number; readonly nextAttemptAt: Millis } | null;
  readonly invoices: readonly SandboxInvoice[];
  /** Facts told so far; each has its number. */
  readonly told: number;
  readonly now: Millis;
}

/** What a person, or time, does at the sandbox. */
export type SandboxAction =
  | { readonly type: 'charge'; readonly card: SandboxSubscription['card'] }
  | { readonly type: 'set-card'; readonly card: SandboxSubscription['card'] }
  | { readonly type: 'advance'; readonly to: Millis }
  | { readonly type: 'cancel' | 'reactivate' | 'pause' | 'resume' | 'end' }
  | { readonly type: 'change-plan'; readonly priceId: string }
  | { readonly type: 'refund'; readonly invoiceId: string; readonly amount: number }
  | { readonly type: 'dispute'; readonly invoiceId: string }
  | { readonly type: 'close-dispute'; readonly invoiceId: string; readonly outcome: 'won' | 'lost' };

/** Why something cannot be done now. */
export type SandboxRefusal = 'not-now' | 'declined' | 'unknown-price' | 'unknown-invoice';

/** The subscription after it, and what is told of it, in the order in which it happened. */
export interface Acted {
  readonly subscription: SandboxSubscription;
  readonly facts: readonly ToldFact[];
}

/** The catalogue. */
export type Prices = (priceId: string) => Product | undefined;

/** What is chosen at the checkout. */
export interface SandboxStart extends Pick<SandboxSubscription, 'externalId' | 'customerId' | 'currency' | 'discountRate' | 'priceId' | 'card'> {
  readonly at: Millis;
  readonly trialDays: number;
}

/** Follows one subscription while it acts: its state, and what it has told. */
class Course {
  readonly facts: ToldFact[] = [];

  constructor(
    public subscription: SandboxSubscription,
    readonly prices: Prices,
  ) {}

  /** Changes the subscription. */
  set(changes: Partial<SandboxSubscription>): void {
    this.subscription = { ...this.subscription, ...changes };
  }

  setInvoice(invoiceId: string, changes: Partial<SandboxInvoice>): void {
    this.set({ invoices: this.subscription.invoices.map((invoice) => (invoice.invoiceId === invoiceId ? { ...invoice, ...changes } : invoice)) });
  }

  /** Tells a fact of the present moment; the sandbox counts what it tells. */
  tell(fact: (told: { readonly factId: string; readonly occurredAt: Millis; readonly sequence: number }) => ToldFact): void {
    const { externalId, told, now } = this.subscription;
    this.facts.push(fact({ factId: `evt_${externalId}_${told}`, occurredAt: now, sequence: told }));
    this.set({ told: told + 1 });
  }

  get acted(): Acted {
    return { subscription: this.subscription, facts: this.facts };
  }

  /** @throws Error for a price that the catalogue has forgotten: what was sold stays in it */
  months(priceId: string): number {
    return this.product(priceId).duration ?? DEFAULT_DURATION;
  }

  priceOf(priceId: string): Money {
    const { currency, discountRate } = this.subscription;
    return discounted(priceShown(this.product(priceId), currency), discountRate);
  }

  private product(priceId: string): Product {
    const product = this.prices(priceId);
    if (product === undefined) throw new Error(`the catalogue has forgotten ${priceId}`);
    return product;
  }
}

/** A subscription is begun at the checkout: paid for, declined, or on trial. @returns unknown-price for what is no plan that is sold */
export function startSubscription({ at, trialDays, ...chosen }: SandboxStart, prices: Prices): Result<Acted, SandboxRefusal> {
  const product = prices(chosen.priceId);
  if (product === undefined || product.duration === null || product.price === 0) return err('unknown-price');
  const isTrial = trialDays > 0;
  const periodEnd = isTrial ? at + trialDays * DAY : addMonths(at, product.duration ?? DEFAULT_DURATION);
  const status = isTrial ? 'trialing' : chosen.card === 'pays' ? 'active' : 'incomplete';
  const course = new Course({
    ...chosen, status, currency: priceShown(product, chosen.currency).currency, nextPriceId: null, cancelAtPeriodEnd: false, periodStart: at, periodEnd, paidUntil: isTrial ? periodEnd : at, owed: null, invoices: [], told: 0, now: at,
  }, prices);
  course.tell((told) => ({ type: 'SubscriptionStarted', data: { ...told, currency: course.subscription.currency, customSub: 0, customerId: chosen.customerId, discountRate: chosen.discountRate, periodEnd, periodStart: at, priceId: chosen.priceId, status } }));
  if (isTrial) return ok(course.acted);
  bill(course, 'start', chosen.priceId, at, periodEnd);
  return ok(course.acted);
}

/** Makes out an invoice for a period and charges it. */
function bill(course: Course, reason: 'start' | 'renewal', priceId: string, periodStart: Millis, periodEnd: Millis): void {
  const { externalId, invoices } = course.subscription;
  const invoiceId = `in_${externalId}_${invoices.length + 1}`;
  course.set({ invoices: [...invoices, { invoiceId, amount: course.priceOf(priceId).minor, priceId, reason, periodStart, periodEnd, isPaid: false, refunded: 0, dispute: 'none' }] });
  charge(course, invoiceId, 1);
}

function charge(course: Course, invoiceId: string, attempts: number): void {
  const { subscription: { card, currency, status, now } } = course;
  const invoice = course.subscription.invoices.find((one) => one.invoiceId === invoiceId);
  if (invoice === undefined) return;
  if (card === 'pays') {
    const { amount, priceId, reason, periodStart, periodEnd } = invoice;
    course.setInvoice(invoiceId, { isPaid: true });
    course.set({ owed: null, status: status === 'paused' ? 'paused' : 'active', paidUntil: Math.max(course.subscription.paidUntil, periodEnd) });
    course.tell((told) => ({ type: 'PaymentSucceeded', data: { ...told, amountPaid: amount, anchor: periodStart, currency, invoiceId, periodEnd, periodStart, priceId, reason } }));
    return;
  }
  const isFirst = status === 'incomplete';
  const wait = isFirst ? undefined : RETRY_DAYS[attempts - 1];
  const nextAttemptAt = wait === undefined ? null : now + wait * DAY;
  course.tell((told) => ({ type: 'PaymentFailed', data: { ...told, amountDue: invoice.amount, attempts, currency, invoiceId, nextAttemptAt } }));
  if (isFirst) course.set({ owed: { invoiceId, attempts, nextAttemptAt: invoice.periodStart + FIRST_PAYMENT_MS } });
  else if (nextAttemptAt === null) finish(course, 'unpaid');
  else course.set({ status: status === 'paused' ? 'paused' : 'past_due', owed: { invoiceId, attempts, nextAttemptAt } });
}

function finish(course: Course, reason: 'canceled' | 'unpaid' | 'never-paid'): void {
  const { paidUntil, now } = course.subscription;
  course.set({ status: reason === 'never-paid' ? 'incomplete_expired' : 'canceled', owed: null, nextPriceId: null, paidUntil: Math.min(paidUntil, now) });
  course.tell((told) => ({ type: 'SubscriptionEnded', data: { ...told, reason } }));
}

const isOver = ({ status }: SandboxSubscription): boolean => status === 'canceled' || status === 'incomplete_expired';
const isRunning = ({ status }: SandboxSubscription): boolean => status === 'active' || status === 'trialing';

/** What follows from an action. @returns the refusal of what cannot be done now, and nothing is told then */
export function act(subscription: SandboxSubscription, action: SandboxAction, prices: Prices): Result<Acted, SandboxRefusal> {
  const course = new Course(subscription, prices);
  const refusal = perform(course, action);
  return refusal === undefined ? ok(course.acted) : err(refusal);
}

function perform(course: Course, action: SandboxAction): SandboxRefusal | undefined {
  const { subscription } = course;
  switch (action.type) {
    case 'advance':
      return advance(course, action.to);
    case 'set-card':
      return isOver(subscription) ? 'not-now' : void course.set({ card: action.card });
    case 'charge':
      if (subscription.owed === null) return 'not-now';
      course.set({ card: action.card });
      return void charge(course, subscription.owed.invoiceId, subscription.owed.attempts + (subscription.status === 'incomplete' || action.card === 'pays' ? 1 : 0));
    case 'change-plan':
      return changePlan(course, action.priceId);
    case 'refund':
    case 'dispute':
    case 'close-dispute':
      return giveBack(course, action);
    case 'cancel':
    case 'reactivate':
    case 'pause':
    case 'resume':
    case 'end':
      return settle(course, action.type);
    default:
      return action satisfies never;
  }
}

function settle(course: Course, wish: 'cancel' | 'reactivate' | 'pause' | 'resume' | 'end'): SandboxRefusal | undefined {
  const { subscription } = course;
  const { cancelAtPeriodEnd, status } = subscription;
  switch (wish) {
    case 'cancel':
      if (!isRunning(subscription) || cancelAtPeriodEnd) return 'not-now';
      course.set({ cancelAtPeriodEnd: true });
      return void course.tell((data) => ({ type: 'CancellationScheduled', data }));
    case 'reactivate':
      if (!isRunning(subscription) || !cancelAtPeriodEnd) return 'not-now';
      course.set({ cancelAtPeriodEnd: false });
      return void course.tell((data) => ({ type: 'SubscriptionReactivated', data }));
    case 'pause':
      if (status !== 'active') return 'not-now';
      course.set({ status: 'paused' });
      return void course.tell((data) => ({ type: 'SubscriptionPaused', data }));
    case 'resume':
      if (status !== 'paused') return 'not-now';
      course.set({ status: subscription.owed === null ? 'active' : 'past_due' });
      return void course.tell((data) => ({ type: 'SubscriptionResumed', data }));
    case 'end':
      return isOver(subscription) ? 'not-now' : void finish(course, 'canceled');
    default:
      return wish satisfies never;
  }
}

/** Lets time pass: what is due on the way happens when it is due. A paused subscription makes out no invoices. */
function advance(course: Course, to: Millis): SandboxRefusal | undefined {
  if (to < course.subscription.now) return 'not-now';
  for (let due = nextDue(course.subscription); due !== undefined && due.at <= to; due = nextDue(course.subscription)) {
    const { owed, status, cancelAtPeriodEnd } = course.subscription;
    course.set({ now: Math.max(course.subscription.now, due.at) });
    if (due.what === 'retry' && owed !== null) {
      if (status === 'incomplete') finish(course, 'never-paid');
      else charge(course, owed.invoiceId, owed.attempts + 1);
    } else if (cancelAtPeriodEnd) finish(course, 'canceled');
    else renew(course);
  }
  course.set({ now: to });
  return undefined;
}

function nextDue({ owed, status, periodEnd, cancelAtPeriodEnd }: SandboxSubscription): { readonly at: Millis; readonly what: 'retry' | 'period' } | undefined {
  if (status === 'canceled' || status === 'incomplete_expired') return undefined;
  if (owed !== null) return { at: owed.nextAttemptAt, what: 'retry' };
  return status === 'paused' && !cancelAtPeriodEnd ? undefined : { at: periodEnd, what: 'period' };
}

function renew(course: Course): void {
  const { nextPriceId, status, periodEnd } = course.subscription;
  if (nextPriceId !== null) {
    course.set({ priceId: nextPriceId, nextPriceId: null });
    course.tell((told) => ({ type: 'PlanChanged', data: { ...told, priceId: nextPriceId } }));
  }
  const { priceId } = course.subscription;
  const end = addMonths(periodEnd, course.months(priceId));
  course.set({ periodStart: periodEnd, periodEnd: end });
  bill(course, status === 'trialing' ? 'start' : 'renewal', priceId, periodEnd, end);
}

/** To more at once, if the card pays the difference; to less with the next period, which the plan that one has takes back. */
function changePlan(course: Course, priceId: string): SandboxRefusal | undefined {
  const { subscription: { priceId: from, nextPriceId, status, cancelAtPeriodEnd, card, currency, now, periodStart, periodEnd, externalId, invoices }, prices } = course;
  const product = prices(priceId);
  const before = prices(from);
  if (product === undefined || before === undefined || product.duration === null || product.price === 0) return 'unknown-price';
  if (status !== 'active' || cancelAtPeriodEnd) return 'not-now';
  if (priceId === from) {
    if (nextPriceId === null) return 'not-now';
    course.set({ nextPriceId: null });
    return void course.tell((told) => ({ type: 'PlanChangeScheduled', data: { ...told, priceId: null } }));
  }
  if (!isUpgrade(product, [before])) {
    course.set({ nextPriceId: priceId });
    return void course.tell((told) => ({ type: 'PlanChangeScheduled', data: { ...told, priceId } }));
  }
  if (card === 'declines') return 'declined';
  const isSamePeriod = course.months(priceId) === course.months(from);
  const end = isSamePeriod ? periodEnd : addMonths(now, course.months(priceId));
  const left = { numerator: BigInt(periodEnd - now), denominator: BigInt(periodEnd - periodStart) };
  const whole = course.priceOf(priceId);
  const asked = isSamePeriod ? money(scaleDown(whole.minor, left), currency) : whole;
  const amount = Math.max(0, addMoney(asked, money(-scaleDown(course.priceOf(from).minor, left), currency)).minor);
  const invoiceId = `in_${externalId}_${invoices.length + 1}`;
  course.set({
    priceId, nextPriceId: null, paidUntil: Math.max(course.subscription.paidUntil, end), periodEnd: end, ...(isSamePeriod ? {} : { periodStart: now }),
    invoices: [...invoices, { invoiceId, amount, priceId, reason: 'upgrade', periodStart: now, periodEnd: end, isPaid: true, refunded: 0, dispute: 'none' }],
  });
  course.tell((told) => ({ type: 'PlanChanged', data: { ...told, priceId } }));
  return void course.tell((told) => ({
    type: 'PaymentSucceeded',
    data: { ...told, amountPaid: amount, anchor: isSamePeriod ? periodStart : now, currency, invoiceId, periodEnd: end, periodStart: now, priceId, reason: 'upgrade', replaces: { priceId: from, until: periodEnd } },
  }));
}

/** A payment goes back: by the seller, or by the bank. */
function giveBack(course: Course, action: Extract<SandboxAction, { readonly type: 'refund' | 'dispute' | 'close-dispute' }>): SandboxRefusal | undefined {
  const { currency, invoices } = course.subscription;
  const { invoiceId } = action;
  const invoice = invoices.find((one) => one.invoiceId === invoiceId);
  if (invoice?.isPaid !== true) return 'unknown-invoice';
  switch (action.type) {
    case 'refund': {
      const { amount } = action;
      if (!Number.isSafeInteger(amount) || amount < 1 || invoice.refunded + amount > invoice.amount || invoice.dispute !== 'none') return 'not-now';
      course.setInvoice(invoiceId, { refunded: invoice.refunded + amount });
      return void course.tell((told) => ({ type: 'PaymentRefunded', data: { ...told, amount, currency, invoiceId, refundId: `re_${invoiceId}_${invoice.refunded + amount}` } }));
    }
    case 'dispute':
      if (invoice.dispute !== 'none' || invoice.refunded > 0 || invoice.amount === 0) return 'not-now';
      course.setInvoice(invoiceId, { dispute: 'open' });
      return void course.tell((told) => ({ type: 'PaymentDisputed', data: { ...told, amount: invoice.amount, currency, disputeId: `dp_${invoiceId}`, invoiceId } }));
    case 'close-dispute': {
      const { outcome } = action;
      if (invoice.dispute !== 'open') return 'not-now';
      course.setInvoice(invoiceId, { dispute: outcome });
      return void course.tell((told) => ({ type: 'DisputeClosed', data: { ...told, disputeId: `dp_${invoiceId}`, invoiceId, outcome } }));
    }
    default:
      return action satisfies never;
  }
}

import { z } from 'zod';
import { APP_NAMES } from '../../../credits/credits.shared.js';
import type { Millis } from '../../../kernel/clock.js';
import { ERRORS, productError, type ErrorIdentifier, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { PLAN_STATUSES, PLATFORM_NAMES } from '../../plans/plan.shared.js';
import type { GatewayEvent, ReportedPurchase } from '../port.js';
import type { ReportedFact } from '../../subscription/facts.js';
import { act, nextDueAt, startSubscription } from './model.js';
import type { Acted, Prices, SandboxAction, SandboxRefusal, SandboxSubscription } from './subscription.js';
import { movement, movementsBefore, movementsOf, type Movement } from './balance/movements.js';
import { isPaying, METHOD_IDS, METHODS, type MethodId } from './methods.js';
import { buyOnce, giveBackPurchase, type PurchaseActed, type SandboxPurchase } from './purchase.js';
import { deliveredEvent, type DeliveredEvent } from './wire.js';

const id = z.string().min(1).max(120);
const millis = z.int();
const minor = z.int().min(0);
const charged = { amount: minor, refunded: minor, dispute: z.enum(['none', 'open', 'won', 'lost']) };
const subscription = z.object({
  externalId: id,
  customerId: id,
  currency: z.string(),
  discountRate: z.int(),
  agreed: z.object({ priceId: id, minor }),
  status: z.enum(PLAN_STATUSES),
  priceId: id,
  nextPriceId: id.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  card: z.enum(['pays', 'declines']),
  periodStart: millis,
  periodEnd: millis,
  paidUntil: millis,
  owed: z.object({ invoiceId: id, attempts: z.int(), nextAttemptAt: millis }).nullable(),
  invoices: z.array(
    z.object({
      ...charged,
      invoiceId: id,
      priceId: id,
      reason: z.enum(['start', 'renewal', 'upgrade']),
      periodStart: millis,
      periodEnd: millis,
      isPaid: z.boolean(),
    }),
  ),
  told: z.int(),
  now: millis,
}) satisfies z.ZodType<SandboxSubscription>;
const purchase = z.object({
  ...charged,
  externalId: id,
  invoiceId: id,
  priceId: id,
  currency: z.string(),
  paidAt: millis,
  told: z.int(),
}) satisfies z.ZodType<SandboxPurchase>;
const refusal = z.object({
  identifier: z.string().refine((text): text is ErrorIdentifier => Object.hasOwn(ERRORS, text)),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** The purchase that a checkout was opened for. */
const order = z.object({
  orderId: id,
  kind: z.enum(['plan', 'once']),
  priceId: id,
  minor,
  currency: z.string(),
  discountRate: z.int(),
  language: z.string(),
  country: z.string().nullable(),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  expiresAt: millis,
});

/** A checkout and its result in one document, so that a change and its deliveries are stored together. */
export const saleDocument = z.object({
  /** The gateway's id of the purchase. */
  externalId: id,
  owner: z.object({ appName: z.enum(APP_NAMES), gateway: id, platformName: z.enum(PLATFORM_NAMES), userId: id }),
  customerId: id,
  order,
  stage: z.discriminatedUnion('kind', [
    /** `asked`: the issuer wants its owner to confirm. `wasDeclined`: the page shows a decline. */
    z.object({ kind: z.literal('open'), asked: z.enum(METHOD_IDS).nullable(), wasDeclined: z.boolean() }),
    z.object({ kind: z.literal('expired') }),
    z.object({ kind: z.literal('subscribed'), subscription }),
    z.object({ kind: z.literal('bought'), purchase }),
  ]),
  method: z.enum(METHOD_IDS).nullable(),
  /** The last actions, performed or refused. A repeat returns the first answer. */
  wishes: z.array(z.object({ id, refused: refusal.nullable() })),
  /** Number of events that the checkout itself has reported. */
  told: z.int(),
  /** Deliveries still to send; `triesAt` is wall-clock time. */
  outbox: z.array(z.object({ event: deliveredEvent, tries: z.int(), triesAt: millis })),
  /** Money that moved, in the order in which it did; absent in sales of earlier versions until money moves again. */
  moved: z.array(movement).exactOptional(),
  /** Time of the next automatic change, by the sandbox's clock. */
  dueAt: millis.nullable(),
  /** Earliest `triesAt` of the outbox. */
  postAt: millis.nullable(),
  at: millis,
});
export type Sale = z.infer<typeof saleDocument>;
const MAX_REMEMBERED_ACTIONS = 50;

/** An unpaid checkout. */
export function openSale(sale: Pick<Sale, 'externalId' | 'owner' | 'customerId' | 'order' | 'at'>): Sale {
  return settled({
    ...sale,
    stage: { kind: 'open', asked: null, wasDeclined: false },
    method: null,
    wishes: [],
    told: 0,
    outbox: [],
    dueAt: null,
    postAt: null,
  });
}

/** Money that moved for a sale. */
export function movedOf({ moved, stage }: Pick<Sale, 'moved' | 'stage'>): readonly Movement[] {
  if (moved !== undefined) return moved;
  if (stage.kind === 'bought') return movementsBefore(stage.purchase, stage.purchase.paidAt);
  if (stage.kind !== 'subscribed') return [];
  return stage.subscription.invoices
    .filter(({ isPaid }) => isPaid)
    .flatMap((invoice) => movementsBefore(invoice, invoice.periodStart));
}

/** Updates `dueAt` and `postAt`. */
function settled(sale: Sale): Sale {
  const {
    stage,
    order: { expiresAt },
    outbox,
  } = sale;
  const dueAt =
    stage.kind === 'open' ? expiresAt : stage.kind === 'subscribed' ? (nextDueAt(stage.subscription) ?? null) : null;
  return { ...sale, dueAt, postAt: outbox.length === 0 ? null : Math.min(...outbox.map(({ triesAt }) => triesAt)) };
}

/** @param at by the sandbox's clock */
function withEvent(sale: Sale, event: { readonly id: string; readonly at: Millis }, reported: GatewayEvent): Sale {
  const made: DeliveredEvent = { id: event.id, created: Math.floor(event.at / 1_000), tellings: [reported] };
  return { ...sale, outbox: [...sale.outbox, { event: deliveredEvent.parse(made), tries: 0, triesAt: 0 }] };
}

function withOutcome(sale: Sale, outcome: 'paid' | 'declined' | 'expired', at: Millis): Sale {
  const {
    externalId,
    customerId,
    order: { orderId },
    told: sequence,
  } = sale;
  return withEvent(
    { ...sale, told: sequence + 1 },
    { id: `evt_${externalId}_checkout_${sequence}`, at },
    { kind: 'checkout', orderId, outcome, ...(outcome === 'paid' ? { customerId } : {}) },
  );
}

function withActed(sale: Sale, { subscription: after, facts }: Acted): Sale {
  const {
    owner,
    externalId,
    order: { orderId },
  } = sale;
  const reported = facts.reduce<Sale>(
    (so, fact: ReportedFact) =>
      withEvent(
        so,
        { id: fact.data.factId, at: fact.data.occurredAt },
        { kind: 'subscription', owner, externalId, orderId, facts: [fact] },
      ),
    sale,
  );
  const moved = [...movedOf(sale), ...movementsOf(facts, after.invoices)];
  return settled({
    ...reported,
    moved,
    stage: { kind: 'subscribed', subscription: { ...after, invoices: [...after.invoices] } },
  });
}

function withBought(sale: Sale, { purchase: after, facts }: PurchaseActed): Sale {
  const {
    owner,
    externalId,
    order: { orderId },
  } = sale;
  const reported = facts.reduce<Sale>(
    (so, fact: ReportedPurchase) =>
      withEvent(
        so,
        { id: fact.data.factId, at: fact.data.occurredAt },
        { kind: 'purchase', owner, externalId, orderId, facts: [fact] },
      ),
    sale,
  );
  return settled({
    ...reported,
    moved: [...movedOf(sale), ...movementsOf(facts, [after])],
    stage: { kind: 'bought', purchase: after },
  });
}

/**
 * Pays at the checkout, or asks the owner first if the card requires it.
 * @returns undefined when the checkout is no longer open
 * @throws Error for a price missing from the catalogue; it existed when the checkout was opened
 */
export function payAt(sale: Sale, method: MethodId, isApproved: boolean, at: Millis, prices: Prices): Sale | undefined {
  const {
    stage,
    externalId,
    customerId,
    order: { kind, priceId, minor: amount, currency, discountRate, expiresAt },
  } = sale;
  if (stage.kind !== 'open' || at >= expiresAt) return undefined;
  if (METHODS[method].asks && !isApproved)
    return { ...sale, stage: { kind: 'open', asked: method, wasDeclined: false } };
  if (!isPaying(method, 'first')) return declineAt(sale, at);
  const paid = { ...withOutcome(sale, 'paid', at), method };
  if (kind === 'once') return withBought(paid, buyOnce({ externalId, priceId, currency, amount, at }));
  const started = startSubscription(
    { externalId, customerId, currency, discountRate, priceId, card: 'pays', at, trialDays: 0, agreedMinor: amount },
    prices,
  );
  if (!started.ok) throw new Error(`the catalogue no longer has ${priceId}`);
  const { subscription: created, facts } = started.value;
  return withActed(paid, {
    facts,
    subscription: { ...created, card: isPaying(method, 'later') ? 'pays' : 'declines' },
  });
}

/**
 * A card is declined; another may be tried.
 * @returns undefined when the checkout is no longer open
 */
export function declineAt(sale: Sale, at: Millis): Sale | undefined {
  if (sale.stage.kind !== 'open') return undefined;
  return settled({ ...withOutcome(sale, 'declined', at), stage: { kind: 'open', asked: null, wasDeclined: true } });
}

/** Closes an open checkout; any other stays unchanged. */
export function expireSale(sale: Sale, at: Millis): Sale {
  return sale.stage.kind === 'open'
    ? settled({ ...withOutcome(sale, 'expired', at), stage: { kind: 'expired' } })
    : sale;
}

/** Advances time to a moment and applies due changes in order. */
export function advanceSale(sale: Sale, to: Millis, prices: Prices): Sale {
  const { stage, dueAt } = sale;
  if (stage.kind === 'open') return dueAt !== null && dueAt <= to ? expireSale(sale, dueAt) : sale;
  if (stage.kind !== 'subscribed' || to <= stage.subscription.now) return sale;
  const acted = act(stage.subscription, { type: 'advance', to }, prices);
  return acted.ok ? withActed(sale, acted.value) : sale;
}

/**
 * Performs an action on a sale, after applying due changes.
 * @returns the refusal; then only time has changed
 */
export function actOnSale(
  sale: Sale,
  action: Exclude<SandboxAction, { readonly type: 'advance' }>,
  at: Millis,
  prices: Prices,
): Result<Sale, SandboxRefusal> {
  const present = advanceSale(sale, at, prices);
  const { stage } = present;
  if (stage.kind === 'subscribed') {
    const acted = act(stage.subscription, action, prices);
    return acted.ok ? ok(withActed(present, acted.value)) : acted;
  }
  if (stage.kind !== 'bought' || !('invoiceId' in action)) return err('not-now');
  const acted = giveBackPurchase(stage.purchase, action, at);
  return acted.ok ? ok(withBought(present, acted.value)) : acted;
}

/** Changes the card or payment method from now on. */
export function withMethod(sale: Sale, method: MethodId, at: Millis, prices: Prices): Result<Sale, SandboxRefusal> {
  const acted = actOnSale(
    sale,
    { type: 'set-card', card: isPaying(method, 'later') ? 'pays' : 'declines' },
    at,
    prices,
  );
  return acted.ok ? ok({ ...acted.value, method }) : acted;
}

/** The stored result of an action; undefined for a new action. */
export const actionResultOf = (
  { wishes: actions }: Pick<Sale, 'wishes'>,
  commandId: string,
): { readonly refused: ProductError | null } | undefined => actions.find((past) => past.id === commandId);

/** Stores an action with its result. */
export const withActionResult = (sale: Sale, commandId: string, refused: ProductError | null): Sale => ({
  ...sale,
  wishes: [
    ...sale.wishes,
    { id: commandId, refused: refused === null ? null : productError(refused.identifier, refused.params) },
  ].slice(-MAX_REMEMBERED_ACTIONS),
});

/**
 * Postpones a due change that failed; it stays due.
 * @param dueAt by the sandbox's clock
 */
export const withDueLater = (sale: Sale, dueAt: Millis): Sale => ({ ...sale, dueAt });

/** Removes a delivery after it was accepted. */
export const withDelivered = (sale: Sale, eventId: string): Sale =>
  settled({ ...sale, outbox: sale.outbox.filter(({ event }) => event.id !== eventId) });

/**
 * Postpones a delivery that was not accepted.
 * @param triesAt time of the next attempt, wall clock
 */
export const withPostponed = (sale: Sale, eventId: string, triesAt: Millis): Sale =>
  settled({
    ...sale,
    outbox: sale.outbox.map((one) => (one.event.id === eventId ? { ...one, tries: one.tries + 1, triesAt } : one)),
  });

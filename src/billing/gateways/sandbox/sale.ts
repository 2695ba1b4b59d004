import { z } from 'zod';
import { APP_NAMES } from '../../../credits/credits.shared.js';
import type { Millis } from '../../../kernel/clock.js';
import { ERRORS, productError, type ErrorIdentifier, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { PLAN_STATUSES, PLATFORM_NAMES } from '../../plans/plan.shared.js';
import type { GatewayEvent, ReportedPurchase } from '../port.js';
import type { ReportedFact } from '../../subscription/facts.js';
import { act, nextDueAt, startSubscription, type Acted, type Prices, type SandboxAction, type SandboxRefusal, type SandboxSubscription } from './model.js';
import { isPaying, METHOD_IDS, METHODS, type MethodId } from './methods.js';
import { buyOnce, giveBackPurchase, type PurchaseActed, type SandboxPurchase } from './purchase.js';
import { deliveredEvent, type DeliveredEvent } from './wire.js';

const id = z.string().min(1).max(120);
const millis = z.int();
const minor = z.int().min(0);
const charged = { amount: minor, refunded: minor, dispute: z.enum(['none', 'open', 'won', 'lost']) };
const subscription = z.object({
  externalId: id, customerId: id, currency: z.string(), discountRate: z.int(), agreed: z.object({ priceId: id, minor }), status: z.enum(PLAN_STATUSES), priceId: id,
  nextPriceId: id.nullable(), cancelAtPeriodEnd: z.boolean(), card: z.enum(['pays', 'declines']), periodStart: millis, periodEnd: millis, paidUntil: millis,
  owed: z.object({ invoiceId: id, attempts: z.int(), nextAttemptAt: millis }).nullable(),
  invoices: z.array(z.object({ ...charged, invoiceId: id, priceId: id, reason: z.enum(['start', 'renewal', 'upgrade']), periodStart: millis, periodEnd: millis, isPaid: z.boolean() })),
  told: z.int(), now: millis,
}) satisfies z.ZodType<SandboxSubscription>;
const purchase = z.object({ ...charged, externalId: id, invoiceId: id, priceId: id, currency: z.string(), paidAt: millis, told: z.int() }) satisfies z.ZodType<SandboxPurchase>;
const refusal = z.object({ identifier: z.string().refine((text): text is ErrorIdentifier => Object.hasOwn(ERRORS, text)), params: z.record(z.string(), z.union([z.string(), z.number()])) });

/** What someone came to the checkout with. */
const order = z.object({
  orderId: id, kind: z.enum(['plan', 'once']), priceId: id, minor, currency: z.string(), discountRate: z.int(), language: z.string(), country: z.string().nullable(), returnUrl: z.string(), cancelUrl: z.string(), expiresAt: millis,
});

/** A checkout and what came of it, in one document: what is told of it is written with what it tells of. */
export const saleDocument = z.object({
  /** What the gateway calls what is sold. */
  externalId: id,
  owner: z.object({ appName: z.enum(APP_NAMES), gateway: id, platformName: z.enum(PLATFORM_NAMES), userId: id }),
  customerId: id,
  order,
  stage: z.discriminatedUnion('kind', [
    /** `asked`: who issued the card wants to know that it is its owner. `wasDeclined` is what the page says. */
    z.object({ kind: z.literal('open'), asked: z.enum(METHOD_IDS).nullable(), wasDeclined: z.boolean() }),
    z.object({ kind: z.literal('expired') }),
    z.object({ kind: z.literal('subscribed'), subscription }),
    z.object({ kind: z.literal('bought'), purchase }),
  ]),
  method: z.enum(METHOD_IDS).nullable(),
  /** Actions that were carried out or refused, the last ones; an action that comes again is answered as it was. */
  wishes: z.array(z.object({ id, refused: refusal.nullable() })),
  /** Events made out so far at the checkout itself. */
  told: z.int(),
  /** What is still to be delivered; `triesAt` by the time of day. */
  outbox: z.array(z.object({ event: deliveredEvent, tries: z.int(), triesAt: millis })),
  /** When something happens of itself, by the sandbox's clock. */
  dueAt: millis.nullable(),
  /** The earliest of the outbox. */
  postAt: millis.nullable(),
  at: millis,
});
export type Sale = z.infer<typeof saleDocument>;
const MAX_REMEMBERED_ACTIONS = 50;

/** A checkout that no one has paid at yet. */
export function openSale(sale: Pick<Sale, 'externalId' | 'owner' | 'customerId' | 'order' | 'at'>): Sale {
  return settled({ ...sale, stage: { kind: 'open', asked: null, wasDeclined: false }, method: null, wishes: [], told: 0, outbox: [], dueAt: null, postAt: null });
}

/** With the moments at which something is to be done. */
function settled(sale: Sale): Sale {
  const { stage, order: { expiresAt }, outbox } = sale;
  const dueAt = stage.kind === 'open' ? expiresAt : stage.kind === 'subscribed' ? nextDueAt(stage.subscription) ?? null : null;
  return { ...sale, dueAt, postAt: outbox.length === 0 ? null : Math.min(...outbox.map(({ triesAt }) => triesAt)) };
}

/** @param at by the sandbox's clock */
function withEvent(sale: Sale, event: { readonly id: string; readonly at: Millis }, reported: GatewayEvent): Sale {
  const made: DeliveredEvent = { id: event.id, created: Math.floor(event.at / 1_000), tellings: [reported] };
  return { ...sale, outbox: [...sale.outbox, { event: deliveredEvent.parse(made), tries: 0, triesAt: 0 }] };
}

function withOutcome(sale: Sale, outcome: 'paid' | 'declined' | 'expired', at: Millis): Sale {
  const { externalId, customerId, order: { orderId }, told } = sale;
  return withEvent({ ...sale, told: told + 1 }, { id: `evt_${externalId}_checkout_${told}`, at }, { kind: 'checkout', orderId, outcome, ...(outcome === 'paid' ? { customerId } : {}) });
}

function withActed(sale: Sale, { subscription: after, facts }: Acted): Sale {
  const { owner, externalId, order: { orderId } } = sale;
  const told = facts.reduce<Sale>((so, fact: ReportedFact) => withEvent(so, { id: fact.data.factId, at: fact.data.occurredAt }, { kind: 'subscription', owner, externalId, orderId, facts: [fact] }), sale);
  return settled({ ...told, stage: { kind: 'subscribed', subscription: { ...after, invoices: [...after.invoices] } } });
}

function withBought(sale: Sale, { purchase: after, facts }: PurchaseActed): Sale {
  const { owner, externalId, order: { orderId } } = sale;
  const told = facts.reduce<Sale>((so, fact: ReportedPurchase) => withEvent(so, { id: fact.data.factId, at: fact.data.occurredAt }, { kind: 'purchase', owner, externalId, orderId, facts: [fact] }), sale);
  return settled({ ...told, stage: { kind: 'bought', purchase: after } });
}

/**
 * Someone pays at the checkout, or has a card that first wants to know that it is theirs.
 * @returns undefined at a checkout that is no longer open, or once it is over
 * @throws Error for a price that the catalogue has forgotten: it was looked up when the checkout was opened
 */
export function payAt(sale: Sale, method: MethodId, isApproved: boolean, at: Millis, prices: Prices): Sale | undefined {
  const { stage, externalId, customerId, order: { kind, priceId, minor: amount, currency, discountRate, expiresAt } } = sale;
  if (stage.kind !== 'open' || at >= expiresAt) return undefined;
  if (METHODS[method].asks && !isApproved) return { ...sale, stage: { kind: 'open', asked: method, wasDeclined: false } };
  if (!isPaying(method, 'first')) return declineAt(sale, at);
  const paid = { ...withOutcome(sale, 'paid', at), method };
  if (kind === 'once') return withBought(paid, buyOnce({ externalId, priceId, currency, amount, at }));
  const started = startSubscription({ externalId, customerId, currency, discountRate, priceId, card: 'pays', at, trialDays: 0, agreedMinor: amount }, prices);
  if (!started.ok) throw new Error(`the catalogue has forgotten ${priceId}`);
  const { subscription: begun, facts } = started.value;
  return withActed(paid, { facts, subscription: { ...begun, card: isPaying(method, 'later') ? 'pays' : 'declines' } });
}

/** A card does not pay; another may. @returns undefined at a checkout that is no longer open */
export function declineAt(sale: Sale, at: Millis): Sale | undefined {
  if (sale.stage.kind !== 'open') return undefined;
  return settled({ ...withOutcome(sale, 'declined', at), stage: { kind: 'open', asked: null, wasDeclined: true } });
}

/** No one pays any more at a checkout that is open; any other is left as it is. */
export function expireSale(sale: Sale, at: Millis): Sale {
  return sale.stage.kind === 'open' ? settled({ ...withOutcome(sale, 'expired', at), stage: { kind: 'expired' } }) : sale;
}

/** Lets time pass, up to a moment; what is due on the way happens when it is due. */
export function advanceSale(sale: Sale, to: Millis, prices: Prices): Sale {
  const { stage, dueAt } = sale;
  if (stage.kind === 'open') return dueAt !== null && dueAt <= to ? expireSale(sale, dueAt) : sale;
  if (stage.kind !== 'subscribed' || to <= stage.subscription.now) return sale;
  const acted = act(stage.subscription, { type: 'advance', to }, prices);
  return acted.ok ? withActed(sale, acted.value) : sale;
}

/** What is done with what was sold, after what was due before. @returns the refusal, and then nothing has changed but time */
export function actOnSale(sale: Sale, action: Exclude<SandboxAction, { readonly type: 'advance' }>, at: Millis, prices: Prices): Result<Sale, SandboxRefusal> {
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

/** Another card, or another way to pay, from now on. */
export function withMethod(sale: Sale, method: MethodId, at: Millis, prices: Prices): Result<Sale, SandboxRefusal> {
  const acted = actOnSale(sale, { type: 'set-card', card: isPaying(method, 'later') ? 'pays' : 'declines' }, at, prices);
  return acted.ok ? ok({ ...acted.value, method }) : acted;
}

/** What an action came to, where it is one that was heard before. */
export const actionResultOf = ({ wishes }: Pick<Sale, 'wishes'>, commandId: string): { readonly refused: ProductError | null } | undefined => wishes.find((past) => past.id === commandId);

/** An action is remembered with what it came to. */
export const withActionResult = (sale: Sale, commandId: string, refused: ProductError | null): Sale => ({
  ...sale, wishes: [...sale.wishes, { id: commandId, refused: refused === null ? null : productError(refused.identifier, refused.params) }].slice(-MAX_REMEMBERED_ACTIONS),
});

/** After what is due could not happen: it stays due, and is looked for later. @param dueAt by the sandbox's clock */
export const withDueLater = (sale: Sale, dueAt: Millis): Sale => ({ ...sale, dueAt });

/** After a delivery was taken. */
export const withDelivered = (sale: Sale, eventId: string): Sale => settled({ ...sale, outbox: sale.outbox.filter(({ event }) => event.id !== eventId) });

/** After a delivery was not taken. @param triesAt when it is tried again, by the time of day */
export const withPostponed = (sale: Sale, eventId: string, triesAt: Millis): Sale => settled({
  ...sale, outbox: sale.outbox.map((one) => (one.event.id === eventId ? { ...one, tries: one.tries + 1, triesAt } : one)),
});

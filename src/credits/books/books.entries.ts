import { PersistentMap } from '../../kernel/collections/persistent-map.js';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { GrantSource } from '../credits.shared.js';
import type { AccountEvent, Allocation, ClosedGrant, Grant, Returned } from '../account/events.js';

/**
 * Credits moved by an event: whole and never negative, except `adjusted`. Uncaptured credits of a hold count as
 * released, and also as expired or revoked if their grant has ended.
 */
export interface Movements {
  readonly granted: number;
  readonly adjusted: number;
  readonly held: number;
  readonly spent: number;
  readonly released: number;
  readonly expired: number;
  readonly revoked: number;
}

export const MOVEMENTS = [
  'granted',
  'adjusted',
  'held',
  'spent',
  'released',
  'expired',
  'revoked',
] as const satisfies readonly (keyof Movements)[];

export const NOTHING_MOVED: Movements = {
  granted: 0,
  adjusted: 0,
  held: 0,
  spent: 0,
  released: 0,
  expired: 0,
  revoked: 0,
};

/** Sums column by column. */
export function plus(a: Movements, b: Partial<Movements>): Movements {
  return {
    granted: a.granted + (b.granted ?? 0),
    adjusted: a.adjusted + (b.adjusted ?? 0),
    held: a.held + (b.held ?? 0),
    spent: a.spent + (b.spent ?? 0),
    released: a.released + (b.released ?? 0),
    expired: a.expired + (b.expired ?? 0),
    revoked: a.revoked + (b.revoked ?? 0),
  };
}

/** Net effect of movements on the available credits. */
export const availableOf = (m: Movements): number =>
  m.granted + m.adjusted + m.released - m.held - m.expired - m.revoked;

/** Net effect of movements on the held credits. */
export const heldOf = (m: Movements): number => m.held - m.spent - m.released;

/**
 * Properties of a grant that the books group by. `month` is the month of its expiry, `YYYY-MM` in UTC; null without
 * expiry.
 */
export interface GrantFacts {
  readonly source: GrantSource;
  readonly month: string | null;
}

/** The part of an event's movements that belongs to one kind of grant. */
export interface EntryPart extends GrantFacts {
  readonly moved: Partial<Movements>;
}

/** One event as entered in the books. */
export interface Entry {
  readonly parts: readonly EntryPart[];
  /** Change of available credits that the event itself states. The sum of the parts must equal it. */
  readonly stated: number;
  /** Amount spent from a revoked grant, which nobody has paid for. */
  readonly receivable: number;
  /** List price of free work. */
  readonly listPrice: number;
  /** A hold that was released as a whole: work that was not delivered and not charged. */
  readonly failed?: { readonly reason: string; readonly amount: number };
}

/** Reason of a released hold that nobody ended. */
export const HOLD_EXPIRED = 'hold-expired';

/** What the books must know of an account to enter its next event. */
export interface AccountFacts {
  /** Revision of the last event entered; −1 before the first. */
  readonly revision: number;
  readonly available: number;
  readonly grants: PersistentMap<string, GrantFacts>;
}

export const NO_FACTS: AccountFacts = { revision: -1, available: 0, grants: PersistentMap.of() };

/** The month of a time, `YYYY-MM` in UTC. @param at milliseconds since the epoch */
export const monthOf = (at: number): string => new Date(at).toISOString().slice(0, -17);

/** The day of a time, `YYYY-MM-DD` in UTC. @param at milliseconds since the epoch */
export function dayOf(at: number): string {
  const day = Math.floor(at / DAY_MS);
  if (day !== lastDay.day) lastDay = { day, text: new Date(at).toISOString().slice(0, -14) };
  return lastDay.text;
}

const DAY_MS = 86_400_000;
/** Cache: consecutive events usually fall on the same day. */
let lastDay = { day: 0, text: '1970-01-01' };

/** @param expiresAt milliseconds since the epoch; none for a grant that never expires */
export const factsOf = (source: GrantSource, expiresAt?: number): GrantFacts => ({
  source,
  month: expiresAt === undefined ? null : monthOf(expiresAt),
});

/**
 * The facts of an account after an event. A checkpoint contains everything that later events can refer to, so a load
 * can start there and forgotten grants are dropped.
 */
export function factsAfter(
  before: AccountFacts,
  { event, revision }: Pick<SeenEvent<AccountEvent>, 'event' | 'revision'>,
): AccountFacts {
  return { revision, available: event.data.available, grants: grantsAfter(before.grants, event) };
}

/** The grants of an account after an event; the same map when the event changes no grant. */
export function grantsAfter(grants: AccountFacts['grants'], event: AccountEvent): AccountFacts['grants'] {
  if (event.type === 'CreditsGranted')
    return grants.set(event.data.grantId, factsOf(event.data.source, event.data.expiresAt));
  if (event.type === 'CreditsAdjusted' && event.data.amount > 0)
    return grants.set(event.data.adjustmentId, factsOf('adjustment'));
  if (event.type !== 'AccountCheckpointed') return grants;
  return factsOfGrants(event.data.closedGrants, event.data.grants);
}

/** The facts of an account's grants. A live grant comes before a closed one whose forgotten id was given to it. */
export function factsOfGrants(closed: readonly ClosedGrant[], live: readonly Grant[]): AccountFacts['grants'] {
  return PersistentMap.of(
    [...closed, ...live].map(({ grantId, source, expiresAt }) => [grantId, factsOf(source, expiresAt)]),
  );
}

/**
 * Turns an event into an entry.
 * @param facts facts of the account just before the event
 * @throws Error when the event names a grant that the account never had
 */
export function entryOf(facts: AccountFacts, { event }: Pick<SeenEvent<AccountEvent>, 'event'>): Entry {
  const entry = {
    parts: partsOf((grantId) => grantOf(facts, grantId), event),
    stated: event.data.available - facts.available,
    receivable: 0,
    listPrice: 0,
  };
  switch (event.type) {
    case 'HoldCaptured':
      return { ...entry, receivable: event.data.receivable ?? 0 };
    case 'GrantRevoked':
      return { ...entry, receivable: event.data.receivable };
    case 'CreditsAdjusted':
      return { ...entry, receivable: 0 - (event.data.settles ?? 0) };
    case 'UsageRecorded':
      return { ...entry, listPrice: event.data.listPrice };
    case 'HoldReleased':
      return { ...entry, failed: { reason: event.data.reason, amount: sumOf(event.data.returned) } };
    case 'HoldExpired':
      return { ...entry, failed: { reason: HOLD_EXPIRED, amount: sumOf(event.data.returned) } };
    case 'CreditsGranted':
    case 'CreditsHeld':
    case 'HoldExtended':
    case 'GrantExpired':
    case 'AccountCheckpointed':
      return entry;
    default:
      return event satisfies never;
  }
}

const sumOf = (parts: readonly Allocation[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Total movements of an event over all grants. */
export function movedBy(event: AccountEvent): Movements {
  return partsOf(() => factsOf('adjustment'), event).reduce((sum, { moved }) => plus(sum, moved), NOTHING_MOVED);
}

const partOf = ({ source, month }: GrantFacts, moved: Partial<Movements>): EntryPart => ({ source, month, moved });

function partsOf(grantOf: (grantId: string) => GrantFacts, event: AccountEvent): readonly EntryPart[] {
  const by = (parts: readonly Allocation[], moved: (amount: number) => Partial<Movements>) =>
    parts.map(({ grantId, amount }): EntryPart => partOf(grantOf(grantId), moved(amount)));
  switch (event.type) {
    case 'CreditsGranted':
      return [{ ...factsOf(event.data.source, event.data.expiresAt), moved: { granted: event.data.amount } }];
    case 'CreditsAdjusted':
      return event.data.amount > 0
        ? [{ ...factsOf('adjustment'), moved: { adjusted: event.data.amount } }]
        : by(event.data.taken, (amount) => ({ adjusted: -amount }));
    case 'CreditsHeld':
      return by(event.data.allocations, (held) => ({ held }));
    case 'HoldCaptured':
      return [...by(event.data.captured, (spent) => ({ spent })), ...returnedParts(grantOf, event.data.returned)];
    case 'HoldReleased':
    case 'HoldExpired':
      return returnedParts(grantOf, event.data.returned);
    case 'GrantExpired':
      return event.data.amount === 0 ? [] : by([event.data], (expired) => ({ expired }));
    case 'GrantRevoked':
      return event.data.amount === 0 ? [] : by([event.data], (revoked) => ({ revoked }));
    case 'HoldExtended':
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return [];
    default:
      return event satisfies never;
  }
}

function returnedParts(grantOf: (grantId: string) => GrantFacts, returned: readonly Returned[]): readonly EntryPart[] {
  return returned.map(({ grantId, amount, to }) =>
    partOf(grantOf(grantId), to === 'available' ? { released: amount } : { released: amount, [to]: amount }),
  );
}

function grantOf({ grants }: AccountFacts, grantId: string): GrantFacts {
  const found = grants.get(grantId);
  if (found === undefined) throw new Error(`the account has no grant ${grantId}`);
  return found;
}

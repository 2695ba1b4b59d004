import type { Millis } from '../kernel/clock.js';
import type { Revision } from '../kernel/event.js';
import { PersistentMap } from '../kernel/persistent-map.js';
import type { AccountEvent, Allocation, CheckpointPlace, ClosedGrant, Grant, Hold, Remembered, Returned, Totals } from './events.js';

/** How long a closed hold is remembered after its planned end (or its real one, if later), so that a late repeat is answered and not refused. */
export const REMEMBER_ENDED_MS = 30 * 86_400_000;
/** How long after its expiry a grant can still be revoked: card networks let a payment be disputed for up to 540 days. */
export const REMEMBER_GRANT_MS = 550 * 86_400_000;

/** A list that shares its tail with the version before it. */
export type Chain<T> = undefined | { readonly head: T; readonly tail: Chain<T>; readonly length: number };

/** One account, folded. */
export interface AccountState {
  /** Of the last event; −1 before the first. */
  readonly revision: Revision;
  /** Of the last event. Time never runs backwards in an account: an earlier command is decided as if it came now. */
  readonly at: Millis;
  /** In burn order: earliest expiry first, then oldest, those without expiry last. */
  readonly grants: readonly Grant[];
  readonly available: number;
  readonly held: number;
  readonly totals: Totals;
  readonly holds: PersistentMap<string, Hold>;
  readonly closedGrants: PersistentMap<string, ClosedGrant>;
  /** Signed amounts by adjustment id, for ever: an operator makes few. */
  readonly adjustments: PersistentMap<string, number>;
  /** By `rememberedKey`. */
  readonly remembered: PersistentMap<string, Remembered>;
  /** No earlier time lets anything of `remembered` be forgotten. */
  readonly forgettableFrom: Millis;
  /** Ended since the last sealed checkpoint, newest first: what the next checkpoint lists. */
  readonly ended: Chain<Remembered>;
  readonly sealed: CheckpointPlace | undefined;
  /** Of the last checkpoint; −1 before the first. */
  readonly checkpointedAt: Revision;
}

export const emptyAccount: AccountState = {
  revision: -1, at: 0, grants: [], available: 0, held: 0,
  totals: { adjusted: 0, expired: 0, granted: 0, receivable: 0, revoked: 0, spent: 0 },
  holds: PersistentMap.of(), closedGrants: PersistentMap.of(), adjustments: PersistentMap.of(), remembered: PersistentMap.of(),
  forgettableFrom: Number.POSITIVE_INFINITY, ended: undefined, sealed: undefined, checkpointedAt: -1,
};

/** The key of what has ended: hold ids and usage ids do not get in each other's way. */
export const rememberedKey = (kind: Remembered['kind'], id: string): string => `${kind}:${id}`;

/** Until when a grant that is used up is remembered: for ever when it had no expiry, for then nothing else stops a repeat. */
export const grantRememberedUntil = (grant: { readonly expiresAt?: Millis }): Millis =>
  grant.expiresAt === undefined ? Number.POSITIVE_INFINITY : grant.expiresAt + REMEMBER_GRANT_MS;

/** Folds one event into the account. */
export function evolve(before: AccountState, event: AccountEvent): AccountState {
  const state = { ...before, revision: before.revision + 1, at: Math.max(before.at, event.at) };
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, source, amount, eligibility, expiresAt } = event.data;
      return withGrant({ ...state, totals: { ...state.totals, granted: state.totals.granted + amount } }, freshGrant({ grantId, source, amount, eligibility, ...(expiresAt === undefined ? {} : { expiresAt }) }));
    }
    case 'CreditsHeld': {
      const { holdId, amount, eligibility, expiresAt, allocations } = event.data;
      const held = moveGrants(state, allocations, (grant, part) => ({ ...grant, available: grant.available - part, held: grant.held + part }));
      return { ...held, available: state.available - amount, held: state.held + amount, holds: state.holds.set(holdId, { allocations, amount, eligibility, endsAt: expiresAt, expiresAt, holdId }) };
    }
    case 'HoldExtended': {
      const hold = state.holds.get(event.data.holdId);
      return hold === undefined ? state : { ...state, holds: state.holds.set(hold.holdId, { ...hold, endsAt: event.data.expiresAt }) };
    }
    case 'HoldCaptured':
      return capture(state, event.data);
    case 'HoldReleased':
      return closeHold(giveBack(state, event.data.returned), event.data.holdId, 'released', 0);
    case 'HoldExpired':
      return closeHold(giveBack(state, event.data.returned), event.data.holdId, 'expired', 0);
    case 'GrantExpired': {
      const { grantId, amount } = event.data;
      const ended = moveGrants(state, [{ grantId, amount }], (grant, part) => ({ ...grant, available: grant.available - part, standing: 'expired' }));
      return { ...ended, available: state.available - amount, totals: { ...state.totals, expired: state.totals.expired + amount } };
    }
    case 'GrantRevoked':
      return revoke(state, event.data);
    case 'CreditsAdjusted':
      return adjust(state, event.data);
    case 'UsageRecorded':
      return remember(state, { kind: 'usage', id: event.data.usageId, listPrice: event.data.listPrice, until: event.at + REMEMBER_ENDED_MS });
    case 'AccountCheckpointed':
      return fromCheckpoint(state, event.data);
    default:
      return event satisfies never;
  }
}

type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: Type }>['data'];

function freshGrant(grant: Pick<Grant, 'grantId' | 'source' | 'amount' | 'eligibility' | 'expiresAt'>): Grant {
  return { ...grant, available: grant.amount, held: 0, spent: 0, standing: 'open' };
}

function withGrant(state: AccountState, grant: Grant): AccountState {
  const place = state.grants.findIndex((other) => (grant.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity));
  return { ...state, available: state.available + grant.available, grants: place === -1 ? [...state.grants, grant] : state.grants.toSpliced(place, 0, grant) };
}

/** Changes the grants named, and closes those of which nothing is left. */
function moveGrants<Part extends Allocation>(state: AccountState, parts: readonly Part[], move: (grant: Grant, amount: number, part: Part) => Grant): AccountState {
  let closedGrants = state.closedGrants;
  const grants: Grant[] = [];
  for (const grant of state.grants) {
    const part = parts.find((one) => one.grantId === grant.grantId);
    const moved = part === undefined ? grant : move(grant, part.amount, part);
    if (moved.available + moved.held > 0) grants.push(moved);
    else closedGrants = closedGrants.set(moved.grantId, closed(moved));
  }
  return { ...state, grants, closedGrants };
}

function closed({ available: _available, held: _held, standing: _standing, ...rest }: Grant): ClosedGrant {
  return rest;
}

function giveBack(state: AccountState, parts: readonly Returned[]): AccountState {
  let { available, held } = state;
  let { expired, revoked } = state.totals;
  for (const { amount, to } of parts) {
    held -= amount;
    switch (to) {
      case 'available': available += amount; break;
      case 'expired': expired += amount; break;
      case 'revoked': revoked += amount; break;
      default: to satisfies never;
    }
  }
  const moved = moveGrants(state, parts, (grant, amount, { to }) => ({ ...grant, held: grant.held - amount, available: grant.available + (to === 'available' ? amount : 0) }));
  return { ...moved, available, held, totals: { ...state.totals, expired, revoked } };
}

function capture(state: AccountState, data: DataOf<'HoldCaptured'>): AccountState {
  const spent = moveGrants(state, data.captured, (grant, part) => ({ ...grant, held: grant.held - part, spent: grant.spent + part }));
  const totals = { ...state.totals, spent: state.totals.spent + data.amount, receivable: state.totals.receivable + (data.receivable ?? 0) };
  return closeHold(giveBack({ ...spent, held: state.held - data.amount, totals }, data.returned), data.holdId, 'captured', data.amount);
}

function closeHold(state: AccountState, holdId: string, ended: 'captured' | 'released' | 'expired', captured: number): AccountState {
  const hold = state.holds.get(holdId);
  if (hold === undefined) return state;
  const { amount, eligibility, expiresAt } = hold;
  return remember({ ...state, holds: state.holds.delete(holdId) }, { kind: 'hold', amount, captured, eligibility, ended, expiresAt, id: holdId, until: Math.max(expiresAt, state.at) + REMEMBER_ENDED_MS });
}

function revoke(state: AccountState, { grantId, amount, receivable, reference }: DataOf<'GrantRevoked'>): AccountState {
  const was = state.closedGrants.get(grantId);
  const totals = { ...state.totals, revoked: state.totals.revoked + amount, receivable: state.totals.receivable + receivable };
  if (was !== undefined) return { ...state, totals, closedGrants: state.closedGrants.set(grantId, { ...was, revokedBy: reference }) };
  const revoked = moveGrants(state, [{ grantId, amount }], (grant, part) => ({ ...grant, available: grant.available - part, revokedBy: reference, standing: 'revoked' }));
  return { ...revoked, totals, available: state.available - amount };
}

function adjust(state: AccountState, { adjustmentId, amount, taken }: DataOf<'CreditsAdjusted'>): AccountState {
  const adjusted = { ...state, adjustments: state.adjustments.set(adjustmentId, amount), totals: { ...state.totals, adjusted: state.totals.adjusted + amount } };
  if (amount > 0) return withGrant(adjusted, freshGrant({ grantId: adjustmentId, source: 'adjustment', amount, eligibility: 'any' }));
  return { ...moveGrants(adjusted, taken, (grant, part) => ({ ...grant, available: grant.available - part })), available: state.available + amount };
}

const linked = <T>(tail: Chain<T>, head: T): Chain<T> => ({ head, tail, length: (tail?.length ?? 0) + 1 });

function remember(state: AccountState, entry: Remembered): AccountState {
  return {
    ...state, remembered: state.remembered.set(rememberedKey(entry.kind, entry.id), entry),
    ended: linked(state.ended, entry), forgettableFrom: Math.min(state.forgettableFrom, entry.until),
  };
}

/** The state as a checkpoint says it. What had ended before it is kept: the checkpoints before it have said so. */
function fromCheckpoint(state: AccountState, data: DataOf<'AccountCheckpointed'>): AccountState {
  let { remembered, forgettableFrom } = state;
  let until = data.previous?.until ?? 0;
  for (const entry of data.remembered) {
    const key = rememberedKey(entry.kind, entry.id);
    if (remembered.get(key) !== entry) remembered = remembered.set(key, entry);
    forgettableFrom = Math.min(forgettableFrom, entry.until);
    until = Math.max(until, entry.until);
  }
  if (forgettableFrom <= state.at) {
    const kept = remembered.values().filter((entry) => entry.until > state.at);
    remembered = PersistentMap.of(kept.map((entry) => [rememberedKey(entry.kind, entry.id), entry]));
    forgettableFrom = kept.reduce((least, entry) => Math.min(least, entry.until), Number.POSITIVE_INFINITY);
  }
  return {
    remembered, forgettableFrom, checkpointedAt: data.revision,
    ended: data.sealed ? undefined : data.remembered.reduce<Chain<Remembered>>(linked, undefined),
    sealed: data.sealed ? { revision: data.revision, until } : data.previous,
    revision: data.revision, at: state.at, grants: data.grants, available: data.available,
    held: data.grants.reduce((sum, grant) => sum + grant.held, 0), totals: data.totals,
    holds: PersistentMap.of(data.holds.map((hold) => [hold.holdId, hold])),
    closedGrants: PersistentMap.of(data.closedGrants.map((grant) => [grant.grantId, grant])),
    adjustments: PersistentMap.of(data.adjustments.map(({ adjustmentId, amount }) => [adjustmentId, amount])),
  };
}

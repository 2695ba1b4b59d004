import type { Millis } from '../kernel/clock.js';
import type { Revision } from '../kernel/event.js';
import { PersistentMap } from '../kernel/persistent-map.js';
import type { AccountEvent, Allocation, CheckpointPlace, ClosedGrant, Grant, Hold, Remembered, Returned, Totals } from './events.js';

/** How long a closed hold is remembered after its planned end (or its real one, if later), so that a late repeat is answered and not refused. */
export const REMEMBER_ENDED_MS = 30 * 86_400_000;
/** How long after its expiry (or its real end, if later) a grant can still be revoked: card networks let a payment be disputed for up to 540 days. */
export const REMEMBER_GRANT_MS = 550 * 86_400_000;

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
  /** By id, ended since the last sealed checkpoint: what the next checkpoint lists. */
  readonly ended: Ended;
  /** Ended before that: a sealed checkpoint has listed it. */
  readonly endedEarlier: Ended;
  readonly sealed: CheckpointPlace | undefined;
  /** Of the last checkpoint; −1 before the first. */
  readonly checkpointedAt: Revision;
}

type RememberedOf<Kind extends Remembered['kind']> = Extract<Remembered, { readonly kind: Kind }>;
/** What is over. The ids of holds and of free work do not get in each other's way. */
export interface Ended {
  readonly holds: PersistentMap<string, RememberedOf<'hold'>>;
  readonly usages: PersistentMap<string, RememberedOf<'usage'>>;
}

const nothingEnded: Ended = { holds: PersistentMap.of(), usages: PersistentMap.of() };

export const emptyAccount: AccountState = {
  revision: -1, at: 0, grants: [], available: 0, held: 0,
  totals: { adjusted: 0, expired: 0, granted: 0, receivable: 0, revoked: 0, spent: 0 },
  holds: PersistentMap.of(), closedGrants: PersistentMap.of(), adjustments: PersistentMap.of(),
  ended: nothingEnded, endedEarlier: nothingEnded, sealed: undefined, checkpointedAt: -1,
};

/** Whether a grant that is used up is still remembered at a time. */
export const isRemembered = ({ until }: ClosedGrant, now: Millis): boolean => until === undefined || until > now;

/** Everything of a list of what is over, in the order it ended. */
export const listEnded = ({ holds, usages }: Ended): readonly Remembered[] => [...holds.values(), ...usages.values()];

/** The parts of the state that an event changes, beside its place and time. */
type Change = Partial<Omit<AccountState, 'revision' | 'at'>>;
type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: Type }>['data'];

/** Folds one event into the account. */
export function evolve(before: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'AccountCheckpointed') return fromCheckpoint(before, event.at, event.data);
  return { ...before, ...changeBy(before, event), revision: before.revision + 1, at: Math.max(before.at, event.at) };
}

function changeBy(state: AccountState, event: Exclude<AccountEvent, { readonly type: 'AccountCheckpointed' }>): Change {
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, source, amount, eligibility, expiresAt, available } = event.data;
      const grant = freshGrant({ grantId, source, amount, eligibility, ...(expiresAt === undefined ? {} : { expiresAt }) });
      return { available, grants: inBurnOrder(state.grants, grant), totals: { ...state.totals, granted: state.totals.granted + amount } };
    }
    case 'CreditsHeld': {
      const { holdId, amount, eligibility, expiresAt, allocations, available } = event.data;
      const holds = state.holds.set(holdId, { allocations, amount, eligibility, endsAt: expiresAt, expiresAt, holdId });
      return { available, held: state.held + amount, holds, ...moveGrants(state, event.at, allocations, hold) };
    }
    case 'HoldExtended': {
      const extended = state.holds.get(event.data.holdId);
      return extended === undefined ? {} : { holds: state.holds.set(extended.holdId, { ...extended, endsAt: event.data.expiresAt }) };
    }
    case 'HoldCaptured':
      return capture(state, event.data, event.at);
    case 'HoldReleased':
      return { ...closeHold(state, event.data.holdId, 'released', 0, event.at), ...giveBack(state, event.at, event.data.returned, event.data.available) };
    case 'HoldExpired':
      return { ...closeHold(state, event.data.holdId, 'expired', 0, event.at), ...giveBack(state, event.at, event.data.returned, event.data.available) };
    case 'GrantExpired': {
      const { amount, available } = event.data;
      return { available, totals: { ...state.totals, expired: state.totals.expired + amount }, ...moveGrants(state, event.at, [event.data], expire) };
    }
    case 'GrantRevoked':
      return revoke(state, event.data, event.at);
    case 'CreditsAdjusted':
      return adjust(state, event.data, event.at);
    case 'UsageRecorded': {
      const { usageId, listPrice } = event.data;
      return { ended: { holds: state.ended.holds, usages: state.ended.usages.set(usageId, { kind: 'usage', id: usageId, listPrice, until: event.at + REMEMBER_ENDED_MS }) } };
    }
    default:
      return event satisfies never;
  }
}

function freshGrant(grant: Pick<Grant, 'grantId' | 'source' | 'amount' | 'eligibility' | 'expiresAt'>): Grant {
  return { ...grant, available: grant.amount, held: 0, spent: 0, standing: 'open' };
}

function inBurnOrder(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  const place = grants.findIndex((other) => (grant.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity));
  return place === -1 ? [...grants, grant] : grants.toSpliced(place, 0, grant);
}

const hold = (grant: Grant, part: Allocation): Grant => ({ ...grant, available: grant.available - part.amount, held: grant.held + part.amount });
const spend = (grant: Grant, part: Allocation): Grant => ({ ...grant, held: grant.held - part.amount, spent: grant.spent + part.amount });
const take = (grant: Grant, part: Allocation): Grant => ({ ...grant, available: grant.available - part.amount });
const expire = (grant: Grant, part: Allocation): Grant => ({ ...grant, available: grant.available - part.amount, standing: 'expired' });
const restore = (grant: Grant, { amount, to }: Returned): Grant => ({ ...grant, held: grant.held - amount, available: to === 'available' ? grant.available + amount : grant.available });

type Grants = Pick<AccountState, 'grants' | 'closedGrants'>;

/** Changes the grants named, and closes those of which nothing is left. */
function moveGrants<Part extends Allocation>(state: Grants, at: Millis, parts: readonly Part[], move: (grant: Grant, part: Part) => Grant): Grants {
  let { closedGrants } = state;
  const grants: Grant[] = [];
  for (const grant of state.grants) {
    const part = parts.find((one) => one.grantId === grant.grantId);
    const moved = part === undefined ? grant : move(grant, part);
    if (moved.available + moved.held > 0) grants.push(moved);
    else closedGrants = closedGrants.set(moved.grantId, closed(moved, at));
  }
  return { grants, closedGrants };
}

function closed({ available: _available, held: _held, standing: _standing, ...rest }: Grant, at: Millis): ClosedGrant {
  return rest.expiresAt === undefined ? rest : { ...rest, until: Math.max(rest.expiresAt, at) + REMEMBER_GRANT_MS };
}

/** Held credits return; what belongs to a grant that has ended ends with it. */
function giveBack(state: Grants & Pick<AccountState, 'held' | 'totals'>, at: Millis, parts: readonly Returned[], available: number): Change {
  if (parts.length === 0) return { available };
  let { held } = state;
  let { expired, revoked } = state.totals;
  for (const { amount, to } of parts) {
    held -= amount;
    switch (to) {
      case 'available': break;
      case 'expired': expired += amount; break;
      case 'revoked': revoked += amount; break;
      default: to satisfies never;
    }
  }
  return { available, held, totals: { ...state.totals, expired, revoked }, ...moveGrants(state, at, parts, restore) };
}

function capture(state: AccountState, { amount, available, captured, holdId, receivable = 0, returned }: DataOf<'HoldCaptured'>, at: Millis): Change {
  const held = state.held - amount;
  const totals = { ...state.totals, spent: state.totals.spent + amount, receivable: state.totals.receivable + receivable };
  const spent = moveGrants(state, at, captured, spend);
  return { held, totals, ...spent, ...closeHold(state, holdId, 'captured', amount, at), ...giveBack({ held, totals, ...spent }, at, returned, available) };
}

function closeHold({ holds, ended }: AccountState, holdId: string, how: RememberedOf<'hold'>['ended'], captured: number, at: Millis): Change {
  const open = holds.get(holdId);
  if (open === undefined) return {};
  const { amount, eligibility, expiresAt } = open;
  const entry = { kind: 'hold', amount, captured, eligibility, ended: how, expiresAt, id: holdId, until: Math.max(expiresAt, at) + REMEMBER_ENDED_MS } as const;
  return { holds: holds.delete(holdId), ended: { holds: ended.holds.set(holdId, entry), usages: ended.usages } };
}

function revoke(state: AccountState, { grantId, amount, available, receivable, reference }: DataOf<'GrantRevoked'>, at: Millis): Change {
  const totals = { ...state.totals, revoked: state.totals.revoked + amount, receivable: state.totals.receivable + receivable };
  // A live one first: under the id of a grant that is forgotten another may have been given.
  const isLive = state.grants.some((grant) => grant.grantId === grantId);
  const was = state.closedGrants.get(grantId);
  if (!isLive && was !== undefined) return { totals, closedGrants: state.closedGrants.set(grantId, { ...was, revokedBy: reference }) };
  return { available, totals, ...moveGrants(state, at, [{ grantId, amount }], (grant, part) => ({ ...take(grant, part), revokedBy: reference, standing: 'revoked' })) };
}

function adjust(state: AccountState, { adjustmentId, amount, available, taken }: DataOf<'CreditsAdjusted'>, at: Millis): Change {
  const common = { available, adjustments: state.adjustments.set(adjustmentId, amount), totals: { ...state.totals, adjusted: state.totals.adjusted + amount } };
  if (amount < 0) return { ...common, ...moveGrants(state, at, taken, take) };
  return { ...common, grants: inBurnOrder(state.grants, freshGrant({ grantId: adjustmentId, source: 'adjustment', amount, eligibility: 'any' })) };
}

/** The state as a checkpoint says it. What sealed checkpoints before it have listed as ended is kept, as far as it is not forgotten. */
function fromCheckpoint(before: AccountState, happenedAt: Millis, data: DataOf<'AccountCheckpointed'>): AccountState {
  const at = Math.max(before.at, happenedAt);
  const ended = endedOf(data.remembered);
  const until = data.remembered.reduce((latest, entry) => Math.max(latest, entry.until), data.previous?.until ?? 0);
  const earlier = data.sealed ? endedOf([...listEnded(before.endedEarlier).filter((entry) => entry.until > at), ...data.remembered]) : before.endedEarlier;
  return {
    revision: data.revision, at, grants: data.grants, available: data.available,
    held: data.grants.reduce((sum, grant) => sum + grant.held, 0), totals: data.totals,
    holds: PersistentMap.of(data.holds.map((one) => [one.holdId, one])),
    closedGrants: PersistentMap.of(data.closedGrants.map((grant) => [grant.grantId, grant])),
    adjustments: PersistentMap.of(data.adjustments.map(({ adjustmentId, amount }) => [adjustmentId, amount])),
    ended: data.sealed ? nothingEnded : ended, endedEarlier: earlier,
    sealed: data.sealed ? { revision: data.revision, until } : data.previous, checkpointedAt: data.revision,
  };
}

function endedOf(entries: readonly Remembered[]): Ended {
  return {
    holds: PersistentMap.of(entries.flatMap((entry) => (entry.kind === 'hold' ? [[entry.id, entry] as const] : []))),
    usages: PersistentMap.of(entries.flatMap((entry) => (entry.kind === 'usage' ? [[entry.id, entry] as const] : []))),
  };
}

import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Revision } from '../../kernel/event-sourcing/event.js';
import { GrowingMap } from '../../kernel/collections/growing-map.js';
import { PersistentMap } from '../../kernel/collections/persistent-map.js';
import type {
  AccountEvent,
  Allocation,
  CheckpointPosition,
  ClosedGrant,
  Grant,
  Hold,
  Remembered,
  Returned,
  Totals,
} from './events.js';

/**
 * How long a closed hold is remembered after its planned end (or its real end, if later). A late repeat within this
 * time is answered instead of refused.
 */
export const REMEMBER_ENDED_MS = 30 * 86_400_000;
/**
 * How long after its expiry (or its real end, if later) a grant can still be revoked: card networks allow a payment to
 * be disputed for up to 540 days.
 */
export const REMEMBER_GRANT_MS = 550 * 86_400_000;

/** State of one account, folded from its events. */
export interface AccountState {
  /** Revision of the last event; −1 before the first. */
  readonly revision: Revision;
  /**
   * Time of the last event. Time never goes backwards in an account: a command with an earlier time is decided at this
   * time.
   */
  readonly at: Millis;
  /** In burn order: earliest expiry first, then oldest; grants without expiry last. */
  readonly grants: readonly Grant[];
  readonly available: number;
  readonly held: number;
  readonly totals: Totals;
  readonly holds: PersistentMap<string, Hold>;
  /** No open hold ends before this time. Only a lower bound, so that most commands need not look at every hold. */
  readonly holdsDueFrom: Millis;
  readonly closedGrants: PersistentMap<string, ClosedGrant>;
  /** Signed amounts by adjustment id. Never forgotten, because operators make few. */
  readonly adjustments: PersistentMap<string, number>;
  /** Holds and usages that ended since the last sealed checkpoint; the next checkpoint lists them. */
  readonly ended: Ended;
  /** How many entries of `ended` the last checkpoint already listed. */
  readonly endedListed: number;
  /** Holds and usages that sealed checkpoints already listed. */
  readonly endedEarlier: EndedEarlier;
  readonly sealed: CheckpointPosition | undefined;
  /** Revision of the last checkpoint; −1 before the first. */
  readonly checkpointedAt: Revision;
}

type RememberedOf<Kind extends Remembered['kind']> = Extract<Remembered, { readonly kind: Kind }>;
/** Ended holds and free work. Each has its own id space. */
export interface Ended {
  readonly holds: GrowingMap<string, RememberedOf<'hold'>>;
  readonly usages: GrowingMap<string, RememberedOf<'usage'>>;
}

/** Older ended entries. Some may already be past their retention. */
export interface EndedEarlier extends Ended {
  /**
   * When there are more entries than this, forgotten ones are removed. The limit grows with the list, so each entry is
   * scanned only about once per doubling.
   */
  readonly room: number;
}

/** Lists up to this size are never scanned. */
const MIN_ROOM = 1_024;
const nothingEnded: Ended = { holds: GrowingMap.of(), usages: GrowingMap.of() };

export const emptyAccount: AccountState = {
  revision: -1,
  at: 0,
  grants: [],
  available: 0,
  held: 0,
  totals: { adjusted: 0, expired: 0, granted: 0, receivable: 0, revoked: 0, spent: 0 },
  holds: PersistentMap.of(),
  holdsDueFrom: Infinity,
  closedGrants: PersistentMap.of(),
  adjustments: PersistentMap.of(),
  ended: nothingEnded,
  endedListed: 0,
  endedEarlier: { ...nothingEnded, room: MIN_ROOM },
  sealed: undefined,
  checkpointedAt: -1,
};

/** Whether a closed grant is still remembered at a time. */
export const isRemembered = ({ until }: ClosedGrant, now: Millis): boolean => until === undefined || until > now;

export const sizeOfEnded = ({ holds, usages }: Ended): number => holds.size + usages.size;

/** Every ended entry, in the order in which it ended. */
export const listEnded = ({ holds, usages }: Ended): readonly Remembered[] => [...holds.values(), ...usages.values()];

type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: Type }>['data'];
/** A private copy of the state that events may write to. Its nested values are shared and must not be mutated. */
type Draft = { -readonly [Field in keyof AccountState]: AccountState[Field] };

/** Folds one event into the account. */
export function evolve(before: AccountState, event: AccountEvent): AccountState {
  const { at } = event;
  const state: Draft = { ...before };
  state.revision = before.revision + 1;
  state.at = Math.max(before.at, at);
  state.available = event.data.available;
  if (state.at >= before.holdsDueFrom) state.holdsDueFrom = earliestEnd(before.holds.values());
  switch (event.type) {
    case 'CreditsGranted': {
      state.totals = { ...before.totals, granted: before.totals.granted + event.data.amount };
      state.grants = inBurnOrder(before.grants, freshGrant(event.data));
      return state;
    }
    case 'CreditsHeld': {
      const { holdId, amount, eligibility, expiresAt, allocations } = event.data;
      state.held += amount;
      state.holdsDueFrom = Math.min(state.holdsDueFrom, expiresAt);
      state.holds = before.holds.set(holdId, {
        allocations,
        amount,
        eligibility,
        endsAt: expiresAt,
        expiresAt,
        holdId,
      });
      moveGrants(state, at, allocations, hold);
      return state;
    }
    case 'HoldExtended': {
      const extended = before.holds.get(event.data.holdId);
      if (extended !== undefined)
        state.holds = before.holds.set(extended.holdId, { ...extended, endsAt: event.data.expiresAt });
      return state;
    }
    case 'HoldCaptured':
      capture(state, at, event.data);
      return state;
    case 'HoldReleased':
      giveBack(state, at, event.data.returned);
      closeHold(state, at, event.data.holdId, 'released', 0);
      return state;
    case 'HoldExpired':
      giveBack(state, at, event.data.returned);
      closeHold(state, at, event.data.holdId, 'expired', 0);
      return state;
    case 'GrantExpired':
      state.totals = { ...before.totals, expired: before.totals.expired + event.data.amount };
      moveGrants(state, at, [event.data], expire);
      return state;
    case 'GrantRevoked':
      revoke(state, at, event.data);
      return state;
    case 'CreditsAdjusted':
      adjust(state, at, event.data);
      return state;
    case 'UsageRecorded': {
      const { usageId, listPrice } = event.data;
      state.ended = {
        holds: before.ended.holds,
        usages: before.ended.usages.add(usageId, {
          id: usageId,
          kind: 'usage',
          listPrice,
          until: at + REMEMBER_ENDED_MS,
        }),
      };
      return state;
    }
    case 'AccountCheckpointed':
      return fromCheckpoint(state, event.data);
    default:
      return event satisfies never;
  }
}

function earliestEnd(holds: Iterable<Hold>): Millis {
  let earliest = Infinity;
  for (const { endsAt } of holds) earliest = Math.min(earliest, endsAt);
  return earliest;
}

/**
 * Keys are in canonical JSON order, as in everything a checkpoint lists, so the checkpoint is serialized without
 * sorting.
 */
function freshGrant({
  grantId,
  source,
  amount,
  eligibility,
  expiresAt,
}: Pick<Grant, 'grantId' | 'source' | 'amount' | 'eligibility' | 'expiresAt'>): Grant {
  return {
    amount,
    available: amount,
    eligibility,
    ...defined({ expiresAt }),
    grantId,
    held: 0,
    source,
    spent: 0,
    standing: 'open',
  };
}

function inBurnOrder(grants: readonly Grant[], grant: Grant): readonly Grant[] {
  const place = grants.findIndex((other) => (grant.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity));
  return place === -1 ? [...grants, grant] : grants.toSpliced(place, 0, grant);
}

const hold = (grant: Grant, part: Allocation): Grant => ({
  ...grant,
  available: grant.available - part.amount,
  held: grant.held + part.amount,
});
const spend = (grant: Grant, part: Allocation): Grant => ({
  ...grant,
  held: grant.held - part.amount,
  spent: grant.spent + part.amount,
});
const take = (grant: Grant, part: Allocation): Grant => ({ ...grant, available: grant.available - part.amount });
const expire = (grant: Grant, part: Allocation): Grant => ({
  ...grant,
  available: grant.available - part.amount,
  standing: 'expired',
});
const restore = (grant: Grant, { amount, to }: Returned): Grant => ({
  ...grant,
  held: grant.held - amount,
  available: to === 'available' ? grant.available + amount : grant.available,
});

/** Changes the named grants and closes those that are used up. */
function moveGrants<Part extends Allocation>(
  state: Draft,
  at: Millis,
  parts: readonly Part[],
  move: (grant: Grant, part: Part) => Grant,
): void {
  const grants: Grant[] = [];
  for (const grant of state.grants) {
    const part = partOf(parts, grant.grantId);
    const moved = part === undefined ? grant : move(grant, part);
    if (moved.available + moved.held > 0) grants.push(moved);
    else state.closedGrants = state.closedGrants.set(moved.grantId, closed(moved, at));
  }
  state.grants = grants;
}

function partOf<Part extends Allocation>(parts: readonly Part[], grantId: string): Part | undefined {
  for (const part of parts) if (part.grantId === grantId) return part;
  return undefined;
}

function closed({ available: _available, held: _held, standing: _status, ...rest }: Grant, at: Millis): ClosedGrant {
  return rest.expiresAt === undefined ? rest : { ...rest, until: Math.max(rest.expiresAt, at) + REMEMBER_GRANT_MS };
}

/** Returns held credits. Credits of an ended grant end with it. */
function giveBack(state: Draft, at: Millis, parts: readonly Returned[]): void {
  if (parts.length === 0) return;
  let { expired, revoked } = state.totals;
  for (const { amount, to } of parts) {
    state.held -= amount;
    switch (to) {
      case 'available':
        break;
      case 'expired':
        expired += amount;
        break;
      case 'revoked':
        revoked += amount;
        break;
      default:
        to satisfies never;
    }
  }
  state.totals = { ...state.totals, expired, revoked };
  moveGrants(state, at, parts, restore);
}

function capture(
  state: Draft,
  at: Millis,
  { amount, captured, holdId, receivable = 0, returned }: DataOf<'HoldCaptured'>,
): void {
  state.held -= amount;
  state.totals = {
    ...state.totals,
    spent: state.totals.spent + amount,
    receivable: state.totals.receivable + receivable,
  };
  moveGrants(state, at, captured, spend);
  giveBack(state, at, returned);
  closeHold(state, at, holdId, 'captured', amount);
}

function closeHold(
  state: Draft,
  at: Millis,
  holdId: string,
  ended: RememberedOf<'hold'>['ended'],
  captured: number,
): void {
  const open = state.holds.get(holdId);
  if (open === undefined) return;
  const { amount, eligibility, expiresAt } = open;
  const { holds, usages } = state.ended;
  state.holds = state.holds.delete(holdId);
  state.ended = {
    holds: holds.add(holdId, {
      amount,
      captured,
      eligibility,
      ended,
      expiresAt,
      id: holdId,
      kind: 'hold',
      until: Math.max(expiresAt, at) + REMEMBER_ENDED_MS,
    }),
    usages,
  };
}

function revoke(state: Draft, at: Millis, { grantId, amount, receivable, reference }: DataOf<'GrantRevoked'>): void {
  state.totals = {
    ...state.totals,
    revoked: state.totals.revoked + amount,
    receivable: state.totals.receivable + receivable,
  };
  // Check live grants first: a forgotten grant's id may have been given to a new grant.
  const isLive = state.grants.some((grant) => grant.grantId === grantId);
  const was = state.closedGrants.get(grantId);
  if (!isLive && was !== undefined)
    state.closedGrants = state.closedGrants.set(grantId, { ...was, revokedBy: reference });
  else
    moveGrants(state, at, [{ grantId, amount }], (grant, part) => ({
      ...take(grant, part),
      revokedBy: reference,
      standing: 'revoked',
    }));
}

function adjust(
  state: Draft,
  at: Millis,
  { adjustmentId, amount, settles = 0, taken }: DataOf<'CreditsAdjusted'>,
): void {
  state.adjustments = state.adjustments.set(adjustmentId, amount);
  state.totals = {
    ...state.totals,
    adjusted: state.totals.adjusted + amount,
    receivable: state.totals.receivable - settles,
  };
  if (amount < 0) moveGrants(state, at, taken, take);
  else if (amount > 0)
    state.grants = inBurnOrder(
      state.grants,
      freshGrant({ grantId: adjustmentId, source: 'adjustment', amount, eligibility: 'any' }),
    );
}

/**
 * The state described by a checkpoint. Keeps what earlier sealed checkpoints listed as ended, unless it is past its
 * retention.
 */
function fromCheckpoint({ at, ended, endedEarlier }: Draft, data: DataOf<'AccountCheckpointed'>): AccountState {
  const { remembered } = data;
  // On the live path every listed entry is already present, so equal counts mean equal entries.
  const listed = sizeOfEnded(ended) === remembered.length ? ended : endedOf(remembered);
  const until = latestOf(remembered, data.previous?.until ?? 0);
  return {
    revision: data.revision,
    at,
    grants: data.grants,
    available: data.available,
    held: data.grants.reduce((sum, grant) => sum + grant.held, 0),
    totals: data.totals,
    holds: PersistentMap.of(data.holds.map((one) => [one.holdId, one])),
    holdsDueFrom: earliestEnd(data.holds),
    closedGrants: PersistentMap.of(data.closedGrants.map((grant) => [grant.grantId, grant])),
    adjustments: PersistentMap.of(data.adjustments.map(({ adjustmentId, amount }) => [adjustmentId, amount])),
    ...(data.sealed
      ? { ended: nothingEnded, endedListed: 0, endedEarlier: withEnded(endedEarlier, listed, at) }
      : { ended: listed, endedListed: remembered.length, endedEarlier }),
    sealed: data.sealed ? { revision: data.revision, until } : data.previous,
    checkpointedAt: data.revision,
  };
}

const latestOf = (entries: readonly Remembered[], min: Millis): Millis =>
  entries.reduce((latest, entry) => Math.max(latest, entry.until), min);

/** Adds newly ended entries to the older ones. */
function withEnded(earlier: EndedEarlier, added: Ended, at: Millis): EndedEarlier {
  const entries = listEnded(added);
  let { holds, usages, room } = earlier;
  const size = sizeOfEnded(earlier) + entries.length;
  if (size > room) {
    const kept = listEnded(earlier).filter((entry) => entry.until > at);
    if (kept.length < sizeOfEnded(earlier)) ({ holds, usages } = endedOf(kept));
    room = Math.max(MIN_ROOM, 2 * (kept.length + entries.length));
  }
  for (const entry of entries) {
    if (entry.kind === 'hold') holds = holds.add(entry.id, entry);
    else usages = usages.add(entry.id, entry);
  }
  return { holds, usages, room };
}

function endedOf(entries: readonly Remembered[]): Ended {
  return {
    holds: GrowingMap.of(entries.flatMap((entry) => (entry.kind === 'hold' ? [[entry.id, entry] as const] : []))),
    usages: GrowingMap.of(entries.flatMap((entry) => (entry.kind === 'usage' ? [[entry.id, entry] as const] : []))),
  };
}

import type { Millis } from '../../kernel/clock.js';
import type { Decider } from '../../kernel/event-sourcing/decider.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ErrorIdentifier, type ProductError } from '../../kernel/errors.shared.js';
import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { PAID_SOURCES } from '../credits.shared.js';
import { emptyAccount, evolve, isRemembered, listEnded, sizeOfEnded, type AccountState } from './account.state.js';
import { isReversalId, reversalIdOf } from './reversal.js';
import type { AccountEvent, Allocation, Eligibility, Grant, Hold, Remembered, Returned } from './events.js';
import type { AccountCommand, CommandOf } from './account.commands.js';

type Decision = Result<readonly AccountEvent[], ProductError>;

const MAX_AMOUNT = 1_000_000_000;
/**
 * When to write a checkpoint: after at least `every` events, plus `perEntry` events for each entry that an earlier
 * checkpoint already carried.
 */
export interface CheckpointPolicy {
  readonly every: number;
  readonly perEntry: number;
  /** Length at which the list of ended entries is written and sealed. */
  readonly seal: number;
}

/** The decider of an account (rules: src/credits/README.md). */
export function createAccountDecider(
  checkpoints: CheckpointPolicy,
): Decider<AccountCommand, AccountState, AccountEvent> {
  return { initial: emptyAccount, decide: (command, state) => decide(command, state, checkpoints), evolve };
}

export const accountDecider = createAccountDecider({ every: 1_024, perEntry: 4, seal: 512 });

/** Lets the command loop start a load at a checkpoint and find the earlier checkpoints that still matter. */
export const accountCheckpoints = {
  type: 'AccountCheckpointed',
  /** @returns the revision of the previous sealed checkpoint, as long as the entries it lists are still remembered */
  previous: (event: AccountEvent): number | undefined =>
    event.type === 'AccountCheckpointed' && event.data.previous !== undefined && event.data.previous.until > event.at
      ? event.data.previous.revision
      : undefined,
} as const;

/**
 * Every command first records what is due by its time (adr/0075). Its own events therefore follow the same entries
 * whether or not a sweep ran before it.
 */
function decide(command: AccountCommand, state: AccountState, policy: CheckpointPolicy): Decision {
  const now = Math.max(command.at, state.at);
  const due = dueEvents(state, now);
  const decided = decideAt(command, due.reduce(evolve, state), now);
  if (!decided.ok) return decided;
  const events = due.length === 0 ? decided.value : [...due, ...decided.value];
  if (events.length === 0 || !isCheckpointDue(state, events.length, policy)) return ok(events);
  return ok([...events, checkpoint(events.reduce(evolve, state), policy.seal)]);
}

/**
 * Runs with every command, so it folds nothing. Entries that ended since the last checkpoint are listed for the first
 * time, so they do not delay it.
 */
function isCheckpointDue(state: AccountState, added: number, { every, perEntry, seal }: CheckpointPolicy): boolean {
  const { revision, checkpointedAt, holds, grants, closedGrants, adjustments, ended, endedListed } = state;
  const since = revision + added - checkpointedAt;
  const carried = holds.size + grants.length + closedGrants.size + adjustments.size;
  return (
    since >= every && since >= perEntry * carried && (sizeOfEnded(ended) >= seal || since >= perEntry * endedListed)
  );
}

function decideAt(command: AccountCommand, state: AccountState, now: Millis): Decision {
  switch (command.type) {
    case 'grant':
      return decideGrant(command, state, now);
    case 'hold':
      return decideHold(command, state, now);
    case 'capture':
      return decideCapture(command, state, now);
    case 'release':
      return decideRelease(command, state, now);
    case 'extendHold':
      return decideExtend(command, state, now);
    case 'expire':
      return ok([]);
    case 'revoke':
      return decideRevoke(command, state, now);
    case 'adjust':
      return decideAdjust(command, state, now);
    case 'recordUsage':
      return decideUsage(command, state, now);
    default:
      return command satisfies never;
  }
}

const refuse = (identifier: ErrorIdentifier, params: ProductError['params'] = {}): Decision =>
  err(productError(identifier, params));
const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 1 && amount <= MAX_AMOUNT;
const invalidAmount = refuse('VALIDATION_ERROR', { field: 'amount' });
const mismatch = (id: string): Decision => refuse('IDEMPOTENCY_MISMATCH', { id });

function fact<Type extends AccountEvent['type']>(
  type: Type,
  at: Millis,
  data: Extract<AccountEvent, { readonly type: Type }>['data'],
): DomainEvent<Type, typeof data> {
  return { type, at, data };
}

const isDue = (grant: { readonly expiresAt?: Millis }, now: Millis): boolean =>
  grant.expiresAt !== undefined && grant.expiresAt <= now;
/** A grant that is due is not open any more: its expiry is recorded before the command is decided. */
const mayPay = (grant: Grant, work: Eligibility): boolean =>
  grant.available > 0 && grant.standing === 'open' && (work === 'free-models' || grant.eligibility === 'any');

/** Finds a live or closed grant by id. A forgotten grant counts as unknown, even if it is still in memory. */
function findGrant(
  state: AccountState,
  grantId: string,
  now: Millis,
):
  | (Pick<Grant, 'grantId' | 'source' | 'amount' | 'eligibility' | 'expiresAt' | 'spent' | 'revokedBy'> & {
      readonly available?: number;
    })
  | undefined {
  const live = state.grants.find((grant) => grant.grantId === grantId);
  if (live !== undefined) return live;
  const closed = state.closedGrants.get(grantId);
  return closed !== undefined && isRemembered(closed, now) ? closed : undefined;
}

function stillKnown<Entry extends Remembered>(entry: Entry | undefined, now: Millis): Entry | undefined {
  return entry !== undefined && entry.until > now ? entry : undefined;
}

// If a forgotten id was reused, the latest hold wins.
const endedHold = ({ ended, endedEarlier }: AccountState, id: string, now: Millis) =>
  stillKnown(ended.holds.get(id) ?? endedEarlier.holds.get(id), now);
const endedUsage = ({ ended, endedEarlier }: AccountState, id: string, now: Millis) =>
  stillKnown(ended.usages.get(id) ?? endedEarlier.usages.get(id), now);

function decideGrant(
  { grantId, source, amount, expiresAt, eligibility }: CommandOf<'grant'>,
  state: AccountState,
  now: Millis,
): Decision {
  if (!isAmount(amount)) return invalidAmount;
  if (state.adjustments.get(grantId) !== undefined) return mismatch(grantId);
  const known = findGrant(state, grantId, now);
  if (known !== undefined) {
    const same =
      known.source === source &&
      known.amount === amount &&
      known.expiresAt === expiresAt &&
      known.eligibility === eligibility;
    return same ? ok([]) : mismatch(grantId);
  }
  if (isDue(defined({ expiresAt }), now)) return refuse('REQUEST_TOO_OLD', { id: grantId });
  return ok([
    fact('CreditsGranted', now, {
      amount,
      available: state.available + amount,
      eligibility,
      ...defined({ expiresAt }),
      grantId,
      source,
    }),
  ]);
}

function decideHold(
  { holdId, amount, eligibility, expiresAt, reference, deducted, surcharge }: CommandOf<'hold'>,
  state: AccountState,
  now: Millis,
): Decision {
  if (!isAmount(amount)) return invalidAmount;
  if (surcharge !== undefined && surcharge.amount > amount) return refuse('VALIDATION_ERROR', { field: 'surcharge' });
  const known = state.holds.get(holdId) ?? endedHold(state, holdId, now);
  if (known !== undefined) {
    const same = known.amount === amount && known.eligibility === eligibility && known.expiresAt === expiresAt;
    return same ? ok([]) : mismatch(holdId);
  }
  // This check makes forgetting safe: a hold is remembered beyond its planned end, and after that end a repeat is
  // refused here.
  if (expiresAt <= now) return refuse('REQUEST_TOO_OLD', { id: holdId });
  const { allocations, missing } = allocate(state.grants, amount, (grant) => mayPay(grant, eligibility));
  if (missing > 0) return refuse('CREDITS_NOT_ENOUGH', { needed: amount, available: amount - missing });
  return ok([
    fact('CreditsHeld', now, {
      allocations,
      amount,
      available: state.available - amount,
      ...defined({ deducted }),
      eligibility,
      expiresAt,
      holdId,
      reference,
      ...(surcharge === undefined ? {} : { surcharge: { ...surcharge, paid: paidOf(state, allocations, surcharge) } }),
    }),
  ]);
}

/**
 * The sold credits that pay a surcharge. It is the first part of the hold in burn order, and so the same whatever is
 * captured later.
 */
function paidOf(
  { grants }: AccountState,
  allocations: readonly Allocation[],
  { amount }: { readonly amount: number },
): Allocation[] {
  const sold = new Set(grants.filter(({ source }) => PAID_SOURCES.has(source)).map(({ grantId }) => grantId));
  return split(allocations, amount).captured.filter(({ grantId }) => sold.has(grantId));
}

/** Takes from the grants in burn order. */
function allocate(
  grants: readonly Grant[],
  amount: number,
  mayUse: (grant: Grant) => boolean,
): { readonly allocations: Allocation[]; readonly missing: number } {
  const allocations: Allocation[] = [];
  let missing = amount;
  for (const grant of grants) {
    if (missing === 0) break;
    if (!mayUse(grant)) continue;
    const part = Math.min(missing, grant.available);
    allocations.push({ amount: part, grantId: grant.grantId });
    missing -= part;
  }
  return { allocations, missing };
}

/** Destination of the uncaptured part of a hold: the part of an ended grant ends with that grant. */
function giveBack(
  state: AccountState,
  parts: readonly Allocation[],
  now: Millis,
): { readonly returned: Returned[]; readonly available: number } {
  let available = state.available;
  const returned = parts.map(({ grantId, amount }): Returned => {
    const grant = state.grants.find((one) => one.grantId === grantId);
    if (grant?.standing === 'revoked') return { amount, grantId, to: 'revoked' };
    if (grant === undefined || grant.standing === 'expired' || isDue(grant, now))
      return { amount, grantId, to: 'expired' };
    available += amount;
    return { amount, grantId, to: 'available' };
  });
  return { returned, available };
}

function decideCapture({ holdId, amount }: CommandOf<'capture'>, state: AccountState, now: Millis): Decision {
  const hold = state.holds.get(holdId);
  if (hold === undefined) {
    const ended = endedHold(state, holdId, now);
    if (ended === undefined) return refuse('HOLD_NOT_FOUND', { id: holdId });
    if (ended.ended !== 'captured') return refuse('HOLD_CLOSED', { id: holdId, ended: ended.ended });
    return ended.captured === amount ? ok([]) : mismatch(holdId);
  }
  if (!isAmount(amount) || amount > hold.amount) return invalidAmount;
  const { captured, rest } = split(hold.allocations, amount);
  const { returned, available } = giveBack(state, rest, now);
  const unpaid = captured.filter(({ grantId }) =>
    state.grants.some((grant) => grant.grantId === grantId && grant.standing === 'revoked'),
  );
  const receivable = unpaid.reduce((sum, part) => sum + part.amount, 0);
  return ok([
    fact('HoldCaptured', now, {
      amount,
      available,
      captured,
      holdId,
      ...(receivable === 0 ? {} : { receivable }),
      returned,
    }),
  ]);
}

/** Splits a hold in burn order into a first amount and the rest. */
function split(
  allocations: readonly Allocation[],
  amount: number,
): { readonly captured: Allocation[]; readonly rest: Allocation[] } {
  const captured: Allocation[] = [];
  const rest: Allocation[] = [];
  let missing = amount;
  for (const { grantId, amount: whole } of allocations) {
    const part = Math.min(missing, whole);
    missing -= part;
    if (part > 0) captured.push({ amount: part, grantId });
    if (whole > part) rest.push({ amount: whole - part, grantId });
  }
  return { captured, rest };
}

function decideRelease({ holdId, reason }: CommandOf<'release'>, state: AccountState, now: Millis): Decision {
  const hold = state.holds.get(holdId);
  if (hold !== undefined) return ok([fact('HoldReleased', now, released(state, hold, now, reason))]);
  const ended = endedHold(state, holdId, now);
  if (ended === undefined) return refuse('HOLD_NOT_FOUND', { id: holdId });
  return ended.ended === 'captured' ? refuse('HOLD_CLOSED', { id: holdId, ended: ended.ended }) : ok([]);
}

function released(
  state: AccountState,
  hold: Hold,
  now: Millis,
  reason: string,
): Extract<AccountEvent, { type: 'HoldReleased' }>['data'] {
  const { returned, available } = giveBack(state, hold.allocations, now);
  return { available, holdId: hold.holdId, reason, returned };
}

function decideExtend({ holdId, expiresAt }: CommandOf<'extendHold'>, state: AccountState, now: Millis): Decision {
  const hold = state.holds.get(holdId);
  if (hold !== undefined)
    return ok(
      expiresAt <= hold.endsAt ? [] : [fact('HoldExtended', now, { available: state.available, expiresAt, holdId })],
    );
  const ended = endedHold(state, holdId, now);
  return ended === undefined
    ? refuse('HOLD_NOT_FOUND', { id: holdId })
    : refuse('HOLD_CLOSED', { id: holdId, ended: ended.ended });
}

/**
 * The expiries due by a time, in the order of their due times; of those due together, holds before grants. Each is
 * dated at its due time. Events of earlier versions can be later than an expiry that was missed; it then takes the time
 * of the last event, because time in an account never goes backwards.
 * @param now milliseconds since the epoch
 */
export function dueEvents(account: AccountState, now: Millis): readonly AccountEvent[] {
  const due = [...dueHolds(account, now), ...dueGrants(account, now)].sort((a, b) => a.at - b.at);
  const events: AccountEvent[] = [];
  let state = account;
  for (const { at: dueAt, end } of due) {
    const event = end(state, Math.max(dueAt, state.at));
    if (event === undefined) continue;
    events.push(event);
    state = evolve(state, event);
  }
  return events;
}

/** A hold or grant that is due at a time. `end` gives the event that ends it; undefined when it has already ended. */
interface Due {
  readonly at: Millis;
  readonly end: (state: AccountState, at: Millis) => AccountEvent | undefined;
}

function dueHolds({ holds, holdsDueFrom }: AccountState, now: Millis): readonly Due[] {
  if (now < holdsDueFrom) return [];
  return [...holds.values().filter((hold) => hold.endsAt <= now)]
    .sort((a, b) => (a.holdId < b.holdId ? -1 : 1))
    .map((hold) => ({
      at: hold.endsAt,
      end: (state, at) => {
        const { returned, available } = giveBack(state, hold.allocations, at);
        return fact('HoldExpired', at, { available, holdId: hold.holdId, returned });
      },
    }));
}

function dueGrants({ grants }: AccountState, now: Millis): readonly Due[] {
  const due: Due[] = [];
  for (const { grantId, expiresAt = Infinity } of grants) {
    // Burn order: all following grants expire later or never.
    if (expiresAt > now) break;
    due.push({
      at: expiresAt,
      end: (state, at) => {
        // What a hold returned to an expired grant may have been its last part.
        const open = state.grants.find((grant) => grant.grantId === grantId && grant.standing === 'open');
        return (
          open &&
          fact('GrantExpired', at, { amount: open.available, available: state.available - open.available, grantId })
        );
      },
    });
  }
  return due;
}

function decideRevoke({ grantId, reason, reference }: CommandOf<'revoke'>, state: AccountState, now: Millis): Decision {
  const grant = findGrant(state, grantId, now);
  if (grant === undefined) return refuse('GRANT_NOT_FOUND', { id: grantId });
  if (grant.revokedBy !== undefined) return grant.revokedBy === reference ? ok([]) : mismatch(grantId);
  const amount = grant.available ?? 0;
  return ok([
    fact('GrantRevoked', now, {
      amount,
      available: state.available - amount,
      grantId,
      reason,
      receivable: grant.spent,
      reference,
    }),
  ]);
}

function decideAdjust(
  { adjustmentId, amount, reasonCode, reference, actor, approver, reverses, settles = 0, validAt }: CommandOf<'adjust'>,
  state: AccountState,
  now: Millis,
): Decision {
  if (!isAmount(Math.abs(amount)) && !(amount === 0 && settles !== 0)) return invalidAmount;
  if (!Number.isSafeInteger(settles) || Math.abs(settles) > MAX_AMOUNT)
    return refuse('VALIDATION_ERROR', { field: 'settles' });
  if (validAt !== undefined && validAt > now) return refuse('VALIDATION_ERROR', { field: 'validAt' });
  const isReversal = reverses !== undefined;
  if (isReversal !== (reasonCode === 'reversal')) return refuse('VALIDATION_ERROR', { field: 'reasonCode' });
  // The id of a counterpart follows from the other's id, so an adjustment is never reversed twice.
  if (isReversal ? adjustmentId !== reversalIdOf(reverses) : isReversalId(adjustmentId))
    return refuse('VALIDATION_ERROR', { field: 'adjustmentId' });
  const known = state.adjustments.get(adjustmentId);
  if (known !== undefined) return known === amount ? ok([]) : mismatch(adjustmentId);
  if (findGrant(state, adjustmentId, now) !== undefined) return mismatch(adjustmentId);
  const reversal = isReversal ? checkReversal(state, reverses, amount) : undefined;
  if (reversal !== undefined) return reversal;
  if (settles > state.totals.receivable) return refuse('VALIDATION_ERROR', { field: 'settles' });
  const { allocations, missing } =
    amount >= 0
      ? { allocations: [], missing: 0 }
      : allocate(reverses === undefined ? state.grants : withFirst(state.grants, reverses), -amount, (grant) =>
          mayPay(grant, 'free-models'),
        );
  if (missing > 0) return refuse('ADJUSTMENT_TOO_LARGE', { needed: -amount, available: -amount - missing });
  const optional = { ...defined({ approver, reverses, validAt }), ...(settles === 0 ? {} : { settles }) };
  return ok([
    fact('CreditsAdjusted', now, {
      actor,
      adjustmentId,
      amount,
      available: state.available + amount,
      reasonCode,
      reference,
      taken: allocations,
      ...optional,
    }),
  ]);
}

/** Grants in burn order, after the one with an id. A reversal first takes what the adjustment gave. */
const withFirst = (grants: readonly Grant[], grantId: string): readonly Grant[] =>
  grants.toSorted((a, b) => Number(b.grantId === grantId) - Number(a.grantId === grantId));

/** Why an adjustment cannot be reversed by an amount; undefined if it can. */
function checkReversal({ adjustments }: AccountState, reverses: string, amount: number): Decision | undefined {
  const original = adjustments.get(reverses);
  if (original === undefined) return refuse('ADJUSTMENT_NOT_FOUND', { id: reverses });
  if (isReversalId(reverses)) return refuse('NOT_REVERSIBLE', { id: reverses });
  return amount === -original ? undefined : invalidAmount;
}

function decideUsage(
  { usageId, listPrice, reference, deducted }: CommandOf<'recordUsage'>,
  state: AccountState,
  now: Millis,
): Decision {
  if (!Number.isSafeInteger(listPrice) || listPrice < 0 || listPrice > MAX_AMOUNT)
    return refuse('VALIDATION_ERROR', { field: 'listPrice' });
  const known = endedUsage(state, usageId, now);
  if (known !== undefined) return known.listPrice === listPrice ? ok([]) : mismatch(usageId);
  return ok([
    fact('UsageRecorded', now, { available: state.available, ...defined({ deducted }), listPrice, reference, usageId }),
  ]);
}

/** A checkpoint event with everything a later load needs. Leaves out what is forgotten by now. */
function checkpoint(state: AccountState, seal: number): AccountEvent {
  const { at, sealed } = state;
  const remembered = listEnded(state.ended).filter((entry) => entry.until > at);
  return fact('AccountCheckpointed', at, {
    adjustments: state.adjustments.entries().map(([adjustmentId, amount]) => ({ adjustmentId, amount })),
    available: state.available,
    closedGrants: state.closedGrants.values().filter((grant) => isRemembered(grant, at)),
    grants: [...state.grants],
    holds: [...state.holds.values()],
    ...(sealed !== undefined && sealed.until > at ? { previous: sealed } : {}),
    remembered,
    revision: state.revision + 1,
    sealed: remembered.length >= seal,
    totals: state.totals,
  });
}

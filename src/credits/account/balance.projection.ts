import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { Projection, SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { ACCOUNT_PREFIX, accountOf } from './account.key.js';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES, type BalanceView } from '../credits.shared.js';
import { accountCodec, type AccountEvent, type Allocation, type Returned } from './events.js';

const balanceGrant = z.object({
  grantId: z.string(),
  source: z.enum(GRANT_SOURCES),
  available: z.int(),
  held: z.int(),
  expiresAt: z.int().exactOptional(),
  /** The grant pays for models of the local engine only. */
  freeOnly: z.literal(true).exactOptional(),
  /** The grant has expired or was revoked and remains only because of a hold. */
  ended: z.literal(true).exactOptional(),
});
const balanceHold = z.object({ holdId: z.string(), amount: z.int(), endsAt: z.int() });
const balance = z.object({
  userId: z.string(),
  appName: z.enum(APP_NAMES),
  usageType: z.enum(USAGE_TYPES),
  revision: z.int(),
  available: z.int(),
  held: z.int(),
  spent: z.int(),
  /** Grants with credits left, in burn order. */
  grants: z.array(balanceGrant),
  holds: z.array(balanceHold),
  /** When the next grant or hold is due; null when none ever will be. The expiry sweep queries this. */
  nextDue: z.int().nullable(),
});
/** Balance of an account, as a document. */
export type BalanceDocument = z.infer<typeof balance>;
type BalanceGrant = z.infer<typeof balanceGrant>;
type BalanceHold = z.infer<typeof balanceHold>;

/** One document per account, keyed by stream name: balance, grants and next due time. */
export const balanceProjection: Projection<BalanceDocument, AccountEvent> = {
  name: 'credits_balance',
  version: 2,
  prefix: ACCOUNT_PREFIX,
  codec: accountCodec,
  // A checkpoint adds nothing to the events before it.
  handles: accountCodec.types.filter((type) => type !== 'AccountCheckpointed'),
  indexes: [['nextDue'], ['userId']],
  schema: balance,
  key: ({ stream }) => stream,
  evolve: (before, seen) => finished(fold(draftOf(before ?? fresh(seen.stream)), seen)),
  evolveAll: (before, seen) => finished(seen.reduce(fold, draftOf(before ?? fresh(seen[0]?.stream ?? '')))),
};

/** A private mutable copy for folding: a busy account has a thousand open holds, so copying per event would be slow. */
type Draft = { -readonly [Field in keyof Omit<BalanceDocument, 'holds' | 'nextDue'>]: BalanceDocument[Field] } & {
  readonly holds: Map<string, BalanceHold>;
};

function draftOf({ holds, nextDue: _nextDue, ...rest }: BalanceDocument): Draft {
  return { ...rest, holds: new Map(holds.map((hold) => [hold.holdId, hold])) };
}

/** @throws Error when the stream is not an account's */
function fresh(stream: string): BalanceDocument {
  const account = accountOf(stream);
  if (account === undefined) throw new Error(`${stream} is not an account stream`);
  return { ...account, revision: -1, available: 0, held: 0, spent: 0, grants: [], holds: [], nextDue: null };
}

/** Folds one event into the draft. @returns the draft */
function fold(draft: Draft, { event, revision }: SeenEvent<AccountEvent>): Draft {
  draft.revision = revision;
  draft.available = event.data.available;
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, source, amount, eligibility, expiresAt } = event.data;
      addGrant(draft, {
        grantId,
        source,
        available: amount,
        held: 0,
        ...(eligibility === 'free-models' ? { freeOnly: true } : {}),
        ...defined({ expiresAt }),
      });
      return draft;
    }
    case 'CreditsHeld': {
      const { holdId, amount, expiresAt, allocations } = event.data;
      draft.held += amount;
      draft.grants = change(draft.grants, allocations, (part) => ({ available: -part, held: part }));
      draft.holds.set(holdId, { holdId, amount, endsAt: expiresAt });
      return draft;
    }
    case 'HoldExtended': {
      const { holdId, expiresAt } = event.data;
      const hold = draft.holds.get(holdId);
      if (hold !== undefined) draft.holds.set(holdId, { ...hold, endsAt: expiresAt });
      return draft;
    }
    case 'HoldCaptured':
      draft.spent += event.data.amount;
      draft.grants = change(draft.grants, event.data.captured, (part) => ({ available: 0, held: -part }));
      closeHold(draft, event.data.holdId, event.data.returned);
      return draft;
    case 'HoldReleased':
    case 'HoldExpired':
      closeHold(draft, event.data.holdId, event.data.returned);
      return draft;
    case 'GrantExpired':
    case 'GrantRevoked':
      draft.grants = draft.grants.flatMap((grant) =>
        grant.grantId !== event.data.grantId
          ? [grant]
          : grant.held > 0
            ? [{ ...grant, available: 0, ended: true as const }]
            : [],
      );
      return draft;
    case 'CreditsAdjusted': {
      const { adjustmentId, amount, taken } = event.data;
      if (amount > 0) addGrant(draft, { grantId: adjustmentId, source: 'adjustment', available: amount, held: 0 });
      else draft.grants = change(draft.grants, taken, (part) => ({ available: -part, held: 0 }));
      return draft;
    }
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return draft;
    default:
      return event satisfies never;
  }
}

function addGrant(draft: Draft, grant: BalanceGrant): void {
  const place = draft.grants.findIndex((other) => (grant.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity));
  draft.grants = place === -1 ? [...draft.grants, grant] : draft.grants.toSpliced(place, 0, grant);
}

/** Changes the named grants and drops those with nothing left. */
function change<Part extends Allocation>(
  grants: readonly BalanceGrant[],
  parts: readonly Part[],
  by: (amount: number, part: Part) => { readonly available: number; readonly held: number },
): BalanceGrant[] {
  const changed: BalanceGrant[] = [];
  for (const grant of grants) {
    const part = parts.find((one) => one.grantId === grant.grantId);
    if (part === undefined) {
      changed.push(grant);
      continue;
    }
    const { available, held } = by(part.amount, part);
    const after = { ...grant, available: grant.available + available, held: grant.held + held };
    if (after.available + after.held > 0) changed.push(after);
  }
  return changed;
}

function closeHold(draft: Draft, holdId: string, returned: readonly Returned[]): void {
  draft.held -= draft.holds.get(holdId)?.amount ?? 0;
  draft.holds.delete(holdId);
  if (returned.length > 0)
    draft.grants = change(draft.grants, returned, (amount, { to }) => ({
      available: to === 'available' ? amount : 0,
      held: -amount,
    }));
}

function finished({ holds, ...rest }: Draft): BalanceDocument {
  let nextDue = Infinity;
  for (const { expiresAt, ended } of rest.grants)
    if (ended === undefined && expiresAt !== undefined && expiresAt < nextDue) nextDue = expiresAt;
  for (const { endsAt } of holds.values()) if (endsAt < nextDue) nextDue = endsAt;
  return { ...rest, holds: [...holds.values()], nextDue: nextDue === Infinity ? null : nextDue };
}

/**
 * The balance as the owner sees it at a time. Grants that are due no longer count, even if their expiry is not recorded
 * yet.
 * @param now milliseconds since the epoch
 */
export function balanceView(
  {
    appName,
    usageType,
    held,
    revision,
    grants,
  }: Pick<BalanceDocument, 'appName' | 'usageType' | 'held' | 'revision' | 'grants'>,
  now: Millis,
): BalanceView {
  const open = grants.filter((grant) => grant.available > 0 && (grant.expiresAt ?? Infinity) > now);
  const sum = (of: typeof open): number => of.reduce((total, grant) => total + grant.available, 0);
  return {
    appName,
    usageType,
    held,
    revision,
    available: sum(open),
    anyModel: sum(open.filter((grant) => grant.freeOnly !== true)),
    grants: open.map(({ source, available, expiresAt }) => ({ source, available, ...defined({ expiresAt }) })),
  };
}

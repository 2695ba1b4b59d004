import { z } from 'zod';
import type { Millis } from '../kernel/clock.js';
import type { Projection, SeenEvent } from '../kernel/projection.js';
import { ACCOUNT_PREFIX, accountOf } from './account.key.js';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES, type BalanceView } from './credits.shared.js';
import { accountCodec, type AccountEvent, type Allocation, type Returned } from './events.js';

const balanceGrant = z.object({
  grantId: z.string(), source: z.enum(GRANT_SOURCES), available: z.int(), held: z.int(), expiresAt: z.int().exactOptional(),
  /** It has expired or was revoked and lives on under a hold. */
  ended: z.literal(true).exactOptional(),
});
const balance = z.object({
  userId: z.string(), appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES), revision: z.int(),
  available: z.int(), held: z.int(), spent: z.int(),
  /** Those of which something is left, in burn order. */
  grants: z.array(balanceGrant),
  holds: z.array(z.object({ holdId: z.string(), amount: z.int(), endsAt: z.int() })),
  /** When the next grant or hold is due; null when none will be. What the expiry sweep looks for. */
  nextDue: z.int().nullable(),
});
/** What an account has, as a document. */
export type BalanceDocument = z.infer<typeof balance>;
type BalanceGrant = z.infer<typeof balanceGrant>;

/** One document an account, by its stream's name: how much is there, in which grants, and when something is due. */
export const balanceProjection: Projection<BalanceDocument, AccountEvent> = {
  name: 'credits_balance',
  version: 1,
  prefix: ACCOUNT_PREFIX,
  codec: accountCodec,
  // A checkpoint says nothing that the events before it have not said.
  handles: accountCodec.types.filter((type) => type !== 'AccountCheckpointed'),
  indexes: [['nextDue'], ['userId']],
  schema: balance,
  key: ({ stream }) => stream,
  evolve: (before, seen) => withNextDue(fold(before ?? fresh(seen), seen)),
};

function fresh({ stream }: SeenEvent<AccountEvent>): BalanceDocument {
  const account = accountOf(stream);
  if (account === undefined) throw new Error(`${stream} is no account's stream`);
  return { ...account, revision: -1, available: 0, held: 0, spent: 0, grants: [], holds: [], nextDue: null };
}

function fold(before: BalanceDocument, { event, revision }: SeenEvent<AccountEvent>): BalanceDocument {
  const document = { ...before, revision, available: event.data.available };
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, source, amount, expiresAt } = event.data;
      return withGrant(document, { grantId, source, available: amount, held: 0, ...(expiresAt === undefined ? {} : { expiresAt }) });
    }
    case 'CreditsHeld': {
      const { holdId, amount, expiresAt, allocations } = event.data;
      return { ...document, held: before.held + amount, grants: change(document.grants, allocations, (amount) => ({ available: -amount, held: amount })), holds: [...document.holds, { holdId, amount, endsAt: expiresAt }] };
    }
    case 'HoldExtended': {
      const { holdId, expiresAt } = event.data;
      return { ...document, holds: document.holds.map((hold) => (hold.holdId === holdId ? { ...hold, endsAt: expiresAt } : hold)) };
    }
    case 'HoldCaptured': {
      const captured = change(document.grants, event.data.captured, (amount) => ({ available: 0, held: -amount }));
      return { ...closeHold({ ...document, grants: captured }, event.data.holdId, event.data.returned), spent: before.spent + event.data.amount };
    }
    case 'HoldReleased':
    case 'HoldExpired':
      return closeHold(document, event.data.holdId, event.data.returned);
    case 'GrantExpired':
    case 'GrantRevoked':
      return { ...document, grants: document.grants.flatMap((grant) => (grant.grantId !== event.data.grantId ? [grant] : grant.held > 0 ? [{ ...grant, available: 0, ended: true as const }] : [])) };
    case 'CreditsAdjusted': {
      const { adjustmentId, amount, taken } = event.data;
      if (amount > 0) return withGrant(document, { grantId: adjustmentId, source: 'adjustment', available: amount, held: 0 });
      return { ...document, grants: change(document.grants, taken, (part) => ({ available: -part, held: 0 })) };
    }
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return document;
    default:
      return event satisfies never;
  }
}

function withGrant(document: BalanceDocument, grant: BalanceGrant): BalanceDocument {
  const place = document.grants.findIndex((other) => (grant.expiresAt ?? Infinity) < (other.expiresAt ?? Infinity));
  return { ...document, grants: place === -1 ? [...document.grants, grant] : document.grants.toSpliced(place, 0, grant) };
}

/** Changes the grants named and drops those of which nothing is left. */
function change<Part extends Allocation>(grants: readonly BalanceGrant[], parts: readonly Part[], by: (amount: number, part: Part) => { readonly available: number; readonly held: number }): BalanceGrant[] {
  return grants.flatMap((grant) => {
    const part = parts.find((one) => one.grantId === grant.grantId);
    if (part === undefined) return [grant];
    const { available, held } = by(part.amount, part);
    const changed = { ...grant, available: grant.available + available, held: grant.held + held };
    return changed.available + changed.held > 0 ? [changed] : [];
  });
}

function closeHold(document: BalanceDocument, holdId: string, returned: readonly Returned[]): BalanceDocument {
  const hold = document.holds.find((one) => one.holdId === holdId);
  const grants = change(document.grants, returned, (amount, { to }) => ({ available: to === 'available' ? amount : 0, held: -amount }));
  return { ...document, held: document.held - (hold?.amount ?? 0), grants, holds: document.holds.filter((one) => one !== hold) };
}

function withNextDue(document: BalanceDocument): BalanceDocument {
  let nextDue = Infinity;
  for (const { expiresAt, ended } of document.grants) if (ended === undefined && expiresAt !== undefined && expiresAt < nextDue) nextDue = expiresAt;
  for (const { endsAt } of document.holds) if (endsAt < nextDue) nextDue = endsAt;
  return { ...document, nextDue: nextDue === Infinity ? null : nextDue };
}

/**
 * What the account's owner sees at a time: a grant that is due no longer counts, though its expiry may not be recorded yet.
 * @param now milliseconds since the epoch
 */
export function balanceView({ appName, usageType, held, revision, grants }: Pick<BalanceDocument, 'appName' | 'usageType' | 'held' | 'revision' | 'grants'>, now: Millis): BalanceView {
  const open = grants.filter((grant) => grant.available > 0 && (grant.expiresAt ?? Infinity) > now);
  return {
    appName, usageType, held, revision,
    available: open.reduce((sum, grant) => sum + grant.available, 0),
    grants: open.map(({ source, available, expiresAt }) => ({ source, available, ...(expiresAt === undefined ? {} : { expiresAt }) })),
  };
}

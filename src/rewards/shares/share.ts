import type { Millis } from '../../kernel/clock.js';
import { derivedId, type UserId } from '../../kernel/ids.js';
import type { Allocation } from '../../credits/index.js';
import type { ClaimedReward, TakenBackReward } from '../grant.policy.js';
import { SHARE_LASTS_DAYS, SHARE_PERCENT, SHARE_WAITS_DAYS } from './shares.shared.js';

const DAY_MS = 86_400_000;

/** The part of a surcharge that one sold grant of the payer pays. */
export interface SharePart {
  /** The payer's grant. */
  readonly grantId: string;
  /** Whole credits of the surcharge: held, and after the capture those that were captured. */
  readonly paid: number;
  /** Whole credits for the author; 0 until the capture. */
  readonly share: number;
  /** The payment of the payer's grant was returned: the part earns nothing. */
  readonly returned?: TakenBackReward['reason'];
}

/**
 * The author's share in one surcharge: `held → waiting → granted | dropped`. A share whose hold ends without a capture
 * is forgotten. Every transition gives the same state when it is repeated.
 */
export interface Share {
  readonly id: string;
  readonly payer: UserId;
  readonly author: UserId;
  readonly workId: string;
  /** Whole credits of the hold that the surcharge is. */
  readonly amount: number;
  readonly parts: readonly SharePart[];
  readonly state: 'held' | 'waiting' | 'granted' | 'dropped';
  /** When it was captured; absent before. */
  readonly capturedAt?: Millis;
  /** When a waiting share is due. */
  readonly dueAt?: Millis;
  /** When it was granted, which its grants expire by. */
  readonly grantedAt?: Millis;
}

/** The next state, with what is granted and taken back; undefined if nothing changes. */
export interface ShareChange {
  readonly share: Share;
  readonly granted: readonly ClaimedReward[];
  readonly takenBack: readonly TakenBackReward[];
}

/** Id of the share in the surcharge of a hold. It does not reveal the hold. */
export const shareIdOf = (holdId: string): string => derivedId('author-share', holdId);

/** First part of the ids of an author's grants. */
const grantPrefix = (author: string): string => `author-share.${author}.`;

/** Id of the grant for a part of a share. It names the work, and nothing of the payer. */
export const shareGrantId = ({ id, author, workId }: Pick<Share, 'id' | 'author' | 'workId'>, part: number): string =>
  `${grantPrefix(author)}${workId}.${id}.${part}`;

const GRANT = /^author-share\.([^.]+)\.([^.]+)\.([0-9a-f-]{36})\.(\d+)$/;

/** Reads the id of a share's grant; undefined for another grant. */
export function readShareGrant(
  grantId: string,
): { readonly author: string; readonly workId: string; readonly shareId: string; readonly part: number } | undefined {
  const [, author, workId, shareId, part] = GRANT.exec(grantId) ?? [];
  return author === undefined || workId === undefined || shareId === undefined || part === undefined
    ? undefined
    : { author, workId, shareId, part: Number(part) };
}

/** A surcharge was held. @param paid the sold credits among it */
export const holdShare = (
  of: Pick<Share, 'id' | 'payer' | 'author' | 'workId' | 'amount'>,
  paid: readonly Allocation[],
): Share => ({ ...of, parts: paid.map(({ grantId, amount }) => ({ grantId, paid: amount, share: 0 })), state: 'held' });

/** The author's part of credits that one grant paid. */
const shareOf = (paid: number): number => Math.floor((paid * SHARE_PERCENT) / 100);

/** The first credits of a capture in burn order, by grant. */
function firstOf(captured: readonly Allocation[], amount: number): ReadonlyMap<string, number> {
  let left = amount;
  const first = new Map<string, number>();
  for (const part of captured) {
    const taken = Math.min(left, part.amount);
    left -= taken;
    first.set(part.grantId, (first.get(part.grantId) ?? 0) + taken);
  }
  return first;
}

/**
 * What a capture earns, before the cap of the day: a part for each sold grant whose payment was not returned.
 * @param captured by grant, in burn order
 */
export function earnedBy({ parts, amount }: Share, captured: readonly Allocation[]): readonly SharePart[] {
  const first = firstOf(captured, amount);
  return parts.map((part) => {
    const paid = Math.min(part.paid, first.get(part.grantId) ?? 0);
    return { ...part, paid, share: part.returned === undefined ? shareOf(paid) : 0 };
  });
}

/** Whole credits of parts. */
export const sumOf = (parts: readonly SharePart[]): number => parts.reduce((sum, { share }) => sum + share, 0);

/**
 * The hold was captured. The share waits, or is dropped if it is nothing.
 * @param earned see `earnedBy`
 * @param limit what the author may still earn by captures of the day
 */
export function captureShare(
  share: Share,
  earned: readonly SharePart[],
  limit: number,
  at: Millis,
): ShareChange | undefined {
  if (share.state !== 'held') return undefined;
  let left = limit;
  const parts = earned.map((part): SharePart => {
    const credits = Math.min(left, part.share);
    left -= credits;
    return { ...part, share: credits };
  });
  const captured: Share = { ...share, parts, capturedAt: at, state: 'dropped' };
  return unchangedGrants(
    sumOf(parts) === 0 ? captured : { ...captured, state: 'waiting', dueAt: at + SHARE_WAITS_DAYS * DAY_MS },
  );
}

const unchangedGrants = (share: Share): ShareChange => ({ share, granted: [], takenBack: [] });

/** The rewards of a granted share, by part. */
function rewardsOf(share: Share, at: Millis): readonly { readonly part: SharePart; readonly reward: ClaimedReward }[] {
  return share.parts.flatMap((part, index) =>
    part.share === 0
      ? []
      : [
          {
            part,
            reward: {
              userId: share.author,
              grantId: shareGrantId(share, index),
              source: 'author-share',
              amount: part.share,
              lastsDays: SHARE_LASTS_DAYS,
              at,
            },
          },
        ],
  );
}

/**
 * The payment of a grant was returned: the parts that it paid earn nothing. What was granted for them is taken back.
 * @param grantId of the payer
 */
export function returnPayment(
  share: Share,
  grantId: string,
  reason: TakenBackReward['reason'],
): ShareChange | undefined {
  const isReturned = (part: SharePart): boolean => part.grantId === grantId && part.returned === undefined;
  if (!share.parts.some(isReturned)) return undefined;
  const { grantedAt } = share;
  const takenBack =
    grantedAt === undefined
      ? []
      : rewardsOf(share, grantedAt).flatMap(({ part, reward }) => (isReturned(part) ? [{ reward, reason }] : []));
  const parts = share.parts.map((part) => (isReturned(part) ? { ...part, returned: reason } : part));
  return { share: { ...share, parts }, granted: [], takenBack };
}

/** The parts of a share that still earn something. */
const unreturned = ({ parts }: Share): readonly SharePart[] => parts.filter(({ returned }) => returned === undefined);

/**
 * Grants a share that is due, or drops it.
 * @param earns whether the work and its author may still earn, and the payer is another person
 */
export function grantShare(share: Share, earns: boolean, at: Millis): ShareChange | undefined {
  const { dueAt, ...rest } = share;
  if (share.state !== 'waiting' || dueAt === undefined || dueAt > at) return undefined;
  if (!earns || sumOf(unreturned(share)) === 0) return unchangedGrants({ ...rest, state: 'dropped' });
  return {
    share: { ...rest, state: 'granted', grantedAt: at },
    granted: rewardsOf(share, at).flatMap(({ part, reward }) => (part.returned === undefined ? [reward] : [])),
    takenBack: [],
  };
}

/** Whole credits that an author has by a share: waiting, and granted without what was taken back. */
export function earningsOf(share: Share): { readonly waiting: number; readonly granted: number } {
  const credits = sumOf(unreturned(share));
  return { waiting: share.state === 'waiting' ? credits : 0, granted: share.state === 'granted' ? credits : 0 };
}

import { isDeepStrictEqual } from 'node:util';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { accountStream } from '../account/account.key.js';
import type { Difference } from '../books/finance.shared.js';
import type { HoldOwners, HoldSubject } from '../statement/hold-owners.js';
import { inGroups } from './reconcile.documents.js';
import { lineKey, type LineDocument } from '../statement/statement.projection.js';

/** Outcome of a hold according to the ledger. */
export interface HoldStory {
  readonly amount: number;
  readonly state: 'open' | 'captured' | 'released' | 'expired';
  /** Whole credits; 0 unless it was captured. */
  readonly captured: number;
}

/** Outcome of the hold that a statement line describes; undefined when the line is not about a hold. */
export function holdStory({ kind, steps }: Pick<LineDocument, 'kind' | 'steps'>): HoldStory | undefined {
  const amount = steps.find(({ what }) => what === 'held')?.amount;
  if (kind !== 'creation' || amount === undefined) return undefined;
  const captured = steps.find(({ what }) => what === 'captured')?.amount;
  if (captured !== undefined) return { amount, state: 'captured', captured };
  const state = steps.some(({ what }) => what === 'hold-expired')
    ? 'expired'
    : steps.some(({ what }) => what === 'released')
      ? 'released'
      : 'open';
  return { amount, state, captured: 0 };
}

type Verdict = Pick<Difference, 'code' | 'what'> | undefined;

/**
 * The first mismatch between a work and its hold, both read at one moment; undefined when they agree. At least one of
 * the two exists.
 */
export function judgeHold(work: HoldSubject | undefined, hold: HoldStory | undefined): Verdict {
  if (work === undefined)
    return hold?.state === 'open'
      ? { code: 'hold-without-work', what: `${hold.amount} held for unknown work` }
      : undefined;
  if (hold === undefined) return judgeWithoutHold(work);
  if (hold.amount !== work.amount)
    return { code: 'hold-amount-differs', what: `${hold.amount} held, the work says ${work.amount}` };
  const { stands } = work;
  switch (stands.state) {
    case 'coming':
    case 'under-way':
      return hold.state === 'open'
        ? undefined
        : { code: 'hold-ended-early', what: `${hold.state}, the work has not ended` };
    case 'ending':
      // A released or expired hold cannot be captured any more. The ledger says so to the owner, who records it in the
      // work.
      return hold.state === 'captured' ? judgeCapture(stands.captures, hold) : undefined;
    case 'over':
      if (hold.state === 'open') return { code: 'hold-left-open', what: `${hold.amount} still held, the work is over` };
      return judgeCapture(stands.captured, hold);
    default:
      return stands satisfies never;
  }
}

function judgeWithoutHold({ amount, isHeld, stands }: HoldSubject): Verdict {
  const isMissing =
    amount > 0 &&
    (isHeld ||
      stands.state === 'under-way' ||
      (stands.state === 'ending' && stands.captures > 0) ||
      (stands.state === 'over' && stands.captured > 0));
  return isMissing ? { code: 'work-without-hold', what: `nothing was held, the work says ${amount}` } : undefined;
}

function judgeCapture(said: number, { captured }: HoldStory): Verdict {
  if (captured === said) return undefined;
  if (said === 0) return { code: 'captured-without-delivery', what: `${captured} captured, the work came to nothing` };
  return { code: 'capture-differs', what: `${captured} captured, the work says ${said}` };
}

/** A hold to check again, with its account. */
interface Suspect {
  readonly stream: StreamName;
  readonly holdId: string;
}

export interface HoldParts {
  readonly owners: Pick<HoldOwners, 'works' | 'work'>;
  /** Statement lines by document id; missing ones are left out. */
  readonly lines: (ids: readonly string[]) => Promise<readonly LineDocument[]>;
  /** The same lines, folded from the account's own stream. */
  readonly foldLines: (stream: StreamName, ids: ReadonlySet<string>) => Promise<ReadonlyMap<string, LineDocument>>;
  readonly pause: () => Promise<void>;
}

const MAX_ATTEMPTS = 3;

/**
 * Compares every work with its hold. Compares statement lines first, which are fast to read but may lag. A mismatch is
 * checked again in the account's stream, between two readings of the work, and reported only when two rounds, a pause
 * apart, give the same mismatch.
 * @param open the open holds according to the events, by account stream; hold ids are unique only within an account
 * @returns the number of works
 * @throws StoreUnavailable
 */
export async function reconcileHolds(
  parts: HoldParts,
  open: ReadonlyMap<StreamName, readonly string[]>,
  report: (difference: Difference) => void,
): Promise<number> {
  const unclaimed = new Map([...open].map(([stream, holdIds]) => [stream, new Set(holdIds)]));
  const suspects: Suspect[] = [];
  let works = 0;
  for await (const some of inGroups(parts.owners.works())) {
    works += some.length;
    const lines = new Map(
      (await parts.lines(some.map(keyOf))).map((line) => [lineKey(line.account, line.kind, line.id), line]),
    );
    for (const work of some) {
      const stream = accountStream(work.account);
      const line = lines.get(keyOf(work));
      unclaimed.get(stream)?.delete(work.holdId);
      if (judgeHold(work, line && holdStory(line)) !== undefined) suspects.push({ stream, holdId: work.holdId });
    }
  }
  for (const [stream, holdIds] of unclaimed) for (const holdId of holdIds) suspects.push({ stream, holdId });
  await settleSuspects(parts, suspects, report);
  return works;
}

async function settleSuspects(
  parts: HoldParts,
  first: readonly Suspect[],
  report: (difference: Difference) => void,
): Promise<void> {
  let suspects = first;
  let before = new Map<string, Difference>();
  for (let round = 1; round <= MAX_ATTEMPTS && suspects.length > 0; round += 1) {
    const found = new Map<string, Difference>();
    for (const [stream, own] of byStream(suspects)) {
      for (const [holdId, verdict] of await snapshot(parts, stream, own)) {
        const difference = { ...verdict, where: `hold ${holdId} of ${stream}` };
        if (isDeepStrictEqual(before.get(difference.where), difference)) report(difference);
        else found.set(difference.where, difference);
      }
    }
    suspects = suspects.filter(({ stream, holdId }) => found.has(`hold ${holdId} of ${stream}`));
    before = found;
    if (suspects.length > 0) await parts.pause();
  }
}

function byStream(suspects: readonly Suspect[]): ReadonlyMap<StreamName, readonly string[]> {
  const streams = new Map<StreamName, string[]>();
  for (const { stream, holdId } of suspects) {
    const own = streams.get(stream);
    if (own === undefined) streams.set(stream, [holdId]);
    else own.push(holdId);
  }
  return streams;
}

/**
 * Mismatches of some holds of an account at one moment, by hold. A hold whose work changed during the check is checked
 * again.
 */
async function snapshot(
  parts: HoldParts,
  stream: StreamName,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Verdict>>> {
  const found = new Map<string, NonNullable<Verdict>>();
  let moving = holdIds;
  for (let round = 0; round < MAX_ATTEMPTS && moving.length > 0; round += 1) {
    const works = await worksOf(parts, stream, moving);
    const keys = new Map(moving.map((holdId) => [holdId, lineKey(stream, 'creation', holdId)]));
    const lines = await parts.foldLines(stream, new Set(keys.values()));
    const after = await worksOf(parts, stream, moving);
    const still: string[] = [];
    for (const [holdId, key] of keys) {
      const line = lines.get(key);
      const verdict = judgeHold(works.get(holdId), line && holdStory(line));
      if (!isDeepStrictEqual(works.get(holdId), after.get(holdId))) still.push(holdId);
      else if (verdict !== undefined) found.set(holdId, verdict);
    }
    moving = still;
  }
  return found;
}

/** Works of an account by hold id; works of another account are left out. */
async function worksOf(
  { owners }: HoldParts,
  stream: StreamName,
  holdIds: readonly string[],
): Promise<ReadonlyMap<string, HoldSubject>> {
  const found = new Map<string, HoldSubject>();
  for (const holdId of holdIds) {
    const work = await owners.work(holdId);
    if (work !== undefined && accountStream(work.account) === stream) found.set(holdId, work);
  }
  return found;
}

const keyOf = ({ account, holdId }: HoldSubject): string => lineKey(accountStream(account), 'creation', holdId);

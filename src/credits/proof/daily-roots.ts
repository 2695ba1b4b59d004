import type { Millis } from '../../kernel/clock.js';
import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import type { LoggedEvent } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { HeadsOfLog, NotGoingOn, treeOf, type Head } from './heads.js';
import type { KeptHeads } from './kept-heads.js';
import type { CoveredStreams } from './ledger-streams.js';
import type { MerkleTree } from './merkle.shared.js';
import { bodyOf, dayAfter, dayOf, endOfDay, prefixesOf, type RootBody } from './root.shared.js';
import type { ProofDocument, ReadRoot, RootStore } from './root-store.js';
import type { SigningKey } from './signing-key.js';
import { checkStart, type Before } from './start/check-start.js';
import type { RootId } from './start/events.js';
import { idOf, type RootLog } from './start/root-log.js';

const PROOFS_AT_ONCE = 500;
const GENESIS = '0'.repeat(64);

/** The log does not produce a root that was signed: an event that the root covers has changed. */
export class LedgerRewritten extends Error {
  constructor(readonly day: string) {
    super(
      `the log does not lead to the root that was signed for ${day}: events that it covers were changed, removed or put elsewhere. No further root is signed; "npm run ledger -- verify" looks for the place`,
    );
    this.name = 'LedgerRewritten';
  }
}

export interface DailyRootsParts {
  readonly log: Pick<EventStore, 'follow'>;
  readonly store: RootStore;
  readonly heads: KeptHeads;
  readonly key: SigningKey;
  readonly covered: Pick<CoveredStreams, 'prefixes'>;
  readonly rootLog: RootLog;
  /** The newest root in each copy outside this installation. */
  readonly copies: () => Promise<readonly ReadRoot[]>;
  /** Milliseconds by which the product's clock is ahead of the time of day (adr/0035). */
  readonly ahead: () => Millis;
}

/**
 * `whole` walks the log from its beginning. `on` continues where the walk for the newest root ended, or walks from the
 * beginning if the last whole walk is a week old.
 */
export type Walk = 'whole' | 'on';
/** Only a whole walk compares inactive streams with the log, so one runs at least this often. */
const WEEK_MS: Millis = 7 * 86_400_000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join(' ') === other.join(' ');

/**
 * Creates the missing roots of all past days, oldest first, after comparing the log with the root before them. The
 * extent of a root is settled before it is created (adr/0024), so several processes, or a retry after a crash, create
 * the same root.
 * @param walk `on` compares the heads stored with the newest root, and only streams that moved since with the log,
 * unless the last full comparison is a week old
 * @returns the roots that are newly signed, by any process
 * @throws LedgerRewritten; RootsLost when roots that were signed are not here; StoreUnavailable
 */
export async function makeDailyRoots(
  parts: DailyRootsParts,
  now: Millis,
  walk: Walk = 'whole',
): Promise<readonly ReadRoot[]> {
  const newest = await parts.store.newest();
  if (newest !== undefined && endOfDay(dayAfter(newest.body.day)) > now) return [];
  const before = await checkStart(parts, now);
  const made = await makeDue(parts, before, now, walk);
  const last = made.at(-1);
  if (last !== undefined) await parts.rootLog.signed(last, now);
  return made;
}

async function makeDue(
  parts: DailyRootsParts,
  before: Before | undefined,
  now: Millis,
  walk: Walk,
): Promise<readonly ReadRoot[]> {
  // A root never covers fewer kinds of streams than the one before it.
  const wanted = [
    ...new Set([...parts.covered.prefixes, ...(before?.root === undefined ? [] : prefixesOf(before.root.body))]),
  ].sort();
  const settled = (await parts.store.unsigned())?.prefixes;
  if (settled === undefined || isSame(settled, wanted)) return makeAlong(parts, wanted, before, now, walk);
  // A version before this one settled a day and ended before it signed the root, which covers what was settled.
  const [made] = await makeAlong(parts, settled, before, now, walk, 1);
  return made === undefined ? [] : [made, ...(await makeDue(parts, { ...idOf(made), root: made }, now, walk))];
}

/** @param max number of roots */
async function makeAlong(
  parts: DailyRootsParts,
  prefixes: readonly string[],
  before: Before | undefined,
  now: Millis,
  walk: Walk,
  max = Infinity,
): Promise<readonly ReadRoot[]> {
  const newest = before?.root?.body;
  if (walk === 'on' && newest !== undefined && isSame(prefixesOf(newest), prefixes)) {
    const kept = await parts.heads.load();
    const isUsable =
      kept?.whole !== undefined &&
      now < Date.parse(kept.whole) + WEEK_MS &&
      kept.place.events === newest.events &&
      isSame(Object.keys(kept.place.counts).sort(), prefixes);
    if (isUsable && hex((await treeOf(kept.heads.values())).tree.root) === newest.tree) {
      try {
        return await makeOn(parts, new HeadsOfLog(parts.log, prefixes, kept), before, {
          now,
          whole: kept.whole ?? dayOf(now),
          max,
        });
      } catch (error) {
        // A whole walk decides whether the log still produces the newest root.
        if (!(error instanceof NotGoingOn)) throw error;
      }
    }
  }
  return makeOn(parts, new HeadsOfLog(parts.log, prefixes), before, { now, whole: dayOf(now), max });
}

async function makeOn(
  parts: DailyRootsParts,
  heads: HeadsOfLog,
  newest: Before | undefined,
  { now, whole, max }: { readonly now: Millis; readonly whole: string; readonly max: number },
): Promise<readonly ReadRoot[]> {
  const since = heads.events;
  const made: ReadRoot[] = [];
  try {
    let proved = since;
    if (since > 0) await heads.goOn();
    else if (newest?.root !== undefined) proved = await retrace(parts.log, heads, newest.root);
    let before: RootId | undefined = newest;
    while (made.length < max) {
      const first = await heads.peek();
      const day = before !== undefined ? dayAfter(before.day) : first && dayOf(timeOf(first, parts.ahead()));
      if (day === undefined || endOfDay(day) > now) break;
      const root = await makeRoot(parts, heads, day, before, proved);
      before = idOf(root);
      proved = heads.events;
      made.push(root);
    }
    await parts.heads.keep(heads, since, whole);
    return made;
  } finally {
    await heads.close();
  }
}

/**
 * The time by which an event belongs to a day: when the store recorded it. While the product's clock is ahead of the
 * time of day, the event's own time counts if it is later, as far as that clock explains it.
 */
function timeOf({ recordedAt, metadata }: LoggedEvent, ahead: Millis): Millis {
  return ahead === 0 ? recordedAt : Math.max(recordedAt, Math.min(decodeMetadata(metadata).at, recordedAt + ahead));
}

/**
 * Takes the events that a signed root covers and verifies that they produce that root. If the walk follows more kinds
 * of streams than the root covers, it takes every event up to the last one of the root.
 * @returns number of events of the walk whose streams have proofs
 */
async function retrace(log: DailyRootsParts['log'], heads: HeadsOfLog, { body }: ReadRoot): Promise<number> {
  const own = prefixesOf(body);
  if (isSame(own, heads.prefixes)) {
    await reach(heads, body);
    return heads.events;
  }
  const narrow = new HeadsOfLog(log, own);
  try {
    await reach(narrow, body);
    const last = narrow.place?.position ?? -1;
    await heads.takeWhile(({ position }) => position <= last);
    return 0;
  } finally {
    await narrow.close();
  }
}

async function reach(heads: HeadsOfLog, { day, events, tree }: RootBody): Promise<void> {
  if (!(await heads.takeUpTo(events)) || hex((await treeOf(heads.all)).tree.root) !== tree)
    throw new LedgerRewritten(day);
}

/** @param proved number of events of the walk whose streams have proofs */
async function makeRoot(
  { store, key, ahead }: DailyRootsParts,
  heads: HeadsOfLog,
  day: string,
  before: RootId | undefined,
  proved: number,
): Promise<ReadRoot> {
  const settled = await store.settled(day);
  if (settled === undefined) await heads.takeWhile((event) => timeOf(event, ahead()) < endOfDay(day));
  const { events, prefixes, version } = settled ?? (await store.settle(day, heads.events, heads.prefixes));
  // Another process may have settled on fewer events while this one read on. The retry starts over with that number.
  if (events < heads.events || !isSame(prefixes, heads.prefixes)) throw new SettledElsewhere(day);
  if (!(await heads.takeUpTo(events))) throw new LedgerRewritten(day);
  const { tree, leaves } = await treeOf(heads.all);
  const root = {
    day,
    events,
    previous: before?.bodyHash ?? GENESIS,
    streams: leaves.length,
    tree: hex(tree.root),
    ...(version === 1 ? {} : { covers: heads.covers }),
  };
  await store.publish(key.publicKey);
  await keepProofs(store, day, tree, leaves, proved);
  const signed = key.sign(root);
  const mine: ReadRoot = { signed, body: bodyOf(root, key.publicKey.kid) };
  if ((await store.keep(mine)) === 'written') return mine;
  const theirs = await store.signedOf(day);
  if (theirs === undefined || theirs.body.tree !== root.tree || theirs.body.previous !== root.previous)
    throw new LedgerRewritten(day);
  return theirs;
}

/** Two processes settled the same day at once; the second one must retry. */
export class SettledElsewhere extends Error {
  constructor(day: string) {
    super(`another process is making the root of ${day}`);
    this.name = 'SettledElsewhere';
  }
}

/** Stores the inclusion proof of each head that moved since the previous root. */
async function keepProofs(
  store: RootStore,
  day: string,
  tree: MerkleTree,
  leaves: readonly Head[],
  covered: number,
): Promise<void> {
  let waiting: ProofDocument[] = [];
  for (const [index, { stream, revision, at, ordinal }] of leaves.entries()) {
    if (ordinal <= covered) continue;
    waiting.push({ stream, revision, day, at, index, path: tree.path(index).map(hex).join('') });
    if (waiting.length < PROOFS_AT_ONCE) continue;
    await store.keepProofs(waiting);
    waiting = [];
  }
  await store.keepProofs(waiting);
}

import type { Millis } from '../../kernel/clock.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { HeadsOfLog, NotGoingOn, treeOf, type Head } from './heads.js';
import type { KeptHeads } from './kept-heads.js';
import type { MerkleTree } from './merkle.shared.js';
import { dayAfter, dayOf, endOfDay } from './root.shared.js';
import type { ProofDocument, ReadRoot, RootStore } from './root-store.js';
import { bodyHash, type SigningKey } from './signing-key.js';

const PROOFS_AT_ONCE = 500;
const GENESIS = '0'.repeat(64);

/** The log does not produce a root that was signed: an event that the root covers has changed. */
export class LedgerRewritten extends Error {
  constructor(readonly day: string) {
    super(`the log does not lead to the root that was signed for ${day}: events that it covers were changed, removed or put elsewhere. No further root is signed; "npm run ledger -- verify" looks for the place`);
    this.name = 'LedgerRewritten';
  }
}

export interface DailyRootsParts {
  readonly log: Pick<EventStore, 'follow'>;
  readonly store: RootStore;
  readonly heads: KeptHeads;
  readonly key: SigningKey;
}

/**
 * `whole` walks the log from its beginning. `on` continues where the walk for the newest root ended, or walks from the
 * beginning if the last whole walk is a week old.
 */
export type Walk = 'whole' | 'on';
/** Only a whole walk compares inactive accounts with the log, so one runs at least this often. */
const WEEK_MS: Millis = 7 * 86_400_000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/**
 * Creates the missing roots of all past days, oldest first, after comparing the log with the root before them. The
 * extent of a root is settled before it is created (adr/0024), so several processes, or a retry after a crash, create
 * the same root.
 * @param walk `on` compares the heads stored with the newest root, and only accounts that moved since with the log,
 * unless the last full comparison is a week old
 * @returns the roots that are newly signed, by any process
 * @throws LedgerRewritten, StoreUnavailable
 */
export async function makeDailyRoots(parts: DailyRootsParts, now: Millis, walk: Walk = 'whole'): Promise<readonly ReadRoot[]> {
  const newest = await parts.store.newest();
  if (newest !== undefined && endOfDay(dayAfter(newest.body.day)) > now) return [];
  if (walk === 'on' && newest !== undefined) {
    const kept = await parts.heads.load();
    if (kept?.whole !== undefined && now < Date.parse(kept.whole) + WEEK_MS && kept.place.events === newest.body.events && hex((await treeOf(kept.heads.values())).tree.root) === newest.body.tree) {
      try {
        return await makeOn(parts, new HeadsOfLog(parts.log, kept), newest, now, kept.whole);
      } catch (error) {
        // A whole walk decides whether the log still produces the newest root.
        if (!(error instanceof NotGoingOn)) throw error;
      }
    }
  }
  return makeOn(parts, new HeadsOfLog(parts.log), newest, now, dayOf(now));
}

async function makeOn({ store, heads: kept, key }: DailyRootsParts, heads: HeadsOfLog, newest: ReadRoot | undefined, now: Millis, whole: string): Promise<readonly ReadRoot[]> {
  const since = heads.events;
  const made: ReadRoot[] = [];
  try {
    if (since > 0) await heads.goOn();
    else if (newest !== undefined) await retrace(heads, newest);
    let before = newest;
    for (;;) {
      const first = await heads.peek();
      const day = before !== undefined ? dayAfter(before.body.day) : first && dayOf(first.recordedAt);
      if (day === undefined || endOfDay(day) > now) break;
      before = await makeRoot({ store, key }, heads, day, before);
      made.push(before);
    }
    await kept.keep(heads, since, whole);
    return made;
  } finally {
    await heads.close();
  }
}

/** Takes the events that a signed root covers and verifies that they produce that root. */
async function retrace(heads: HeadsOfLog, { body: { day, events, tree } }: ReadRoot): Promise<void> {
  if (!(await heads.takeUpTo(events)) || hex((await treeOf(heads.all)).tree.root) !== tree) throw new LedgerRewritten(day);
}

async function makeRoot({ store, key }: Pick<DailyRootsParts, 'store' | 'key'>, heads: HeadsOfLog, day: string, before: ReadRoot | undefined): Promise<ReadRoot> {
  const covered = heads.events;
  const settled = await store.settled(day);
  if (settled === undefined) await heads.takeWhile((event) => event.recordedAt < endOfDay(day));
  const events = settled ?? (await store.settle(day, heads.events));
  // Another process may have settled on fewer events while this one read on. The retry starts over with that number.
  if (events < heads.events) throw new SettledElsewhere(day);
  if (!(await heads.takeUpTo(events))) throw new LedgerRewritten(day);
  const { tree, leaves } = await treeOf(heads.all);
  const root = { day, events, previous: before === undefined ? GENESIS : bodyHash(before.signed.body), streams: leaves.length, tree: hex(tree.root) };
  await store.publish(key.publicKey);
  await keepProofs(store, day, tree, leaves, covered);
  const signed = key.sign(root);
  const mine: ReadRoot = { signed, body: { ...root, kid: key.publicKey.kid, kind: 'kinora-ledger-root', version: 1 } };
  if ((await store.keep(mine)) === 'written') return mine;
  const theirs = await store.signedOf(day);
  if (theirs === undefined || theirs.body.tree !== root.tree || theirs.body.previous !== root.previous) throw new LedgerRewritten(day);
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
async function keepProofs(store: RootStore, day: string, tree: MerkleTree, leaves: readonly Head[], covered: number): Promise<void> {
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

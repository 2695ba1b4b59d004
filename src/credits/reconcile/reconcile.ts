import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Position, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import type { BooksPage } from '../books/books.projection.js';
import type { Difference, Reconciliation } from '../books/finance.shared.js';
import type { HoldOwners } from '../statement/hold-owners.js';
import { adjustmentsIn, judgeAdjustments, type AdjustmentRequests } from './reconcile.adjustments.js';
import { ExpectedBooks } from './reconcile.books.js';
import type { CausedEvent, CauseOwners, ModelOwner } from './owners.js';
import { causesOf, reportUnexplained } from './reconcile.causes.js';
import { reconcileModels } from './reconcile.models.js';
import { compareReceivable } from './reconcile.receivables.js';
import {
  compareAccount,
  decodeAll,
  documentsOf,
  foldAll,
  inGroups,
  pagesOf,
  readAll,
  type AccountModels,
} from './reconcile.documents.js';
import { reconcileGrants, type GrantParts } from './reconcile.grants.js';
import { holdStory, reconcileHolds } from './reconcile.holds.js';
import { statementProjection, type LineDocument } from '../statement/statement.projection.js';

export type { Difference };

/** The read models as they stand. */
export interface ReadModels extends AccountModels {
  readonly books: Pick<ProjectionReads<BooksPage>, 'find'>;
}

export interface ReconcileParts {
  readonly log: Pick<EventStore, 'follow' | 'readStream'>;
  readonly models: ReadModels;
  readonly owners: Pick<HoldOwners, 'works' | 'work'>;
  /**
   * Sources of paid grants, and whether nothing else uses the stores. Without it, grants are not compared with
   * payments.
   */
  readonly payments?: Pick<GrantParts, 'owners' | 'isStopped' | 'now'>;
  /** Contexts that change accounts. Without it, causes of events are not checked. */
  readonly causes?: Pick<CauseOwners, 'isEmpty' | 'unexplained'>;
  /** Read models of other contexts. */
  readonly others?: readonly ModelOwner[];
  /** Without it, adjustments are not compared with their requests. */
  readonly requests?: AdjustmentRequests;
  /** Waits for writes in progress to arrive before differences are checked again. */
  readonly pause: () => Promise<void>;
}

/** Counts of what was compared. */
export type Looked = Pick<
  Reconciliation,
  'streams' | 'events' | 'documents' | 'works' | 'grants' | 'causes' | 'models'
>;

const READ_AT_ONCE = 5_000;
/** How often a difference is checked before it is reported. */
const MAX_ATTEMPTS = 3;

/**
 * Compares every account's stream with the read models, document by document, every hold with its work, every paid
 * grant with its payment, every adjustment with its request, every event with its cause, and the read models of other
 * contexts with their events. Writes may continue meanwhile: a difference is checked again after a pause and reported
 * only if it remains. Memory holds one account, the names of all accounts, the open holds and the pages of the books.
 * @param report receives each difference
 * @throws StoreUnavailable
 */
export async function reconcile(parts: ReconcileParts, report: (difference: Difference) => void): Promise<Looked> {
  const { log, models, owners, pause } = parts;
  const { at, heads } = await walk(log);
  const { requests: source } = parts;
  const requests =
    source === undefined
      ? undefined
      : { of: (account: StreamName) => source.of(account), accounts: await setOf(source.accounts()) };
  const books = new ExpectedBooks();
  const open = new Map<StreamName, readonly string[]>();
  const doubtful = new Map<StreamName, Doubt>();
  const suspects: CausedEvent[] = [];
  let events = 0;
  let documents = 0;
  let causes = 0;
  for (const [stream, head] of heads) {
    // In-process stores never yield the thread, so this lets other requests run between two accounts.
    await othersTurn();
    const looked = await look(parts, stream, head, requests);
    events += looked.events;
    documents += looked.documents;
    if (looked.open.length > 0) open.set(stream, looked.open);
    // Stores only the differences, because the whole account includes all its events.
    if (looked.differences.length > 0) doubtful.set(stream, { head: looked.head, differences: looked.differences });
    if (parts.causes?.isEmpty === false) {
      causes += looked.caused.length;
      for await (const some of inGroups(looked.caused)) suspects.push(...(await parts.causes.unexplained(some)));
    }
    books.enter(looked.seen.filter(({ revision }) => revision <= head));
  }
  for await (const page of pagesOf(models.balance, {})) {
    for (const { userId, appName, usageType } of page) {
      const stream = `${ACCOUNT_PREFIX}${userId}.${appName}.${usageType}` as StreamName; // a balance's id is the name of its stream, built from these parts
      if (!heads.has(stream)) doubtful.set(stream, { head: -1, differences: [] });
    }
  }
  // An account that is only requested has nothing in the log.
  for (const stream of requests?.accounts ?? [])
    if (!heads.has(stream)) doubtful.set(stream, { head: -1, differences: [] });
  documents += await books.compare(log, models.books, { at, heads }, pause, report);
  await settleDoubts(parts, doubtful, requests, report);
  const lines = {
    lines: (ids: readonly string[]) => models.statement.getMany(ids),
    foldLines: (stream: StreamName, ids: ReadonlySet<string>) => foldLines(log, stream, ids),
  };
  const works = await reconcileHolds({ owners, pause, ...lines }, open, report);
  const given = (source: string) =>
    pagesOf(models.statement, {
      where: { 'grant.source': source },
      order: { field: 'opened', direction: 'ascending' },
    });
  const grants =
    parts.payments === undefined ? 0 : await reconcileGrants({ ...parts.payments, pause, given, ...lines }, report);
  if (parts.causes !== undefined) await reportUnexplained(parts.causes, suspects, pause, report);
  const others = await reconcileModels(parts.others ?? [], pause, report);
  return { streams: heads.size, events, documents, works, grants, causes, models: [...others] };
}

/** Every account's last revision as of one log position. */
async function walk(
  log: Pick<EventStore, 'follow'>,
): Promise<{ readonly at: Position; readonly heads: ReadonlyMap<StreamName, Revision> }> {
  const heads = new Map<StreamName, Revision>();
  const stop = new AbortController();
  let at: Position = -1;
  for await (const { events, checkpoint, caughtUp } of log.follow({
    after: -1,
    prefixes: [ACCOUNT_PREFIX],
    batchSize: READ_AT_ONCE,
    signal: stop.signal,
  })) {
    for (const { stream, revision } of events) heads.set(stream, revision);
    at = checkpoint;
    if (caughtUp) break;
  }
  stop.abort();
  return { at, heads };
}

/** Requests for adjustments, with the names of the accounts that have an applied one. */
type KnownRequests = Pick<AdjustmentRequests, 'of'> & { readonly accounts: ReadonlySet<StreamName> };

async function setOf<T>(all: AsyncIterable<T>): Promise<ReadonlySet<T>> {
  const found = new Set<T>();
  for await (const one of all) found.add(one);
  return found;
}

/** An account whose documents differ, as of its head when it was checked. */
interface Doubt {
  readonly head: Revision;
  readonly differences: readonly Difference[];
}

interface LookedAccount extends Doubt {
  readonly seen: Exclude<ReturnType<typeof decodeAll>, Difference>;
  readonly events: number;
  readonly documents: number;
  /** Open holds according to the events. */
  readonly open: readonly string[];
  readonly caused: readonly CausedEvent[];
}

/**
 * Checks one account.
 * @param due the revision that its balance must have reached
 */
async function look(
  { log, models }: Pick<ReconcileParts, 'log' | 'models'>,
  stream: StreamName,
  due: Revision,
  requests: KnownRequests | undefined,
): Promise<LookedAccount> {
  const found = await documentsOf(models, stream);
  const recorded = await readAll(log, stream);
  const seen = decodeAll(stream, recorded);
  const head = recorded.at(-1)?.revision ?? -1;
  if ('code' in seen)
    return { head, differences: [seen], seen: [], events: recorded.length, documents: 0, open: [], caused: [] };
  if (recorded.length === 0) {
    const differences: readonly Difference[] =
      found.balance === undefined
        ? []
        : [{ code: 'document-unknown', where: `balance ${stream}`, what: 'there is no such account in the log' }];
    return {
      head,
      differences: [...differences, ...(await adjustmentsOf(requests, stream, []))],
      seen: [],
      events: 0,
      documents: 0,
      open: [],
      caused: [],
    };
  }
  const { differences, documents, lines } = compareAccount(stream, seen, found, due);
  const { caused, differences: early } = causesOf(stream, recorded, seen);
  const open = [...lines.values()].flatMap((line) => (holdStory(line)?.state === 'open' ? [line.id] : []));
  const adjustments = await adjustmentsOf(requests, stream, seen);
  return {
    head,
    differences: [...differences, ...early, ...compareReceivable(stream, seen), ...adjustments],
    seen,
    events: recorded.length,
    documents,
    open,
    caused,
  };
}

/**
 * Differences between an account's adjustments and their requests. Requests are read after the events, because a
 * request is older than its event.
 */
async function adjustmentsOf(
  requests: KnownRequests | undefined,
  stream: StreamName,
  seen: LookedAccount['seen'],
): Promise<readonly Difference[]> {
  const adjusted = adjustmentsIn(seen);
  if (requests === undefined || (adjusted.length === 0 && !requests.accounts.has(stream))) return [];
  return judgeAdjustments(stream, adjusted, await requests.of(stream));
}

/** Checks differing accounts again. Reports each difference that appears in the same place every time, as last seen. */
async function settleDoubts(
  parts: ReconcileParts,
  doubtful: ReadonlyMap<StreamName, Doubt>,
  requests: KnownRequests | undefined,
  report: (difference: Difference) => void,
): Promise<void> {
  let doubts = doubtful;
  for (let round = 2; round <= MAX_ATTEMPTS && doubts.size > 0; round += 1) {
    await parts.pause();
    const still = new Map<StreamName, Doubt>();
    for (const [stream, before] of doubts) {
      const { head, differences } = await look(parts, stream, before.head, requests);
      const places = new Set(before.differences.map(({ where }) => where));
      const same = before.head < 0 ? differences : differences.filter(({ where }) => places.has(where));
      if (same.length > 0) still.set(stream, { head, differences: same });
    }
    doubts = still;
  }
  for (const { differences } of doubts.values()) for (const difference of differences) report(difference);
}

/** Lines of an account folded from its own events; none when they cannot be read, which is reported elsewhere. */
async function foldLines(
  log: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, LineDocument>> {
  const seen = decodeAll(stream, await readAll(log, stream));
  if ('code' in seen) return new Map();
  return foldAll(
    statementProjection,
    seen.filter((one) => ids.has(statementProjection.key(one) ?? '')),
  );
}

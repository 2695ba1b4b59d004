import { isDeepStrictEqual } from 'node:util';
import { wordsOf } from '../kernel/thrown.js';
import type { LoggedEvent, RecordedEvent, StreamName } from '../kernel/event.js';
import { foldInto, type Projection, type SeenEvent } from '../kernel/projection.js';
import type { EventStore } from '../platform/event-store/port.js';
import type { ProjectionReads } from '../platform/projections/projection-runner.js';
import { ACCOUNT_PREFIX } from './account.key.js';
import { balanceProjection, type BalanceDocument } from './balance.projection.js';
import { entryOf, factsAfter, NO_FACTS, type AccountFacts, type Entry } from './books.entries.js';
import { booksProjection, type BooksPage } from './books.projection.js';
import { accountCodec, type AccountEvent } from './events.js';
import type { Reconciliation } from './finance.shared.js';
import { lineKey, statementProjection, type LineDocument } from './statement.projection.js';

/** Something that is not as the events say: where, and what. */
export type Difference = Reconciliation['differences'][number];

/** The read models as they stand. */
export interface ReadModels {
  readonly balance: Pick<ProjectionReads<BalanceDocument>, 'get' | 'find'>;
  readonly statement: Pick<ProjectionReads<LineDocument>, 'find'>;
  readonly books: Pick<ProjectionReads<BooksPage>, 'find'>;
}

/** What was looked at. */
export type Looked = Pick<Reconciliation, 'streams' | 'events' | 'documents'>;

const READ_AT_ONCE = 1_000;

/**
 * Folds every account's stream and compares what comes of it with the read models, document by document: what differs, is missing or
 * is too much. While nobody writes; otherwise what is on its way to the read models differs too.
 * Takes memory for one account and for the pages of the books.
 * @param tell hears each difference
 * @throws StoreUnavailable
 */
export async function reconcile(log: Pick<EventStore, 'follow' | 'readStream'>, models: ReadModels, tell: (difference: Difference) => void): Promise<Looked> {
  const streams = await accountStreams(log);
  const pages = new Map<string, BooksPage>();
  let events = 0;
  let documents = 0;
  for (const stream of streams) {
    const recorded = await readAll(log, stream);
    events += recorded.length;
    const seen = decodeAll(stream, recorded, tell);
    if (seen === undefined) continue;
    documents += compare(`balance ${stream}`, fold(balanceProjection, seen), await balanceOf(models, stream), tell);
    documents += compare(`statement ${stream}`, fold(statementProjection, seen), await linesOf(models, stream), tell);
    enter(pages, seen);
  }
  for await (const { stream } of balances(models)) if (!streams.has(stream)) tell({ where: `balance ${stream}`, what: 'there is no such account in the log' });
  documents += compare('books', pages, new Map((await everything(models.books, { order: { field: 'day', direction: 'ascending' } })).map((page) => [`${page.day}/${page.appName}/${page.usageType}`, page])), tell);
  return { streams: streams.size, events, documents };
}

async function accountStreams(log: Pick<EventStore, 'follow'>): Promise<ReadonlySet<StreamName>> {
  const streams = new Set<StreamName>();
  const stop = new AbortController();
  for await (const { events, caughtUp } of log.follow({ after: -1, prefixes: [ACCOUNT_PREFIX], batchSize: 5_000, signal: stop.signal })) {
    for (const { stream } of events) streams.add(stream);
    if (caughtUp) break;
  }
  stop.abort();
  return streams;
}

async function readAll(log: Pick<EventStore, 'readStream'>, stream: StreamName): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (;;) {
    const some = await log.readStream(stream, { from: all.length, limit: READ_AT_ONCE });
    all.push(...some);
    if (some.length < READ_AT_ONCE) return all;
  }
}

/** @returns undefined when an event cannot be read, which is told of */
function decodeAll(stream: StreamName, recorded: readonly RecordedEvent[], tell: (difference: Difference) => void): readonly SeenEvent<AccountEvent>[] | undefined {
  try {
    // The order within a stream is all that these folds go by.
    return recorded.map((one) => ({ event: accountCodec.decode(one).event, id: one.id, stream, revision: one.revision, position: one.revision }));
  } catch (error) {
    tell({ where: stream, what: wordsOf(error) });
    return undefined;
  }
}

function fold<Document>(projection: Projection<Document, AccountEvent>, seen: readonly SeenEvent<AccountEvent>[]): ReadonlyMap<string, Document> {
  const groups = new Map<string, SeenEvent<AccountEvent>[]>();
  for (const one of seen) {
    const key = projection.handles.includes(one.event.type) ? projection.key(one) : undefined;
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return new Map([...groups].flatMap(([key, events]) => {
    const { projected } = foldInto(projection, undefined, events);
    return projected === undefined ? [] : [[key, projected.data] as const];
  }));
}

/** Enters a whole account into the pages expected. */
function enter(pages: Map<string, BooksPage>, seen: readonly SeenEvent<AccountEvent>[]): void {
  let facts: AccountFacts = NO_FACTS;
  const entries = new Map<LoggedEvent['position'], Entry>();
  for (const one of seen) {
    entries.set(one.position, entryOf(facts, one));
    facts = factsAfter(facts, one);
  }
  const projection = booksProjection(({ position }) => entries.get(position) ?? { parts: [], stated: 0, receivable: 0, listPrice: 0 });
  for (const one of seen) {
    const key = one.event.type === 'AccountCheckpointed' ? undefined : projection.key(one);
    if (key !== undefined) pages.set(key, projection.evolve(pages.get(key), one));
  }
}

/** Passes over `opened`, where a line stands in the log: a stream does not say it. */
function compare<Document extends object>(where: string, expected: ReadonlyMap<string, Document>, found: ReadonlyMap<string, Document>, tell: (difference: Difference) => void): number {
  for (const [id, document] of expected) {
    const other = found.get(id);
    if (other === undefined) tell({ where: `${where}: ${id}`, what: 'missing' });
    else for (const what of fieldsThatDiffer(document, other)) tell({ where: `${where}: ${id}`, what });
  }
  for (const id of found.keys()) if (!expected.has(id)) tell({ where: `${where}: ${id}`, what: 'is not in the log' });
  return expected.size;
}

function fieldsThatDiffer(expected: object, found: object): readonly string[] {
  const fields = new Map<string, unknown>(Object.entries(expected));
  const others = new Map<string, unknown>(Object.entries(found));
  return [...new Set([...fields.keys(), ...others.keys()])]
    .filter((name) => name !== 'opened' && !isDeepStrictEqual(fields.get(name), others.get(name)))
    .map((name) => `${name} is ${JSON.stringify(others.get(name)) ?? 'missing'}, the events say ${JSON.stringify(fields.get(name)) ?? 'nothing'}`);
}

async function balanceOf({ balance }: ReadModels, stream: StreamName): Promise<ReadonlyMap<string, BalanceDocument>> {
  const found = await balance.get(stream);
  return found === undefined ? new Map() : new Map([[stream, found]]);
}

async function linesOf({ statement }: ReadModels, stream: StreamName): Promise<ReadonlyMap<string, LineDocument>> {
  const lines = await everything(statement, { where: { account: stream }, order: { field: 'opened', direction: 'ascending' } });
  return new Map(lines.map((line) => [lineKey(line.account, line.kind, line.id), line]));
}

async function* balances({ balance }: ReadModels): AsyncGenerator<{ readonly stream: StreamName }, void, undefined> {
  let after: string | undefined;
  do {
    const page = await balance.find({ limit: READ_AT_ONCE, ...(after === undefined ? {} : { after }) });
    // A balance's id is the name of its stream, made of these.
    for (const { userId, appName, usageType } of page.items) yield { stream: `${ACCOUNT_PREFIX}${userId}.${appName}.${usageType}` as StreamName };
    after = page.next;
  } while (after !== undefined);
}

async function everything<Document>(reads: Pick<ProjectionReads<Document>, 'find'>, query: Omit<Parameters<ProjectionReads<Document>['find']>[0], 'limit' | 'after'>): Promise<readonly Document[]> {
  const all: Document[] = [];
  let after: string | undefined;
  do {
    const page = await reads.find({ ...query, limit: READ_AT_ONCE, ...(after === undefined ? {} : { after }) });
    all.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return all;
}

import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../kernel/defined.shared.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import { foldInto, type Projection, type SeenEvent } from '../../kernel/event-sourcing/projection.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamEvents } from '../../platform/event-store/streams.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { balanceProjection, type BalanceDocument } from '../account/balance.projection.js';
import { accountCodec, type AccountEvent } from '../account/events.js';
import type { Difference } from '../books/finance.shared.js';
import { lineKey, statementProjection, type LineDocument } from '../statement/statement.projection.js';

const READ_AT_ONCE = 1_000;

/** Documents that belong to a single account. */
export interface AccountModels {
  readonly balance: Pick<ProjectionReads<BalanceDocument>, 'get' | 'find'>;
  readonly statement: Pick<ProjectionReads<LineDocument>, 'find' | 'getMany'>;
}

/** An account's events, in order. */
export type Seen = readonly SeenEvent<AccountEvent>[];

/**
 * Reads a stream from first to last event.
 * @throws StoreUnavailable
 */
export async function readAll(
  log: Pick<EventStore, 'readStream'>,
  stream: StreamName,
): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const event of streamEvents(log, stream)) all.push(event);
  return all;
}

/** Decodes an account's events as projections see them. Returns a difference when an event cannot be decoded. */
export function decodeAll(stream: StreamName, recorded: readonly RecordedEvent[]): Seen | Difference {
  try {
    // These folds depend only on the order within a stream.
    return recorded.map((one) => ({
      event: accountCodec.decode(one).event,
      id: one.id,
      stream,
      revision: one.revision,
      position: one.revision,
    }));
  } catch (error) {
    return { code: 'event-unreadable', where: stream, what: wordsOf(error) };
  }
}

/** All documents that a projection makes from an account's events, by id. */
export function foldAll<Document>(
  projection: Projection<Document, AccountEvent>,
  seen: Seen,
): ReadonlyMap<string, Document> {
  const groups = new Map<string, SeenEvent<AccountEvent>[]>();
  for (const one of seen) {
    const key = projection.handles.includes(one.event.type) ? projection.key(one) : undefined;
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return new Map(
    [...groups].flatMap(([key, events]) => {
      const { projected } = foldInto(projection, undefined, events);
      return projected === undefined ? [] : [[key, projected.data] as const];
    }),
  );
}

/**
 * Differences between stored and expected documents. Ignores `opened`, the log position of a line, because a stream
 * does not contain it.
 */
export function compareDocuments<Document extends object>(
  where: string,
  expected: ReadonlyMap<string, Document>,
  found: ReadonlyMap<string, Document>,
): readonly Difference[] {
  const differences: Difference[] = [];
  for (const [id, document] of expected) {
    const other = found.get(id);
    if (other === undefined) differences.push({ code: 'document-missing', where: `${where}: ${id}`, what: 'missing' });
    else
      for (const what of fieldsThatDiffer(document, other))
        differences.push({ code: 'document-differs', where: `${where}: ${id}`, what });
  }
  for (const id of found.keys())
    if (!expected.has(id))
      differences.push({ code: 'document-unknown', where: `${where}: ${id}`, what: 'is not in the log' });
  return differences;
}

function fieldsThatDiffer(expected: object, found: object): readonly string[] {
  const fields = new Map<string, unknown>(Object.entries(expected));
  const others = new Map<string, unknown>(Object.entries(found));
  return [...new Set([...fields.keys(), ...others.keys()])]
    .filter((name) => name !== 'opened' && !isDeepStrictEqual(fields.get(name), others.get(name)))
    .map(
      (name) =>
        `${name} is ${JSON.stringify(others.get(name)) ?? 'missing'}, the events say ${JSON.stringify(fields.get(name)) ?? 'nothing'}`,
    );
}

/** An account's stored documents. */
export interface FoundDocuments {
  readonly balance: BalanceDocument | undefined;
  readonly lines: ReadonlyMap<string, LineDocument>;
}

/**
 * Reads the documents of an account. Call it before reading the events, so that the events contain everything in the
 * documents.
 * @throws StoreUnavailable
 */
export async function documentsOf({ balance, statement }: AccountModels, stream: StreamName): Promise<FoundDocuments> {
  const lines = await everything(statement, {
    where: { account: stream },
    order: { field: 'opened', direction: 'ascending' },
  });
  return {
    balance: await balance.get(stream),
    lines: new Map(lines.map((line) => [lineKey(line.account, line.kind, line.id), line])),
  };
}

/**
 * Differences between an account's documents and its events.
 * @param due the revision that the balance must have reached; later events may still be in progress
 * @returns the differences, the number of documents that the events produce, and the lines among them
 */
export function compareAccount(
  stream: StreamName,
  seen: Seen,
  { balance, lines }: FoundDocuments,
  due: Revision,
): {
  readonly differences: readonly Difference[];
  readonly documents: number;
  readonly lines: ReadonlyMap<string, LineDocument>;
} {
  const expectedLines = foldAll(statementProjection, seen);
  // A balance states its revision. Events after it are left out of the comparison.
  const known =
    balance === undefined || balance.revision < due
      ? seen
      : seen.filter(({ revision }) => revision <= balance.revision);
  const expected = foldAll(balanceProjection, known);
  return {
    differences: [
      ...compareDocuments(
        `balance ${stream}`,
        expected,
        balance === undefined ? new Map() : new Map([[stream, balance]]),
      ),
      ...compareDocuments(`statement ${stream}`, expectedLines, lines),
    ],
    documents: expected.size + expectedLines.size,
    lines: expectedLines,
  };
}

/**
 * All documents of a query, one page at a time.
 * @throws StoreUnavailable
 */
export async function everything<Document>(
  reads: Pick<ProjectionReads<Document>, 'find'>,
  query: Omit<Parameters<ProjectionReads<Document>['find']>[0], 'limit' | 'after'>,
): Promise<readonly Document[]> {
  const all: Document[] = [];
  for await (const page of pagesOf(reads, query)) all.push(...page);
  return all;
}

/**
 * Like `everything`, but yields pages.
 * @throws StoreUnavailable
 */
export async function* pagesOf<Document>(
  reads: Pick<ProjectionReads<Document>, 'find'>,
  query: Omit<Parameters<ProjectionReads<Document>['find']>[0], 'limit' | 'after'>,
): AsyncGenerator<readonly Document[], void, undefined> {
  let after: string | undefined;
  do {
    const page = await reads.find({ ...query, limit: READ_AT_ONCE, ...defined({ after }) });
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}

const AT_ONCE = 500;

/** Groups the items, a few hundred at a time. */
export async function* inGroups<One>(
  all: AsyncIterable<One> | Iterable<One>,
): AsyncGenerator<readonly One[], void, undefined> {
  let some: One[] = [];
  for await (const one of all) {
    some.push(one);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

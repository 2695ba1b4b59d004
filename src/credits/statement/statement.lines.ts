import { defined } from '../../kernel/defined.shared.js';
import type { FindQuery } from '../../platform/documents/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import type { StatementFilter } from '../credits.shared.js';
import { changeOf, type LineDocument } from './statement.projection.js';
import type { NamedWork } from './subject-names.js';

type Lines = Pick<ProjectionReads<LineDocument>, 'find'>;
/** Log position of a line's first event. Unique per line; statements are sorted by it. */
type LogPosition = LineDocument['opened'];

const READ_AT_ONCE = 200;

/**
 * The lines of an account that begin in a period and have certain kinds, newest first, read lazily. Each line appears
 * once, even while others are written, because new lines sort before the first.
 * @param before only lines that opened before this position
 * @throws StoreUnavailable
 */
export async function* linesBack(
  lines: Lines,
  account: string,
  { kinds, from = -Infinity, to = Infinity }: StatementFilter,
  before: LogPosition = Infinity,
): AsyncGenerator<LineDocument, void, undefined> {
  const start = Math.min(before, await firstAfter(lines, account, to));
  const wheres = kinds === undefined ? [{ account }] : [...new Set(kinds)].map((kind) => ({ account, kind }));
  for await (const line of newestFirst(wheres.map((where) => back(lines, where, start)))) {
    // Time never goes backwards in an account, so all following lines are older.
    if (line.at < from) return;
    if (line.at < to) yield line;
  }
}

/**
 * Start position for lines before a time: the position of the first line at or after it. Other lines of the same
 * millisecond may come before that line.
 */
async function firstAfter(lines: Lines, account: string, to: number): Promise<LogPosition> {
  if (to === Infinity) return Infinity;
  const {
    items: [line],
  } = await lines.find({
    where: { account },
    range: { field: 'at', above: to - 1 },
    order: { field: 'at', direction: 'ascending' },
    limit: 1,
  });
  return line?.opened ?? Infinity;
}

async function* back(
  lines: Lines,
  where: NonNullable<FindQuery['where']>,
  start: LogPosition,
): AsyncGenerator<LineDocument, void, undefined> {
  for (let below = start; ;) {
    const range = below === Infinity ? {} : { range: { field: 'opened', below } };
    const { items } = await lines.find({
      where,
      ...range,
      order: { field: 'opened', direction: 'descending' },
      limit: READ_AT_ONCE,
    });
    yield* items;
    const last = items.at(-1);
    if (last === undefined || items.length < READ_AT_ONCE) return;
    below = last.opened;
  }
}

/** Merges lists that are each sorted newest first. */
async function* newestFirst(
  lists: readonly AsyncGenerator<LineDocument, void, undefined>[],
): AsyncGenerator<LineDocument, void, undefined> {
  const heads = new Map<AsyncGenerator<LineDocument, void, undefined>, LineDocument>();
  const advance = async (list: AsyncGenerator<LineDocument, void, undefined>): Promise<void> => {
    const { value } = await list.next();
    if (value === undefined) heads.delete(list);
    else heads.set(list, value);
  };
  await Promise.all(lists.map(advance));
  for (;;) {
    const [next] = [...heads].sort(([, a], [, b]) => b.opened - a.opened);
    if (next === undefined) return;
    const [list, newest] = next;
    yield newest;
    await advance(list);
  }
}

/** A line with its running balance, if known. */
interface RunningLine {
  readonly line: LineDocument;
  readonly availableAfter?: number;
}

/** Start of a page: the position of the previous page's last line, and the running balance there. */
export interface StatementCursor {
  readonly before: LogPosition;
  readonly available?: number;
}

/**
 * The lines that pass a filter, newest first, each with its running balance. As long as no line is skipped, balances of
 * neighbours differ by the line's change.
 * @param available current balance of the account; only called when there is no cursor
 * @throws StoreUnavailable
 */
export async function* runningLines(
  lines: Lines,
  account: string,
  filter: StatementFilter,
  available: () => Promise<number>,
  cursor?: StatementCursor,
): AsyncGenerator<RunningLine, void, undefined> {
  if (filter.kinds !== undefined || filter.text !== undefined) {
    for await (const line of linesBack(lines, account, filter, cursor?.before)) yield { line };
    return;
  }
  let availableAfter = cursor?.available ?? (await available());
  const { from, to = Infinity } = filter;
  // Lines after the requested period are needed to compute the balance before them.
  for await (const line of linesBack(lines, account, defined({ from }), cursor?.before)) {
    if (line.at < to) yield { line, availableAfter };
    availableAfter -= changeOf(line);
  }
}

/** A line with the name of its work. */
export interface NamedLine extends RunningLine {
  readonly work?: NamedWork;
}

/** Whether a line belongs to a work: of the account's owner as its payer, or as the author who has a share. */
const isOfWork = ({ kind, grant }: LineDocument): boolean =>
  kind === 'creation' || kind === 'usage' || grant?.source === 'author-share';

/**
 * Adds the works to lines, looked up in batches.
 * @param works looks up the names of works by id
 */
export async function* withWorks(
  lines: AsyncIterable<RunningLine>,
  works: (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedWork>>,
  atOnce: number,
): AsyncGenerator<NamedLine, void, undefined> {
  let some: RunningLine[] = [];
  const named = async (): Promise<readonly NamedLine[]> => {
    const found = await works(some.flatMap(({ line }) => (isOfWork(line) ? [line.id] : [])));
    return some.map((one) => {
      const work = found.get(one.line.id);
      return work === undefined ? one : { ...one, work };
    });
  };
  for await (const one of lines) {
    some.push(one);
    if (some.length < atOnce) continue;
    yield* await named();
    some = [];
  }
  yield* await named();
}

/** Whether the search text occurs in a line's id or title; ignores case. */
export function isFound({ line, work }: NamedLine, { text }: StatementFilter): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return line.id.toLowerCase().includes(wanted) || (work?.title.toLowerCase().includes(wanted) ?? false);
}

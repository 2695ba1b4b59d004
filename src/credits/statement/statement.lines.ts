import { defined } from '../../kernel/defined.shared.js';
import type { FindQuery } from '../../platform/documents/port.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import type { StatementFilter } from '../credits.shared.js';
import { changeOf, type LineDocument } from './statement.projection.js';
import type { NamedWork } from './subject-names.js';

type Lines = Pick<ProjectionReads<LineDocument>, 'find'>;
/** The place of a line's first event in the log: it orders a statement, and no two lines have the same. */
type Place = LineDocument['opened'];

const READ_AT_ONCE = 200;

/**
 * The lines of an account that are begun in a time and of some kinds, newest first. Each line comes once, however much is written
 * meanwhile: what opens later stands before the first. Reads as it is asked on.
 * @param before only lines that opened before this place
 * @throws StoreUnavailable
 */
export async function* linesBack(lines: Lines, account: string, { kinds, from = -Infinity, to = Infinity }: StatementFilter, before: Place = Infinity): AsyncGenerator<LineDocument, void, undefined> {
  const start = Math.min(before, await firstAfter(lines, account, to));
  const wheres = kinds === undefined ? [{ account }] : [...new Set(kinds)].map((kind) => ({ account, kind }));
  for await (const line of newestFirst(wheres.map((where) => back(lines, where, start)))) {
    // Time never runs backwards in an account, so that all that follow are older still.
    if (line.at < from) return;
    if (line.at < to) yield line;
  }
}

/** Where to begin for what is before a time: the place of a line that is not; others of the same millisecond may stand before it. */
async function firstAfter(lines: Lines, account: string, to: number): Promise<Place> {
  if (to === Infinity) return Infinity;
  const { items: [line] } = await lines.find({ where: { account }, range: { field: 'at', above: to - 1 }, order: { field: 'at', direction: 'ascending' }, limit: 1 });
  return line?.opened ?? Infinity;
}

async function* back(lines: Lines, where: NonNullable<FindQuery['where']>, start: Place): AsyncGenerator<LineDocument, void, undefined> {
  for (let below = start; ;) {
    const range = below === Infinity ? {} : { range: { field: 'opened', below } };
    const { items } = await lines.find({ where, ...range, order: { field: 'opened', direction: 'descending' }, limit: READ_AT_ONCE });
    yield* items;
    const last = items.at(-1);
    if (last === undefined || items.length < READ_AT_ONCE) return;
    below = last.opened;
  }
}

/** Lists that are each newest first, as one. */
async function* newestFirst(lists: readonly AsyncGenerator<LineDocument, void, undefined>[]): AsyncGenerator<LineDocument, void, undefined> {
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

/** A line with the running balance, where that is known. */
interface RunningLine {
  readonly line: LineDocument;
  readonly availableAfter?: number;
}

/** Where a page of a statement begins: after the line of a page before, with the running balance there. */
export interface StatementCursor {
  readonly before: Place;
  readonly available?: number;
}

/**
 * The lines of an account that a filter lets through, newest first, each with the running balance: so long as no line between two
 * of them is left out, each differs from the one before by what its line changes.
 * @param available what the account has now; requested only where no cursor says where to go on
 * @throws StoreUnavailable
 */
export async function* runningLines(
  lines: Lines, account: string, filter: StatementFilter, available: () => Promise<number>, cursor?: StatementCursor,
): AsyncGenerator<RunningLine, void, undefined> {
  if (filter.kinds !== undefined || filter.text !== undefined) {
    for await (const line of linesBack(lines, account, filter, cursor?.before)) yield { line };
    return;
  }
  let availableAfter = cursor?.available ?? (await available());
  const { from, to = Infinity } = filter;
  // Lines after the time requested count for the balance before them.
  for await (const line of linesBack(lines, account, defined({ from }), cursor?.before)) {
    if (line.at < to) yield { line, availableAfter };
    availableAfter -= changeOf(line);
  }
}

/** A line with what its work is called. */
export interface NamedLine extends RunningLine {
  readonly work?: NamedWork;
}

/**
 * The lines with the works they are of, looked up so many at once.
 * @param works what the works of these ids are called
 */
export async function* withWorks(
  lines: AsyncIterable<RunningLine>, works: (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedWork>>, atOnce: number,
): AsyncGenerator<NamedLine, void, undefined> {
  let some: RunningLine[] = [];
  const named = async (): Promise<readonly NamedLine[]> => {
    const found = await works(some.flatMap(({ line: { kind, id } }) => (kind === 'creation' || kind === 'usage' ? [id] : [])));
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

/** Whether the text looked for is in a line's id or in its title, whatever its case. */
export function isFound({ line, work }: NamedLine, { text }: StatementFilter): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return line.id.toLowerCase().includes(wanted) || (work?.title.toLowerCase().includes(wanted) ?? false);
}

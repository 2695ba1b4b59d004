import type { Position } from '../../kernel/event-sourcing/event.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { defined } from '../../kernel/defined.shared.js';
import type { AnyRow, RowOf, Table } from '../../kernel/table.shared.js';
import { dayOf } from '../books/books.entries.js';

const DAY_MS = 86_400_000;

/** The period of an export: `from` inclusive, `to` exclusive; milliseconds since the epoch. */
export interface ExportPeriod {
  readonly from?: number;
  readonly to?: number;
  /** The end of the log when the export began. Later events are left to the next export. */
  readonly end: Position;
  /** Time of the export. */
  readonly now: number;
}

/** The days of a period: `last` is at most today. `first` is undefined when the period has no beginning. */
export function daysOf({ from, to, now }: ExportPeriod): { readonly first: string | undefined; readonly last: string } {
  return {
    first: from === undefined ? undefined : dayOf(from),
    last: dayOf(Math.min(to === undefined ? now : to - 1, now)),
  };
}

/** A file that finance can download. */
export interface FinanceExport<One extends Table = Table> {
  readonly table: One;
  /**
   * Its rows. Memory does not grow with their number.
   * @throws StoreUnavailable
   */
  rows(period: ExportPeriod): AsyncIterable<RowOf<One>>;
}

interface AnyExport {
  readonly table: Table;
  rows(period: ExportPeriod): AsyncIterable<AnyRow>;
}

/** A request for an export, as a route or a command reads it. */
export interface ExportRequest {
  readonly name: string;
  readonly from?: number;
  readonly to?: number;
  /** Values that columns must have. */
  readonly where?: Readonly<Record<string, string>>;
}

/** Every export. Each context registers its own at startup, so credits depends on none of them. */
export class FinanceExports {
  private readonly all = new Map<string, AnyExport>();
  /** Files of JSON beside the tables in the folder of every export, by name. @throws StoreUnavailable when read */
  readonly documents = new Map<string, () => Promise<object>>();

  /** Adds an export. Exports are offered in the order in which they are added. */
  add<One extends Table>(one: FinanceExport<One>): void {
    this.all.set(one.table.name, one);
  }

  get tables(): readonly Table[] {
    return [...this.all.values()].map(({ table }) => table);
  }

  /**
   * Checks a request.
   * @returns the table and a function that starts the export; VALIDATION_ERROR {field}, or AS_OF_IN_FUTURE {now} when
   * the period begins in the future
   */
  find(
    { name, from, to, where = {} }: ExportRequest,
    now: number,
  ): Result<{ readonly table: Table; readonly rows: (end: Position) => AsyncIterable<AnyRow> }, ProductError> {
    const found = this.all.get(name);
    if (found === undefined) return refused('name');
    if (from !== undefined && from > now)
      return err(productError('AS_OF_IN_FUTURE', { now: new Date(now).toISOString() }));
    if (from !== undefined && to !== undefined && from >= to) return refused('to');
    const { table } = found;
    if (table.period === 'days') {
      if (from !== undefined && from % DAY_MS !== 0) return refused('from');
      if (to !== undefined && to % DAY_MS !== 0) return refused('to');
    }
    const unknown = Object.keys(where).find((column) => !table.filters.includes(column));
    if (unknown !== undefined) return refused(unknown);
    return ok({
      table,
      rows: (end) => selected(found.rows({ ...defined({ from, to }), end, now }), Object.entries(where)),
    });
  }
}

const refused = (field: string): Result<never, ProductError> => err(productError('VALIDATION_ERROR', { field }));

async function* selected(
  rows: AsyncIterable<AnyRow>,
  where: readonly (readonly [string, string])[],
): AsyncGenerator<AnyRow, void, undefined> {
  for await (const row of rows) if (where.every(([column, value]) => row[column] === value)) yield row;
}

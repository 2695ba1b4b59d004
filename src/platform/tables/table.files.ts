import { stringify } from 'csv-stringify';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AnyRow, Table } from '../../kernel/table.shared.js';

export const TABLE_FORMATS = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const;
export type TableFormat = keyof typeof TABLE_FORMATS;

/**
 * Writes the rows of a table to a stream with backpressure, then ends it.
 * @throws any error of the rows or the stream
 */
export async function writeTable(
  format: TableFormat,
  { columns }: Pick<Table, 'columns'>,
  rows: AsyncIterable<AnyRow>,
  into: Writable,
): Promise<void> {
  switch (format) {
    case 'csv':
      return writeCsv(columns, rows, into);
    // Loaded when it is needed, not at every start.
    case 'parquet':
      return (await import('./table.parquet.js')).writeParquet(columns, rows, into);
    default:
      return format satisfies never;
  }
}

/**
 * Like `writeTable`, but returns a readable stream. An error destroys the stream, so a partial file is never taken for
 * a complete one.
 */
export function readTable(format: TableFormat, table: Pick<Table, 'columns'>, rows: AsyncIterable<AnyRow>): Readable {
  const through = new PassThrough();
  writeTable(format, table, rows, through).catch((error: unknown) =>
    through.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return through;
}

/** A text that a spreadsheet would read as a formula, or one that begins with the mark itself. */
const MARKED = /^['=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/**
 * RFC 4180, UTF-8, times in ISO 8601. An apostrophe is put before a text that a spreadsheet would read as a formula,
 * and before a text that begins with an apostrophe: whoever removes one leading apostrophe has the text.
 */
function writeCsv(columns: Table['columns'], rows: AsyncIterable<AnyRow>, into: Writable): Promise<void> {
  const csv = stringify({
    header: true,
    columns: columns.map(([name]) => name),
    record_delimiter: 'windows',
    // The library quotes a pair of line breaks by itself, but not a single one, which ends a row for most readers.
    quoted_match: /[\r\n]/,
    cast: { date: (value) => value.toISOString(), string: (value) => (MARKED.test(value) ? `'${value}` : value) },
  });
  return pipeline(Readable.from(rows), csv, into);
}

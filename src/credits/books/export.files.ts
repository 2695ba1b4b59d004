import { stringify } from 'csv-stringify';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EXPORT_COLUMNS, type ExportRow } from './export.rows.js';

export const EXPORT_FORMATS = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/**
 * Writes rows to a stream with backpressure, then ends it.
 * @throws any error of the rows or the stream
 */
export async function writeExport(format: ExportFormat, rows: AsyncIterable<ExportRow>, into: Writable): Promise<void> {
  switch (format) {
    case 'csv': return writeCsv(rows, into);
    // Loaded when it is needed, not at every start.
    case 'parquet': return (await import('./export.parquet.js')).writeParquet(rows, into);
    default: return format satisfies never;
  }
}

/**
 * Like `writeExport`, but returns a readable stream. An error destroys the stream, so a partial file is never taken for
 * a complete one.
 */
export function readExport(format: ExportFormat, rows: AsyncIterable<ExportRow>): Readable {
  const through = new PassThrough();
  writeExport(format, rows, through).catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))));
  return through;
}

/** RFC 4180, UTF-8, times in ISO 8601. An apostrophe prefixes any value that a spreadsheet would read as a formula. */
function writeCsv(rows: AsyncIterable<ExportRow>, into: Writable): Promise<void> {
  const columns = EXPORT_COLUMNS.map(([name]) => name);
  const csv = stringify({ header: true, columns, record_delimiter: 'windows', escape_formulas: true, cast: { date: (value) => value.toISOString() } });
  return pipeline(Readable.from(rows), csv, into);
}

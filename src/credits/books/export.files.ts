import { stringify } from 'csv-stringify';
import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { once } from 'node:events';
import { finished, pipeline } from 'node:stream/promises';
import { EXPORT_COLUMNS, type ExportRow } from './export.rows.js';

export const EXPORT_FORMATS = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

const ROWS_OF_A_GROUP = 20_000;

/**
 * Writes rows to a stream with backpressure, then ends it.
 * @throws any error of the rows or the stream
 */
export async function writeExport(format: ExportFormat, rows: AsyncIterable<ExportRow>, into: Writable): Promise<void> {
  switch (format) {
    case 'csv': return writeCsv(rows, into);
    case 'parquet': return writeParquet(rows, into);
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

/** Forwards the bytes to a stream after each row group. */
class StreamWriter extends ByteWriter {
  constructor(private readonly into: Writable) {
    super(1 << 20);
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes().slice();
    this.index = 0;
    if (this.into.destroyed) throw new Error('the reader of the export has gone');
    if (this.into.write(bytes)) return;
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([once(this.into, 'drain', { signal }), once(this.into, 'close', { signal })]).finally(() => settled.abort());
  }
}

const PARQUET_TYPES = { count: 'INT64', time: 'TIMESTAMP', text: 'STRING' } as const;

async function writeParquet(rows: AsyncIterable<ExportRow>, into: Writable): Promise<void> {
  const writer = new StreamWriter(into);
  await parquetWriteRows({
    writer, rows: inParquet(rows), rowGroupSize: ROWS_OF_A_GROUP, createdBy: 'Kinora',
    columns: EXPORT_COLUMNS.map(([name, kind]) => ({ name, type: PARQUET_TYPES[kind], nullable: true })),
  });
  await writer.flush();
  into.end();
  await finished(into);
}

/** 64-bit columns require BigInt values. */
async function* inParquet(rows: AsyncIterable<ExportRow>): AsyncGenerator<Readonly<Record<string, string | bigint | Date | null>>, void, undefined> {
  for await (const row of rows) yield Object.fromEntries(EXPORT_COLUMNS.map(([name]) => [name, big(row[name])]));
}

const big = (value: string | number | Date | null): string | bigint | Date | null => (typeof value === 'number' ? BigInt(value) : value);

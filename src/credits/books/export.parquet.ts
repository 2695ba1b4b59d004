import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { EXPORT_COLUMNS, type ExportRow } from './export.rows.js';

const ROWS_OF_A_GROUP = 20_000;

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

/**
 * Writes rows to a stream as a Parquet file with backpressure, then ends it.
 * @throws any error of the rows or the stream
 */
export async function writeParquet(rows: AsyncIterable<ExportRow>, into: Writable): Promise<void> {
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

import { ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { AnyRow, Table } from '../../kernel/table.shared.js';

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
    await Promise.race([once(this.into, 'drain', { signal }), once(this.into, 'close', { signal })]).finally(() =>
      settled.abort(),
    );
  }
}

const PARQUET_TYPES = { integer: 'INT64', time: 'TIMESTAMP', day: 'STRING', text: 'STRING' } as const;

/**
 * Writes rows to a stream as a Parquet file with backpressure, then ends it.
 * @throws any error of the rows or the stream
 */
export async function writeParquet(
  columns: Table['columns'],
  rows: AsyncIterable<AnyRow>,
  into: Writable,
): Promise<void> {
  const writer = new StreamWriter(into);
  await parquetWriteRows({
    writer,
    rows: inParquet(columns, rows),
    rowGroupSize: ROWS_OF_A_GROUP,
    createdBy: 'Kinora',
    columns: columns.map(([name, type]) => ({ name, type: PARQUET_TYPES[type], nullable: true })),
  });
  await writer.flush();
  into.end();
  await finished(into);
}

/** 64-bit columns require BigInt values. */
async function* inParquet(
  columns: Table['columns'],
  rows: AsyncIterable<AnyRow>,
): AsyncGenerator<Readonly<Record<string, string | bigint | Date | null>>, void, undefined> {
  for await (const row of rows) yield Object.fromEntries(columns.map(([name]) => [name, big(row[name] ?? null)]));
}

const big = (value: string | number | Date | null): string | bigint | Date | null =>
  typeof value === 'number' ? BigInt(value) : value;

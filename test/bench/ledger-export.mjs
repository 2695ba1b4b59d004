// How long an export of so many events (default a million) takes, in both formats, from the embedded stores, and how
// much memory the process has meanwhile, sampled ten times a second: first while nobody writes, then while others
// append without a pause. `npm run bench ledger-export 5000000`.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportRows } from '../../dist/credits/books/export.rows.js';
import { LEDGER } from '../../dist/credits/exports/tables.shared.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';
import { writeTable } from '../../dist/platform/tables/table.files.js';
import { accountsOf, makeLog, nextEvents } from './ledger-log.mjs';
import { row } from './support.mjs';

const EVENTS = Number(process.argv[2] ?? 1_000_000);
const WRITERS = 8;
const mebibytes = (bytes) => Math.round(bytes / 1_048_576);

/** Appends until it is told to stop. @returns how many events have been appended */
async function write(events, isOver) {
  const accounts = accountsOf('writer');
  let [written, turn] = [0, 0];
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (!isOver()) {
        const account = accounts[turn++ % accounts.length];
        const before = account.revision;
        const some = nextEvents(account, 1, Date.now());
        await events.append(account.stream, before, some);
        written += some.length;
      }
    }),
  );
  return written;
}

async function measure(events, format, isWriting) {
  let over = false;
  const writing = isWriting ? write(events, () => over) : Promise.resolve(0);
  const before = process.memoryUsage.rss();
  let [rows, max, half] = [0, before, before];
  const timer = setInterval(() => {
    const rss = process.memoryUsage.rss();
    max = Math.max(max, rss);
    if (rows < EVENTS / 2) half = Math.max(half, rss);
  }, 100);
  const counted = async function* () {
    for await (const one of exportRows(events, {})) {
      rows += 1;
      yield one;
    }
  };
  const started = performance.now();
  await writeTable(format, LEDGER, counted(), createWriteStream('/dev/null'));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  const after = process.memoryUsage.rss();
  over = true;
  const written = await writing;
  row(`${format}${isWriting ? ', while others write' : ''}`, {
    rows,
    seconds,
    'rows/s': rows / seconds,
    'MiB before': mebibytes(before),
    'most in the first half': mebibytes(half),
    'most in all': mebibytes(max),
    after: mebibytes(after),
    ...(isWriting ? { 'appended meanwhile': written } : {}),
  });
}

const dataDir = mkdtempSync(join(tmpdir(), 'kinora-bench-'));
try {
  await makeLog(dataDir, EVENTS);
  const stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
  for (const isWriting of [false, true])
    for (const format of ['csv', 'parquet']) await measure(stores.events, format, isWriting);
  await stores.close();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

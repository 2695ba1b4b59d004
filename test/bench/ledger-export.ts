import { createWriteStream } from 'node:fs';
import { writeExport, type ExportFormat } from '../../src/credits/export.files.js';
import { exportRows } from '../../src/credits/export.rows.js';
import { accountCodec } from '../../src/credits/events.js';
import { chainEvent, GENESIS_HASH } from '../../src/kernel/chain.js';
import type { LoggedEvent, StreamName } from '../../src/kernel/event.js';
import type { Batch, EventStore } from '../../src/platform/event-store/port.js';

/**
 * `node --import ./src/platform/sqlite/typescript-loader.mjs test/bench/ledger-export.ts [rows]`: how long an export of so many events takes
 * and how much memory the process has at most meanwhile, sampled ten times a second. The events are made as they are asked for.
 */
const ROWS = Number(process.argv[2] ?? 1_000_000);
const ACCOUNTS = 10_000;
const BATCH = 2_000;

function eventAt(position: number): LoggedEvent {
  const stream = `credits-user${position % ACCOUNTS}.kinora.credits` as StreamName; // a name of an account, made up
  const revision = Math.floor(position / ACCOUNTS);
  const at = 1_700_000_000_000 + position * 1_000;
  const stored = accountCodec.encode({ type: 'CreditsHeld', at, data: { allocations: [{ amount: 4, grantId: `grant${revision}` }], amount: 4, available: 100, eligibility: 'any', expiresAt: at + 86_400_000, holdId: `task${position}`, reference: `task:${position}` } });
  return { ...chainEvent(GENESIS_HASH, { ...stored, stream, revision, at }).event, stream, revision, position, recordedAt: at };
}

const log: Pick<EventStore, 'follow' | 'head'> = {
  head: async () => ROWS - 1,
  async *follow(): AsyncGenerator<Batch, void, undefined> {
    for (let from = 0; from < ROWS; from += BATCH) {
      const events = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, index) => eventAt(from + index));
      yield { events, checkpoint: from + events.length - 1, caughtUp: from + events.length >= ROWS };
    }
  },
};

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

for (const format of ['csv', 'parquet'] satisfies readonly ExportFormat[]) {
  let most = 0;
  let half = 0;
  const started = Date.now();
  let rows = 0;
  const timer = setInterval(() => {
    const { rss } = process.memoryUsage();
    most = Math.max(most, rss);
    if (rows < ROWS / 2) half = Math.max(half, rss);
  }, 100);
  const counted = async function* () {
    for await (const row of exportRows(log, {})) {
      rows += 1;
      yield row;
    }
  };
  await writeExport(format, counted(), createWriteStream('/dev/null'));
  clearInterval(timer);
  console.log(`${format}: ${rows} rows in ${((Date.now() - started) / 1_000).toFixed(1)} s; at most ${megabytes(half)} MB in the first half, ${megabytes(most)} MB in all`);
}

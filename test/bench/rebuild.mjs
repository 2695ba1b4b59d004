// How fast every projection of the ledger is filled anew beside the live one, and with how much memory, from a log of
// so many events (default a million) over 10,000 accounts and a year, on the embedded stores: `npm run bench rebuild
// 5000000`. The log is made by another process, in appends of many events, so that what it takes is none of the
// figures. Memory is of the whole process, the writer's thread included, sampled five times a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { balanceProjection } from '../../dist/credits/account/balance.projection.js';
import { BooksFollower } from '../../dist/credits/books/books.follower.js';
import { statementProjection } from '../../dist/credits/statement/statement.projection.js';
import { openEmbeddedStores } from '../../dist/platform/data-folder/embedded.js';
import { Checkpoints } from '../../dist/platform/projections/checkpoints.js';
import { ParkedStreams } from '../../dist/platform/projections/parked.js';
import { ProjectionRunner } from '../../dist/platform/projections/projection-runner.js';
import { refill } from '../../dist/platform/projections/rebuild.js';
import { makeLog } from './ledger-log.mjs';
import { row } from './support.mjs';

const clock = { now: () => Date.now() };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const mebibytes = (bytes) => Math.round(bytes / 1_048_576);

async function measure(dataDir) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const parked = await ParkedStreams.open(stores.documents, clock, quiet, { parked() {} });
  const parts = {
    events: stores.events,
    documents: stores.documents,
    checkpoints: await Checkpoints.open(stores.documents),
    parked,
  };
  const followers = [
    await ProjectionRunner.open(balanceProjection, stores.documents, parked),
    await BooksFollower.open(stores.events, stores.documents, parked),
    await ProjectionRunner.open(statementProjection, stores.documents, parked),
  ];
  for (const follower of followers) {
    const samples = [];
    const rest = process.memoryUsage.rss();
    const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 200);
    const started = performance.now();
    const before = process.cpuUsage();
    const { events, documents } = await refill(follower, parts);
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(before);
    clearInterval(timer);
    samples.push(process.memoryUsage.rss());
    const eighths = Array.from({ length: 8 }, (_, n) =>
      Math.max(
        ...samples.slice(
          Math.floor((n * samples.length) / 8),
          Math.floor((n * samples.length) / 8) + Math.ceil(samples.length / 8),
        ),
      ),
    );
    row(
      follower.name,
      {
        events,
        documents,
        seconds,
        'events/s': events / seconds,
        'cpu us/event': (user + system) / events,
        'MiB before': mebibytes(rest),
        'most MiB in each eighth': eighths.map(mebibytes).join(' '),
      },
      '>= 100,000 events/s',
    );
  }
  await stores.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'kinora-bench-'));
try {
  await makeLog(dataDir, Number(process.argv[2] ?? 1_000_000));
  await measure(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

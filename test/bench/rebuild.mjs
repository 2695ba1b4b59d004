// How fast every projection of the ledger is filled anew beside the live one, and with how much memory, from a log of so many
// events (default a million) over 10,000 accounts and a year, on the embedded stores: `npm run bench rebuild 5000000`. The log is
// made by another process, in appends of many events, so that what it takes is none of the figures. Memory is of the whole process,
// the writer's thread included, sampled five times a second.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { balanceProjection } from '../../dist/credits/balance.projection.js';
import { BooksFollower } from '../../dist/credits/books.follower.js';
import { accountCodec } from '../../dist/credits/events.js';
import { statementProjection } from '../../dist/credits/statement.projection.js';
import { chainEvent, GENESIS_HASH } from '../../dist/kernel/chain.js';
import { openEmbeddedStores } from '../../dist/platform/embedded.js';
import { Checkpoints } from '../../dist/platform/projections/checkpoints.js';
import { ParkedStreams } from '../../dist/platform/projections/parked.js';
import { ProjectionRunner } from '../../dist/platform/projections/projection-runner.js';
import { refill } from '../../dist/platform/projections/rebuild.js';
import { row } from './support.mjs';

const ACCOUNTS = 10_000;
const PAIRS_AT_ONCE = 25;
const WRITERS = 64;
const START = Date.UTC(2025, 0, 1);
const YEAR = 365 * 86_400_000;
const clock = { now: () => Date.now() };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const mebibytes = (bytes) => Math.round(bytes / 1_048_576);

/** The next events of an account: a grant when it is new, then holds that are captured. */
function nextEvents(account, pairs, at) {
  const chained = [];
  const add = (type, data) => {
    const { event, hash } = chainEvent(account.hash, { ...accountCodec.encode({ type, at, data: { ...data, available: account.available } }), stream: account.stream, revision: account.revision + 1, at });
    account.hash = hash;
    account.revision += 1;
    chained.push(event);
  };
  if (account.revision < 0) {
    account.available = 1_000_000_000;
    add('CreditsGranted', { grantId: 'pack', source: 'purchase', amount: account.available, eligibility: 'any' });
  }
  for (let n = 0; n < pairs; n += 1) {
    const holdId = `0192f0a1-7c3e-7d55-8a11-${String(account.revision).padStart(12, '0')}`;
    account.available -= 4;
    add('CreditsHeld', { holdId, amount: 4, eligibility: 'any', expiresAt: at + 86_400_000, reference: `task:${holdId}`, allocations: [{ grantId: 'pack', amount: 4 }] });
    account.available += 1;
    add('HoldCaptured', { holdId, amount: 3, captured: [{ grantId: 'pack', amount: 3 }], returned: [{ grantId: 'pack', amount: 1, to: 'available' }] });
  }
  return chained;
}

async function makeLog(dataDir, events) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({ stream: `credits-user${n}.kinora.${n % 3 === 0 ? 'api_credits' : 'credits'}`, revision: -1, hash: GENESIS_HASH, available: 0 }));
  let [made, turn] = [0, 0];
  const writer = async () => {
    while (made < events) {
      const account = accounts[turn++ % ACCOUNTS];
      const before = account.revision;
      const some = nextEvents(account, Math.min(PAIRS_AT_ONCE, Math.ceil((events - made) / 2)), START + Math.floor((made / events) * YEAR));
      made += some.length;
      const { outcome } = await stores.events.append(account.stream, before, some);
      if (outcome !== 'appended') throw new Error(`${account.stream}: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await stores.close();
}

async function measure(dataDir) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const parked = await ParkedStreams.open(stores.documents, clock, quiet, { parked() {} });
  const parts = { events: stores.events, documents: stores.documents, checkpoints: await Checkpoints.open(stores.documents), parked };
  const followers = [await ProjectionRunner.open(balanceProjection, stores.documents, parked), await BooksFollower.open(stores.events, stores.documents, parked), await ProjectionRunner.open(statementProjection, stores.documents, parked)];
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
    const eighths = Array.from({ length: 8 }, (_, n) => Math.max(...samples.slice(Math.floor((n * samples.length) / 8), Math.max(1, Math.floor(((n + 1) * samples.length) / 8)))));
    row(follower.name, { events, documents, seconds, 'events/s': events / seconds, 'cpu us/event': (user + system) / events, 'MiB before': mebibytes(rest), 'most MiB in each eighth': eighths.map(mebibytes).join(' ') }, '>= 100,000 events/s');
  }
  await stores.close();
}

const [job, folder, count] = process.argv.slice(2);
if (job === 'make') await makeLog(folder, Number(count));
else {
  const events = Number(job ?? 1_000_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-bench-'));
  try {
    const child = fork(fileURLToPath(import.meta.url), ['make', dataDir, String(events)]);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`the log could not be made: ${code}`);
    await measure(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// The two sides of the ledger's benchmark as functions: hold + capture through the CommandBus on the embedded store,
// and the same rows put into SQLite by hand. An operation is a hold and its capture by one caller, who waits for the
// first before he asks for the second.
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { percentile } from './support.mjs';

const dist = process.env.KINORA_DIST ?? '../../dist/';
const load = (path) => import(new URL(path, new URL(dist, import.meta.url)));
const { NestFactory } = await import('@nestjs/core');
const { CommandBus } = await import('@nestjs/cqrs');
const { openEmbeddedStores } = await load('platform/data-folder/embedded.js');
const { createMemoryEventStore } = await load('platform/event-store/memory.js');
const { PlatformModule } = await load('platform/platform.module.js');
const { BackgroundModule } = await load('platform/projections/background.module.js');
const { CreditsModule } = await load('credits/credits.module.js');
const { createAccountLoop } = await load('credits/commands.js');
const { accountStream } = await load('credits/account.key.js');
const { ChangeCredits } = await load('credits/index.js');
const { HealthRegistry } = await load('platform/telemetry/health.js');
const { createMetrics } = await load('platform/telemetry/metrics.js');
const { systemRandom } = await load('platform/random.js');

const DAY = 86_400_000;
/** Each caller walks the accounts in steps of a prime, so that two seldom meet. */
const STEP = 7_919;
/** Rows that are put by hand again and again. */
const RAW_ROWS = 40_000;
/** Accounts that are given their credits at once. */
const GRANTS_AT_ONCE = 5_000;

export const clock = { now: () => Date.now() };
export const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

class Alone {}

export const account = (n) => ({
  userId: `0190b5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
  appName: 'kinora',
  usageType: 'credits',
});
const grant = (at) => ({
  type: 'grant',
  at,
  grantId: 'pack',
  source: 'purchase',
  amount: 900_000_000,
  eligibility: 'any',
});
export const hold = (at, holdId) => ({
  type: 'hold',
  at,
  holdId,
  amount: 4,
  eligibility: 'any',
  expiresAt: at + DAY,
  reference: `task:${holdId}`,
});
export const capture = (at, holdId) => ({ type: 'capture', at, holdId, amount: 4 });

let minted = 1e11;
/** As long as a UUID; made as cheaply as it can be, for it is not what is measured. */
export function mintHoldId() {
  minted += 1;
  return `0190b5a1-0000-7000-8000-${minted}`;
}

/** Processor time of all threads, and of this one where the system counts it apart (Linux), in microseconds. */
function cpuMicros() {
  const { user, system } = process.cpuUsage();
  let main = NaN;
  try {
    main = Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  } catch {
    // Another system: not told apart.
  }
  return { all: user + system, main };
}

const residentMiB = () => process.memoryUsage.rss() / 1_048_576;

function figures(latencies, elapsedMs, rssMiB) {
  return {
    operationsPerSecond: (latencies.length / elapsedMs) * 1_000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    rssMiB,
  };
}

/**
 * Opens the embedded stores and the credits' module on an empty folder, with that many accounts that have credits.
 * @returns `run({ callers, seconds })` answers operationsPerSecond, p50Ms, p99Ms, rssMiB (the most of this process
 *   while it ran) and cpuMicros (of all threads, an operation); `execute(account, change)` answers what the CommandBus
 *   does; `stores`; `close()`, which removes the folder
 */
export async function openKinora({ accounts }) {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'));
  const stores = await openEmbeddedStores({ dataDir: join(folder, 'data'), clock });
  const parts = {
    ...stores,
    rateLimit: {},
    signals: {},
    clock,
    random: systemRandom,
    logger: quiet,
    metrics: createMetrics(false),
    health: new HealthRegistry(),
  };
  const platform = PlatformModule.forRoot(parts, { roles: new Set() });
  const nest = await NestFactory.createApplicationContext(
    { module: Alone, imports: [platform, BackgroundModule, CreditsModule] },
    { logger: false },
  );
  const bus = nest.get(CommandBus);
  const all = Array.from({ length: accounts }, (_, n) => account(n));
  const execute = (of, command) => bus.execute(new ChangeCredits(of, command));
  const change = async (of, command) => {
    const answer = await execute(of, command);
    if (!answer.ok) throw new Error(answer.error.identifier);
  };
  for (let from = 0; from < accounts; from += GRANTS_AT_ONCE) {
    await Promise.all(all.slice(from, from + GRANTS_AT_ONCE).map((of) => change(of, grant(Date.now()))));
  }
  const run = async ({ callers, seconds }) => {
    const latencies = [];
    let rss = residentMiB();
    const sampler = setInterval(() => {
      rss = Math.max(rss, residentMiB());
    }, 100);
    const before = cpuMicros();
    const started = performance.now();
    const end = started + seconds * 1_000;
    const caller = async (index) => {
      for (let turn = index, sentAt = performance.now(); sentAt < end; turn += STEP) {
        const of = all[turn % accounts];
        const at = Date.now();
        const holdId = mintHoldId();
        await change(of, hold(at, holdId));
        await change(of, capture(at, holdId));
        const answered = performance.now();
        latencies.push(answered - sentAt);
        sentAt = answered;
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
    const elapsed = performance.now() - started;
    const after = cpuMicros();
    clearInterval(sampler);
    return {
      ...figures(latencies, elapsed, Math.max(rss, residentMiB())),
      cpuMicros: (after.all - before.all) / latencies.length,
      mainMicros: (after.main - before.main) / latencies.length,
    };
  };
  const close = async () => {
    await nest.close();
    await stores.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { run, execute, stores, close };
}

/**
 * Kinora embedded, in this process, through the CommandBus: warmed up, then measured. @returns what `run` of
 * `openKinora` answers
 */
export async function runKinora({ callers, accounts, seconds, warmUpSeconds = 1.5 }) {
  const kinora = await openKinora({ accounts });
  try {
    await kinora.run({ callers, seconds: warmUpSeconds });
    return await kinora.run({ callers, seconds });
  } finally {
    await kinora.close();
  }
}

/** What the callers' holds and captures leave in the log, in the order in which they would come. */
async function rowsOf({ callers, accounts }) {
  const log = createMemoryEventStore(clock);
  const loop = createAccountLoop(log, (error) => {
    throw error;
  });
  const granted = new Set();
  const execute = async (n, command) => {
    const answer = await loop.execute(accountStream(account(n)), command);
    if (!answer.ok) throw new Error(answer.error.identifier);
  };
  let carried = 0;
  const caller = async (index) => {
    for (let turn = index; carried < RAW_ROWS / 2; turn += STEP) {
      carried += 1;
      const n = turn % accounts;
      if (!granted.has(n)) await execute(n, grant(Date.now()));
      granted.add(n);
      const holdId = mintHoldId();
      await execute(n, hold(Date.now(), holdId));
      await execute(n, capture(Date.now(), holdId));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  const rows = [];
  for await (const { events, caughtUp } of log.follow({
    after: -1,
    prefixes: [''],
    signal: new AbortController().signal,
  })) {
    for (const { type, stream, revision, position, id, recordedAt, data, metadata } of events) {
      if (type.startsWith('Hold') || type === 'CreditsHeld')
        rows.push([stream, revision, position - 1, id, type, recordedAt, data, metadata]);
    }
    if (caughtUp) break;
  }
  return rows;
}

/**
 * Opens a table of events for appends by hand: one row an event, at the end of the table, a transaction for as many
 * rows as there are callers, on the thread that asks. It decides, checks and chains nothing: it is what the disk and
 * SQLite allow.
 * @returns `run({ seconds })` answers operationsPerSecond (two rows), p50Ms, p99Ms (of two transactions), rssMiB;
 *   `close()`
 */
export async function openRawAppends({ callers, accounts }) {
  const rows = await rowsOf({ callers, accounts });
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-raw-'));
  const db = new DatabaseSync(join(folder, 'raw.db'));
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  db.exec(
    'CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, previous INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, recorded_at INTEGER NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL) STRICT',
  );
  const insert = db.prepare(
    'INSERT INTO events (stream, revision, previous, id, type, recorded_at, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  let at = 0;
  const group = () => {
    begin.run();
    for (let n = 0; n < callers; n += 1) {
      insert.run(...rows[at]);
      at = (at + 1) % rows.length;
    }
    commit.run();
  };
  const run = async ({ seconds }) => {
    const latencies = [];
    let rss = residentMiB();
    const started = performance.now();
    const end = started + seconds * 1_000;
    let sentAt = started;
    while (sentAt < end) {
      group();
      group();
      const answered = performance.now();
      latencies.push(answered - sentAt);
      sentAt = answered;
      if (latencies.length % 1_000 === 0) rss = Math.max(rss, residentMiB());
    }
    const { operationsPerSecond, ...rest } = figures(latencies, sentAt - started, Math.max(rss, residentMiB()));
    return { operationsPerSecond: operationsPerSecond * callers, ...rest };
  };
  const close = async () => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { run, close };
}

/**
 * Raw grouped appends to SQLite: the limit. Warmed up, then measured. @returns what `run` of `openRawAppends` answers
 */
export async function runRawAppends({ callers, accounts, seconds, warmUpSeconds = 0.5 }) {
  const raw = await openRawAppends({ callers, accounts });
  try {
    await raw.run({ seconds: warmUpSeconds });
    return await raw.run({ seconds });
  } finally {
    await raw.close();
  }
}

// How many hold + capture pairs a second the CommandBus carries out, as a ratio to the same rows put into SQLite by hand in the
// same groups; and how many events a second the balance projection takes when it catches up. The processor time of all threads
// stands beside each: on a machine that others load it says more than how long something took.
// LEDGER_SECONDS (default 4) is how long each figure is measured.
import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { row } from './support.mjs';

const dist = process.env.KINORA_DIST ?? '../../dist/';
const load = (path) => import(new URL(path, new URL(dist, import.meta.url)));
const { NestFactory } = await import('@nestjs/core');
const { CommandBus } = await import('@nestjs/cqrs');
const { openEmbeddedStores } = await load('platform/embedded.js');
const { PlatformModule } = await load('platform/platform.module.js');
const { BackgroundModule } = await load('platform/projections/background.module.js');
const { Checkpoints } = await load('platform/projections/checkpoints.js');
const { ParkedStreams } = await load('platform/projections/parked.js');
const { rebuild } = await load('platform/projections/rebuild.js');
const { CreditsModule } = await load('credits/credits.module.js');
const { ChangeCredits } = await load('credits/index.js');
const { balanceProjection } = await load('credits/balance.projection.js');
const { statementProjection } = await load('credits/statement.projection.js');
const { HealthRegistry } = await load('platform/telemetry/health.js');
const { createMetrics } = await load('platform/telemetry/metrics.js');
const { systemRandom } = await load('platform/random.js');

const SECONDS = Number(process.env.LEDGER_SECONDS ?? 4);
const clock = { now: () => Date.now() };
const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };

class Alone {}

async function open(dataDir) {
  const stores = await openEmbeddedStores({ dataDir, clock });
  const health = new HealthRegistry();
  const parts = { ...stores, rateLimit: {}, signals: {}, clock, random: systemRandom, logger: quiet, metrics: createMetrics(false), health };
  const platform = PlatformModule.forRoot(parts, { roles: new Set() });
  const nest = await NestFactory.createApplicationContext({ module: Alone, imports: [platform, BackgroundModule, CreditsModule] }, { logger: false });
  return { stores, bus: nest.get(CommandBus), nest };
}

const account = (n) => ({ userId: `0190b5a0-0000-7000-8000-${String(n).padStart(12, '0')}`, appName: 'kinora', usageType: 'credits' });

async function done(bus, of, change) {
  const answer = await bus.execute(new ChangeCredits(of, change));
  if (!answer.ok) throw new Error(answer.error.identifier);
}

/** Runs something. @returns what it gave, and the microseconds of processor time that it took */
async function timed(work) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: user + system };
}

let minted = 0;
const DAY = 86_400_000;

/** Holds and captures with so many callers at once, each waiting for its answer before it goes on. */
async function pairs(bus, callers, accounts, seconds = SECONDS) {
  let carried = 0;
  const end = performance.now() + seconds * 1000;
  const started = performance.now();
  const caller = async (index) => {
    // Each caller walks the accounts in an order of its own.
    for (let turn = index; performance.now() < end; turn += 7919) {
      const of = account(turn % accounts);
      const at = Date.now();
      minted += 1;
      const holdId = `0190b5a1-0000-7000-8000-${String(minted).padStart(12, '0')}`;
      await done(bus, of, { type: 'hold', at, holdId, amount: 4, eligibility: 'any', expiresAt: at + DAY, reference: `task:${holdId}` });
      await done(bus, of, { type: 'capture', at, holdId, amount: 4 });
      carried += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  return carried / ((performance.now() - started) / 1000);
}

/** The rows that were just appended, put into a table of the same form by hand: a transaction for as many rows as there are callers. */
function raw(folder, source, from, callers) {
  const read = new Database(join(source, 'kinora.db'), { readonly: true });
  const rows = read.prepare('SELECT stream, revision, previous, id, type, recorded_at, data, metadata FROM events WHERE position > ? ORDER BY position LIMIT 400000').raw().all(from);
  read.close();
  const db = new Database(join(folder, 'raw.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('wal_autocheckpoint = 4000');
  db.exec('CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, previous INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, recorded_at INTEGER NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO events (stream, revision, previous, id, type, recorded_at, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  let put = 0;
  const started = performance.now();
  while (put < rows.length && performance.now() - started < SECONDS * 1000) {
    begin.run();
    for (let n = 0; n < callers && put < rows.length; n += 1, put += 1) insert.run(...rows[put]);
    commit.run();
  }
  const rate = put / 2 / ((performance.now() - started) / 1000);
  db.close();
  return rate;
}

async function measure(accounts) {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'));
  const dataDir = join(folder, 'data');
  try {
    const { stores, bus, nest } = await open(dataDir);
    const at = Date.now();
    const all = Array.from({ length: accounts }, (_, n) => account(n));
    await Promise.all(all.map((of) => done(bus, of, { type: 'grant', at, grantId: 'pack', source: 'purchase', amount: 900_000_000, eligibility: 'any' })));
    await pairs(bus, 64, accounts, SECONDS / 2);
    for (const callers of (process.env.LEDGER_CALLERS ?? "1,64,1024").split(",").map(Number)) {
      const from = await stores.events.head();
      const { result: carried, cpu } = await timed(() => pairs(bus, callers, accounts));
      const events = (await stores.events.head()) - from;
      const byHand = raw(mkdtempSync(join(folder, 'raw-')), dataDir, from, callers);
      row(`${accounts} account(s), ${callers} caller(s)`, { 'pairs/s': carried, 'raw pairs/s': byHand, ratio: carried / byHand, 'cpu us/pair': cpu / (events / 2) }, accounts === 1 ? 'ratio >= 0.5' : 'ratio >= 0.4');
    }
    const checkpoints = await Checkpoints.open(stores.documents);
    const parked = await ParkedStreams.open(stores.documents, clock, quiet, { parked() {} });
    for (const projection of [balanceProjection, statementProjection]) {
      const started = performance.now();
      const { result: { events }, cpu } = await timed(() => rebuild(projection, { ...stores, checkpoints, parked }));
      row(`${accounts} account(s), catch-up of ${projection.name}`, { events, 'events/s': events / ((performance.now() - started) / 1000), 'events per cpu second': events / (cpu / 1e6) }, projection === balanceProjection ? '>= 100,000 events/s' : '');
    }
    await nest.close();
    await stores.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const accounts of (process.env.LEDGER_ACCOUNTS ?? '1,10000').split(',').map(Number)) await measure(accounts);

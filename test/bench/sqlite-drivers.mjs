// Compares the drivers that could own the embedded database: is a commit synced, how long does it take, how fast are
// the reads. `npm install --prefix test/bench/drivers`, then `node test/bench/sqlite-drivers.mjs` (strace counts the
// syncs where it is installed). Drivers that are not there, as node:sqlite on Node 20, are left out. See adr/0003.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { row } from './support.mjs';

const require = createRequire(import.meta.url);
const compared = createRequire(new URL('drivers/', import.meta.url));
const OPENERS = {
  '@photostructure/sqlite': (path) => new (require('@photostructure/sqlite').DatabaseSync)(path),
  'node:sqlite': (path) => new (require('node:sqlite').DatabaseSync)(path),
  'better-sqlite3': (path) => new (compared('better-sqlite3'))(path),
  libsql: (path) => new (compared('libsql'))(path),
};
const DRIVERS = Object.keys(OPENERS).filter(opens);
const TRACED_COMMITS = 200;
const EVENTS = 100_000;
const RUNS = 5;
const data = JSON.stringify({ holdId: randomUUID(), amount: 12, allocations: [{ grantId: randomUUID(), amount: 12 }] });
const metadata = JSON.stringify({
  at: 1_750_000_000_000,
  causedBy: randomUUID(),
  hash: 'a'.repeat(64),
  previousHash: 'b'.repeat(64),
  version: 1,
});

/** Whether a driver is installed and runs on this Node. */
function opens(driver) {
  try {
    OPENERS[driver](':memory:').close();
    return true;
  } catch {
    return false;
  }
}

function open(driver, folder) {
  const db = OPENERS[driver](join(folder, 'log.db'));
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  db.exec(`CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, recorded_at INTEGER NOT NULL)`);
  const begin = db.prepare('BEGIN IMMEDIATE');
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const commit = db.prepare('COMMIT');
  let position = 0;
  const group = (size) => {
    begin.run();
    for (let n = 0; n < size; n += 1) {
      position += 1;
      insert.run(
        position,
        `credits-${position % 64}`,
        position,
        randomUUID(),
        'HoldCaptured',
        data,
        metadata,
        1_750_000_000_000,
      );
    }
    commit.run();
  };
  return { db, group };
}

/** Events a second for a piece of work over so many. */
function rate(events, work) {
  const start = performance.now();
  work();
  return (events / (performance.now() - start)) * 1_000;
}

function measure(driver) {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-drivers-'));
  try {
    const { db, group } = open(driver, folder);
    const alone = rate(2_000, () => {
      for (let n = 0; n < 2_000; n += 1) group(1);
    });
    const grouped = rate(EVENTS, () => {
      for (let n = 0; n < EVENTS; n += 64) group(64);
    });
    const all = db.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT 1000');
    const scan = rate(EVENTS, () => {
      for (let at = 0; at < EVENTS; at += 1_000) all.all(at);
    });
    const one = db.prepare('SELECT * FROM events WHERE position = ?');
    const points = rate(EVENTS, () => {
      for (let n = 0; n < EVENTS; n += 1) one.get(1 + ((n * 7_919) % EVENTS));
    });
    const { version } = db.prepare('SELECT sqlite_version() AS version').get();
    db.close();
    return { alone, grouped, scan, points, version };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many syncs of the log there are for so many commits, seen from outside the process. */
function syncsOfLog(driver) {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-drivers-'));
  try {
    const trace = join(folder, 'trace');
    const node = [process.execPath, fileURLToPath(import.meta.url), '--commits', driver, folder];
    const { status } = spawnSync('strace', ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace, ...node]);
    return status === 0
      ? readFileSync(trace, 'utf8')
          .split('\n')
          .filter((line) => line.includes('-wal>')).length
      : 'not counted';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** MiB of a package and the platform packages it brings. */
function installedMiB(driver) {
  const root = fileURLToPath(new URL('../../node_modules/', import.meta.url));
  const drivers = fileURLToPath(new URL('drivers/node_modules/', import.meta.url));
  const folders = {
    '@photostructure/sqlite': [join(root, '@photostructure')],
    'node:sqlite': [],
    'better-sqlite3': [join(drivers, 'better-sqlite3')],
    libsql: [join(drivers, 'libsql'), join(drivers, '@libsql')],
  }[driver];
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return (
    files
      .filter((file) => file.isFile())
      .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1_048_576
  );
}

const [mode, driver, folder] = process.argv.slice(2);
if (mode === '--commits') {
  const { group, db } = open(driver, folder);
  for (let n = 0; n < TRACED_COMMITS; n += 1) group(1);
  db.close();
} else {
  for (const name of DRIVERS) {
    row(name, { commits: TRACED_COMMITS, 'syncs of the log': syncsOfLog(name), 'installed MiB': installedMiB(name) });
  }
  // In turns, and the best of each: what else the machine does then falls on both alike.
  const best = new Map();
  for (let run = 0; run < RUNS; run += 1) {
    for (const name of DRIVERS) {
      const seen = measure(name);
      const known = best.get(name) ?? seen;
      best.set(
        name,
        Object.fromEntries(Object.entries(seen).map(([key, value]) => [key, value > known[key] ? value : known[key]])),
      );
    }
  }
  for (const [name, { version, alone, grouped, scan, points }] of best) {
    row(`${name} (SQLite ${version})`, {
      'appends/s alone': alone,
      'in groups of 64': grouped,
      'rows/s scanned': scan,
      'rows/s by position': points,
    });
  }
}

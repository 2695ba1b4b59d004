// The same ledger on Emmett: its decider's command handler, a stream an account, on its two stores.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Conflicts are tried again until they are gone: after 1 ms at first, after 50 at most. */
const RETRY = {
  retries: 1_000,
  minTimeout: 1,
  maxTimeout: 50,
  factor: 1.5,
  randomize: true,
  shouldRetryError: (error) => error?.errorCode === 412,
};

const streamOf = (n) => `account-${n}`;

class Insufficient extends Error {}

/** @returns the state after an event; the same object, for it is made anew by every fold */
function evolve(state, { type, data }) {
  state.available = data.available;
  if (type === 'CreditsHeld') state.open.set(data.holdId, data.amount);
  if (type === 'HoldCaptured') {
    state.open.delete(data.holdId);
    state.captured.add(data.holdId);
  }
  return state;
}

function decide({ type, holdId, amount }, { available, open, captured }) {
  if (type === 'hold') {
    if (open.has(holdId) || captured.has(holdId)) return [];
    if (available < amount) throw new Insufficient();
    return [{ type: 'CreditsHeld', data: { holdId, amount, available: available - amount } }];
  }
  if (captured.has(holdId)) return [];
  const held = open.get(holdId);
  if (held === undefined || held < amount) throw new Error('no such hold');
  return [{ type: 'HoldCaptured', data: { holdId, amount, available: available + held - amount } }];
}

/** One after another for each key. */
function lines() {
  const last = new Map();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
    last.set(key, settled);
    return turn;
  };
}

let minted = 0;

/**
 * Commands of an account wait for each other here, so that they do not fold its whole stream again for every conflict
 * among themselves.
 */
function overStore(require, store) {
  const { DeciderCommandHandler } = require('@event-driven-io/emmett');
  const handle = DeciderCommandHandler({
    decide,
    evolve,
    initialState: () => ({ available: 0, open: new Map(), captured: new Set() }),
    mapToStreamId: streamOf,
    retry: RETRY,
  });
  const inLine = lines();
  const command = (n, command) =>
    inLine(n, async () => {
      try {
        return (await handle(store(), n, command)).newEvents.length === 0 ? 'repeat' : 'done';
      } catch (error) {
        if (error instanceof Insufficient) return 'insufficient';
        throw error;
      }
    });
  return {
    mint: () => {
      minted += 1;
      return `0190b5a1-0000-7000-8000-${String(minted).padStart(12, '0')}`;
    },
    hold: (n, holdId, amount) => command(n, { type: 'hold', holdId, amount }),
    capture: (n, holdId, amount) => command(n, { type: 'capture', holdId, amount }),
  };
}

/** The sums of rows { stream, type, data } that come in the order of each stream. */
function totalsOf(rows) {
  const available = new Map();
  const open = new Map();
  let [granted, spent] = [0, 0];
  for (const { stream, type, data } of rows) {
    available.set(stream, data.available);
    if (type === 'CreditsGranted') granted += data.amount;
    if (type === 'CreditsHeld') open.set(data.holdId, data.amount);
    if (type === 'HoldCaptured') {
      open.delete(data.holdId);
      spent += data.amount;
    }
  }
  const sum = (values) => [...values].reduce((total, one) => total + one, 0);
  return { granted, available: sum(available.values()), held: sum(open.values()), spent };
}

export async function openOnPostgresql({ require, socket, database, total, granted }) {
  const pg = require('pg');
  const { getPostgreSQLEventStore } = require('@event-driven-io/emmett-postgresql');
  const settings = { host: socket, user: 'peer' };
  const master = new pg.Pool({ ...settings, database: 'postgres', max: 1 });
  await master.query(`CREATE DATABASE ${database}`);
  await master.end();
  const admin = new pg.Pool({ ...settings, database, max: 1 });
  const address = `postgresql://peer@/${database}?host=${encodeURIComponent(socket)}`;
  let pool = new pg.Pool({ ...settings, database, max: 4 });
  const storeOn = (given, autoMigration) =>
    getPostgreSQLEventStore(address, { connectionOptions: { pool: given }, schema: { autoMigration } });
  let store = storeOn(pool, 'CreateOrUpdate');
  await store.schema.migrate();
  // Emmett's own function appends, one call an account, all in one transaction.
  await admin.query(
    `SELECT emt_append_to_stream(ARRAY['grant-' || n], ARRAY[jsonb_build_object('amount', $1::bigint, 'available', $1::bigint)], ARRAY['{}'::jsonb], ARRAY['1'], ARRAY['CreditsGranted'], ARRAY['E'], 'account-' || n, 'account', NULL, 'emt:default') FROM generate_series(0, $2 - 1) AS n`,
    [granted, total],
  );
  await admin.query('VACUUM ANALYZE');
  return {
    ...overStore(require, () => store),
    variants: [4, 8, 16, 32].map((connections) => ({ connections })),
    use: async ({ connections }) => {
      await pool.end();
      pool = new pg.Pool({ ...settings, database, max: connections });
      store = storeOn(pool, 'None');
    },
    settle: () => admin.query('CHECKPOINT'),
    totals: async () =>
      totalsOf(
        (
          await admin.query(
            'SELECT stream_id AS stream, message_type AS type, message_data AS data FROM emt_messages ORDER BY stream_id, stream_position',
          )
        ).rows,
      ),
    close: async () => {
      await pool.end();
      await admin.end();
    },
  };
}

/** One connection that everybody uses in turn: several share no transaction and none finds the file locked. */
function inTurns(connection) {
  const inLine = lines();
  return {
    connection: () => Promise.resolve(connection),
    withConnection: (work) => inLine('connection', () => work(connection)),
    close: () => Promise.resolve(),
  };
}

export async function openOnSqlite({ require, total, granted }) {
  const { getSQLiteEventStore, sqliteConnection } = require('@event-driven-io/emmett-sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-emmett-'));
  const fileName = join(folder, 'emmett.db');
  const connection = sqliteConnection({ fileName });
  const on = (pool) => getSQLiteEventStore({ fileName, pool, schema: { autoMigration: 'CreateOrUpdate' } });
  const store = on(inTurns(connection));
  await store.schema.migrate();
  const { synchronous } = await connection.querySingle('PRAGMA synchronous');
  if (synchronous !== 2) throw new Error(`synchronous is ${synchronous}: a commit would not be durable`);
  const shared = on({ ...inTurns(connection), withConnection: (work) => work(connection) });
  await connection.withTransaction(async () => {
    for (let n = 0; n < total; n += 1)
      await shared.appendToStream(streamOf(n), [
        { type: 'CreditsGranted', data: { amount: granted, available: granted } },
      ]);
  });
  return {
    ...overStore(require, () => store),
    totals: async () =>
      totalsOf(
        (
          await connection.query(
            'SELECT stream_id AS stream, message_type AS type, message_data AS data FROM emt_messages ORDER BY stream_id, stream_position',
          )
        ).map((row) => ({ ...row, data: JSON.parse(row.data) })),
      ),
    close: () => {
      connection.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

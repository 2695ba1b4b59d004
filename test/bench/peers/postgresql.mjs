// The ledger of schema.sql in three forms: as it is usually written, in its best form, and grouped by the client.
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

const HELD = 1;
const CAPTURED = 2;
const REPEAT = 'KN001';
const INSUFFICIENT = 'KN002';
/** Steps that one grouped call may carry. */
const A_GROUP = 1_024;

const HOLD_ENTRY =
  'INSERT INTO entries (hold, kind, account, amount, available) VALUES ($1, 1, $2, $3, $4) ON CONFLICT DO NOTHING';
const CAPTURE_ENTRY =
  'INSERT INTO entries (hold, kind, account, amount, available) SELECT hold, 2, account, $3, $4 + amount - $3 FROM entries WHERE hold = $1 AND kind = 1 AND account = $2 AND amount >= $3 ON CONFLICT DO NOTHING RETURNING available';

let minted = 0;

/** What the three forms share: the tables filled, their sums, and connections that are made anew for each variant. */
async function openTables({ require, socket, database, total, granted }, connect) {
  const { Pool } = require('pg');
  const settings = { host: socket, user: 'peer' };
  const master = new Pool({ ...settings, database: 'postgres', max: 1 });
  await master.query(`CREATE DATABASE ${database}`);
  await master.end();
  const admin = new Pool({ ...settings, database, max: 1 });
  await admin.query(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
  await admin.query('INSERT INTO accounts (id, available) SELECT n, $1 FROM generate_series(0, $2 - 1) AS n', [
    granted,
    total,
  ]);
  await admin.query('VACUUM ANALYZE accounts');
  let connections;
  return {
    query: (text, values) => connections.query(text, values),
    connections: () => connections,
    use: async (variant) => {
      await connections?.end();
      connections = await connect({ pg: require('pg'), settings: { ...settings, database }, variant });
    },
    /** The next contender does not pay for the pages that this one has left to be written. */
    settle: () => admin.query('CHECKPOINT'),
    totals: async () => {
      const { rows } = await admin.query(
        `SELECT sum(available)::float8 AS available, sum(held)::float8 AS held, sum(spent)::float8 AS spent, (SELECT sum(amount)::float8 FROM entries WHERE kind = ${CAPTURED}) AS captured FROM accounts`,
      );
      const { available, held, spent, captured } = rows[0];
      if (spent !== (captured ?? 0)) throw new Error(`the accounts say ${spent} spent, the entries ${captured}`);
      return { granted: granted * total, available, held, spent };
    },
    mint: () => {
      minted += 1;
      return minted;
    },
    close: async () => {
      await connections?.end();
      await admin.end();
    },
  };
}

const poolOf = async ({ pg, settings, variant }) => new pg.Pool({ ...settings, max: variant.connections });

/** One transaction of five statements a step, over a pool. */
export async function openUsual(options) {
  const tables = await openTables(options, poolOf);
  const transaction = async (work) => {
    const client = await tables.connections().connect();
    try {
      await client.query('BEGIN');
      const answer = await work(client);
      await client.query(answer === 'done' ? 'COMMIT' : 'ROLLBACK');
      return answer;
    } finally {
      client.release();
    }
  };
  const locked = async (client, of) =>
    Number((await client.query('SELECT available FROM accounts WHERE id = $1 FOR UPDATE', [of])).rows[0].available);
  return {
    ...tables,
    variants: [4, 8, 16, 32, 64].map((connections) => ({ connections })),
    hold: (of, key, amount) =>
      transaction(async (client) => {
        const available = await locked(client, of);
        if (available < amount)
          return (await client.query('SELECT FROM entries WHERE hold = $1 AND kind = 1', [key])).rowCount === 1
            ? 'repeat'
            : 'insufficient';
        if ((await client.query(HOLD_ENTRY, [key, of, amount, available - amount])).rowCount === 0) return 'repeat';
        await client.query('UPDATE accounts SET available = $2, held = held + $3 WHERE id = $1', [
          of,
          available - amount,
          amount,
        ]);
        return 'done';
      }),
    capture: (of, key, amount) =>
      transaction(async (client) => {
        const before = await locked(client, of);
        const { rows } = await client.query(CAPTURE_ENTRY, [key, of, amount, before]);
        if (rows.length === 0) return 'repeat';
        const available = Number(rows[0].available);
        await client.query('UPDATE accounts SET available = $2, held = held - $3, spent = spent + $4 WHERE id = $1', [
          of,
          available,
          available - before + amount,
          amount,
        ]);
        return 'done';
      }),
  };
}

/** Connections in pipeline mode; an account always goes to the same one, so that none waits for another's lock. */
async function pipelines({ pg, settings, variant }, statements) {
  const clients = await Promise.all(
    Array.from({ length: variant.connections }, async () => {
      const client = new pg.Client({
        ...settings,
        pipeline: true,
        options: `-c commit_delay=${variant.commitDelay} -c commit_siblings=2 -c plan_cache_mode=force_generic_plan`,
      });
      await client.connect();
      // A name may be used by many queries on their way only once the server has it.
      for (const { text, values } of statements)
        await client.query({ name: text, text, values }).catch((error) => {
          if (!String(error.code).startsWith('KN')) throw error;
        });
      return client;
    }),
  );
  return { of: (n) => clients[n % clients.length], end: () => Promise.all(clients.map((client) => client.end())) };
}

const CONNECTIONS = [1, 2, 4, 8, 16, 32, 64];
const variantsOf = (counts) =>
  counts.flatMap((connections) => [0, 100].map((commitDelay) => ({ connections, commitDelay })));

/**
 * One call of one function a step, prepared, pipelined: PostgreSQL commits each for itself, and flushes several at once
 * where it can.
 */
export async function openCalls(options) {
  const HOLD = 'SELECT hold($1, $2, $3)';
  const CAPTURE = 'SELECT capture($1, $2, $3)';
  const tables = await openTables(options, (given) =>
    pipelines(
      given,
      [HOLD, CAPTURE].map((text) => ({ text, values: [-1, -1, 1] })),
    ),
  );
  const call = (text, values) =>
    tables
      .connections()
      .of(values[0])
      .query({ name: text, text, values })
      .then(
        () => 'done',
        (error) => {
          if (error.code === REPEAT) return 'repeat';
          if (error.code === INSUFFICIENT) return 'insufficient';
          throw error;
        },
      );
  return {
    ...tables,
    variants: variantsOf(CONNECTIONS),
    hold: (of, key, amount) => call(HOLD, [of, key, amount]),
    capture: (of, key, amount) => call(CAPTURE, [of, key, amount]),
  };
}

/**
 * What waits for a connection is carried out by one call and one commit, as an application can do in front of any
 * database.
 */
export async function openGrouped(options) {
  const CARRY_OUT = 'SELECT carry_out($1, $2, $3, $4) AS answers';
  const tables = await openTables(options, (given) =>
    pipelines(given, [{ text: CARRY_OUT, values: [[], [], [], []] }]),
  );
  const waiting = new Map();
  const flush = async (client) => {
    const line = waiting.get(client);
    // Whoever comes in during this turn of the event loop comes along.
    await setImmediate();
    while (line.length > 0) {
      const group = line.splice(0, A_GROUP);
      const columns = ['kind', 'of', 'key', 'amount'].map((field) => group.map((step) => step[field]));
      try {
        const { rows } = await client.query({ name: CARRY_OUT, text: CARRY_OUT, values: columns });
        group.forEach(({ resolve }, n) =>
          resolve({ '-1': 'repeat', '-2': 'insufficient', '-3': 'no such hold' }[rows[0].answers[n]] ?? 'done'),
        );
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    waiting.delete(client);
  };
  const step = (kind, of, key, amount) =>
    new Promise((resolve, reject) => {
      const client = tables.connections().of(of);
      const entry = { kind, of, key, amount, resolve, reject };
      if (waiting.has(client)) waiting.get(client).push(entry);
      else {
        waiting.set(client, [entry]);
        void flush(client);
      }
    });
  return {
    ...tables,
    variants: variantsOf(CONNECTIONS.slice(0, 4)),
    hold: (of, key, amount) => step(HELD, of, key, amount),
    capture: (of, key, amount) => step(CAPTURED, of, key, amount),
  };
}

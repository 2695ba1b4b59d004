import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../../src/platform/sqlite/driver.js';
import type { NewEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { FindQuery } from '../../../src/platform/documents/port.js';
import { planQuery } from '../../../src/platform/documents/query.js';
import { segmentsOf } from '../../../src/platform/documents/sqlite-query.js';
import { openDataFolder } from '../../../src/platform/data-folder/data-folder.js';
import type { EmbeddedOptions, EmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { EVENT_STORE_SCHEMA, eventStoreWrites } from '../../../src/platform/event-store/sqlite-writes.js';
import { StreamHeads } from '../../../src/platform/event-store/stream-heads.js';
import type { Cell } from '../../../src/platform/sqlite/cells.js';
import type { WriteSet } from '../../../src/platform/sqlite/group-commit.js';
import { GroupCommit } from '../../../src/platform/sqlite/group-commit.js';
import { ManualClock } from '../adapters.js';

const LOADER = fileURLToPath(new URL('../../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const KILL_WRITER = fileURLToPath(new URL('../../faults/stores/kill-writer.ts', import.meta.url));
// Names of the form that the brand stands for.
const stream = (name: string): StreamName => `credits-${name}` as StreamName;
const event = (): NewEvent => ({ id: randomUUID(), type: 'CreditsGranted', data: '{}', metadata: '{}' });

describe('the embedded stores', () => {
  let dataDir: string;
  const opened: EmbeddedStores[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-embedded-'));
  });
  afterEach(async () => {
    for (const stores of opened.splice(0)) await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = async (options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedStores> => {
    const stores = await openEmbeddedStores({ dataDir, clock: new ManualClock(), ...options });
    opened.push(stores);
    return stores;
  };

  describe('the data folder', () => {
    it('is made when it is missing, says its format, and opens again', async () => {
      dataDir = join(dataDir, 'deep', 'data');
      await (await open()).close();
      expect(readFileSync(join(dataDir, 'FORMAT'), 'utf8')).toBe('1\n');
      expect(existsSync(join(dataDir, 'kinora.db'))).toBe(true);
      await (await open()).events.ping();
    });

    it('is made for its owner alone', async () => {
      dataDir = join(dataDir, 'new');
      await open();
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    });

    it('is refused when a newer version made it, naming both, and nothing in it is touched', async () => {
      writeFileSync(join(dataDir, 'FORMAT'), '7\n');
      writeFileSync(join(dataDir, 'kinora.db'), 'of another time');
      await expect(open()).rejects.toMatchObject({ name: 'DataFolderTooNew', found: 7, supported: 1, folder: dataDir });
      expect(readdirSync(dataDir).sort()).toEqual(['FORMAT', 'kinora.db']);
      expect(readFileSync(join(dataDir, 'kinora.db'), 'utf8')).toBe('of another time');
    });

    it.each(['', 'one', '0', '-1', '1.5'])('is refused when its format reads %p', async (format) => {
      writeFileSync(join(dataDir, 'FORMAT'), format);
      await expect(open()).rejects.toMatchObject({ name: 'DataFolderUnreadable' });
      expect(readdirSync(dataDir)).toEqual(['FORMAT']);
    });

    it('is refused when it holds a database without a format', async () => {
      writeFileSync(join(dataDir, 'kinora.db'), '');
      await expect(open()).rejects.toMatchObject({ name: 'DataFolderUnreadable' });
    });

    it('belongs to one owner at a time, who is named to others', async () => {
      const first = await open();
      await expect(open()).rejects.toMatchObject({
        name: 'DataFolderInUse',
        holder: expect.stringMatching(new RegExp(`^process ${process.pid} on .+ since \\d{4}-`)),
      });
      await first.events.ping();
      await first.close();
      await (await open()).events.ping();
    });

    it('is held against another process too, and free as soon as that was killed', async () => {
      const env = { ...process.env, NODE_OPTIONS: '' };
      const other = spawn(process.execPath, ['--import', LOADER, KILL_WRITER, dataDir], {
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
        env,
      });
      const [, , , acknowledgements] = other.stdio;
      if (!(acknowledgements instanceof Readable)) throw new Error('the writer has no descriptor 3');
      try {
        await once(acknowledgements, 'data');
        await expect(open()).rejects.toMatchObject({
          name: 'DataFolderInUse',
          holder: expect.stringContaining(`process ${other.pid} `),
        });
      } finally {
        const exited = once(other, 'exit');
        acknowledgements.resume();
        other.kill('SIGKILL');
        await exited;
      }
      await (await open()).events.ping();
    });

    it('is let go when opening fails half way', async () => {
      mkdirSync(join(dataDir, 'kinora.db'));
      writeFileSync(join(dataDir, 'FORMAT'), '1\n');
      await expect(open()).rejects.toThrow('cannot be used');
      openDataFolder(dataDir, new ManualClock()).release();
    });
  });

  it('say that there is no room until a write has been stored again', async () => {
    const stores = await open({ maxPages: 60 });
    const large = (): NewEvent => ({ ...event(), data: JSON.stringify({ filler: 'x'.repeat(100_000) }) });
    expect(stores.writerStatus().full).toBeUndefined();
    await expect(
      (async () => {
        for (let n = 0; n < 60; n += 1) await stores.events.append(stream(`${n}`), -1, [large()]);
      })(),
    ).rejects.toMatchObject({ reason: 'full' });
    await stores.events.ping();
    expect(stores.writerStatus().full).toContain('full');
    await stores.events.append(stream('small'), -1, [event()]);
    expect(stores.writerStatus().full).toBeUndefined();
  });

  it('answer what was handed over before they close', async () => {
    const stores = await open();
    const appends = Array.from({ length: 100 }, (_, n) => stores.events.append(stream(`${n}`), -1, [event()]));
    await Promise.all([stores.close(), Promise.all(appends)]);
    const again = await open();
    expect(await again.events.head()).toBe(99);
  });

  it('are closed for writing and reading once closed, also through handles opened before', async () => {
    const stores = await open();
    const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [] }, (stored) => stored);
    await stores.close();
    await expect(notes.get('a')).rejects.toMatchObject({ reason: 'closed' });
    await expect(notes.put({ id: 'a', document: {}, expectedVersion: 0 })).rejects.toMatchObject({ reason: 'closed' });
    await stores.close();
  });

  it('find everything again after being opened anew, and go on counting where they were', async () => {
    const first = await open();
    await first.events.append(stream('a'), -1, [event(), event()]);
    await first.jobs.add({ id: 'j1', queue: 'creations', payload: { n: 1 } });
    const [held] = await first.jobs.lease('creations', 'w1', 1_000, 1);
    const { hash } = await first.blobs.put(Buffer.from('bytes'), 'task-1');
    await first.close();
    const second = await open();
    expect(await second.events.append(stream('a'), 1, [event()])).toEqual({
      outcome: 'appended',
      revision: 2,
      position: 2,
    });
    expect(await second.jobs.extend('j1', held?.fence ?? 0, 1_000)).toBe('held');
    expect(await second.blobs.info(hash)).toEqual({ hash, size: 5 });
  });

  it('report the writes that were committed together, and none left waiting', async () => {
    const groups: number[] = [];
    const stores = await open({ onGroup: (writes) => groups.push(writes) });
    await Promise.all(Array.from({ length: 64 }, (_, n) => stores.events.append(stream(`${n}`), -1, [event()])));
    expect(groups.reduce((sum, writes) => sum + writes, 0)).toBe(64);
    expect(groups.length).toBeLessThan(10);
    expect(stores.writerStatus()).toEqual({ waiting: 0, failure: undefined });
  });

  it('make a write that cannot be done fail alone, not those that waited with it', async () => {
    const stores = await open();
    const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [['owner']] }, (stored) => stored);
    const gone = await stores.documents.collection({ name: 'gone_v1', indexes: [] }, (stored) => stored);
    await stores.documents.dropCollection('gone_v1');
    const results = await Promise.allSettled([
      stores.events.append(stream('a'), -1, [event()]),
      gone.put({ id: 'x', document: {}, expectedVersion: 0, outbox: [{ id: 'lost', type: 'Lost', data: null }] }),
      notes.put({
        id: 'n1',
        document: { owner: 'ada' },
        expectedVersion: 0,
        outbox: [{ id: 'm1', type: 'NoteWritten', data: null }],
      }),
      stores.events.append(stream('a'), 0, [event()]),
      stores.events.append(stream('a'), 0, [event()]),
    ]);
    expect(results).toMatchObject([
      { value: { outcome: 'appended', revision: 0, position: 0 } },
      { reason: { name: 'StoreUnavailable', store: 'documents', reason: 'failed' } },
      { value: 'written' },
      { value: { outcome: 'appended', revision: 1, position: 1 } },
      { value: { outcome: 'conflict', actual: 1 } },
    ]);
    expect((await stores.documents.pendingMessages(9)).map(({ id }) => id)).toEqual(['m1']);
    expect(await stores.events.readStream(stream('a'))).toMatchObject([{ position: 0 }, { position: 1 }]);
  });

  it.each<[string, Omit<FindQuery, 'limit'>]>([
    ['equality', { where: { owner: 'ada' } }],
    ['equality with null', { where: { owner: null, at: 3 } }],
    ['an order', { where: { owner: 'ada' }, order: { field: 'at', direction: 'descending' } }],
    [
      'a range in order',
      { where: { owner: 'ada' }, range: { field: 'at', above: 3 }, order: { field: 'at', direction: 'ascending' } },
    ],
  ])('find by %s with one seek in an index, and page on from a cursor with another', async (_, query) => {
    const notes = { name: 'notes_v1', indexes: [['owner', 'at']] };
    const stores = await open();
    await stores.documents.collection(notes, (stored) => stored);
    await stores.close();
    const db = new Database(join(dataDir, 'kinora.db'), { readOnly: true });
    const first = planQuery(notes, { ...query, limit: 10 });
    const second = planQuery(notes, { ...query, limit: 10, after: first.cursor({ value: 5, id: 'n5' }) });
    for (const { sql, values } of [first, second].flatMap((plan) => segmentsOf('notes_v1', plan))) {
      const steps = db
        .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values, 10)
        .map(({ detail }) => detail);
      expect(steps[0]).toMatch(/^SEARCH documents_notes_v1 USING INDEX \S+ \(<expr>/);
      // Without an order the page is by id, which the index does not keep below `owner` alone.
      if (query.order !== undefined) expect(steps).toHaveLength(1);
    }
    db.close();
  });

  it('clear away files that a killed process left half written, and blobs that nobody refers to', async () => {
    const stores = await open();
    const { hash } = await stores.blobs.put(Buffer.from('kept'), 'task-1');
    await stores.close();
    writeFileSync(join(dataDir, 'blobs', 'tmp', 'half'), 'half a fi');
    const orphan = 'ab'.repeat(32);
    mkdirSync(join(dataDir, 'blobs', 'ab'), { recursive: true });
    writeFileSync(join(dataDir, 'blobs', 'ab', orphan), 'it had just been renamed');
    const db = new Database(join(dataDir, 'kinora.db'));
    db.prepare('INSERT INTO blob_unsettled (hash) VALUES (?), (?)').run(orphan, hash);
    db.close();
    const again = await open();
    const files = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    expect(files.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([hash]);
    expect(await again.blobs.info(hash)).toEqual({ hash, size: 4 });
  });
});

describe('the heads of streams', () => {
  const STREAMS = 7;

  /**
   * Appends to several streams over and over, recording heads every few events and opening the log anew now and then.
   */
  it.each([1, 2, 5, 100])(
    'are right after every append, however the log is left, when recorded every %p events',
    (recordEvery) => {
      const db = new Database(':memory:');
      db.exec(EVENT_STORE_SCHEMA);
      let group = new GroupCommit(db, [eventStoreWrites(db, recordEvery)]);
      const revisions = Array.from({ length: STREAMS }, () => -1);
      let position = -1;
      for (let round = 0; round < 60; round += 1) {
        if (round % 13 === 0) group = new GroupCommit(db, [eventStoreWrites(db, recordEvery)]);
        const at = (round * 5) % STREAMS;
        const count = 1 + (round % 3);
        const cells: Cell[] = ['events.append', `s-${at}`, revisions[at] ?? -1, 0, count];
        for (let n = 0; n < count; n += 1) cells.push(`${round}-${n}`, 'Happened', '{}', '{}');
        const answer = group.run([[cells.length + 1, ...cells]]);
        position += count;
        revisions[at] = (revisions[at] ?? -1) + count;
        expect(answer.slice(0, 4)).toEqual([1, 1, revisions[at], position]);
      }
      const recorded = db
        .prepare<[], { stream: string; revision: number }>('SELECT stream, revision FROM stream_heads')
        .all();
      expect(recorded.length > 0).toBe(recordEvery < 100 || position >= recordEvery);
      const linked = db.column<[], number>(
        'SELECT count(*) FROM events e JOIN events p ON p.position = e.previous AND p.stream = e.stream AND p.revision = e.revision - 1',
      );
      expect(linked.get()).toBe(position + 1 - STREAMS);
      db.close();
    },
  );

  it('are guarded by the database: a second writer on the same file is refused what the first has taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-embedded-'));
    const path = join(folder, 'twice.db');
    const dbs = [new Database(path), new Database(path)];
    const groups = dbs.map((db) => {
      db.exec(EVENT_STORE_SCHEMA);
      return new GroupCommit(db, [eventStoreWrites(db)]);
    });
    const append = (expected: number): Cell[] => [
      10,
      'events.append',
      's-0',
      expected,
      0,
      1,
      `after-${expected}`,
      'Happened',
      '{}',
      '{}',
    ];
    expect(groups.map((group) => group.run([append(-1)]).slice(0, 3))).toEqual([
      [1, 1, 0],
      [1, 0, 0],
    ]);
    expect(groups.toReversed().map((group) => group.run([append(0)]).slice(0, 3))).toEqual([
      [1, 1, 1],
      [1, 0, 1],
    ]);
    expect(dbs[0]?.column('SELECT revision FROM events').all()).toEqual([0, 1]);
    for (const db of dbs) db.close();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('the heads of streams, as a reader keeps them', () => {
  it('stay the newest when the writer reports an older recording and memory forgets', () => {
    const db = new Database(':memory:');
    db.exec(EVENT_STORE_SCHEMA);
    db.exec("INSERT INTO stream_heads VALUES ('a', 0, 0), ('b', 0, 1); UPDATE log_state SET recorded_to = 0");
    const heads = new StreamHeads(db, 1);
    heads.advance('a', { revision: 1, position: 2 });
    heads.settle(1);
    for (const stream of ['b', 'c', 'b']) heads.get(stream);
    expect(heads.get('a')).toEqual({ revision: 1, position: 2 });
    expect(heads.get('b')).toEqual({ revision: 0, position: 1 });
    expect(heads.get('c')).toEqual({ revision: -1, position: -1 });
    db.close();
  });
});

describe('a group of writes', () => {
  /** A store of numbers whose every write first adds and then perhaps fails. */
  const numbers = () => {
    const db = new Database(':memory:');
    db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)');
    const insert = db.prepare('INSERT INTO numbers (n) VALUES (?)');
    const seen: string[] = [];
    const set: WriteSet = {
      handlers: {
        add: (input, answer) => {
          const n = input.number();
          insert.run(n);
          answer.push(n);
        },
        addAndFail: (input, answer) => {
          insert.run(input.number());
          answer.push('half an answer');
          throw new Error('not this one');
        },
      },
      afterCommit: () => seen.push('committed'),
      afterRollback: () => seen.push('rolled back'),
    };
    const held = (): unknown[] => db.column('SELECT n FROM numbers ORDER BY n').all();
    return { group: new GroupCommit(db, [set]), held, seen };
  };

  it('keeps those that stand and nothing of those that fall, and answers each in its place', () => {
    const { group, held, seen } = numbers();
    const answers = group.run([
      [3, 'add', 1, 3, 'addAndFail', 2, 3, 'add', 3],
      [3, 'add', 1, 3, 'add', 4],
    ]);
    expect(held()).toEqual([1, 3, 4]);
    expect(answers).toEqual([
      1,
      1,
      0,
      'failed',
      'not this one',
      1,
      3,
      0,
      'failed',
      'SQLite error 1555: UNIQUE constraint failed: numbers.n',
      1,
      4,
    ]);
    expect(seen).toEqual(['rolled back', 'committed']);
  });

  it('refuses a write that nobody knows, and only that', () => {
    const { group, held } = numbers();
    expect(group.run([[3, 'add', 1, 4, 'subtract', 2, 3]])).toEqual([1, 1, 0, 'failed', 'no such write: subtract']);
    expect(held()).toEqual([1]);
  });

  it('refuses all when the transaction itself is lost', () => {
    const broken = new Database(':memory:');
    const failing: WriteSet = {
      handlers: {},
      beforeCommit: () => {
        throw Object.assign(new Error('no room'), { errcode: 13 });
      },
    };
    expect(
      new GroupCommit(broken, [{ handlers: { add: (input, answer) => answer.push(input.number()) } }, failing]).run([
        [3, 'add', 1],
        [3, 'add', 2],
      ]),
    ).toEqual([0, 'full', 'SQLite error 13: no room', 0, 'full', 'SQLite error 13: no room']);
    expect(broken.inTransaction).toBe(false);
  });
});

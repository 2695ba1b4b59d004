import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../../src/platform/sqlite/driver.js';
import type { NewEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { EmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';

jest.setTimeout(180_000);

const clock = { now: () => 1_750_000_000_000 };
const WAL_HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;
const COMMITS = 16;

/** Everything that the database holds, in a form that can be compared. */
interface Held {
  readonly events: readonly string[];
  readonly documents: readonly string[];
  readonly messages: readonly string[];
}

/** What is held once a commit was acknowledged, and how long the log was then. */
interface Acknowledged extends Held {
  readonly logBytes: number;
}

const event = (): NewEvent => ({
  id: randomUUID(),
  type: 'CreditsGranted',
  data: `{"pad":"${'x'.repeat(900)}"}`,
  metadata: '{}',
});
// A name of the form that the brand stands for.
const stream = (n: number): StreamName => `credits-${n}` as StreamName;

/** Reads with nothing but SQLite, so that no code of ours can hide what is there. */
function held(databasePath: string): Held {
  const db = new Database(databasePath);
  // Only this reader writes nothing that must last: the copies go as soon as they were looked at.
  db.pragma('synchronous = OFF');
  try {
    const all = (sql: string): string[] => db.column<[], string>(sql).all();
    // Cut short enough, the log does not even hold the tables yet.
    const tables = new Set(all("SELECT name FROM sqlite_master WHERE type = 'table'"));
    const from = (table: string, sql: string): string[] => (tables.has(table) ? all(sql) : []);
    expect(all('PRAGMA integrity_check')).toEqual(['ok']);
    return {
      events: from(
        'events',
        "SELECT position || ' ' || stream || ' ' || revision || ' ' || id FROM events ORDER BY position",
      ),
      documents: from(
        'documents_notes_v1',
        "SELECT id || ' ' || version || ' ' || body FROM documents_notes_v1 ORDER BY id",
      ),
      messages: from('outbox', "SELECT sequence || ' ' || id FROM outbox ORDER BY sequence"),
    };
  } finally {
    db.close();
  }
}

describe('a log that was cut', () => {
  let folder: string;
  let stores: EmbeddedStores;
  let log: Buffer;
  let acknowledged: Acknowledged[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-wal-'));
    stores = await openEmbeddedStores({ dataDir: join(folder, 'data'), clock });
    const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [['owner']] }, (stored) => stored);
    const logPath = join(folder, 'data', 'kinora.db-wal');
    acknowledged = [];
    const acknowledge = (): void => {
      acknowledged.push({ logBytes: statSync(logPath).size, ...held(join(folder, 'data', 'kinora.db')) });
    };
    acknowledge();
    for (let commit = 0; commit < COMMITS; commit += 1) {
      const outbox = [{ id: randomUUID(), type: 'NoteWritten', data: null }];
      await Promise.all([
        ...[0, 1, 2].map((n) =>
          stores.events.append(stream(n), commit * (n + 1) - 1, Array.from({ length: n + 1 }, event)),
        ),
        notes.put({
          id: `n${commit % 5}`,
          document: { owner: 'ada', commit },
          expectedVersion: Math.floor(commit / 5),
          outbox,
        }),
      ]);
      acknowledge();
    }
    log = readFileSync(logPath);
    copyFileSync(join(folder, 'data', 'kinora.db'), join(folder, 'kinora.db'));
  });
  afterAll(async () => {
    await stores.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sets the database beside such a log, as a power cut might have left them. */
  const leave = (name: string, bytes: Uint8Array): string => {
    const dataDir = join(folder, name);
    rmSync(dataDir, { recursive: true, force: true });
    mkdirSync(dataDir);
    copyFileSync(join(folder, 'kinora.db'), join(dataDir, 'kinora.db'));
    writeFileSync(join(dataDir, 'kinora.db-wal'), bytes);
    writeFileSync(join(dataDir, 'FORMAT'), '1\n');
    return dataDir;
  };
  /** What was acknowledged with no more of the log than this. */
  const acknowledgedWith = (bytes: number): Held => {
    const { logBytes: _, ...last } = acknowledged.findLast(({ logBytes }) => logBytes <= bytes) ?? {
      logBytes: 0,
      events: [],
      documents: [],
      messages: [],
    };
    return last;
  };

  it('was long enough to be worth cutting, and each commit made it longer', () => {
    expect((log.byteLength - WAL_HEADER_BYTES) % FRAME_BYTES).toBe(0);
    expect(log.byteLength / FRAME_BYTES).toBeGreaterThan(COMMITS * 2);
    const lengths = acknowledged.map(({ logBytes }) => logBytes);
    expect(new Set(lengths).size).toBe(COMMITS + 1);
    expect(acknowledged.at(-1)?.events).toHaveLength(COMMITS * 6);
  });

  it('holds exactly the commits that end before the cut, whole, at every frame and inside every frame', () => {
    const first = acknowledged[0]?.logBytes ?? 0;
    for (let frame = first; frame <= log.byteLength; frame += FRAME_BYTES) {
      for (const inside of [0, 1, 24, 25, 2_000, FRAME_BYTES - 1]) {
        const cut = Math.min(frame + inside, log.byteLength);
        const dataDir = leave('cut', log.subarray(0, cut));
        expect({ cut, ...held(join(dataDir, 'kinora.db')) }).toEqual({ cut, ...acknowledgedWith(cut) });
      }
    }
  });

  it('holds a whole prefix of the commits when a byte inside it was never written', () => {
    const first = acknowledged[0]?.logBytes ?? 0;
    for (let at = first + 5; at < log.byteLength; at += 3_001) {
      const damaged = Buffer.from(log);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const frameStart = at - ((at - WAL_HEADER_BYTES) % FRAME_BYTES);
      const dataDir = leave('damaged', damaged);
      expect({ at, ...held(join(dataDir, 'kinora.db')) }).toEqual({ at, ...acknowledgedWith(frameStart) });
    }
  });

  it('opens as stores that go on from there, without a gap in any stream or in the log', async () => {
    for (const { logBytes } of acknowledged.filter((_, n) => n % 8 === 3)) {
      for (const cut of [logBytes - 1, logBytes, logBytes + FRAME_BYTES]) {
        const expected = acknowledgedWith(cut);
        const dataDir = leave('reopened', log.subarray(0, cut));
        const reopened = await openEmbeddedStores({ dataDir, clock });
        const head = await reopened.events.head();
        expect(head).toBe(expected.events.length - 1);
        for (const n of [0, 1, 2]) {
          const read = await reopened.events.readStream(stream(n));
          expect(read.map(({ revision }) => revision)).toEqual(read.map((_, revision) => revision));
          expect(read.length % (n + 1)).toBe(0);
          expect(await reopened.events.append(stream(n), read.length - 1, [event()])).toMatchObject({
            outcome: 'appended',
            position: head + n + 1,
          });
        }
        await reopened.close();
      }
    }
  });
});

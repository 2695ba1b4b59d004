import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BlobHash } from '../../../src/platform/blobs/port.js';
import type { EmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';

jest.setTimeout(240_000);

const LOADER = fileURLToPath(new URL('../../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const WRITER = fileURLToPath(new URL('./kill-writer.ts', import.meta.url));

/** What the killed processes had acknowledged, all rounds together. */
interface Acknowledged {
  readonly revisions: Map<string, number>;
  readonly versions: Map<string, number>;
  readonly jobs: Set<string>;
  readonly stored: Set<string>;
  readonly released: Set<string>;
}

function note(acknowledged: Acknowledged, line: string): void {
  const [what, name = '', number = ''] = line.split(' ');
  if (what === 'appended') acknowledged.revisions.set(name, Number(number));
  else if (what === 'wrote') acknowledged.versions.set(name, Number(number));
  else if (what === 'queued') acknowledged.jobs.add(name);
  else if (what === 'stored') acknowledged.stored.add(name);
  else if (what === 'released') acknowledged.released.add(name);
  else throw new Error(`the writer said: ${line}`);
}

/** Runs the storm and kills it without warning after so many acknowledgements. */
async function stormUntilKilled(
  dataDir: string,
  batch: number,
  acknowledgements: number,
  acknowledged: Acknowledged,
): Promise<void> {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = spawn(process.execPath, ['--import', LOADER, WRITER, dataDir, String(batch)], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env,
  });
  const exited = once(child, 'exit');
  let heard = 0;
  const [, , , acknowledgementsOf] = child.stdio;
  if (!(acknowledgementsOf instanceof Readable)) throw new Error('the writer has no descriptor 3');
  for await (const line of createInterface({ input: acknowledgementsOf })) {
    note(acknowledged, line);
    heard += 1;
    if (heard === acknowledgements) child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);
}

async function wholeLog(stores: EmbeddedStores): Promise<LoggedEvent[]> {
  const log: LoggedEvent[] = [];
  for await (const batch of stores.events.follow({
    after: -1,
    prefixes: ['credits-'],
    signal: new AbortController().signal,
  })) {
    for (const event of batch.events) log.push(event);
    if (batch.caughtUp) break;
  }
  return log;
}

// Three events an append for many commits; 400 so that the heads of streams are recorded in the middle of it.
describe.each([
  { batch: 3, stops: [1, 700, 2_500] },
  { batch: 400, stops: [90, 190] },
])('a process killed while it appends $batch events at a time', ({ batch, stops }) => {
  const acknowledged: Acknowledged = {
    revisions: new Map(),
    versions: new Map(),
    jobs: new Set(),
    stored: new Set(),
    released: new Set(),
  };
  let dataDir: string;
  let stores: EmbeddedStores;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-kill-'));
    for (const stop of stops) await stormUntilKilled(dataDir, batch, stop, acknowledged);
    // Its lock went with it: nothing has to be cleared away by hand.
    stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
  });
  afterAll(async () => {
    await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has lost no acknowledged event and kept no part of an append', async () => {
    expect(acknowledged.revisions.size).toBeGreaterThan(0);
    for (const [name, revision] of acknowledged.revisions) {
      // A name of the form that the brand stands for, from the log itself.
      const read = await stores.events.readStream(name as LoggedEvent['stream']);
      expect(read.length - 1).toBeGreaterThanOrEqual(revision);
      expect(read.length % batch).toBe(0);
      expect(read.every((event, n) => event.revision === n)).toBe(true);
      for (let at = 0; at < read.length; at += batch) {
        const together = read.slice(at, at + batch);
        expect(new Set(together.map(({ data }) => data)).size).toBe(1);
      }
    }
  });

  it('has a log without gaps, the same as its streams one by one', async () => {
    const log = await wholeLog(stores);
    expect(log.every(({ position }, n) => position === n)).toBe(true);
    // The events of one append stand together.
    expect(
      log.every(
        ({ stream, revision }, n) =>
          revision % batch === 0 || (log[n - 1]?.stream === stream && log[n - 1]?.revision === revision - 1),
      ),
    ).toBe(true);
    const lengths = new Map<string, number>();
    const outOfPlace = log.filter(({ stream, revision }) => {
      const expected = lengths.get(stream) ?? 0;
      lengths.set(stream, revision + 1);
      return revision !== expected;
    });
    expect(outOfPlace).toEqual([]);
    for (const [stream, length] of lengths) {
      // As above.
      const [last] = await stores.events.readStream(stream as LoggedEvent['stream'], {
        direction: 'backwards',
        limit: 1,
      });
      expect(last?.revision).toBe(length - 1);
    }
  });

  it('has every acknowledged document, each version with its message', async () => {
    const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [['owner']] }, (stored) => stored);
    const messages = await stores.documents.pendingMessages(1_000_000);
    for (const [id, version] of acknowledged.versions) {
      const found = await notes.get(id);
      expect(found?.version).toBeGreaterThanOrEqual(version);
      const own = messages.filter(({ documentId }) => documentId === id).map((one) => one.id);
      expect(own).toEqual(Array.from({ length: found?.version ?? 0 }, (_, n) => `${id}-${n + 1}`));
    }
  });

  it('has every acknowledged job', async () => {
    const { waiting } = await stores.jobs.size('creations');
    const leased = await stores.jobs.lease('creations', 'w1', 60_000, waiting);
    const ids = new Set(leased.map(({ id }) => id));
    expect([...acknowledged.jobs].filter((id) => !ids.has(id))).toEqual([]);
  });

  it('has every acknowledged blob whole, none that was released, and no file that nobody refers to', async () => {
    for (const hash of acknowledged.stored) {
      const digest = createHash('sha256');
      // A digest that the store itself has given.
      for await (const part of (await stores.blobs.read(hash as BlobHash)) ?? []) digest.update(part);
      expect(digest.digest('hex')).toBe(hash);
    }
    // As above.
    for (const hash of acknowledged.released) expect(await stores.blobs.info(hash as BlobHash)).toBeUndefined();
    const files = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
    for (const { name } of files.filter((entry) => entry.isFile()))
      expect(await stores.blobs.info(name as BlobHash)).toBeDefined();
  });
});

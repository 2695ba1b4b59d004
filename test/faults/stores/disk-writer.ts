// A process whose disk has little room: writes until it is refused, looks whether the earlier writes are whole, gets
// room, and writes on. Says what it saw as one line of JSON.
// `node --import …/typescript-loader.mjs disk-writer.ts <data folder> <ballast file to remove, or "limit">`
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';

const [dataDir = '', room = ''] = process.argv.slice(2);
const clock = { now: () => Date.now() };
let stores = await openEmbeddedStores({ dataDir, clock });
const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [] }, (stored) => stored);
// A name of the form that the brand stands for.
const stream = 'credits-1' as StreamName;

function makeRoom(): void {
  if (room === 'limit') execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited']);
  else rmSync(room);
}

/** Writes until refused. Answers how many writes stood, and why the next did not. */
async function until(write: (n: number) => Promise<unknown>): Promise<{ written: number; reason: string }> {
  for (let written = 0; ; written += 1) {
    try {
      await write(written);
    } catch (error) {
      return { written, reason: error instanceof StoreUnavailable ? `${error.store}: ${error.reason}` : String(error) };
    }
  }
}

const event = () => ({
  id: randomUUID(),
  type: 'CreditsGranted',
  data: JSON.stringify({ pad: randomBytes(15_000).toString('hex') }),
  metadata: '{}',
});
const append = (n: number) => stores.events.append(stream, n * 2 - 1, [event(), event()]);

const kept = await stores.blobs.put(randomBytes(200_000), 'task-1');
const appends = await until(append);
const documents = await until((n) =>
  notes.put({
    id: `note-${n}`,
    document: { pad: 'x'.repeat(200_000) },
    expectedVersion: 0,
    outbox: [{ id: `m-${n}`, type: 'NoteWritten', data: null }],
  }),
);
const blobs = await until(() => stores.blobs.put(randomBytes(9_000_000), 'task-2'));

const read = await stores.events.readStream(stream);
const whileFull = {
  events: read.length,
  inOrder: read.every(({ revision }, n) => revision === n),
  notes: await notes.count(),
  messages: (await stores.documents.pendingMessages(1_000)).length,
  leftAside: readdirSync(join(dataDir, 'blobs', 'tmp')).length,
};
makeRoom();
const afterwards = await append(appends.written);
const later = await stores.blobs.put(randomBytes(500_000), 'task-3');
await stores.close();
stores = await openEmbeddedStores({ dataDir, clock });
const digest = createHash('sha256');
for await (const part of (await stores.blobs.read(kept.hash)) ?? []) digest.update(part);
const reopened = {
  events: (await stores.events.readStream(stream)).length,
  head: await stores.events.head(),
  keptBlob: digest.digest('hex') === kept.hash,
  laterBlob: (await stores.blobs.info(later.hash))?.size,
};
await stores.close();
process.stdout.write(`${JSON.stringify({ appends, documents, blobs, whileFull, afterwards, reopened })}\n`);

// A small process to look at from outside: appends, writes documents, and says on standard output, by one system call
// each, what has been acknowledged. `node --import …/typescript-loader.mjs durability-writer.ts <data folder> <rounds>`
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';

const [dataDir = '', rounds = '1'] = process.argv.slice(2);
const CALLERS = 8;

const stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [] }, (stored) => stored);

async function call(caller: number): Promise<void> {
  // A name of the form that the brand stands for.
  const stream = `credits-${caller}` as StreamName;
  for (let round = 0; round < Number(rounds); round += 1) {
    const id = randomUUID();
    await stores.events.append(stream, round - 1, [{ id, type: 'CreditsGranted', data: '{}', metadata: '{}' }]);
    writeSync(1, `ack ${id}\n`);
    const mark = randomUUID();
    await notes.put({ id: `note-${caller}`, document: { mark }, expectedVersion: round });
    writeSync(1, `ack ${mark}\n`);
    const job = randomUUID();
    await stores.jobs.add({ id: job, queue: 'creations', payload: null });
    writeSync(1, `ack ${job}\n`);
  }
}

await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
await stores.close();

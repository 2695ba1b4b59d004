// A process to be killed: storms every store at once and says on descriptor 3, by one system call each, what was
// acknowledged. (Standard output will not do: Node makes it non-blocking, and a slow reader would then break the
// write.) `node --import …/typescript-loader.mjs kill-writer.ts <data folder> <events an append>`
import { randomBytes, randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';

const [dataDir = '', batch = '3'] = process.argv.slice(2);
const ACKNOWLEDGEMENTS = 3;
const APPENDERS = 32;
const AUTHORS = 8;
const PAINTERS = 4;

const stores = await openEmbeddedStores({ dataDir, clock: { now: () => Date.now() } });
const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [['owner']] }, (stored) => stored);
const say = (...words: readonly (string | number)[]): void => void writeSync(ACKNOWLEDGEMENTS, `${words.join(' ')}\n`);

async function append(appender: number): Promise<never> {
  // A name of the form that the brand stands for.
  const stream = `credits-${appender}` as StreamName;
  const [last] = await stores.events.readStream(stream, { direction: 'backwards', limit: 1 });
  let revision = last?.revision ?? -1;
  for (;;) {
    const data = JSON.stringify({ batch: randomUUID() });
    const events = Array.from({ length: Number(batch) }, () => ({
      id: randomUUID(),
      type: 'CreditsGranted',
      data,
      metadata: '{}',
    }));
    const result = await stores.events.append(stream, revision, events);
    if (result.outcome === 'conflict') throw new Error(`${stream} was not at ${revision} but at ${result.actual}`);
    revision = result.revision;
    say('appended', stream, revision);
  }
}

async function write(author: number): Promise<never> {
  const id = `note-${author}`;
  let version = (await notes.get(id))?.version ?? 0;
  for (;;) {
    const outbox = [{ id: `${id}-${version + 1}`, type: 'NoteWritten', data: { version: version + 1 } }];
    const result = await notes.put({
      id,
      document: { owner: 'ada', at: version + 1 },
      expectedVersion: version,
      outbox,
    });
    if (result === 'conflict') throw new Error(`${id} was not at ${version}`);
    version += 1;
    say('wrote', id, version);
    const job = randomUUID();
    await stores.jobs.add({ id: job, queue: 'creations', payload: null });
    say('queued', job);
  }
}

async function paint(): Promise<never> {
  for (;;) {
    const { hash } = await stores.blobs.put(randomBytes(50_000), 'task');
    say('stored', hash);
    const gone = await stores.blobs.put(randomBytes(50_000), 'task');
    await stores.blobs.removeReference(gone.hash, 'task');
    say('released', gone.hash);
  }
}

await Promise.all([
  ...Array.from({ length: APPENDERS }, (_, n) => append(n)),
  ...Array.from({ length: AUTHORS }, (_, n) => write(n)),
  ...Array.from({ length: PAINTERS }, () => paint()),
]);

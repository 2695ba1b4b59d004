import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import type { Blobs } from '../../platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { ExportParts, jsonFile } from '../../platform/export-parts.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import { createMemoryJobs } from '../../platform/jobs/memory.js';
import type { Jobs } from '../../platform/jobs/port.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import {
  EXPORT_MS,
  exportDocument,
  Exports,
  EXPORTS,
  referenceOf,
  type ExportDocument,
  type MadeFile,
} from './exports.js';
import { ExportWorker } from './worker.js';

const ada = 'ada' as UserId; // a test's own user
const HOUR = 3_600_000;
const quiet = (): void => undefined;
const away = (): Error => new StoreUnavailable('blobs', 'unreachable', 'it is away');

let now: number;
let store: DocumentStore;
let documents: Collection<ExportDocument>;
let blobs: Blobs;
let jobs: Jobs;
const clock = { now: () => now };
const running: ExportWorker[] = [];

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  now = Date.UTC(2026, 0, 31);
  store = createMemoryDocumentStore();
  documents = await store.collection(EXPORTS, (stored) => exportDocument.parse(stored));
  blobs = createMemoryBlobs();
  jobs = createMemoryJobs(clock);
});
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
  jest.useRealTimers();
});

const exportsOn = (changed: Partial<Collection<ExportDocument>> = {}): Exports =>
  new Exports({ documents: { ...plain(documents), ...changed }, jobs, blobs });

/** A collection as a plain object, so that tests can replace single calls. */
function plain(collection: Collection<ExportDocument>): Collection<ExportDocument> {
  return {
    name: collection.name,
    get: (id) => collection.get(id),
    getMany: (ids) => collection.getMany(ids),
    versions: (ids) => collection.versions(ids),
    put: (operation) => collection.put(operation),
    putMany: (operations) => collection.putMany(operations),
    delete: (id, version, outbox) => collection.delete(id, version, outbox),
    find: (query) => collection.find(query),
    findPositions: (query) => collection.findPositions(query),
    count: (where) => collection.count(where),
  };
}

function startWorker(
  exports: Exports,
  put: Blobs['put'] = (content, reference) => blobs.put(content, reference),
  files?: () => never,
): void {
  const parts = new ExportParts();
  parts.register({
    name: 'words',
    async *files() {
      yield files === undefined ? { ...jsonFile('words.json', now, 'words'), compress: false } : files();
    },
  });
  const worker = new ExportWorker({
    exports,
    parts,
    jobs,
    blobs: { put, removeReference: blobs.removeReference.bind(blobs) },
    clock,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    name: 'worker',
  });
  running.push(worker);
  worker.start();
}

/** Advances the time second by second until a condition holds. */
async function passUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    for (let turns = 0; turns < 20; turns += 1) await turn();
    jest.advanceTimersByTime(1_000);
  }
}

const stateOf = async (): Promise<string | undefined> => (await documents.get(ada))?.document.state;
async function held(): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { references } of blobs.list()) found.push(...references);
  return found;
}
async function made(words: string, fence: number): Promise<MadeFile> {
  const reference = referenceOf(ada, 1, fence);
  return { ...(await blobs.put(Buffer.from(words), reference)), reference };
}
const letters = async (): Promise<readonly string[]> => (await store.pendingMessages(10)).map(({ id }) => id);

describe('a file that somebody takes away', () => {
  it.each(['another content', 'the same content'])('is one where two workers finish it, with %s', async (content) => {
    const exports = exportsOn();
    await exports.request(ada, now);
    const first = await made('the same content', 1);
    const second = await made(content, 2);
    expect(await exports.conclude(ada, 1, first, now)).toBe(true);
    expect(await exports.conclude(ada, 1, second, now)).toBe(false);
    expect(await exports.conclude(ada, 1, first, now)).toBe(true);
    await blobs.removeReference(second.hash, second.reference);
    expect(await blobs.info(first.hash)).toBeDefined();
    expect(await held()).toEqual([first.reference]);
  });

  it('leaves nothing behind when a process dies before its document names it', async () => {
    const exports = exportsOn();
    await exports.request(ada, now);
    const lost = await made('of the dead', 1);
    await exports.sweep(now);
    expect(await held()).toEqual([lost.reference]);
    const kept = await made('of the living', 2);
    await exports.conclude(ada, 1, kept, now);
    await exports.sweep((now += 25 * HOUR));
    expect(await held()).toEqual([kept.reference]);
    await blobs.put(Buffer.from('nobody’s'), referenceOf('eve' as UserId, 1, 1)); // a test's own user
    await blobs.put(Buffer.from('a work'), 'task:t:0:1');
    await exports.sweep((now += 25 * HOUR));
    expect(await held()).toHaveLength(2);
    expect(await held()).toEqual(expect.arrayContaining([kept.reference, 'task:t:0:1']));
  });

  it.each([
    ['is refused', false],
    ['loses its answer', true],
  ])('is held once where the write that names it %s', async (_what, isWritten) => {
    let isAway = true;
    const exports = exportsOn({
      put: async (operation) => {
        if (operation.document.state !== 'ready' || !isAway) return documents.put(operation);
        isAway = false;
        if (isWritten) await documents.put(operation);
        throw away();
      },
    });
    await exports.request(ada, now);
    startWorker(exports);
    await passUntil(
      async () => (await stateOf()) === 'ready' && !isAway && (await jobs.size('identity.exports')).waiting === 0,
    );
    const found = await exports.of(ada);
    expect(found?.state === 'ready' && (await held())).toEqual([found?.state === 'ready' ? found.reference : '']);
  });

  it('has failed for good after three tries, whatever other jobs there were', async () => {
    for (let other = 0; other < 5; other += 1) {
      await jobs.add({ id: `other${other}`, queue: 'others', payload: null });
      await jobs.lease('others', 'somebody', HOUR, 1);
    }
    const exports = exportsOn();
    await exports.request(ada, now);
    let tries = 0;
    startWorker(exports, undefined, () => {
      tries += 1;
      throw new Error('it cannot be made');
    });
    await passUntil(async () => (await stateOf()) === 'failed');
    expect(tries).toBe(3);
    expect(await held()).toEqual([]);
  });

  it('is not tried again at once where the store is away, nor given up', async () => {
    const exports = exportsOn();
    await exports.request(ada, now);
    let tries = 0;
    startWorker(exports, async (content, reference) => {
      tries += 1;
      if (tries <= 5) throw away();
      return blobs.put(content, reference);
    });
    for (let turns = 0; turns < 500; turns += 1) await turn();
    expect(tries).toBe(1);
    await passUntil(async () => (await stateOf()) === 'ready');
    expect(tries).toBe(6);
  });

  it('is told of by a letter of its own, when one a long time ago is forgotten', async () => {
    const exports = exportsOn();
    for (let times = 0; times < 2; times += 1) {
      await exports.request(ada, now);
      await exports.conclude(ada, 1, await made('words', times), now);
      await exports.sweep((now += EXPORT_MS + HOUR));
      expect(await stateOf()).toBeUndefined();
    }
    expect(new Set(await letters()).size).toBe(2);
    expect(await held()).toEqual([]);
  });

  it('is made where it is wished for while one that has ended is swept away', async () => {
    const exports = exportsOn();
    await exports.request(ada, now);
    await exports.conclude(ada, 1, await made('words', 1), now);
    now += EXPORT_MS + HOUR;
    let isRequested = false;
    await exportsOn({
      find: async (query) => {
        const page = await documents.find(query);
        if (!isRequested) await exports.request(ada, now);
        isRequested = true;
        return page;
      },
    }).sweep(now);
    expect(await stateOf()).toBe('waiting');
    const last = {
      ...(await blobs.put(Buffer.from('anew'), referenceOf(ada, 2, 3))),
      reference: referenceOf(ada, 2, 3),
    };
    expect(await exports.conclude(ada, 2, last, now)).toBe(true);
    expect(await held()).toEqual([last.reference]);
  });
});

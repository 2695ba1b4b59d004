import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalIncomingFiles } from '../../../src/creation/uploads/incoming-files.js';
import type { Inspector } from '../../../src/creation/uploads/inspect/inspector.js';
import { refusal } from '../../../src/creation/uploads/upload.js';
import { UploadStore } from '../../../src/creation/uploads/upload.store.js';
import { UPLOAD_LIMITS } from '../../../src/creation/uploads/upload.shared.js';
import { Uploads } from '../../../src/creation/uploads/uploads.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { err, ok } from '../../../src/kernel/result.js';
import { createMemoryBlobs } from '../../../src/platform/blobs/memory.js';
import type { BlobHash } from '../../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import { Crash, HandClock, Life, mortal } from './creation-world.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
// Opaque ids of the test's own.
const [ann, bob] = ['ann' as UserId, 'bob' as UserId];

/** Stores that outlive processes, and processes that die where they are told to. */
class World {
  readonly clock = new HandClock();
  readonly documents = createMemoryDocumentStore();
  readonly blobs = createMemoryBlobs();
  private readonly made = new Set<BlobHash>();
  private looked = 0;
  free = Number.MAX_SAFE_INTEGER;
  /** What a look at a file waits for. */
  looking: () => Promise<void> = async () => undefined;

  constructor(readonly folder: string) {}

  /**
   * A film comes with a poster; what is kept differs each time, so that a second look finds the blobs of the first in
   * its way.
   */
  private readonly inspector: Pick<Inspector, 'take' | 'cut'> = {
    cut: () => Promise.reject(new Error('nothing is cut here')),
    take: async (from, to, purpose) => {
      await this.looking();
      if ((await readFile(from)).includes('bad')) return err(refusal('damaged'));
      await copyFile(from, to);
      await writeFile(to, `${String((this.looked += 1))} ${await readFile(from, 'utf8')}`);
      await writeFile(`${to}.poster`, `first picture ${this.looked}`);
      for (const path of [to, `${to}.poster`])
        this.made.add(
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex') as BlobHash,
        ); // what the brand stands for
      return ok({
        path: to,
        posterPath: `${to}.poster`,
        kind: purpose === 'video' ? 'video' : 'image',
        type: 'image/png',
        width: 4,
        height: 4,
        animated: false,
        notes: [],
      });
    },
  };

  async start(life: Life): Promise<Uploads> {
    const blobs = mortal(this.blobs, life, 'blobs');
    const uploads = new Uploads({
      store: await UploadStore.open(mortal(this.documents, life, 'documents')),
      blobs,
      inspector: this.inspector,
      rateLimit: createMemoryRateLimit(this.clock),
      clock: this.clock,
      random: systemRandom,
      log: { warn: () => undefined, error: () => undefined },
      folder: this.folder,
      incomingFiles: new LocalIncomingFiles(join(this.folder, 'arriving')),
      freeBytes: () => Promise.resolve(this.free),
    });
    await uploads.open();
    return uploads;
  }

  /** What is left of everything: documents, blobs, files. */
  async left(): Promise<{ documents: number; blobs: number; files: string[] }> {
    const collection = await this.documents.collection(
      { name: 'uploads_v1', indexes: [['owner', 'createdAt'], ['expiresAt']] },
      (value) => value,
    );
    let blobs = 0;
    for (const hash of this.made) if ((await this.blobs.info(hash)) !== undefined) blobs += 1;
    return {
      documents: await collection.count(),
      blobs,
      files: ['arriving', 'work'].flatMap((name) => readdirSync(join(this.folder, name))),
    };
  }
}

const content = (text: string): Blob => new Blob([text]);

/** What a user does; the id of a resumable upload is told as soon as it is known. */
const stories: Readonly<Record<string, (uploads: Uploads, report: (id: string) => void) => Promise<unknown>>> = {
  'a file sent whole': (uploads) => uploads.create(ann, content('a picture'), 'image'),
  'a file that cannot be taken': (uploads) => uploads.create(ann, content('a bad one'), 'image'),
  'a file sent in parts': async (uploads, report) => {
    await parts(uploads, 'a film', report);
  },
  'a bad file sent in parts': async (uploads, report) => {
    await parts(uploads, 'a bad film', report);
  },
  'a file used, then deleted': async (uploads) => {
    const made = await uploads.create(ann, content('a picture'), 'image');
    if (!made.ok) throw new Error('refused');
    const source = await uploads.source(ann, made.value.id);
    if (!source.ok) throw new Error('refused');
    await uploads.delete(ann, made.value.id);
  },
};

/** Until so many of the promises are settled. */
function settled(promises: readonly Promise<unknown>[], count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    for (const one of promises)
      void one.finally(() => {
        if ((left -= 1) === 0) resolve();
      });
  });
}

async function parts(uploads: Uploads, text: string, report: (id: string) => void): Promise<void> {
  const begun = await uploads.begin(ann, 'video', text.length, 'parts');
  if (!begun.ok) throw new Error('refused');
  report(begun.value.id);
  const path = await uploads.incomingFiles.fetch(begun.value.id, '');
  await writeFile(path, text);
  await writeFile(`${path}.json`, '{}');
  await uploads.finish(ann, begun.value.id);
}

describe('uploads outlive the death of the process', () => {
  let world: World;
  beforeEach(async () => {
    world = new World(await mkdtemp(join(tmpdir(), 'kinora-crash-')));
  });
  afterEach(() => rm(world.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

  it.each(Object.keys(stories))(
    '%s: at each call it makes of a store, just before and just after',
    async (name) => {
      const story = stories[name];
      let hasDied = true;
      let deaths = 0;
      for (let call = 1; hasDied; call += 1) {
        for (const when of ['before', 'after'] as const) {
          const { folder } = world;
          await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
          world = new World(folder);
          let id: string | undefined;
          const live = async (): Promise<unknown> =>
            story?.(await world.start(new Life({ call, when })), (received) => {
              id = received;
            });
          hasDied = await live().then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof Crash)) throw error;
              return true;
            },
          );
          if (hasDied) deaths += 1;
          const next = await world.start(new Life());
          // A resumable upload that was begun can be finished, and is then there; a bad one is refused as before.
          if (id !== undefined) {
            const finished = await next.finish(ann, id);
            expect(finished).toMatchObject(
              name.includes('bad') ? { ok: false, error: { params: { reason: 'damaged' } } } : { ok: true },
            );
            expect((await next.get(ann, id)).ok).toBe(finished.ok);
          }
          for (const _round of [1, 2]) {
            world.clock.move(UPLOAD_LIMITS.lifeMs + 1);
            await next.sweep();
          }
          expect(await world.left()).toEqual({ documents: 0, blobs: 0, files: [] });
        }
      }
      expect(deaths).toBeGreaterThan(6);
    },
    PATIENCE,
  );
});

describe('an upload', () => {
  let world: World;
  let uploads: Uploads;
  beforeEach(async () => {
    world = new World(await mkdtemp(join(tmpdir(), 'kinora-upload-')));
    uploads = await world.start(new Life());
  });
  afterEach(() => rm(world.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const made = async (text = 'a picture', owner = ann): Promise<string> => {
    const result = await uploads.create(owner, content(text), 'image');
    if (!result.ok) throw new Error(result.error.identifier);
    return result.value.id;
  };

  it('that nobody uses for a day ends; one that is used lives on', async () => {
    const [unused, used] = [await made('one'), await made('two')];
    world.clock.move(UPLOAD_LIMITS.lifeMs - 1);
    expect((await uploads.source(ann, used)).ok).toBe(true);
    world.clock.move(2);
    await uploads.sweep();
    expect([(await uploads.get(ann, unused)).ok, (await uploads.get(ann, used)).ok]).toEqual([false, true]);
    expect((await world.left()).documents).toBe(1);
  });

  it('that a task holds keeps its file when it is deleted', async () => {
    const id = await made();
    const source = await uploads.source(ann, id);
    if (!source.ok) throw new Error('no source');
    expect(await world.blobs.addReference(source.value.hash, 'task:1')).toBe(true);
    expect((await uploads.delete(ann, id)).ok).toBe(true);
    expect((await world.left()).documents).toBe(0);
    expect(await world.blobs.info(source.value.hash)).toBeDefined();
    await world.blobs.removeReference(source.value.hash, 'task:1');
    expect(await world.blobs.info(source.value.hash)).toBeUndefined();
  });

  it('goes with its visitor to the account that the visitor signs in to', async () => {
    const id = await made();
    expect((await uploads.get(bob, id)).ok).toBe(false);
    for (const _time of [1, 2]) await uploads.adopt(ann, bob);
    expect([(await uploads.get(ann, id)).ok, (await uploads.get(bob, id)).ok]).toEqual([false, true]);
  });

  it(
    'goes with its visitor while it is being looked at, and nobody waits for that',
    async () => {
      let [begun, over] = [(): void => undefined, (): void => undefined];
      const looked = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const end = new Promise<void>((resolve) => {
        over = resolve;
      });
      world.looking = () => {
        begun();
        return end;
      };
      const making = uploads.create(ann, content('a picture'), 'image');
      await looked;
      await uploads.adopt(ann, bob);
      over();
      const view = await making;
      if (!view.ok) throw new Error(view.error.identifier);
      expect([(await uploads.get(ann, view.value.id)).ok, (await uploads.get(bob, view.value.id)).ok]).toEqual([
        false,
        true,
      ]);
    },
    PATIENCE,
  );

  it(
    'of a burst waits to be looked at in no longer a line than is allowed',
    async () => {
      let over = (): void => undefined;
      const end = new Promise<void>((resolve) => {
        over = resolve;
      });
      world.looking = () => end;
      const burst = Array.from({ length: 30 }, () => uploads.create(ann, content('a picture'), 'image'));
      // The line is as long as it gets once the others have been turned away.
      await settled(burst, 14);
      over();
      const all = await Promise.all(burst);
      expect(all.filter(({ ok: taken }) => taken).length).toBe(16);
      expect(all.filter((one) => !one.ok && one.error.identifier === 'AI_RATE_LIMIT').length).toBe(14);
    },
    PATIENCE,
  );

  it('is refused while the disk would be left too full, and let in when there is room', async () => {
    world.free = UPLOAD_LIMITS.freeBytes + 10;
    expect(await uploads.begin(ann, 'video', 11, 'parts')).toMatchObject({
      ok: false,
      error: { identifier: 'IMAGE_UPLOAD_FAILED' },
    });
    expect((await uploads.begin(ann, 'video', 10, 'parts')).ok).toBe(true);
    world.free = UPLOAD_LIMITS.freeBytes - 1;
    expect(await uploads.create(ann, content('a picture'), 'image')).toMatchObject({
      ok: false,
      error: { identifier: 'IMAGE_UPLOAD_FAILED' },
    });
    expect(await uploads.hasRoom(0)).toBe(false);
  });

  it('is refused when the user has too much, and let in again when room is made', async () => {
    const begun: string[] = [];
    for (let count = 0; count < 10; count += 1) {
      const one = await uploads.begin(ann, 'video', UPLOAD_LIMITS.bytes, 'parts');
      if (!one.ok) throw new Error(one.error.identifier);
      begun.push(one.value.id);
    }
    expect(await uploads.begin(ann, 'video', UPLOAD_LIMITS.bytes, 'parts')).toMatchObject({
      ok: false,
      error: { params: { reason: 'too-much-stored' } },
    });
    expect((await uploads.begin(bob, 'video', UPLOAD_LIMITS.bytes, 'parts')).ok).toBe(true);
    await uploads.delete(ann, begun[0] ?? '');
    expect((await uploads.begin(ann, 'video', UPLOAD_LIMITS.bytes, 'parts')).ok).toBe(true);
  });

  it('of many at once is counted before the next is let in, and not too many are begun in a while', async () => {
    const all = await Promise.all(Array.from({ length: 130 }, () => uploads.begin(ann, 'image', 1, 'whole')));
    expect(all.filter(({ ok: taken }) => taken).length).toBe(UPLOAD_LIMITS.rate.limit);
    expect(all.at(-1)).toMatchObject({ error: { identifier: 'AI_RATE_LIMIT' } });
    world.clock.move(UPLOAD_LIMITS.rate.windowMs + 1);
    const more = await Promise.all(Array.from({ length: 90 }, () => uploads.begin(ann, 'image', 1, 'whole')));
    expect(more.filter(({ ok: taken }) => taken).length).toBe(UPLOAD_LIMITS.live - UPLOAD_LIMITS.rate.limit);
    expect(more.at(-1)).toMatchObject({ error: { params: { reason: 'too-many-uploads' } } });
  });
});

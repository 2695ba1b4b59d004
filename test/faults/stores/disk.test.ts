import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { openEmbeddedStores } from '../../../src/platform/data-folder/embedded.js';

jest.setTimeout(180_000);

const LOADER = fileURLToPath(new URL('../../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const WRITER = fileURLToPath(new URL('./disk-writer.ts', import.meta.url));
const run = promisify(execFile);

const refused = z.object({ written: z.number(), reason: z.string() });
const seenShape = z.object({
  appends: refused,
  documents: refused,
  blobs: refused,
  whileFull: z.object({
    events: z.number(),
    inOrder: z.boolean(),
    notes: z.number(),
    messages: z.number(),
    leftAside: z.number(),
  }),
  afterwards: z.object({ outcome: z.string(), revision: z.number(), position: z.number() }),
  reopened: z.object({ events: z.number(), head: z.number(), keptBlob: z.boolean(), laterBlob: z.number() }),
});

interface SmallDisk {
  readonly name: string;
  /** A shell line that runs the writer, given as `$@`, with little room in the folder `$0`. */
  readonly shell: string;
  readonly makeRoom: (folder: string) => string;
}

const ownMount = 'mount -t tmpfs -o size=12m kinora "$0"';
const mayMount = spawnSync('unshare', ['-rm', 'sh', '-c', ownMount, tmpdir()]).status === 0;

/**
 * A limit on the size of files can be set everywhere; a disk of its own only where the kernel lets this user mount one.
 */
const smallDisks: readonly SmallDisk[] = [
  { name: 'a limit of 4 MiB on the size of files', shell: 'ulimit -S -f 8192; exec "$@"', makeRoom: () => 'limit' },
  ...(mayMount
    ? [
        {
          name: 'a disk of 12 MiB',
          shell: `unshare -rm sh -c '${ownMount} && head -c 4M /dev/urandom > "$0/ballast" && exec "$@"' "$0" "$@"`,
          makeRoom: (folder: string) => join(folder, 'ballast'),
        },
      ]
    : []),
];

describe('a full disk', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-disk-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it.each(smallDisks)(
    'with $name: writes are refused, what was written stays whole, and it goes on when there is room',
    async ({ shell, makeRoom }) => {
      const node = [process.execPath, '--import', LOADER, WRITER, join(folder, 'data'), makeRoom(folder)];
      const { stdout } = await run('bash', ['-c', shell, folder, ...node], {
        env: { ...process.env, NODE_OPTIONS: '' },
      });
      const seen = seenShape.parse(JSON.parse(stdout));
      const { written } = seen.appends;
      expect(written).toBeGreaterThan(10);
      expect([seen.appends.reason, seen.documents.reason, seen.blobs.reason]).toEqual([
        'event store: full',
        'documents: full',
        'blobs: full',
      ]);
      expect(seen.whileFull).toEqual({
        events: written * 2,
        inOrder: true,
        notes: seen.documents.written,
        messages: seen.documents.written,
        leftAside: 0,
      });
      expect(seen.afterwards).toEqual({ outcome: 'appended', revision: written * 2 + 1, position: written * 2 + 1 });
      expect(seen.reopened).toEqual({
        events: written * 2 + 2,
        head: written * 2 + 1,
        keptBlob: true,
        laterBlob: 500_000,
      });
    },
  );

  it('as a quota of the database: writes are refused, and go on once something was deleted', async () => {
    const stores = await openEmbeddedStores({ dataDir: folder, clock: { now: () => 0 }, maxPages: 400 });
    const notes = await stores.documents.collection({ name: 'notes_v1', indexes: [] }, (stored) => stored);
    const put = (id: string): Promise<unknown> =>
      notes.put({ id, document: { pad: 'x'.repeat(100_000) }, expectedVersion: 0 });
    let written = 0;
    await expect(
      (async () => {
        for (; ; written += 1) await put(`note-${written}`);
      })(),
    ).rejects.toMatchObject({ name: 'StoreUnavailable', store: 'documents', reason: 'full' });
    expect(await notes.count()).toBe(written);
    await expect(Promise.all(['a', 'b', 'c'].map(put))).rejects.toMatchObject({ reason: 'full' });
    expect(await notes.count()).toBe(written);
    await notes.delete('note-0', 1);
    expect(await put('again')).toBe('written');
    await stores.close();
  });
});

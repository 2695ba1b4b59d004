import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserId } from '../../kernel/ids.js';
import { ok } from '../../kernel/result.js';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { systemRandom } from '../../platform/random.js';
import { createMemoryRateLimit } from '../../platform/rate-limit/memory.js';
import { LocalIncomingFiles } from './incoming-files.js';
import type { Inspector } from './inspect/inspector.js';
import { trimBytes } from './inspect/trim.js';
import { UploadStore } from './upload.store.js';
import { UPLOAD_LIMITS } from './upload.shared.js';
import { Uploads } from './uploads.js';

// Test names stand for generated ids.
const ann = 'ann' as UserId;
let now = 1_000;
const clock = { now: () => now };
const trim = { kind: 'trim', from: 0, to: 3_000 } as const;

describe('parts of what is kept', () => {
  let folder: string;
  let free: number;
  let uploads: Uploads;
  let store: UploadStore;
  let video: { readonly hash: BlobHash; readonly bytes: number; readonly kind: 'video' };
  let cutting: Inspector['cut'];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-parts-'));
    free = Number.MAX_SAFE_INTEGER;
    const blobs = createMemoryBlobs();
    const { hash } = await blobs.put(new Uint8Array([1, 2, 3]), 'a film');
    video = { hash, bytes: 3, kind: 'video' };
    store = await UploadStore.open(createMemoryDocumentStore());
    cutting = async (_from, to) => {
      await writeFile(to, 'a part');
      return ok({
        path: to,
        kind: 'video',
        type: 'video/mp4',
        width: 4,
        height: 4,
        seconds: 3,
        animated: false,
        notes: [],
      });
    };
    uploads = new Uploads({
      store,
      blobs,
      inspector: {
        take: () => Promise.reject(new Error('nothing comes in here')),
        cut: (...given) => cutting(...given),
      },
      rateLimit: createMemoryRateLimit(clock),
      clock,
      random: systemRandom,
      log: { warn: () => undefined, error: () => undefined },
      folder,
      incomingFiles: new LocalIncomingFiles(join(folder, 'arriving')),
      freeBytes: async () => free,
    });
    await uploads.open();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('count as much as they may have until they are there, and then as much as they have', async () => {
    const during: number[] = [];
    const plain = cutting;
    cutting = async (...given) => {
      during.push(...(await store.of(ann)).map(({ bytes }) => bytes));
      return plain(...given);
    };
    expect(await uploads.cut(ann, video, trim)).toMatchObject({ ok: true, value: { bytes: 6 } });
    expect(during).toEqual([trimBytes(trim)]);
    expect((await store.of(ann)).map(({ bytes }) => bytes)).toEqual([6]);
    free = UPLOAD_LIMITS.freeBytes + trimBytes(trim) - 1;
    expect(await uploads.cut(ann, video, trim)).toMatchObject({
      ok: false,
      error: { identifier: 'IMAGE_UPLOAD_FAILED' },
    });
  });

  it('leave nothing when whoever asked has gone, be it before the end or just after', async () => {
    const controller = new AbortController();
    cutting = (_from, _to, _part, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('ended')));
        controller.abort();
      });
    expect(await uploads.cut(ann, video, trim, controller.signal)).toMatchObject({
      ok: false,
      error: { identifier: 'TRY_AGAIN' },
    });
    const late = new AbortController();
    cutting = async (_from, to) => {
      await writeFile(to, 'a part');
      late.abort();
      return ok({
        path: to,
        kind: 'video',
        type: 'video/mp4',
        width: 4,
        height: 4,
        seconds: 3,
        animated: false,
        notes: [],
      });
    };
    expect(await uploads.cut(ann, video, trim, late.signal)).toMatchObject({
      ok: false,
      error: { identifier: 'TRY_AGAIN' },
    });
    expect(await store.of(ann)).toEqual([]);
    expect(await readdir(join(folder, 'work'))).toEqual([]);
  });

  it('say that a crop failed when the disk is full, and of a film that it could not be taken in', async () => {
    cutting = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    const crop = { kind: 'crop', left: 0, top: 0, width: 64, height: 64 } as const;
    expect(await uploads.cut(ann, { ...video, kind: 'image' }, crop)).toEqual({
      ok: false,
      error: { identifier: 'CROP_FAILED', params: {} },
    });
    expect(await uploads.cut(ann, video, trim)).toEqual({
      ok: false,
      error: { identifier: 'IMAGE_UPLOAD_FAILED', params: {} },
    });
    expect(await store.of(ann)).toEqual([]);
  });

  it('say of what is gone whether it was a film or a picture', async () => {
    // Not the digest of any blob.
    const hash = '0'.repeat(64) as BlobHash;
    expect(await uploads.cut(ann, { ...video, hash }, trim)).toMatchObject({
      ok: false,
      error: { identifier: 'VIDEO_NOT_FOUND' },
    });
    expect(
      await uploads.cut(
        ann,
        { hash, bytes: 3, kind: 'image' },
        { kind: 'crop', left: 0, top: 0, width: 64, height: 64 },
      ),
    ).toMatchObject({ ok: false, error: { identifier: 'IMAGE_NOT_FOUND' } });
  });

  it('and all else that somebody brought along go with them, also what is being looked at then', async () => {
    await uploads.cut(ann, video, trim);
    const plain = cutting;
    cutting = async (...given) => {
      await uploads.purge(ann);
      return plain(...given);
    };
    expect(await uploads.cut(ann, video, trim)).toMatchObject({ ok: false });
    now += 1;
    await uploads.sweep();
    expect(await store.of(ann)).toEqual([]);
  });
});

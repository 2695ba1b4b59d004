import { afterAll, afterEach, beforeEach, expect, it } from '@jest/globals';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3IncomingFiles } from '../../../src/creation/uploads/incoming-files-s3.js';
import { TUS_PATH, TusUploads, type TusAnswer } from '../../../src/creation/uploads/tus.js';
import { UploadLocks } from '../../../src/creation/uploads/upload-locks.js';
import { UploadStore } from '../../../src/creation/uploads/upload.store.js';
import { Uploads } from '../../../src/creation/uploads/uploads.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { ok } from '../../../src/kernel/result.js';
import { openS3Blobs, type S3Settings } from '../../../src/platform/blobs/s3.js';
import type { Blobs } from '../../../src/platform/blobs/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createMemoryRateLimit } from '../../../src/platform/rate-limit/memory.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { freshBucket } from '../../contract/adapters/s3.js';
import { s3Server } from '../../contract/adapters/servers.js';
import { collect } from '../../contract/adapters.js';
import { describeUnless } from '../../support/needs.js';

const clock = { now: () => Date.now() };
const ann = 'ann' as UserId; // ids of users are texts
const bob = 'bob' as UserId;
/** More than S3 takes as one part. */
const FILE = randomBytes(11 * 1_048_576);
const PATIENCE = 600_000;

interface Process {
  readonly uploads: Uploads;
  readonly tus: TusUploads;
  /** How often it has looked at a file. */
  looked(): number;
}

describeUnless(s3Server.missing, 'files that come in parts to several processes', () => {
  let folder: string;
  let blobs: Blobs;
  let one: Process;
  let other: Process;

  async function start(
    s3: S3Settings,
    parts: { documents: ReturnType<typeof createMemoryDocumentStore>; signals: ReturnType<typeof createMemorySignals> },
    name: string,
  ): Promise<Process> {
    const { documents, signals } = parts;
    let looked = 0;
    const uploads = new Uploads({
      store: await UploadStore.open(documents),
      blobs,
      rateLimit: createMemoryRateLimit(clock),
      clock,
      random: systemRandom,
      log: createLogger('silent'),
      folder: join(folder, name),
      freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
      incomingFiles: new S3IncomingFiles(
        s3,
        await UploadLocks.open({ documents, signals, clock, random: systemRandom }),
      ),
      inspector: {
        cut: () => Promise.reject(new Error('nothing is cut here')),
        take: async (from, to) => {
          looked += 1;
          await copyFile(from, to);
          return ok({ path: to, kind: 'image', type: 'image/png', width: 4, height: 4, animated: false, notes: [] });
        },
      },
    });
    await uploads.open();
    return { uploads, tus: new TusUploads(uploads), looked: () => looked };
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-processes-'));
    const s3 = await freshBucket();
    const parts = { documents: createMemoryDocumentStore(), signals: createMemorySignals(clock) };
    blobs = await openS3Blobs({
      s3,
      documents: parts.documents,
      clock,
      random: systemRandom,
      log: createLogger('silent'),
    });
    one = await start(s3, parts, 'one');
    other = await start(s3, parts, 'other');
  });
  afterEach(async () => {
    await blobs.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => s3Server.stop());

  const ask = (
    at: Process,
    owner: UserId,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ): Promise<TusAnswer> =>
    at.tus.handle(
      owner,
      new Request(`http://localhost${path}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', ...headers },
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      }),
    );
  const begin = async (): Promise<string> => {
    const { status, headers } = await ask(one, ann, 'POST', TUS_PATH, { 'upload-length': String(FILE.byteLength) });
    expect(status).toBe(201);
    return headers.get('location') ?? '';
  };
  const send = (at: Process, path: string, from: number, to: number): Promise<TusAnswer> =>
    ask(
      at,
      ann,
      'PATCH',
      path,
      { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      FILE.subarray(from, to),
    );
  const offset = async (at: Process, path: string): Promise<string | undefined> =>
    (await ask(at, ann, 'HEAD', path)).headers.get('upload-offset');
  const idOf = (path: string): string => path.slice(TUS_PATH.length + 1);
  const bytesOf = async (id: string): Promise<Buffer> => {
    const file = await one.uploads.file(ann, id);
    const content = file.ok ? await blobs.read(file.value.hash) : undefined;
    return content === undefined ? Buffer.alloc(0) : Buffer.concat(await collect(content));
  };

  it(
    'are one file, whichever process each part went to, and are finished by any',
    async () => {
      const path = await begin();
      expect(path).toMatch(/^\/api\/uploads\/tus\/[0-9a-f-]{36}$/);
      expect((await send(other, path, 0, 100_000)).headers.get('upload-offset')).toBe('100000');
      expect((await send(one, path, 100_000, 7_000_000)).headers.get('upload-offset')).toBe('7000000');
      expect(await offset(other, path)).toBe('7000000');
      expect(await other.uploads.finish(ann, idOf(path))).toMatchObject({
        ok: false,
        error: { params: { reason: 'incomplete' } },
      });
      expect((await send(other, path, 7_000_000, FILE.byteLength)).status).toBe(204);
      expect((await one.uploads.finish(ann, idOf(path))).ok).toBe(true);
      expect((await bytesOf(idOf(path))).equals(FILE)).toBe(true);
      expect((await readdir(folder, { recursive: true })).sort()).toEqual(['one', 'one/work', 'other', 'other/work']);
    },
    PATIENCE,
  );

  it(
    'are looked at once, though both processes are asked at once, and then kept',
    async () => {
      const path = await begin();
      await send(one, path, 0, FILE.byteLength);
      const answers = await Promise.all([one, other, one, other].map(({ uploads }) => uploads.finish(ann, idOf(path))));
      expect(answers.map((answer) => answer.ok)).toEqual([true, true, true, true]);
      expect(one.looked() + other.looked()).toBe(1);
      expect((await bytesOf(idOf(path))).equals(FILE)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'are written to by one request at a time',
    async () => {
      const path = await begin();
      const answers = await Promise.all([send(one, path, 0, FILE.byteLength), send(other, path, 0, FILE.byteLength)]);
      // Who comes second finds another offset, or has made the first let go.
      if (!answers.some(({ status }) => status === 204))
        await send(one, path, Number(await offset(other, path)), FILE.byteLength);
      expect((await other.uploads.finish(ann, idOf(path))).ok).toBe(true);
      expect((await bytesOf(idOf(path))).equals(FILE)).toBe(true);
    },
    PATIENCE,
  );

  it(
    "are nobody else's, and leave nothing when they are given up",
    async () => {
      const path = await begin();
      await send(one, path, 0, 6_000_000);
      expect((await ask(other, bob, 'HEAD', path)).status).toBe(404);
      expect((await other.uploads.delete(ann, idOf(path))).ok).toBe(true);
      expect((await ask(one, ann, 'HEAD', path)).status).toBe(404);
    },
    PATIENCE,
  );
});

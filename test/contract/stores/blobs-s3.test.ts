import {
  CopyObjectCommand,
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { BlobHash } from '../../../src/platform/blobs/port.js';
import { openS3Blobs, type S3Blobs, type S3Settings } from '../../../src/platform/blobs/s3.js';
import { s3Client, s3Clients } from '../../../src/platform/blobs/s3-client.js';
import { S3Objects } from '../../../src/platform/blobs/s3-objects.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { systemRandom } from '../../../src/platform/random.js';
import { createLogger } from '../../../src/platform/telemetry/logger.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { minioMissing, startMinio, type MinioService } from '../../services/minio.js';
import { startHttpProxy, startProxy } from '../../services/proxy.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';
import { collect } from '../adapters.js';

const DAY_MS = 86_400_000;
const hashOf = (bytes: Uint8Array): BlobHash => createHash('sha256').update(bytes).digest('hex') as BlobHash; // what the brand stands for
const failure = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describeUnless(minioMissing(), 'blobs on S3', () => {
  let server: MinioService;
  let s3: S3Settings;
  let documents: DocumentStore;
  let ahead = 0;
  const opened: S3Blobs[] = [];
  const open = async (more: Partial<S3Settings> = {}): Promise<S3Blobs> => {
    const blobs = await openS3Blobs({
      s3: { ...s3, ...more },
      documents,
      clock: { now: () => Date.now() + ahead },
      random: systemRandom,
      log: createLogger('silent'),
    });
    opened.push(blobs);
    return blobs;
  };
  const keys = async (): Promise<string[]> => {
    const clients = s3Clients(s3);
    const pages = await collect(new S3Objects(clients, s3.bucket).list(''));
    clients.close();
    return pages.flat().map(({ key }) => key);
  };
  const read = async (blobs: S3Blobs, hash: BlobHash): Promise<Buffer | undefined> => {
    const content = await blobs.read(hash);
    return content && Buffer.concat(await collect(content));
  };

  beforeAll(async () => {
    server = await startMinio();
  });
  beforeEach(() => {
    ahead = 0;
    documents = createMemoryDocumentStore();
    const { url, region, accessKeyId, secretAccessKey } = server;
    s3 = { endpoint: url, region, accessKeyId, secretAccessKey, bucket: `kinora-${crypto.randomUUID()}` };
  });
  afterEach(async () => {
    for (const blobs of opened.splice(0)) await blobs.close();
  });
  afterAll(() => server.stop());

  describe('at the opening', () => {
    it('make the bucket, and ask the server to remove what stays on its way, beside the rules it has', async () => {
      const client = s3Client(s3, 0);
      await client.send(new CreateBucketCommand({ Bucket: s3.bucket }));
      await open();
      await open();
      const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: s3.bucket }));
      expect(Rules.map(({ ID, Filter, Expiration }) => [ID, Filter?.Prefix, Expiration?.Days])).toEqual([
        ['kinora-incoming', 'incoming/', 2],
      ]);
      client.destroy();
    });

    it.each([
      ['secretAccessKey', 'SignatureDoesNotMatch'],
      ['accessKeyId', 'InvalidAccessKeyId'],
    ] as const)('say that the keys are wrong (%s)', async (key, code) => {
      const error = await failure(open({ [key]: 'something-else' }));
      expect(error).toMatchObject({ name: 'StoreUnavailable', store: 'blobs', reason: 'failed' });
      expect(String(error)).toContain(code);
      expect(String(error)).toContain(s3.bucket);
    });

    it('say that nobody answers', async () => {
      expect(await failure(open({ endpoint: 'http://127.0.0.1:1' }))).toMatchObject({
        name: 'StoreUnavailable',
        reason: 'unreachable',
      });
    });

    it('say which bucket cannot be made', async () => {
      const error = await failure(open({ bucket: 'Not_A_Bucket' }));
      expect(error).toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
      expect(String(error)).toContain('Not_A_Bucket');
    });
  });

  it('hold whatever several processes put and release at once: who refers to a content can read it, and nothing else is left', async () => {
    const step = fc.record({ process: fc.nat(1), content: fc.nat(1), reference: fc.nat(3), put: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
        const processes = [await open(), await open()];
        const contents = [Buffer.from('one'), Buffer.from('other')];
        // Steps of one reference go one after the other, as those of one owner do; all else at once.
        const lines = new Map<string, Promise<unknown>>();
        const held = new Map<string, boolean>();
        for (const { process, content, reference, put } of steps) {
          const [blobs, bytes, line] = [processes[process], contents[content], `${content} ${reference}`];
          if (blobs === undefined || bytes === undefined) throw new Error('no such step');
          held.set(line, put);
          lines.set(
            line,
            (lines.get(line) ?? Promise.resolve()).then(async () => {
              if (put) await blobs.put(bytes, line);
              else await blobs.removeReference(hashOf(bytes), line);
            }),
          );
        }
        await Promise.all(lines.values());
        const [blobs] = processes;
        if (blobs === undefined) throw new Error('no process');
        for (const [index, bytes] of contents.entries()) {
          const wanted = [...held].some(([line, put]) => put && line.startsWith(String(index)));
          expect(await read(blobs, hashOf(bytes))).toEqual(wanted ? bytes : undefined);
          for (const [line, put] of held)
            if (line.startsWith(String(index)) && put) await blobs.removeReference(hashOf(bytes), line);
        }
        expect(await keys()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  describe('the sweep', () => {
    it('removes what a crash left and nobody refers to, once it is old, and nothing else', async () => {
      const blobs = await open();
      const { hash } = await blobs.put(Buffer.from('kept'), 'a');
      const client = s3Client(s3, 0);
      const [key = ''] = await keys();
      // Written, and the process died before the record was.
      for (const orphan of [`${key.split('.')[0]}.0`, `blobs/ab/${'ab'.repeat(32)}.0`])
        await client.send(new CopyObjectCommand({ Bucket: s3.bucket, Key: orphan, CopySource: `${s3.bucket}/${key}` }));
      await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'incoming/left', Body: 'half' }));
      client.destroy();
      expect(await blobs.sweep()).toBe(0);
      ahead = 3 * DAY_MS;
      expect(await blobs.sweep()).toBe(3);
      expect(await keys()).toEqual([key]);
      expect(await read(blobs, hash)).toEqual(Buffer.from('kept'));
    });

    it('ends when the store is closed', async () => {
      const whole = documents;
      let close: () => unknown = () => undefined;
      documents = {
        ...whole,
        dropCollection: (name) => whole.dropCollection(name),
        ping: () => whole.ping(),
        close: () => whole.close(),
        collection: async (definition, decode) => {
          const collection = await whole.collection(definition, decode);
          return new Proxy(collection, {
            get: (target, name, receiver): unknown =>
              name !== 'getMany'
                ? Reflect.get(target, name, receiver)
                : async (ids: readonly string[]) => {
                    void close();
                    return target.getMany(ids);
                  },
          });
        },
      };
      const blobs = await open();
      const client = s3Client(s3, 0);
      for (const n of [1, 2, 3])
        await client.send(
          new PutObjectCommand({ Bucket: s3.bucket, Key: `blobs/ab/${'ab'.repeat(32)}.${n}`, Body: 'left' }),
        );
      client.destroy();
      ahead = 3 * DAY_MS;
      close = () => blobs.close();
      expect(await blobs.sweep()).toBe(0);
      expect(await keys()).toHaveLength(3);
    });

    it('forgets what is long gone, which can then come again', async () => {
      const blobs = await open();
      const { hash } = await blobs.put(Buffer.from('again'), 'a');
      await blobs.removeReference(hash, 'a');
      ahead = 2 * DAY_MS;
      await blobs.sweep();
      const records = await documents.collection(
        {
          name: 'blob_references_v1',
          indexes: [
            ['state', 'hash'],
            ['state', 'goneAt'],
          ],
        },
        (value) => value,
      );
      expect(await records.count()).toBe(0);
      await blobs.put(Buffer.from('again'), 'b');
      expect(await read(blobs, hash)).toEqual(Buffer.from('again'));
    });
  });

  it('are not lost when nobody knows whether the record was written, and can be put again', async () => {
    const bytes = Buffer.from('in doubt');
    const whole = documents;
    let cut = true;
    documents = {
      ...whole,
      dropCollection: (name) => whole.dropCollection(name),
      ping: () => whole.ping(),
      close: () => whole.close(),
      collection: async (definition, decode) => {
        const collection = await whole.collection(definition, decode);
        return new Proxy(collection, {
          get: (target, name, receiver): unknown =>
            name !== 'put'
              ? Reflect.get(target, name, receiver)
              : async (operation: Parameters<typeof target.put>[0]) => {
                  const result = await target.put(operation);
                  if (cut) throw new StoreUnavailable('documents', 'unreachable', 'the answer was lost');
                  return result;
                },
        });
      },
    };
    const blobs = await open();
    expect(await failure(blobs.put(bytes, 'a'))).toMatchObject({ store: 'documents', reason: 'unreachable' });
    cut = false;
    expect(await read(blobs, hashOf(bytes))).toEqual(bytes);
    await blobs.put(bytes, 'a');
    await blobs.removeReference(hashOf(bytes), 'a');
    expect(await keys()).toEqual([]);
  });

  it('are written anew when the object was lost and the content comes again', async () => {
    const blobs = await open();
    const { hash } = await blobs.put(Buffer.from('lost'), 'a');
    const clients = s3Clients(s3);
    const objects = new S3Objects(clients, s3.bucket);
    for (const key of await keys()) await objects.remove(key);
    expect(await failure(blobs.read(hash))).toMatchObject({ name: 'StoreUnavailable', reason: 'failed' });
    await blobs.put(Buffer.from('lost'), 'b');
    expect(await read(blobs, hash)).toEqual(Buffer.from('lost'));
    clients.close();
  });

  describe('links', () => {
    it('are offered where browsers reach the server, for a while, with ranges, and say what they give', async () => {
      const blobs = await open({ publicEndpoint: server.url });
      const { hash } = await blobs.put(Buffer.from('a film'), 'a');
      const link = await blobs.link?.(hash, {
        type: 'video/mp4',
        disposition: 'attachment; filename="a.mp4"',
        forMs: 60_000,
      });
      const answer = await fetch(link ?? '', { headers: { range: 'bytes=2-5' } });
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('content-disposition'),
        await answer.text(),
      ]).toEqual([206, 'video/mp4', 'attachment; filename="a.mp4"', 'film']);
      expect((await fetch((link ?? '').replace(/X-Amz-Signature=.{4}/, 'X-Amz-Signature=0000'))).status).toBe(403);
      expect((await fetch((link ?? '').split('?')[0] ?? '')).status).toBe(403);
      expect(await blobs.link?.(hashOf(Buffer.from('nobody')), { type: 'video/mp4', forMs: 60_000 })).toBeUndefined();
    });

    it('are not offered otherwise', async () => {
      expect((await open()).link).toBeUndefined();
    });
  });

  it('are read by many at once who take their time, and by others meanwhile', async () => {
    const blobs = await open();
    const bytes = randomBytes(2 * 1_048_576);
    const { hash } = await blobs.put(bytes, 'a');
    const slow: AsyncIterator<Uint8Array>[] = [];
    for (let nth = 0; nth < 120; nth += 1) {
      const parts = (await blobs.read(hash))?.[Symbol.asyncIterator]();
      if (parts === undefined) throw new Error('it is gone');
      await parts.next();
      slow.push(parts);
    }
    expect((await read(blobs, hash))?.equals(bytes)).toBe(true);
    for (const parts of slow) await parts.return?.();
  });

  describe('the end of an upload in parts', () => {
    const big = randomBytes(12 * 1_048_576);

    it.each(['late', 'lost'] as const)('is waited for, and known to have come when its answer is %s', async (fate) => {
      let met = 0;
      const between = await startHttpProxy(server.port, async (request, answer) => {
        if (request.method !== 'POST' || request.url?.includes('uploadId=') !== true) return answer.pass();
        met += 1;
        if (fate === 'lost' && met === 1) return answer.drop();
        // Longer than other calls may stay silent.
        await new Promise((resolve) => setTimeout(resolve, fate === 'late' ? 6_000 : 0));
        answer.pass();
      });
      const blobs = await open({ endpoint: between.url });
      expect(await blobs.put(big, 'a')).toEqual({ hash: hashOf(big), size: big.byteLength });
      expect(met).toBe(fate === 'late' ? 1 : 2);
      expect((await read(blobs, hashOf(big)))?.equals(big)).toBe(true);
      await between.close();
    });
  });

  describe('a server that goes away', () => {
    const big = randomBytes(12 * 1_048_576);

    it('is said so while it hangs, and found again after', async () => {
      const blobs = await open();
      const { hash } = await blobs.put(Buffer.from('here'), 'a');
      await server.pause();
      try {
        const answers = await Promise.all([
          failure(blobs.read(hash)),
          failure(blobs.put(Buffer.from('new'), 'a')),
          failure(blobs.put(big, 'a')),
          failure(blobs.ping()),
        ]);
        expect(answers.map((error) => error instanceof StoreUnavailable && error.reason)).toEqual(
          Array(4).fill('unreachable'),
        );
      } finally {
        server.resume();
      }
      expect(
        await until(
          () => read(blobs, hash).catch(() => undefined),
          (bytes) => bytes !== undefined,
        ),
      ).toEqual(Buffer.from('here'));
    });

    it('gives no short content when it is cut in the middle of an answer', async () => {
      const proxy = await startProxy(server.port);
      const blobs = await open({ endpoint: `http://127.0.0.1:${proxy.port}` });
      const { hash } = await blobs.put(big, 'a');
      const content = await blobs.read(hash);
      const parts = content?.[Symbol.asyncIterator]();
      await parts?.next();
      proxy.cut();
      const rest = (async () => {
        while ((await parts?.next())?.done === false);
      })();
      expect(await failure(rest)).toBeInstanceOf(StoreUnavailable);
      expect(await failure(blobs.put(big.subarray(1), 'b'))).toMatchObject({ reason: 'unreachable' });
      proxy.restore();
      expect((await read(blobs, hash))?.equals(big)).toBe(true);
      await proxy.close();
    });
  });
});

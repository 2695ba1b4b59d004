import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BlobHash, Blobs } from '../../../src/platform/blobs/port.js';
import type { Opened } from '../adapters.js';
import { collect, describeAdapters } from '../adapters.js';
import { blobStores } from '../adapters/blobs.js';

// A digest of the form that the brand stands for.
const hashOf = (bytes: Uint8Array): BlobHash => createHash('sha256').update(bytes).digest('hex') as BlobHash;
const NOBODY = hashOf(Buffer.from('nobody has stored this'));

async function* inParts(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

describeAdapters(blobStores, 'blobs', ({ open }) => {
  let opened: Opened<Blobs>;
  let blobs: Blobs;

  beforeEach(async () => {
    opened = await open();
    blobs = opened.store;
  });
  afterEach(() => opened.dispose());

  const read = async (hash: BlobHash, range?: { start: number; end: number }): Promise<Buffer | undefined> => {
    const content = await blobs.read(hash, range);
    return content && Buffer.concat(await collect(content));
  };

  it('stores bytes under their SHA-256 and gives them back', async () => {
    const bytes = Buffer.from('a picture');
    const info = { hash: hashOf(bytes), size: 9 };
    expect(await blobs.put(bytes, 'task-1')).toEqual(info);
    expect(await blobs.info(info.hash)).toEqual(info);
    expect(await read(info.hash)).toEqual(bytes);
  });

  it('stores nothing at all as a blob of no bytes', async () => {
    const { hash, size } = await blobs.put(new Uint8Array(), 'task-1');
    expect([hash, size]).toEqual([hashOf(Buffer.alloc(0)), 0]);
    expect(await read(hash)).toEqual(Buffer.alloc(0));
  });

  it('does not change with the array it was given', async () => {
    const bytes = Buffer.from('first');
    const { hash } = await blobs.put(bytes, 'task-1');
    bytes.write('later');
    expect(await read(hash)).toEqual(Buffer.from('first'));
  });

  it('takes a big stream in parts and gives it back in parts', async () => {
    const bytes = randomBytes(9 * 1024 * 1024 + 7);
    const { hash, size } = await blobs.put(inParts(bytes, 100_000), 'video-1');
    expect([hash, size]).toEqual([hashOf(bytes), bytes.byteLength]);
    const content = await blobs.read(hash);
    const parts = content === undefined ? [] : await collect(content);
    expect(parts.length).toBeGreaterThan(9);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('knows nothing of what nobody stored', async () => {
    expect(await blobs.info(NOBODY)).toBeUndefined();
    expect(await blobs.read(NOBODY)).toBeUndefined();
    expect(await blobs.addReference(NOBODY, 'task-1')).toBe(false);
    await blobs.removeReference(NOBODY, 'task-1');
  });

  describe('ranges', () => {
    const bytes = Buffer.from('0123456789');

    it.each([
      ['the beginning', 0, 3, '0123'],
      ['one byte', 4, 4, '4'],
      ['the end', 7, 9, '789'],
      ['more than there is', 8, 100, '89'],
      ['beyond the end', 10, 12, ''],
    ])('give %s', async (_, start, end, expected) => {
      const { hash } = await blobs.put(bytes, 'task-1');
      expect((await read(hash, { start, end }))?.toString()).toBe(expected);
    });

    it.each([
      [-1, 3],
      [3, 2],
      [0.5, 3],
      [0, Number.NaN],
    ])('refuse %p to %p, which is none', async (start, end) => {
      const { hash } = await blobs.put(bytes, 'task-1');
      await expect(blobs.read(hash, { start, end })).rejects.toThrow(RangeError);
    });

    it('cut across the parts of a big blob', async () => {
      const big = randomBytes(1024 * 1024);
      const { hash } = await blobs.put(big, 'task-1');
      const range = { start: 250_001, end: 800_003 };
      expect((await read(hash, range))?.equals(big.subarray(range.start, range.end + 1))).toBe(true);
    });
  });

  describe('references', () => {
    const bytes = Buffer.from('shared');
    const hash = hashOf(bytes);

    it('keep a blob until the last one goes', async () => {
      await blobs.put(bytes, 'task-1');
      expect(await blobs.addReference(hash, 'work-1')).toBe(true);
      await blobs.removeReference(hash, 'task-1');
      expect(await read(hash)).toEqual(bytes);
      await blobs.removeReference(hash, 'work-1');
      expect(await blobs.info(hash)).toBeUndefined();
      expect(await read(hash)).toBeUndefined();
      expect(await blobs.addReference(hash, 'work-2')).toBe(false);
    });

    it('make one blob of the same content put twice', async () => {
      await blobs.put(bytes, 'task-1');
      await blobs.put(inParts(bytes, 2), 'task-2');
      await blobs.removeReference(hash, 'task-1');
      expect(await read(hash)).toEqual(bytes);
    });

    it('count once when added twice', async () => {
      await blobs.put(bytes, 'task-1');
      await blobs.put(bytes, 'task-1');
      await blobs.addReference(hash, 'task-1');
      await blobs.removeReference(hash, 'task-1');
      expect(await blobs.info(hash)).toBeUndefined();
    });

    it('do not let the blob go when one is removed that was never there', async () => {
      await blobs.put(bytes, 'task-1');
      await blobs.removeReference(hash, 'task-2');
      expect(await blobs.info(hash)).toEqual({ hash, size: 6 });
    });

    it('leave a blob that can be stored again after it went', async () => {
      await blobs.put(bytes, 'task-1');
      await blobs.removeReference(hash, 'task-1');
      await blobs.put(bytes, 'task-2');
      expect(await read(hash)).toEqual(bytes);
    });

    it('hold when the same content is put and released many times at once', async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await blobs.put(bytes, `task-${n}`);
          if (n > 0) await blobs.removeReference(hash, `task-${n}`);
        }),
      );
      expect(await read(hash)).toEqual(bytes);
      await blobs.removeReference(hash, 'task-0');
      expect(await blobs.info(hash)).toBeUndefined();
    });
  });

  it('stores nothing when the source breaks off', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half a ');
      await Promise.resolve();
      throw new Error('the upload was broken off');
    }
    await expect(blobs.put(broken(), 'task-1')).rejects.toThrow('the upload was broken off');
    expect(await blobs.info(hashOf(Buffer.from('half a ')))).toBeUndefined();
  });

  it('can leave off reading in the middle', async () => {
    const bytes = randomBytes(2 * 1024 * 1024);
    const { hash } = await blobs.put(bytes, 'task-1');
    for await (const part of (await blobs.read(hash)) ?? []) {
      expect(part.byteLength).toBeGreaterThan(0);
      break;
    }
    expect((await read(hash))?.equals(bytes)).toBe(true);
  });

  it('can be left before anything is read, again and again', async () => {
    const bytes = randomBytes(2 * 1024 * 1024);
    const { hash } = await blobs.put(bytes, 'task-1');
    for (let nth = 0; nth < 60; nth += 1) {
      const content = await blobs.read(hash, { start: nth, end: bytes.byteLength });
      await content?.[Symbol.asyncIterator]().return?.();
    }
    expect((await read(hash))?.equals(bytes)).toBe(true);
  });

  it('gives back any bytes and any range of them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(320), fc.nat(320), async (bytes, start, length) => {
        const { hash } = await blobs.put(bytes, 'any');
        expect(await read(hash)).toEqual(Buffer.from(bytes));
        expect(await read(hash, { start, end: start + length })).toEqual(
          Buffer.from(bytes.subarray(start, start + length + 1)),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('refuses every call once closed', async () => {
    const closed = { name: 'StoreUnavailable', store: 'blobs', reason: 'closed' };
    await blobs.ping();
    await blobs.close();
    await expect(blobs.put(Buffer.from('x'), 'task-1')).rejects.toMatchObject(closed);
    await expect(blobs.info(NOBODY)).rejects.toMatchObject(closed);
    await expect(blobs.read(NOBODY)).rejects.toMatchObject(closed);
    await expect(blobs.addReference(NOBODY, 'task-1')).rejects.toMatchObject(closed);
    await expect(blobs.removeReference(NOBODY, 'task-1')).rejects.toMatchObject(closed);
    await expect(blobs.ping()).rejects.toMatchObject(closed);
  });

  describe('moving elsewhere', () => {
    it('lists every blob by hash with who refers to it, from any place on', async () => {
      const all = [];
      for (let n = 0; n < 12; n += 1) {
        const { hash } = await blobs.put(Buffer.from(`picture ${n}`), 'task-1');
        if (n % 2 === 0) await blobs.addReference(hash, 'another');
        all.push({ hash, size: n < 10 ? 9 : 10, references: n % 2 === 0 ? ['another', 'task-1'] : ['task-1'] });
      }
      const { hash: gone } = await blobs.put(Buffer.from('gone'), 'task-1');
      await blobs.removeReference(gone, 'task-1');
      all.sort((a, b) => (a.hash < b.hash ? -1 : 1));
      expect(await collect(blobs.list())).toEqual(all);
      expect(await collect(blobs.list(all[4]?.hash))).toEqual(all.slice(5));
      expect(await collect(blobs.list(all.at(-1)?.hash))).toEqual([]);
    });

    it('lists nothing once closed', async () => {
      await blobs.put(Buffer.from('a picture'), 'task-1');
      await blobs.close();
      await expect(collect(blobs.list())).rejects.toMatchObject({
        name: 'StoreUnavailable',
        store: 'blobs',
        reason: 'closed',
      });
    });
  });
});

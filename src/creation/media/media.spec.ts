import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { createMemoryBlobs } from '../../platform/blobs/memory.js';
import type { BlobHash, BlobLink } from '../../platform/blobs/port.js';
import { isUnchanged } from '../../platform/http/pages/entity-tag.js';
import { disposition, linkTo, parseRange, SizedImages } from './media.js';

describe('a range of bytes', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=50-500', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-0', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['items=0-1', undefined],
    ['bytes=a-b', undefined],
    [undefined, undefined],
  ])('%s of a hundred is %j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  test('is always within the whole', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), fc.integer({ min: 1, max: 900 }), (start, end, size) => {
        const range = parseRange(`bytes=${start}-${end}`, size);
        if (range === undefined || range === 'unsatisfiable') return;
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }),
    );
  });
});

describe('an entity tag', () => {
  test('is known when it is among those sent, weak or not', () => {
    expect(isUnchanged('"a", W/"b"', '"b"')).toBe(true);
    expect(isUnchanged('*', '"b"')).toBe(true);
    expect(isUnchanged('"a"', '"b"')).toBe(false);
    expect(isUnchanged(undefined, '"b"')).toBe(false);
  });
});

describe('the name of a download', () => {
  test('says what was asked for, and the seed', () => {
    expect(disposition('Sunset over mountains and a lake, in watercolour on paper', 7)).toContain(
      'filename="kinora-Sunset-over-mountains-and-a-lake-in-watercolour-7.png"',
    );
  });

  test('is a header that nothing typed can break', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(), (prompt, seed) => {
        const header = disposition(prompt, seed);
        expect(header).toMatch(
          /^attachment; filename="kinora-[A-Za-z0-9._-]*\.png"; filename\*=UTF-8''[A-Za-z0-9%._~!&+^`|$#-]*$/,
        );
        expect(header).not.toContain('..');
      }),
    );
  });
});

describe('a link to where a file lies', () => {
  const video = { hash: 'ab'.repeat(32) as BlobHash, bytes: 5_000_000, type: 'video/mp4' }; // a digest of nothing stored
  const blobs = {
    link: async (hash: BlobHash, { type, disposition: name }: BlobLink) =>
      `https://files.example/${hash} ${type} ${name ?? 'shown'}`,
  };
  const playing = { destination: 'video', mode: 'no-cors' };

  test('is given for what a browser plays or saves', async () => {
    expect(await linkTo(blobs, video, playing)).toBe(`https://files.example/${video.hash} video/mp4 shown`);
    expect(await linkTo(blobs, video, { destination: 'document', mode: 'navigate' }, 'attachment')).toBe(
      `https://files.example/${video.hash} video/mp4 attachment`,
    );
  });

  test.each([
    ["pictures, which stay in the browser's cache", { destination: 'image', mode: 'no-cors' }, video],
    ['what a script reads', { destination: 'empty', mode: 'cors' }, video],
    ['a film that a script is to read', { destination: 'video', mode: 'cors' }, video],
    ['a browser that does not say what for', { destination: undefined, mode: undefined }, video],
    ['what is small', playing, { ...video, bytes: 1_000 }],
  ])('is not given for %s', async (_what, metadata, file) => {
    expect(await linkTo(blobs, file, metadata)).toBeUndefined();
  });

  test('is not given where blobs have no address of their own', async () => {
    expect(await linkTo(createMemoryBlobs(), video, playing)).toBeUndefined();
  });
});

describe('a picture in a smaller size', () => {
  const square = (side: number): Promise<Buffer> =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();

  test('is as wide as asked for, never enlarged, and made once', async () => {
    const blobs = createMemoryBlobs();
    const { hash } = await blobs.put(await square(500), 'a');
    const sized = new SizedImages(blobs);
    const [one, same] = await Promise.all([sized.get(hash, 320, 'user'), sized.get(hash, 320, 'user')]);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 320, height: 320 });
    expect(same).toBe(one);
    expect(await sharp(await sized.get(hash, 1_024, 'user')).metadata()).toMatchObject({ width: 500 });
  });

  test('is a JPEG for other sites, what is transparent being white, and made once', async () => {
    const blobs = createMemoryBlobs();
    const { hash } = await blobs.put(
      await sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
      'a',
    );
    const sized = new SizedImages(blobs);
    const poster = await sized.get(hash, 'poster', 'user');
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 40 });
    expect((await sharp(poster).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
    expect(await sized.get(hash, 'poster', 'another')).toBe(poster);
  });

  test('is made for whoever asks for one before all that somebody else asks for', async () => {
    const begun: string[] = [];
    const sized = new SizedImages({
      read: (hash) => {
        begun.push(hash.slice(0, 1));
        return new Promise((resolve) => void setImmediate(() => resolve(undefined)));
      },
    });
    // digests of nothing stored
    const ask = (name: string, whose: string) => sized.get(name.repeat(64) as BlobHash, 320, whose);
    await Promise.all([...['1', '2', '3', '4', '5', '6'].map((name) => ask(name, 'flood')), ask('7', 'person')]);
    expect(begun.indexOf('7')).toBe(2);
  });

  test('is made two at a time, however many are asked for, and one that fails makes room for the next', async () => {
    const begun: (() => void)[] = [];
    const sized = new SizedImages({
      read: () =>
        new Promise((_resolve, reject) => {
          begun.push(() => reject(new Error('away')));
        }),
    });
    const calls = Array.from({ length: 6 }, (_, index) =>
      sized.get(String(index).repeat(64) as BlobHash, 320, 'user').catch(() => 'failed'),
    ); // digests of nothing stored
    for (let over = 0; over < 6; over += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(begun).toHaveLength(Math.min(6, over + 2));
      begun[over]?.();
    }
    expect(await Promise.all(calls)).toEqual(Array(6).fill('failed'));
  });

  test('is nothing when the picture is gone', async () => {
    expect(await new SizedImages(createMemoryBlobs()).get('0'.repeat(64) as BlobHash, 320, 'user')).toBeUndefined(); // a digest of nothing stored
  });
});

import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { createMark } from './mark.js';

const mark = createMark(() => Promise.reject(new Error('no film is marked here')), 25);
const image = (width: number, height: number, channels: 3 | 4 = 3): Promise<Buffer> =>
  sharp({ create: { width, height, channels, background: { r: 40, g: 90, b: 120, alpha: 0 } } })
    .png()
    .toBuffer();
const stamped = async (bytes: Uint8Array, width: number, height: number): Promise<Uint8Array> => {
  const media = await mark(
    { type: 'image/png', bytes },
    { width, height, dir: '', index: 0 },
    new AbortController().signal,
  );
  return media.type === 'image/png' ? media.bytes : new Uint8Array();
};

/** Where two images differ, as a box of pixels; and how many do. */
async function difference(
  before: Uint8Array,
  after: Uint8Array,
): Promise<{
  readonly count: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}> {
  const [a, b] = await Promise.all(
    [before, after].map((bytes) => sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  const box = { count: 0, left: Infinity, top: Infinity, right: -1, bottom: -1 };
  if (a === undefined || b === undefined) throw new Error('no picture');
  expect(b.info).toEqual(a.info);
  for (let at = 0; at < a.data.length; at += 4) {
    if (a.data.subarray(at, at + 4).equals(b.data.subarray(at, at + 4))) continue;
    const [x, y] = [(at / 4) % a.info.width, Math.floor(at / 4 / a.info.width)];
    Object.assign(box, {
      count: box.count + 1,
      left: Math.min(box.left, x),
      top: Math.min(box.top, y),
      right: Math.max(box.right, x),
      bottom: Math.max(box.bottom, y),
    });
  }
  return box;
}

describe('the mark', () => {
  it.each([
    [1_024, 1_024],
    [1_280, 720],
    [576, 1_024],
    [64, 64],
  ])('is small, within the lower right corner of %d × %d, and all else stays as it was', async (width, height) => {
    const before = await image(width, height);
    const { count, left, top, right, bottom } = await difference(before, await stamped(before, width, height));
    const short = Math.min(width, height);
    expect(count).toBeGreaterThan(20);
    expect(Math.max(right - left, bottom - top)).toBeLessThanOrEqual(Math.max(14, 0.065 * short));
    expect([left > width * 0.7, top > height * 0.7, right < width, bottom < height]).toEqual([true, true, true, true]);
  });

  it('changes no pixel outside its corner of a picture that is seen through in part', async () => {
    const [width, height] = [200, 160];
    const pixels = Buffer.from(
      Array.from({ length: width * height }, (_, at) => [
        (at * 7) % 256,
        (at * 13) % 256,
        (at * 29) % 256,
        (at * 3) % 256,
      ]).flat(),
    );
    const before = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const { left, top } = await difference(before, await stamped(before, width, height));
    expect([left > width * 0.7, top > height * 0.7]).toEqual([true, true]);
  });

  it('is the same whenever the same is made again, and keeps what is seen through', async () => {
    for (const channels of [3, 4] as const) {
      const before = await image(320, 240, channels);
      const after = await stamped(before, 320, 240);
      expect(Buffer.from(after).equals(Buffer.from(await stamped(before, 320, 240)))).toBe(true);
      expect((await sharp(after).metadata()).hasAlpha).toBe(channels === 4);
    }
  });

  it('refuses what is no picture, and one of another size', async () => {
    await expect(stamped(Buffer.from('no picture'), 64, 64)).rejects.toThrow();
    await expect(stamped(await image(128, 128), 64, 64)).rejects.toThrow();
  });
});

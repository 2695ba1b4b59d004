import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { markedPixels, prepareInpainting } from './inpaint.js';

/** An image whose every pixel differs from its neighbours. */
async function textured(
  width: number,
  height: number,
): Promise<{ readonly png: Uint8Array; readonly rgb: Uint8Array }> {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 37 + Math.floor(at / 7)) % 251);
  return {
    rgb,
    png: await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  };
}
const rgbOf = async (png: Uint8Array): Promise<Uint8Array> => sharp(png).removeAlpha().raw().toBuffer();
const green = async (width: number, height: number): Promise<Uint8Array> =>
  sharp({ create: { width, height, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();

function square(width: number, height: number, left: number, top: number, side: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (let y = top; y < Math.min(height, top + side); y += 1)
    mask.fill(255, y * width + left, y * width + Math.min(width, left + side));
  return mask;
}

describe('an image that an engine paints into', () => {
  it("takes the engine's pixels where it is marked, and keeps its own where it is not", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 40, max: 900 }),
        fc.integer({ min: 40, max: 300 }),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 120 }),
        fc.constantFrom(undefined, [
          { width: 96, height: 96 },
          { width: 144, height: 96 },
        ]),
        async (width, height, across, down, side, sizes) => {
          const [left, top] = [across % (width - 1), down % (height - 1)];
          const { png, rgb } = await textured(width, height);
          const mask = square(width, height, left, top, side);
          const prepared = await prepareInpainting(png, mask, { width, height }, sizes);
          if (prepared === undefined) throw new Error('nothing was marked');
          if (sizes !== undefined) expect(sizes).toContainEqual({ width: prepared.width, height: prepared.height });
          const finished = await prepared.finish(await green(prepared.width, prepared.height));
          expect(await sharp(finished).metadata()).toMatchObject({ width, height, format: 'png' });
          const out = await rgbOf(finished);
          const reach = Math.ceil(Math.max(2, Math.max(width, height) / 160) * 4) + 2;
          const within = (x: number, y: number, by: number): boolean =>
            x >= left - by && y >= top - by && x < left + side + by && y < top + side + by;
          let wrong = 0;
          for (let y = 0; y < height; y += 1) {
            for (let x = 0; x < width; x += 1) {
              const at = (y * width + x) * 3;
              if (!within(x, y, reach))
                wrong += Number([0, 1, 2].some((channel) => out[at + channel] !== rgb[at + channel]));
              else if (within(x, y, -reach)) wrong += Number(out[at] !== 0 || out[at + 1] !== 255 || out[at + 2] !== 0);
            }
          }
          expect(wrong).toBe(0);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is sent in the sizes that models draw, with the marked area white', async () => {
    const { png } = await textured(3_000, 500);
    const prepared = await prepareInpainting(png, square(3_000, 500, 2_900, 10, 80), { width: 3_000, height: 500 });
    expect(prepared).toMatchObject({ width: 512, height: 512 });
    const mask = await sharp(prepared?.mask).metadata();
    expect([mask.width, mask.height, mask.channels]).toEqual([512, 512, 1]);
    const { pixels } = await markedPixels(prepared?.mask ?? new Uint8Array());
    expect(pixels.reduce((sum, one) => sum + (one === 255 ? 1 : 0), 0)).toBeGreaterThan(80 * 80);
    expect(pixels[0]).toBe(0);
  });

  it('is not sent when nothing is marked', async () => {
    const { png } = await textured(64, 64);
    expect(await prepareInpainting(png, new Uint8Array(64 * 64), { width: 64, height: 64 })).toBeUndefined();
  });

  it('reads a mask by brightness and opacity', async () => {
    const rgba = Buffer.from([255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 255, 40, 40, 40, 255]);
    const mask = await sharp(rgba, { raw: { width: 4, height: 1, channels: 4 } })
      .png()
      .toBuffer();
    expect([...(await markedPixels(mask)).pixels]).toEqual([255, 0, 0, 255]);
  });
});

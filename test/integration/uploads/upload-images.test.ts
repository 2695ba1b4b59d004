import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Taken } from '../../../src/creation/uploads/inspect/taken.js';
import type { UploadPurpose } from '../../../src/creation/uploads/upload.shared.js';
import { gifOf } from '../../fixtures/hostile/images.js';
import { buildInspector, type BuiltInspector } from '../../support/files/upload-built.js';
import { photo, photoPixels } from '../../support/files/upload-files.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const [WIDTH, HEIGHT] = [240, 160];
type Colour = readonly [number, number, number];

/** Four fields of plain colour: top left red, top right green, bottom left blue, bottom right a grey. */
const FIELDS: readonly Colour[] = [
  [220, 40, 40],
  [40, 180, 60],
  [40, 60, 210],
  [128, 128, 128],
];

function fields(colours = FIELDS): Sharp {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1)
      pixels.set(colours[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)] ?? [0, 0, 0], (y * WIDTH + x) * 3);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

describe('a picture is kept upright, in sRGB of 8 bit, with nothing of the file it came from', () => {
  let built: BuiltInspector;
  beforeAll(async () => {
    built = await buildInspector();
  }, PATIENCE);
  afterAll(() => built.close());

  async function take(file: Buffer, purpose: UploadPurpose = 'image'): Promise<Taken & { readonly file: Buffer }> {
    const taken = await built.take(file, purpose);
    if (!taken.ok) throw new Error(`refused: ${JSON.stringify(taken.error)}`);
    const kept = await readFile(taken.value.path);
    const facts = await sharp(kept).metadata();
    expect(facts).toMatchObject({
      width: taken.value.width,
      height: taken.value.height,
      depth: 'uchar',
      space: 'srgb',
    });
    expect([facts.exif, facts.icc, facts.xmp, facts.iptc, facts.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    return { ...taken.value, file: kept };
  }

  /** The colours in the middle of the four quarters. */
  async function colours(file: Buffer): Promise<number[][]> {
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ].map(([x = 0, y = 0]) => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
      return [...data.subarray(at, at + 4)];
    });
  }

  async function expectColours(file: Buffer, expected: readonly Colour[], within: number): Promise<void> {
    const found = await colours(file);
    expected.forEach((colour, index) =>
      colour.forEach((value, channel) => {
        expect(Math.abs((found[index]?.[channel] ?? -999) - value)).toBeLessThanOrEqual(within);
      }),
    );
  }

  it(
    'whichever way up the camera was held',
    async () => {
      // EXIF 2.32, section 4.6.4: where each quarter of the stored picture belongs.
      const upright: Readonly<Record<number, readonly number[]>> = {
        1: [0, 1, 2, 3],
        2: [1, 0, 3, 2],
        3: [3, 2, 1, 0],
        4: [2, 3, 0, 1],
        5: [0, 2, 1, 3],
        6: [2, 0, 3, 1],
        7: [3, 1, 2, 0],
        8: [1, 3, 0, 2],
      };
      for (const [orientation, order] of Object.entries(upright)) {
        const taken = await take(
          await fields()
            .withMetadata({ orientation: Number(orientation) })
            .jpeg({ quality: 95 })
            .toBuffer(),
        );
        expect([taken.width, taken.height]).toEqual(Number(orientation) >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]);
        expect(taken.notes.includes('turned')).toBe(orientation !== '1');
        await expectColours(
          taken.file,
          order.map((index) => FIELDS[index] ?? [0, 0, 0]),
          6,
        );
      }
    },
    PATIENCE,
  );

  it(
    'without where it was taken, by whom and with what',
    async () => {
      const original = await fields()
        .withExif({
          IFD0: { Artist: 'Ann Example', Make: 'Camera' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Ann Example</a></x:xmpmeta>')
        .jpeg()
        .toBuffer();
      expect(original.includes('Ann Example')).toBe(true);
      const taken = await take(original);
      expect(taken.notes).toContain('location-removed');
      expect(taken.file.includes('Ann Example')).toBe(false);
    },
    PATIENCE,
  );

  it(
    'of four inks',
    async () => {
      // Ink has fewer colours than light; these it has.
      const printable: Colour[] = [
        [150, 60, 60],
        [70, 130, 80],
        [80, 90, 130],
        [128, 128, 128],
      ];
      const cmyk = await fields(printable).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
      expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
      const taken = await take(cmyk);
      expect(taken.notes).toContain('colours-converted');
      await expectColours(taken.file, printable, 32);
    },
    PATIENCE,
  );

  it(
    'of 16 bits a channel',
    async () => {
      const deep = await fields().toColourspace('rgb16').png().toBuffer();
      expect((await sharp(deep).metadata()).depth).toBe('ushort');
      await expectColours((await take(deep)).file, FIELDS, 1);
      await expectColours((await take(await fields().toColourspace('rgb16').tiff().toBuffer())).file, FIELDS, 1);
    },
    PATIENCE,
  );

  it(
    'of greys, of 16 bits and with alpha too',
    async () => {
      const grey = await fields().greyscale().toColourspace('b-w').png().toBuffer();
      expect((await sharp(grey).metadata()).channels).toBe(1);
      const expected = (await colours(await sharp(grey).toColourspace('srgb').png().toBuffer())).map(
        ([r = 0, g = 0, b = 0]): Colour => [r, g, b],
      );
      await expectColours((await take(grey)).file, expected, 1);
      await expectColours(
        (await take(await fields().greyscale().toColourspace('grey16').png().toBuffer())).file,
        expected,
        2,
      );
      const seen = await take(await sharp(grey).ensureAlpha(0.5).toColourspace('b-w').png().toBuffer());
      expect([127, 128]).toContain((await colours(seen.file))[0]?.[3]);
    },
    PATIENCE,
  );

  it(
    'of a wider gamut: as it looks',
    async () => {
      const wide = await fields().withIccProfile('p3').png().toBuffer();
      // The same red has a smaller number where more red can be said.
      const { data } = await sharp(wide, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
      expect(data[0]).toBeLessThan((FIELDS[0]?.[0] ?? 0) - 8);
      await expectColours((await take(wide)).file, FIELDS, 3);
    },
    PATIENCE,
  );

  it(
    'of a palette: kept without loss, as a PNG',
    async () => {
      const palette = await fields().png({ palette: true, colours: 8 }).toBuffer();
      const taken = await take(palette);
      expect(taken.type).toBe('image/png');
      expect(await sharp(taken.file).raw().toBuffer()).toEqual(
        await sharp(palette).removeAlpha().toColourspace('srgb').raw().toBuffer(),
      );
    },
    PATIENCE,
  );

  it(
    'with alpha: kept without loss, and as see-through as it was',
    async () => {
      const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
      for (let at = 0; at < WIDTH * HEIGHT; at += 1)
        pixels.set([at % 256, (at * 7) % 256, (at * 13) % 256, (at * 3) % 256], at * 4);
      const raw = { raw: { width: WIDTH, height: HEIGHT, channels: 4 as const } };
      for (const file of [
        await sharp(pixels, raw).png().toBuffer(),
        await sharp(pixels, raw).webp({ lossless: true, exact: true }).toBuffer(),
        await sharp(pixels, raw).tiff({ compression: 'deflate' }).toBuffer(),
      ]) {
        const taken = await take(file);
        expect(taken.type).toBe('image/png');
        expect((await sharp(taken.file).raw().toBuffer()).equals(pixels)).toBe(true);
      }
      const opaque = await take(
        await sharp(photoPixels(300, 200), { raw: { width: 300, height: 200, channels: 3 } })
          .ensureAlpha(1)
          .png()
          .toBuffer(),
      );
      expect(opaque.type).toBe('image/jpeg');
    },
    PATIENCE,
  );

  it(
    'of an animation: its first picture',
    async () => {
      const frames = Buffer.concat([
        Buffer.alloc(32 * 32 * 3, Buffer.from([200, 30, 30])),
        Buffer.alloc(32 * 32 * 3, Buffer.from([30, 30, 200])),
      ]);
      const strip = { raw: { width: 32, height: 64, channels: 3 as const, pageHeight: 32 } };
      for (const file of [
        await sharp(frames, strip).gif().toBuffer(),
        await sharp(frames, strip).webp({ lossless: true }).toBuffer(),
      ]) {
        const taken = await take(file);
        expect(taken).toMatchObject({ width: 32, height: 32, animated: true, type: 'image/png' });
        expect(taken.notes).toContain('first-frame');
        await expectColours(taken.file, Array(4).fill([200, 30, 30]) as Colour[], 2); // four of a kind
      }
      expect(await take(gifOf(900))).toMatchObject({ animated: true });
    },
    PATIENCE,
  );

  it(
    'larger than is kept: made smaller, in its own proportions',
    async () => {
      const taken = await take(await photo(5_000, 1_000));
      expect(taken).toMatchObject({ width: 4_096, height: 819, type: 'image/jpeg', notes: ['made-smaller'] });
    },
    PATIENCE,
  );

  it(
    'as a photo: a JPEG near the original, its colour at full size',
    async () => {
      const original = await photo(600, 400);
      const taken = await take(original);
      const facts = await sharp(taken.file).metadata();
      expect([facts.format, facts.chromaSubsampling]).toEqual(['jpeg', '4:4:4']);
      const [before, after] = [await sharp(original).raw().toBuffer(), await sharp(taken.file).raw().toBuffer()];
      const squared =
        before.reduce((sum, value, index) => sum + (value - (after[index] ?? 0)) ** 2, 0) / before.byteLength;
      expect(10 * Math.log10(255 ** 2 / squared)).toBeGreaterThan(35);
    },
    PATIENCE,
  );

  it(
    'as a mask of its transparency: white where it is transparent, black where it is not',
    async () => {
      const alphas = [0, 64, 255, 255];
      const pixels = Buffer.from(alphas.flatMap((alpha) => [200, 30, 90, alpha]));
      const taken = await take(
        await sharp(pixels, { raw: { width: 4, height: 1, channels: 4 } })
          .resize(400, 100, { kernel: 'nearest', fit: 'fill' })
          .png()
          .toBuffer(),
        'alpha-mask',
      );
      expect(taken.type).toBe('image/png');
      const { data, info } = await sharp(taken.file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number): number[] => [...data.subarray(x * info.channels, x * info.channels + info.channels)];
      expect([50, 150, 250, 350].map(at)).toEqual([255, 191, 0, 0].map((grey) => [grey, grey, grey]));
    },
    PATIENCE,
  );

  it(
    'as a mask: kept to the last bit whatever it is',
    async () => {
      const pixels = photoPixels(300, 200);
      const taken = await take(
        await sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } })
          .png()
          .toBuffer(),
        'mask',
      );
      expect(taken.type).toBe('image/png');
      expect((await sharp(taken.file).raw().toBuffer()).equals(pixels)).toBe(true);
    },
    PATIENCE,
  );

  it(
    'in each kind that browsers and cameras make',
    async () => {
      for (const file of [
        await fields().jpeg({ progressive: true }).toBuffer(),
        await fields().webp({ quality: 95 }).toBuffer(),
        await fields().avif({ effort: 0, quality: 90 }).toBuffer(),
        await fields().tiff({ compression: 'lzw' }).toBuffer(),
        await fields().gif().toBuffer(),
      ]) {
        await expectColours((await take(file)).file, FIELDS, 8);
      }
    },
    PATIENCE,
  );
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { restorePhoto, type RestoreOptions } from '../../../src/engine/local/photo/restore/restore-photo.js';
import { colours } from '../../../src/engine/local/photo/resize.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { hashPoint } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { psnr } from './psnr.js';

const quiet = (): void => undefined;
const INITIAL: RestoreOptions = { scratches: true, fading: 0.7, sharpness: 0.4 };
const SCRATCHES_ALONE: RestoreOptions = { scratches: true, fading: 0, sharpness: 0 };
const NOTHING: RestoreOptions = { scratches: false, fading: 0, sharpness: 0 };
type Rgb = readonly [number, number, number];

const mapped = (image: Raster, colour: (rgb: Rgb, at: number) => Rgb): Raster => {
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < data.length; at += 4) data.set(colour([data[at]!, data[at + 1]!, data[at + 2]!], at / 4), at);
  return { ...image, data };
};
/** Dyes that have faded, each in its own way. */
const faded = (image: Raster): Raster =>
  mapped(image, ([red, green, blue]) => [62 + red * 0.6, 48 + green * 0.56, 40 + blue * 0.46]);
const sepia = (image: Raster): Raster =>
  mapped(image, ([red, green, blue]) => {
    const light = 0.3 * red + 0.59 * green + 0.11 * blue;
    return [50 + light * 0.68, 38 + light * 0.62, 24 + light * 0.5];
  });
const grained = (image: Raster): Raster =>
  mapped(image, (rgb, at) => {
    const grain = 8 * (hashPoint(at, 1, 5) + hashPoint(at, 2, 5) - 1);
    const [red, green, blue] = rgb;
    return [red + grain, green + grain, blue + grain];
  });

/**
 * Seven scratches, light and dark, one to three pixels wide, and thirty specks; and how much of each pixel they cover,
 * 0..1.
 */
function scratched(image: Raster, seed: number): { readonly image: Raster; readonly cover: Float32Array } {
  const { width, height } = image;
  const [light, dark] = [new Float32Array(width * height), new Float32Array(width * height)];
  const chance = (what: number, of: number): number => hashPoint(what, of, seed);
  for (let mark = 0; mark < 37; mark += 1) {
    const isSpeck = mark >= 7;
    const on = mark % 3 === 2 ? dark : light;
    const half = (isSpeck ? 2 + 3 * chance(mark, 1) : 1.2 + 2 * chance(mark, 1)) / 2;
    const [x0, y0, angle] = [chance(mark, 2) * width, chance(mark, 3) * height, chance(mark, 4) * Math.PI * 2];
    const length = isSpeck ? half : (0.3 + 0.4 * chance(mark, 5)) * Math.max(width, height);
    for (let at = 0; at < on.length; at += 1) {
      const [x, y] = [(at % width) - x0, Math.floor(at / width) - y0];
      const along = Math.min(Math.max(x * Math.cos(angle) + y * Math.sin(angle), 0), length);
      const distance = Math.hypot(x - along * Math.cos(angle), y - along * Math.sin(angle));
      on[at] = Math.max(on[at]!, Math.min(1, Math.max(0, half + 0.5 - distance)));
    }
  }
  const over = (rgb: Rgb, ink: Rgb, share: number): Rgb => [
    rgb[0] + (ink[0] - rgb[0]) * share,
    rgb[1] + (ink[1] - rgb[1]) * share,
    rgb[2] + (ink[2] - rgb[2]) * share,
  ];
  const damaged = mapped(image, (rgb, at) =>
    over(over(rgb, [244, 240, 230], 0.92 * light[at]!), [34, 28, 24], 0.9 * dark[at]!),
  );
  return { image: damaged, cover: light.map((value, at) => Math.max(value, dark[at]!)) };
}

/** A blur over 5 by 5 pixels: it hides scratches too. */
const blurred = (image: Raster): Raster =>
  mapped(image, (rgb, at) => {
    const { width, height, data } = image;
    const sum = [0, 0, 0];
    let count = 0;
    for (let dy = -2; dy <= 2; dy += 1) {
      for (let dx = -2; dx <= 2; dx += 1) {
        const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy];
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        for (let channel = 0; channel < 3; channel += 1) sum[channel]! += data[(y * width + x) * 4 + channel]!;
        count += 1;
      }
    }
    return count === 0 ? rgb : [sum[0]! / count, sum[1]! / count, sum[2]! / count];
  });

/** Structural similarity of brightness (Wang 2004) over blocks of 8 by 8 pixels; 1 is equal. */
function ssim(truth: Raster, made: Raster): number {
  const { width, height } = truth;
  const light = ({ data }: Raster, x: number, y: number): number => {
    const at = (y * width + x) * 4;
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  };
  let sum = 0;
  let count = 0;
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      const [a, b] = [truth, made].map((image) =>
        Array.from({ length: 64 }, (_, at) => light(image, left + (at % 8), top + (at >> 3))),
      ) as [number[], number[]];
      const mean = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0) / 64;
      const [one, other] = [mean(a), mean(b)];
      const [ones, others, both] = [
        mean(a.map((value) => (value - one) ** 2)),
        mean(b.map((value) => (value - other) ** 2)),
        mean(a.map((value, at) => (value - one) * (b[at]! - other))),
      ];
      sum += ((2 * one * other + 6.5) * (2 * both + 58.5)) / ((one ** 2 + other ** 2 + 6.5) * (ones + others + 58.5));
      count += 1;
    }
  }
  return sum / count;
}

const whole = (truth: Raster, made: Raster): number => psnr(colours(truth), colours(made));
/**
 * Share of the pixels that a scratch or speck covers by more than half and that are within `NEAR` of the clean picture
 * in all channels.
 */
function recovered(truth: Raster, made: Raster, cover: Float32Array): number {
  const marked = Array.from(cover.keys()).filter((at) => cover[at]! > 0.5);
  return (
    marked.filter((at) =>
      [0, 1, 2].every((channel) => Math.abs(truth.data[at * 4 + channel]! - made.data[at * 4 + channel]!) <= NEAR),
    ).length / marked.length
  );
}
/** Steps of 255. */
const NEAR = 20;

const IMAGES = [
  { name: 'a lake', prompt: 'a lake below mountains at sunset', seed: 7, width: 640, height: 432 },
  { name: 'a car', prompt: 'a red car', seed: 42, width: 480, height: 600 },
  { name: 'roses', prompt: 'a blue vase with flowers', seed: 46, width: 480, height: 600 },
] as const;
type Name = (typeof IMAGES)[number]['name'];
const clean = new Map<Name, Raster>();
const cleanOf = (name: Name): Raster => {
  const image = clean.get(name);
  if (image === undefined) throw new Error(`${name} is not drawn`);
  return image;
};
beforeAll(async () => {
  for (const { name, prompt, seed, width, height } of IMAGES)
    clean.set(name, (await renderScene({ prompt, seed, style: 'natural', width, height })).raster);
});

/**
 * What counts as restored: decibels and similarity above the damaged picture; and the share of marks that are near the
 * clean one.
 */
const BETTER = { decibels: 4, similarity: 0.08, marks: 0.7 } as const;

describe.each(IMAGES.map(({ name }, index) => ({ name, seed: index + 1 })))(
  'an old photo of $name',
  ({ name, seed }) => {
    const old = (): Raster => scratched(grained(faded(cleanOf(name))), seed).image;
    const gains = (made: Raster): { readonly decibels: number; readonly similarity: number } => ({
      decibels: whole(cleanOf(name), made) - whole(cleanOf(name), old()),
      similarity: ssim(cleanOf(name), made) - ssim(cleanOf(name), old()),
    });

    it('comes nearer to what it was', async () => {
      const { decibels, similarity } = gains(await restorePhoto(old(), INITIAL, quiet));
      expect(decibels).toBeGreaterThan(BETTER.decibels);
      expect(similarity).toBeGreaterThan(BETTER.similarity);
    });

    it('control: left as it is, and blurred, it fails that measure', () => {
      for (const made of [old(), blurred(old())]) expect(gains(made).decibels).toBeLessThan(BETTER.decibels);
    });

    it('has the picture again where scratches and specks were; a blur and the marks themselves have not', async () => {
      const { image, cover } = scratched(cleanOf(name), seed);
      const share = (made: Raster): number => recovered(cleanOf(name), made, cover);
      const restored = share(await restorePhoto(image, SCRATCHES_ALONE, quiet));
      expect(restored).toBeGreaterThan(BETTER.marks);
      for (const made of [image, blurred(image)]) expect(share(made)).toBeLessThan(BETTER.marks / 2);
    });

    it('stays nearly as it is when nothing was scratched', async () => {
      const image = cleanOf(name);
      const made = await restorePhoto(image, SCRATCHES_ALONE, quiet);
      const changed = Array.from({ length: image.data.length / 4 }, (_, at) => at).filter((at) =>
        [0, 1, 2].some((channel) => made.data[at * 4 + channel] !== image.data[at * 4 + channel]),
      ).length;
      expect(whole(image, made)).toBeGreaterThan(33);
      expect(changed / (image.data.length / 4)).toBeLessThan(0.02);
    });
  },
);

describe('restoring a photo', () => {
  /** Mean of red less blue, and the range of tones. */
  const toneOf = ({ data }: Raster): { readonly warmth: number; readonly range: number } => {
    let warmth = 0;
    const greens: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      warmth += data[at]! - data[at + 2]!;
      greens.push(data[at + 1]!);
    }
    greens.sort((one, other) => one - other);
    return {
      warmth: warmth / greens.length,
      range: greens[Math.floor(greens.length * 0.98)]! - greens[Math.floor(greens.length * 0.02)]!,
    };
  };

  it('leaves a toned picture its tone, and raises its contrast', async () => {
    const old = sepia(cleanOf('roses'));
    const [before, after] = [toneOf(old), toneOf(await restorePhoto(old, INITIAL, quiet))];
    expect(after.range).toBeGreaterThan(before.range * 1.15);
    expect(after.warmth).toBeGreaterThan(before.warmth * 0.9);
    // Control: a picture whose dyes have faded loses the warm cast.
    const cast = faded(cleanOf('a car'));
    expect(toneOf(await restorePhoto(cast, INITIAL, quiet)).warmth).toBeLessThan(toneOf(cast).warmth * 0.9);
  });

  it('leaves black and white where a picture has them: night and fog are no fading', async () => {
    const dark = mapped(cleanOf('a lake'), ([red, green, blue]) => [red * 0.5, green * 0.5, blue * 0.5]);
    const made = await restorePhoto(dark, { ...NOTHING, fading: 1 }, quiet);
    expect(whole(dark, made)).toBeGreaterThan(25);
  });

  it('changes nothing that is not asked for, keeps alpha, and gives the same bytes again', async () => {
    const image = mapped(cleanOf('a car'), (rgb) => rgb);
    expect(Buffer.from((await restorePhoto(image, NOTHING, quiet)).data).equals(Buffer.from(image.data))).toBe(true);
    for (let at = 3; at < image.data.length / 2; at += 4) image.data[at] = at % 251;
    const fractions: number[] = [];
    const once = await restorePhoto(image, INITIAL, ({ fraction }) => {
      fractions.push(fraction);
    });
    const again = await restorePhoto(image, INITIAL, quiet);
    expect(Buffer.from(once.data).equals(Buffer.from(again.data))).toBe(true);
    expect(once.data.filter((_, at) => at % 4 === 3)).toEqual(image.data.filter((_, at) => at % 4 === 3));
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
    expect(fractions.at(-1)).toBe(1);
  });

  it('refuses a picture of which nothing can be seen', async () => {
    const nothing: Raster = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4) };
    await expect(restorePhoto(nothing, INITIAL, quiet)).rejects.toEqual(
      new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'empty' }),
    );
  });
});

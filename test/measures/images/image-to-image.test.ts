import { beforeAll, describe, expect, it } from '@jest/globals';
import { toLab } from '../../../src/engine/local/scene/colour.js';
import { STYLES, type Raster, type Style } from '../../../src/engine/local/scene/scene.js';
import { understand } from '../../../src/engine/local/scene/understand.js';
import { restyle, swatch } from '../../../src/engine/local/photo/restyle/restyle.js';
import { composedImages, scene } from './subjects.js';

const SIDE = 256;
const SEED = 5;
const quiet = (): void => undefined;

/** Lightness 0..1, twice softened by squares of three pixels: the grain of a brush is not the picture's structure. */
function softLight({ width, height, data }: Raster): Float32Array {
  let light = Float32Array.from(
    { length: width * height },
    (_, i) => toLab([data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!]).l,
  );
  for (let pass = 0; pass < 2; pass += 1) {
    const from = light;
    light = from.map((_, i) => {
      let sum = 0;
      let count = 0;
      for (const dy of [-1, 0, 1])
        for (const dx of [-1, 0, 1]) {
          const x = (i % width) + dx;
          const y = Math.floor(i / width) + dy;
          if (x >= 0 && y >= 0 && x < width && y < height) {
            sum += from[y * width + x]!;
            count += 1;
          }
        }
      return sum / count;
    });
  }
  return light;
}

/**
 * Strength of the edges, as a map that no change of tone or contrast moves much: each value over the picture's own
 * mean.
 */
function edges(raster: Raster): Float32Array {
  const { width, height } = raster;
  const light = softLight(raster);
  const map = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      map[i] = Math.hypot(light[i + 1]! - light[i - 1]!, light[i + width]! - light[i - width]!);
    }
  const mean = map.reduce((sum, value) => sum + value, 0) / map.length;
  return map.map((value) => Math.min(6, value / (mean + 1e-6)));
}

/** Structural similarity (Wang et al. 2004) of two maps, mean over squares of eight. */
function similarity(one: Float32Array, other: Float32Array): number {
  const size = 8;
  let total = 0;
  let count = 0;
  for (let y = 0; y + size <= SIDE; y += size) {
    for (let x = 0; x + size <= SIDE; x += size) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let dy = 0; dy < size; dy += 1)
        for (let dx = 0; dx < size; dx += 1) {
          const u = one[(y + dy) * SIDE + x + dx]!;
          const v = other[(y + dy) * SIDE + x + dx]!;
          a += u;
          b += v;
          aa += u * u;
          bb += v * v;
          ab += u * v;
        }
      const n = size * size;
      a /= n;
      b /= n;
      const [va, vb, cov] = [aa / n - a * a, bb / n - b * b, ab / n - a * b];
      total += ((2 * a * b + 0.01) * (2 * cov + 0.03)) / ((a * a + b * b + 0.01) * (va + vb + 0.03));
      count += 1;
    }
  }
  return total / count;
}

/** Distance of two palettes: how far the sorted colours have to move, along the three axes of OKLab. */
function paletteDistance(one: Raster, other: Raster): number {
  const sorted = ({ data }: Raster, axis: 'l' | 'a' | 'b'): Float32Array => {
    const all = Float32Array.from(
      { length: data.length / 4 },
      (_, i) => toLab([data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!])[axis],
    ).sort();
    return Float32Array.from({ length: 256 }, (_, k) => all[Math.floor(((k + 0.5) * all.length) / 256)]!);
  };
  return (['l', 'a', 'b'] as const).reduce((sum, axis) => {
    const mine = sorted(one, axis);
    const theirs = sorted(other, axis);
    return sum + mine.reduce((all, value, k) => all + Math.abs(value - theirs[k]!), 0) / 256;
  }, 0);
}

const KEPT = 0.35;
const MOVED = 0.85;
const PROMPTS = ['at night', 'sunset over the sea', 'red and black', 'a snowy winter morning'] as const;

describe('Restyling, image to image', () => {
  let image: Raster;
  let other: Raster;
  const made = async (style: Style, prompt: string, strength = 0.6, seed = SEED): Promise<Raster> =>
    (await restyle(image, { prompt, negativePrompt: '', style, strength, seed }, quiet)).raster;
  const structure = (out: Raster): number => similarity(edges(image), edges(out));

  beforeAll(async () => {
    image = (await composedImages(SIDE)).find(({ name }) => name.startsWith('a mug before a mountain'))!.image;
    other = await scene('a city street at dusk', SIDE);
  });

  it('keeps the structure, the more the weaker it is', async () => {
    for (const style of ['oil', 'watercolour', 'poster', 'papercut'] as const) {
      const kept: number[] = [];
      for (const strength of [0.1, 0.45, 1]) kept.push(structure(await made(style, '', strength)));
      expect({ style, kept, falls: kept[0]! > kept[1]! && kept[1]! > kept[2]! }).toMatchObject({ falls: true });
      expect(kept[1]).toBeGreaterThan(KEPT);
    }
  });

  it('would fail the structure with a picture unrelated to it', () => {
    expect(structure(other)).toBeLessThan(KEPT);
    expect(structure(image)).toBeGreaterThan(0.999);
  });

  it('moves the palette towards that of the prompt’s scene', async () => {
    for (const prompt of PROMPTS) {
      const target = await swatch(understand({ prompt, negativePrompt: '', seed: SEED }));
      const moves = (out: Raster): boolean => paletteDistance(out, target) < MOVED * paletteDistance(image, target);
      expect({ prompt, moves: moves(await made('natural', prompt, 0.8)) }).toEqual({ prompt, moves: true });
      // The control: the input itself stays where it is.
      expect({ prompt, moves: moves(image) }).toEqual({ prompt, moves: false });
    }
  });

  it('takes the style that the words name, whichever is chosen', async () => {
    const pixels = await made('pixel', '');
    expect((await made('watercolour', 'pixel art')).data).toEqual(pixels.data);
    expect((await made('natural', 'als Pixelgrafik')).data).toEqual(pixels.data);
    expect((await made('watercolour', '')).data).not.toEqual(pixels.data);
  });

  it('gives each style a picture of its own', async () => {
    const all: Raster[] = [image];
    for (const style of STYLES) all.push(await made(style, ''));
    const difference = (one: Raster, two: Raster): number =>
      one.data.reduce((sum, value, i) => sum + Math.abs(value - two.data[i]!), 0) / one.data.length;
    for (const [index, one] of all.entries())
      for (const two of all.slice(index + 1)) {
        // The picture as it is and the plain grade are near each other; every craft is far from every other.
        expect(difference(one, two)).toBeGreaterThan(index < 1 && two === all[1] ? 0.2 : 3);
      }
  });

  it('is nearly the input at strength 0', async () => {
    const out = await made('oil', 'at night', 0);
    expect(structure(out)).toBeGreaterThan(0.98);
    expect(paletteDistance(out, image)).toBeLessThan(0.01);
  });

  it('gives the same bytes for the same seed, and another hand for another', async () => {
    const bytes = async (seed: number): Promise<Buffer> => Buffer.from((await made('oil', 'at night', 0.7, seed)).data);
    const [one, again, another] = [await bytes(1), await bytes(1), await bytes(2)];
    expect(one.equals(again)).toBe(true);
    expect(one.equals(another)).toBe(false);
  });

  it('tells what it understood and at least six steps, and keeps size and transparency', async () => {
    const reported: number[] = [];
    const clear: Raster = {
      width: 96,
      height: 64,
      data: new Uint8ClampedArray(96 * 64 * 4).map((_, i) => (i % 4 === 3 ? ((i >> 2) % 96 < 48 ? 0 : 255) : 120)),
    };
    const { raster, understanding } = await restyle(
      clear,
      { prompt: 'at night', style: 'natural', strength: 0.6, seed: 1 },
      ({ fraction }) => {
        reported.push(fraction);
      },
    );
    expect(understanding.scene.time).toBe('night');
    expect([raster.width, raster.height]).toEqual([96, 64]);
    expect([raster.data[3], raster.data[95 * 4 + 3]]).toEqual([0, 255]);
    expect(reported.length).toBeGreaterThanOrEqual(6);
    expect([...reported].sort((a, b) => a - b)).toEqual(reported);
  });
});

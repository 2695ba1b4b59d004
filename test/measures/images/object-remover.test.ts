import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { hashPoint } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { removeObject, RIM } from '../../../src/engine/local/photo/fill/remove-object.js';
import { colours } from '../../../src/engine/local/photo/resize.js';
import { psnr } from './psnr.js';

const SIDE = 320;
const quiet = (): void => undefined;
type Inside = (x: number, y: number) => boolean;

const painted = (colour: (x: number, y: number) => readonly [number, number, number]): Raster => {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let at = 0; at < SIDE * SIDE; at += 1) data.set([...colour(at % SIDE, Math.floor(at / SIDE)), 255], at * 4);
  return { width: SIDE, height: SIDE, data };
};
const maskOf = (inside: Inside): Raster => painted((x, y) => (inside(x, y) ? [255, 255, 255] : [0, 0, 0]));
/** The clean picture with an object of one colour and a soft rim in the mask's place. */
const planted = (clean: Raster, inside: Inside): Raster => {
  const data = new Uint8ClampedArray(clean.data);
  for (let at = 0; at < SIDE * SIDE; at += 1)
    if (inside(at % SIDE, Math.floor(at / SIDE))) data.set([210, 30, 60, 255], at * 4);
  return { ...clean, data };
};
const marked = (inside: Inside): Uint8Array =>
  Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (inside(at % SIDE, Math.floor(at / SIDE)) ? 1 : 0));
const grey = (image: Raster, inside: Inside): Raster =>
  painted((x, y) => {
    const at = (y * SIDE + x) * 4;
    return inside(x, y) ? [128, 128, 128] : [image.data[at]!, image.data[at + 1]!, image.data[at + 2]!];
  });

const ball: Inside = (x, y) => (x - 165) ** 2 + (y - 160) ** 2 < 42 ** 2;
const person: Inside = (x, y) =>
  (x - 160) ** 2 + (y - 130) ** 2 < 16 ** 2 ||
  (Math.abs(x - 160) < 22 && y > 144 && y < 210) ||
  (Math.abs(Math.abs(x - 160) - 11) < 8 && y >= 205 && y < 275);
const wire: Inside = (x, y) => Math.abs(y - 60 - 0.0012 * (x - 160) ** 2) < 2;

const sky = painted((x, y) => [90 + y / 3, 140 + y / 4, 225 - y / 8 + x / 32]);
/** Bricks in courses of 16 by 40 with mortar, and a little grain. */
const bricks = painted((x, y) => {
  const course = Math.floor(y / 16);
  const along = (x + (course % 2) * 20) % 40;
  const grain = 14 * (hashPoint(x, y, 3) - 0.5);
  return y % 16 < 2 || along < 2 ? [188 + grain, 182 + grain, 172 + grain] : [152 + grain, 74 + grain, 58 + grain];
});
let lake: Raster;
beforeAll(async () => {
  lake = (await renderScene({ prompt: 'a lake below mountains at sunset', seed: 7, width: SIDE, height: SIDE })).raster;
});

/**
 * Decibels against the clean picture within the mask that count as gone. What is random cannot be told pixel by pixel:
 * each has its own bound.
 */
const CASES: readonly {
  readonly name: string;
  readonly clean: () => Raster;
  readonly object: Inside;
  readonly atLeast: number;
}[] = [
  { name: 'a ball before a sky', clean: () => sky, object: ball, atLeast: 48 },
  { name: 'a ball before a brick wall', clean: () => bricks, object: ball, atLeast: 28 },
  { name: 'a person at a lake', clean: () => lake, object: person, atLeast: 24 },
  { name: 'a wire across the sky of a lake', clean: () => lake, object: wire, atLeast: 33 },
];
const inMask = (clean: Raster, other: Raster, object: Inside): number =>
  psnr(colours(clean), colours(other), marked(object));

describe('taking an object out of a picture', () => {
  it.each(CASES)('$name: what takes its place is near the clean picture', async ({ clean, object, atLeast }) => {
    const made = await removeObject(planted(clean(), object), maskOf(object), quiet);
    expect(inMask(clean(), made, object)).toBeGreaterThan(atLeast);
  });

  it.each(CASES)(
    'control: $name left as it is, and painted over with grey, fail that measure',
    ({ clean, object, atLeast }) => {
      const image = planted(clean(), object);
      expect(inMask(clean(), image, object)).toBeLessThan(atLeast);
      expect(inMask(clean(), grey(image, object), object)).toBeLessThan(atLeast);
    },
  );

  it.each(CASES)('$name: the rest of the picture is equal, byte for byte', async ({ clean, object }) => {
    const image = planted(clean(), object);
    const made = await removeObject(image, maskOf(object), quiet);
    const near: Inside = (x, y) => {
      for (let dy = -RIM; dy <= RIM; dy += 1)
        for (let dx = -RIM; dx <= RIM; dx += 1) if (object(x + dx, y + dy)) return true;
      return false;
    };
    let other = 0;
    for (let at = 0; at < SIDE * SIDE; at += 1) {
      if (near(at % SIDE, Math.floor(at / SIDE))) continue;
      for (let channel = 0; channel < 4; channel += 1)
        if (made.data[at * 4 + channel] !== image.data[at * 4 + channel]) other += 1;
    }
    expect(other).toBe(0);
  });

  it('keeps a texture as lively as it is around: no smear', async () => {
    const made = await removeObject(planted(bricks, ball), maskOf(ball), quiet);
    const liveliness = ({ data }: Raster): number => {
      let sum = 0;
      let count = 0;
      for (let y = 0; y < SIDE; y += 1)
        for (let x = 0; x < SIDE - 1; x += 1)
          if (ball(x, y)) {
            sum += Math.abs(data[(y * SIDE + x + 1) * 4]! - data[(y * SIDE + x) * 4]!);
            count += 1;
          }
      return sum / count;
    };
    const whole = liveliness(bricks);
    expect(liveliness(made) / whole).toBeGreaterThan(0.75);
    expect(liveliness(grey(bricks, ball)) / whole).toBeLessThan(0.75);
  });

  it('gives the same bytes again, and tells how far it is', async () => {
    const fractions: number[] = [];
    const image = planted(lake, person);
    const once = await removeObject(image, maskOf(person), ({ fraction }) => {
      fractions.push(fraction);
    });
    const again = await removeObject(image, maskOf(person), quiet);
    expect(Buffer.from(once.data).equals(Buffer.from(again.data))).toBe(true);
    expect(fractions.length).toBeGreaterThanOrEqual(6);
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
  });

  it('fills what touches the edge, and where nearly nothing is left to copy', async () => {
    const corner: Inside = (x, y) => x < 60 && y < 80;
    expect(inMask(sky, await removeObject(planted(sky, corner), maskOf(corner), quiet), corner)).toBeGreaterThan(25);
    const all: Inside = (x, y) => x > 1 || y > 1;
    const made = await removeObject(planted(sky, all), maskOf(all), quiet);
    expect(made.data.length).toBe(SIDE * SIDE * 4);
  });

  it.each([
    ['empty', maskOf(() => false)],
    ['everything', maskOf(() => true)],
    ['size', { width: 2, height: 2, data: new Uint8ClampedArray(16) }],
  ] as const)('refuses a mask with the reason "%s"', async (reason, mask) => {
    await expect(removeObject(sky, mask, quiet)).rejects.toEqual(
      new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason }),
    );
  });
});

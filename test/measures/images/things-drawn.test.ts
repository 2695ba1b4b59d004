import { describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { toLab, type Lab } from '../../../src/engine/local/scene/colour.js';
import { promptClaims } from '../../../src/engine/local/words-claimed.js';

const SIDE = 160;
const SEED = 7;

/** Pixels of a drawing in OKLab, row by row. */
async function draw(prompt: string, seed: number): Promise<readonly Lab[]> {
  const { raster } = await renderScene({ prompt, seed, width: SIDE, height: SIDE });
  return Array.from({ length: SIDE * SIDE }, (_, at) =>
    toLab([raster.data[at * 4] ?? 0, raster.data[at * 4 + 1] ?? 0, raster.data[at * 4 + 2] ?? 0]),
  );
}
type Is = (pixel: Lab) => boolean;
/** Share of the pixels in the middle of a drawing that are of a kind. */
function shareOf(pixels: readonly Lab[], is: Is): number {
  const middle = pixels.filter((_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    return x > SIDE * 0.2 && x < SIDE * 0.8 && y > SIDE * 0.3 && y < SIDE * 0.85;
  });
  return middle.filter(is).length / middle.length;
}
const left = (prompt: string): readonly string[] =>
  promptClaims({ reads: 'scene', style: 'natural', shots: 1, roles: [], prompt, negativePrompt: '', seed: 7 })
    ?.ignored ?? [];

const red: Is = ({ l, a, b }) => a > 0.1 && b > 0.03 && l < 0.7;
const yellow: Is = ({ l, a, b }) => b > 0.09 && a < 0.06 && l > 0.6;
const orange: Is = ({ a, b }) => b > 0.08 && a > 0.02;
const green: Is = ({ a, b }) => a < -0.06 && b > 0.05;
const black: Is = ({ l }) => l < 0.3;
const purple: Is = ({ a, b }) => a > 0.03 && b < -0.02;
const white: Is = ({ l, a, b }) => l > 0.85 && Math.hypot(a, b) < 0.05;

/** The colours of a dish, and the least share of the middle that each has. */
const DISHES: readonly (readonly [prompt: string, colours: readonly (readonly [is: Is, min: number])[]])[] = [
  [
    'a plate of spaghetti with tomato sauce',
    [
      [yellow, 0.03],
      [red, 0.01],
    ],
  ],
  [
    'a bowl of soup',
    [
      [orange, 0.06],
      [white, 0.02],
    ],
  ],
  [
    'a green salad',
    [
      [green, 0.04],
      [red, 0.005],
    ],
  ],
  [
    'a plate of sushi',
    [
      [black, 0.02],
      [white, 0.01],
      [orange, 0.005],
    ],
  ],
  [
    'a pizza',
    [
      [yellow, 0.02],
      [red, 0.01],
      [green, 0.002],
    ],
  ],
  [
    'french fries',
    [
      [yellow, 0.01],
      [red, 0.03],
    ],
  ],
];

describe('a dish', () => {
  it.each(DISHES)('%s has its colours in the middle, which a cup does not have', async (prompt, colours) => {
    const [dish, cup] = [await draw(prompt, SEED), await draw('a cup', SEED)];
    const shares = colours.map(([is, min]) => ({ share: shareOf(dish, is), min, cup: shareOf(cup, is) }));
    expect(shares.filter(({ share, min }) => share < min)).toEqual([]);
    expect(shares.filter(({ share, cup: other }) => other < share / 2)).not.toEqual([]);
  });

  it('takes its plate or bowl along: nothing of it is said to be left out', () => {
    expect(left('a plate of spaghetti')).toEqual([]);
    expect(left('a bowl of soup')).toEqual([]);
  });
});

/** What a word of a room changes: the share of pixels that differ without it, in the colours of the thing. */
const ROOMS: readonly (readonly [prompt: string, without: string, is: Is])[] = [
  ['a living room with a fireplace and a sofa', 'fireplace', ({ l, b }) => l > 0.72 && b > 0.11],
  ['a living room with a fireplace and a red sofa', 'sofa', red],
  ['a bedroom with a purple bed and a lamp', 'bed', purple],
  ['a room with a bookshelf and a table', 'bookshelf', ({ l }) => l < 0.4],
  ['a room with a sofa and a purple rug', 'rug', purple],
  ['a kitchen with a table and chairs', 'chairs', ({ l, a, b }) => l < 0.6 && a > 0.01 && b > 0.02],
];

describe('a room with several pieces of furniture', () => {
  it.each(ROOMS)('%s shows all of them: without the %s, its colours are gone', async (prompt, without, is) => {
    expect(left(prompt)).toEqual([]);
    const { raster } = await renderScene({ prompt, seed: SEED, width: SIDE, height: SIDE });
    const other = await renderScene({ prompt, negativePrompt: without, seed: SEED, width: SIDE, height: SIDE });
    const labOf = (data: Uint8ClampedArray, at: number): Lab =>
      toLab([data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0]);
    const counts = [raster, other.raster].map(
      ({ data }) => Array.from({ length: SIDE * SIDE }, (_, at) => labOf(data, at)).filter(is).length / SIDE ** 2,
    );
    expect(counts[0]).toBeGreaterThan((counts[1] ?? 1) + 0.008);
  });
});

/** Share of the pixels that differ between two drawings of a seed. */
async function changeBetween(one: string, other: string): Promise<number> {
  const [a, b] = [await draw(one, SEED), await draw(other, SEED)];
  return (
    a.filter(({ l, a: x, b: y }, at) => Math.hypot(l - b[at]!.l, x - b[at]!.a, y - b[at]!.b) > 0.03).length / a.length
  );
}

describe('somebody who does something', () => {
  it.each([
    ['a couple shaking hands', 'a couple'],
    ['a couple holding hands', 'a couple'],
    ['a couple hugging', 'a couple'],
    ['a couple hugging', 'a couple shaking hands'],
    ['a running dog', 'a dog'],
    ['a horse jumping', 'a horse galloping'],
    ['a cat sleeping', 'a cat'],
  ])('%s is another drawing than %s, and nothing of it is left out', async (prompt, other) => {
    expect(left(prompt)).toEqual([]);
    expect(await changeBetween(prompt, other)).toBeGreaterThan(0.002);
  });

  it('moves its legs in a video when it runs, and not when it stands', async () => {
    const at = async (prompt: string, seconds: number): Promise<Buffer> =>
      Buffer.from((await renderScene({ prompt, seed: SEED, width: SIDE, height: SIDE, seconds })).raster.data);
    const moved = async (prompt: string): Promise<number> => {
      const [start, later] = [await at(prompt, 0), await at(prompt, 0.35)];
      return start.filter((value, k) => Math.abs(value - (later[k] ?? 0)) > 30).length / start.length;
    };
    const stands = await moved('a dog in a room');
    expect(stands).toBeLessThan(0.001);
    expect(await moved('a running dog in a room')).toBeGreaterThan(stands + 0.002);
  });

  it('holds a red balloon in the hand: no hot-air balloon is in the sky', async () => {
    const held = await draw('a child holding a red balloon', SEED);
    const bare = await draw('a child', SEED);
    const sky = (pixels: readonly Lab[]): number => pixels.slice(0, SIDE * SIDE * 0.35).filter(red).length;
    expect(held.filter(red).length).toBeGreaterThan(bare.filter(red).length + 10);
    expect(sky(held)).toBe(sky(bare));
    expect(left('a child holding a red balloon')).toEqual([]);
  });
});

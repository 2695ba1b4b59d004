import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { hashPoint } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { pushPullFill } from '../../../src/engine/local/photo/fill/push-pull-fill.js';
import { resample } from '../../../src/engine/local/photo/resample.js';
import { uncrop } from '../../../src/engine/local/photo/fill/uncrop.js';
import type { UncropFrame } from '../../../src/creation/procedures/params.shared.js';

const quiet = (): void => undefined;
const WIDE = 240;
const HIGH = 180;
const FRAME: UncropFrame = { left: 60, top: 24, right: 50, bottom: 30 };
/**
 * How much stronger than the picture's own step the step over its edge may be: as much as one row differs from the next
 * by chance.
 */
const NO_STRONGER = 1.25;

const painted = (colour: (x: number, y: number) => readonly [number, number, number]): Raster => {
  const data = new Uint8ClampedArray(WIDE * HIGH * 4);
  for (let at = 0; at < WIDE * HIGH; at += 1) data.set([...colour(at % WIDE, Math.floor(at / WIDE)), 255], at * 4);
  return { width: WIDE, height: HIGH, data };
};
/** No edge of the picture runs along mortar, where what truly goes on differs from it by a whole step. */
const bricks = painted((across, down) => {
  const [x, y] = [across + 10, down + 7];
  const course = Math.floor(y / 16);
  const along = (x + (course % 2) * 20) % 40;
  const grain = 14 * (hashPoint(x, y, 3) - 0.5);
  return y % 16 < 2 || along < 2 ? [188 + grain, 182 + grain, 172 + grain] : [152 + grain, 74 + grain, 58 + grain];
});
const sky = painted((x, y) => {
  const grain = 5 * (hashPoint(x, y, 4) - 0.5);
  return [90 + y / 3 + grain, 140 + y / 4 + grain, 225 - y / 8 + x / 32 + grain];
});
/** Full of things that are cut by its edges: balloons, rocks. */
const CANYON = { width: 384, height: 256, left: 128 } as const;
/** Of its own fine detail, how much a side that goes on has at least, and at most. */
const DETAIL = { min: 0.6, max: 1.7 } as const;
let lake: Raster;
let canyon: Raster;
beforeAll(async () => {
  canyon = (
    await renderScene({
      prompt: 'hot air balloons over a canyon in the morning',
      seed: 17,
      width: CANYON.width,
      height: CANYON.height,
    })
  ).raster;
  lake = (await renderScene({ prompt: 'a lake below mountains at sunset', seed: 7, width: WIDE, height: HIGH })).raster;
});

const CASES: readonly { readonly name: string; readonly given: () => Raster }[] = [
  { name: 'a sky', given: () => sky },
  { name: 'a brick wall', given: () => bricks },
  { name: 'a lake', given: () => lake },
];

/** Pixels within that are not what was given, byte for byte. */
function changedWithin(given: Raster, made: Raster): number {
  let other = 0;
  for (let y = 0; y < HIGH; y += 1)
    for (let x = 0; x < WIDE; x += 1)
      for (let k = 0; k < 4; k += 1) {
        if (given.data[(y * WIDE + x) * 4 + k] !== made.data[((y + FRAME.top) * made.width + x + FRAME.left) * 4 + k])
          other += 1;
      }
  return other;
}

/** Mean step of colour over each edge of the picture, and the mean step between its own neighbours. */
function steps(made: Raster): { readonly seam: number; readonly own: number } {
  const sums = { seam: 0, own: 0 };
  const counts = { seam: 0, own: 0 };
  const take = (what: 'seam' | 'own', x: number, y: number, dx: number, dy: number): void => {
    const at = ((y + FRAME.top) * made.width + x + FRAME.left) * 4;
    const next = at + (dy * made.width + dx) * 4;
    for (let k = 0; k < 3; k += 1) sums[what] += Math.abs(made.data[at + k]! - made.data[next + k]!);
    counts[what] += 3;
  };
  for (let y = 0; y < HIGH; y += 1)
    for (let x = 0; x < WIDE; x += 1) {
      take(x === WIDE - 1 ? 'seam' : 'own', x, y, 1, 0);
      take(y === HIGH - 1 ? 'seam' : 'own', x, y, 0, 1);
      if (x === 0) take('seam', x, y, -1, 0);
      if (y === 0) take('seam', x, y, 0, -1);
    }
  return { seam: sums.seam / counts.seam, own: sums.own / counts.own };
}

const frameSize = { width: WIDE + FRAME.left + FRAME.right, height: HIGH + FRAME.top + FRAME.bottom };
function greyBorder(given: Raster): Raster {
  const data = new Uint8ClampedArray(frameSize.width * frameSize.height * 4).fill(128);
  for (let y = 0; y < HIGH; y += 1)
    data.set(
      given.data.subarray(y * WIDE * 4, (y + 1) * WIDE * 4),
      ((y + FRAME.top) * frameSize.width + FRAME.left) * 4,
    );
  return { ...frameSize, data };
}

/**
 * Mean step of lightness from column to column between two columns, in the rows below the sky: what a smear has not.
 */
function detail({ width, height, data }: Raster, from: number, to: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.round(height * 0.3); y < height * 0.75; y += 1)
    for (let x = from; x < to - 1; x += 1) {
      const at = (y * width + x) * 4;
      sum += Math.abs(data[at]! + data[at + 1]! + data[at + 2]! - data[at + 4]! - data[at + 5]! - data[at + 6]!) / 3;
      count += 1;
    }
  return sum / count;
}
const goneOn = (made: Raster, left: number): number => detail(made, 0, left) / detail(made, left, 2 * left);

function inClear({ width, height, data }: Raster, left: number): Raster {
  const out = new Uint8ClampedArray((width + left) * height * 4);
  for (let y = 0; y < height; y += 1)
    out.set(data.subarray(y * width * 4, (y + 1) * width * 4), (y * (width + left) + left) * 4);
  return { width: width + left, height, data: out };
}

describe('widening a picture', () => {
  it('goes on with rocks and balloons where these are cut by the edge: as much fine detail as there is next to it', async () => {
    const share = goneOn(await uncrop(canyon, { left: CANYON.left, top: 0, right: 0, bottom: 0 }, quiet), CANYON.left);
    expect(share).toBeGreaterThan(DETAIL.min);
    expect(share).toBeLessThan(DETAIL.max);
  });

  it('control: colours spread outwards and an edge drawn out are a smear', () => {
    const { left } = CANYON;
    expect(goneOn(pushPullFill(inClear(canyon, left)), left)).toBeLessThan(DETAIL.min / 2);
    const drawnOut = inClear(canyon, left);
    for (let y = 0; y < drawnOut.height; y += 1)
      for (let x = 0; x < left; x += 1)
        drawnOut.data.copyWithin(
          (y * drawnOut.width + x) * 4,
          (y * drawnOut.width + left) * 4,
          (y * drawnOut.width + left) * 4 + 4,
        );
    expect(goneOn(drawnOut, left)).toBeLessThan(DETAIL.min / 2);
  });

  it.each(CASES)(
    '$name: what was given is in it, byte for byte, and the step over its edge is no stronger than its own',
    async ({ given }) => {
      const made = await uncrop(given(), FRAME, quiet);
      expect(made).toMatchObject(frameSize);
      expect(changedWithin(given(), made)).toBe(0);
      const { seam, own } = steps(made);
      expect(seam).toBeLessThanOrEqual(own * NO_STRONGER);
    },
  );

  it.each(CASES)('control: $name in a grey border has too strong a step over its edge', ({ given }) => {
    const { seam, own } = steps(greyBorder(given()));
    expect(seam).toBeGreaterThan(own * NO_STRONGER);
  });

  it.each(CASES)('control: $name stretched to the frame is not what was given', async ({ given }) => {
    expect(changedWithin(given(), await resample(given(), frameSize.width, frameSize.height))).toBeGreaterThan(
      WIDE * HIGH,
    );
  });

  it('does not copy what stands alone in the middle', async () => {
    const ball = painted((x, y) =>
      (x - 120) ** 2 + (y - 90) ** 2 < 30 ** 2
        ? [210, 30, 60]
        : [sky.data[(y * WIDE + x) * 4]!, sky.data[(y * WIDE + x) * 4 + 1]!, sky.data[(y * WIDE + x) * 4 + 2]!],
    );
    const made = await uncrop(ball, { left: 200, top: 0, right: 200, bottom: 0 }, quiet);
    let red = 0;
    for (let at = 0; at < made.width * made.height; at += 1) {
      const x = at % made.width;
      if ((x < 200 || x >= 200 + WIDE) && made.data[at * 4]! > made.data[at * 4 + 2]! + 40) red += 1;
    }
    expect(red).toBe(0);
  });

  it('keeps a texture as lively as it is: no smear', async () => {
    const made = await uncrop(bricks, { left: 60, top: 0, right: 0, bottom: 0 }, quiet);
    const liveliness = (from: number, to: number): number => {
      let sum = 0;
      for (let y = 0; y < HIGH; y += 1)
        for (let x = from; x < to; x += 1)
          sum += Math.abs(made.data[(y * made.width + x + 1) * 4]! - made.data[(y * made.width + x) * 4]!);
      return sum / (HIGH * (to - from));
    };
    expect(liveliness(0, 59) / liveliness(60, 299)).toBeGreaterThan(0.7);
  });

  it('of a large picture is matched at its edge, and what was given stays', async () => {
    const large = await resample(lake, 1_700, 1_275);
    const made = await uncrop(large, { left: 170, top: 0, right: 0, bottom: 0 }, quiet);
    let seam = 0;
    let own = 0;
    for (let y = 0; y < 1_275; y += 1)
      for (let k = 0; k < 3; k += 1) {
        const at = (y * made.width + 170) * 4 + k;
        expect(made.data[at] === large.data[y * 1_700 * 4 + k]).toBe(true);
        seam += Math.abs(made.data[at]! - made.data[at - 4]!);
        own += Math.abs(made.data[at]! - made.data[at + 4]!);
      }
    expect(seam / (1_275 * 3)).toBeLessThan(own / (1_275 * 3) + 2);
  });

  it('gives the same bytes again, keeps what is clear, and tells how far it is', async () => {
    const clear = { ...sky, data: new Uint8ClampedArray(sky.data) };
    for (let y = 0; y < HIGH; y += 1) clear.data[y * WIDE * 4 + 3] = 0;
    const fractions: number[] = [];
    const once = await uncrop(clear, FRAME, ({ fraction }) => {
      fractions.push(fraction);
    });
    const again = await uncrop(clear, FRAME, quiet);
    expect(Buffer.from(once.data).equals(Buffer.from(again.data))).toBe(true);
    expect(changedWithin(clear, once)).toBe(0);
    expect(fractions.length).toBeGreaterThanOrEqual(6);
    expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
  });
});

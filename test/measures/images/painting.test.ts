import { beforeAll, describe, expect, it } from '@jest/globals';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { toLab, type Lab } from '../../../src/engine/local/scene/colour.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { paintIn } from '../../../src/engine/local/photo/restyle/paint-in.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { painted } from './subjects.js';

const SIDE = 256;
const quiet = (): void => undefined;
type Inside = (x: number, y: number) => boolean;
const maskOf = (inside: Inside): Raster =>
  painted(SIDE, (context) => {
    context.fillStyle = '#000';
    context.fillRect(0, 0, SIDE, SIDE);
    context.fillStyle = '#fff';
    for (let y = 0; y < SIDE; y += 1) for (let x = 0; x < SIDE; x += 1) if (inside(x, y)) context.fillRect(x, y, 1, 1);
  });
const sky: Inside = (x, y) => y < 96 + 8 * Math.sin(x / 20);
const ground: Inside = (_, y) => y > 168;
const disc: Inside = (x, y) => (x - 128) ** 2 + (y - 70) ** 2 < 52 ** 2;

/** What the palette of words must be within the mask: a bound that the picture before does not meet. */
const CASES: readonly { readonly prompt: string; readonly inside: Inside; readonly is: (mean: Lab) => boolean }[] = [
  { prompt: 'a red sunset sky', inside: sky, is: ({ a }) => a > 0.05 },
  { prompt: 'a starry night sky', inside: sky, is: ({ l }) => l < 0.65 },
  { prompt: 'a meadow with flowers', inside: ground, is: ({ a, b }) => a < -0.03 && b > 0.04 },
  { prompt: 'a lake at noon', inside: ground, is: ({ a, b }) => b < 0 && a < 0.02 },
  { prompt: 'a red balloon', inside: disc, is: ({ a }) => a > 0.02 },
];

/** Mean colour (OKLab) of what is marked. */
function toneOf({ data }: Raster, inside: Inside): Lab {
  let [l, a, b, count] = [0, 0, 0, 0];
  for (let i = 0; i < SIDE * SIDE; i += 1) {
    if (!inside(i % SIDE, Math.floor(i / SIDE))) continue;
    const lab = toLab([data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!]);
    l += lab.l;
    a += lab.a;
    b += lab.b;
    count += 1;
  }
  return { l: l / count, a: a / count, b: b / count };
}
const holds = (image: Raster, { inside, is }: (typeof CASES)[number]): boolean => is(toneOf(image, inside));
/** Bytes outside the mask that are not the picture's. */
const changedOutside = (one: Raster, other: Raster, inside: Inside): number =>
  one.data.reduce(
    (sum, value, at) =>
      sum + (value !== other.data[at] && !inside((at >> 2) % SIDE, Math.floor((at >> 2) / SIDE)) ? 1 : 0),
    0,
  );

describe('painting words into a part of a picture', () => {
  let canyon: Raster;
  const made = new Map<string, Raster>();
  beforeAll(async () => {
    canyon = (await renderScene({ prompt: 'a canyon in the morning', seed: 17, width: SIDE, height: SIDE })).raster;
    for (const { prompt, inside } of CASES)
      made.set(prompt, (await paintIn(canyon, maskOf(inside), { prompt, seed: 3 }, quiet)).raster);
  }, 600_000);

  it.each(CASES)(
    '$prompt: has its palette where it was marked, and equals the picture byte for byte elsewhere',
    (one) => {
      expect(holds(made.get(one.prompt)!, one)).toBe(true);
      expect(changedOutside(made.get(one.prompt)!, canyon, one.inside)).toBe(0);
    },
  );

  it.each(CASES)(
    'control: $prompt, the picture as it was fails that measure, and the scene laid over all of it changes what was not marked',
    async (one) => {
      expect(holds(canyon, one)).toBe(false);
      const { raster } = await renderScene({ prompt: one.prompt, seed: 3, width: SIDE, height: SIDE });
      expect(changedOutside(raster, canyon, one.inside)).toBeGreaterThan(0);
    },
  );

  it('feathers inwards: at the mask’s rim it is nearly the picture, deep inside it is not', () => {
    const image = made.get('a red sunset sky')!;
    const apart = (depth: number): number => {
      let [sum, count] = [0, 0];
      for (let x = 8; x < SIDE - 8; x += 1) {
        let y = 0;
        while (sky(x, y + 1)) y += 1;
        const at = ((y - depth) * SIDE + x) * 4;
        for (let k = 0; k < 3; k += 1) sum += Math.abs(image.data[at + k]! - canyon.data[at + k]!);
        count += 3;
      }
      return sum / count;
    };
    expect(apart(0)).toBeLessThan(4);
    expect(apart(30)).toBeGreaterThan(apart(0) * 5);
  });

  it('sets a thing alone on what is around it: the picture shows through beside it', () => {
    const image = made.get('a red balloon')!;
    const at = (70 * SIDE + 82) * 4;
    for (let k = 0; k < 3; k += 1) expect(Math.abs(image.data[at + k]! - canyon.data[at + k]!)).toBeLessThan(40);
  });

  it('gives the same bytes again, another seed others, and tells at least six steps', async () => {
    const { prompt, inside } = CASES[0]!;
    const reported: number[] = [];
    const again = await paintIn(canyon, maskOf(inside), { prompt, seed: 3 }, ({ fraction }) => {
      reported.push(fraction);
    });
    const other = await paintIn(canyon, maskOf(inside), { prompt, seed: 4 }, quiet);
    expect(Buffer.from(again.raster.data).equals(Buffer.from(made.get(prompt)!.data))).toBe(true);
    expect(Buffer.from(other.raster.data).equals(Buffer.from(again.raster.data))).toBe(false);
    expect(reported.length).toBeGreaterThanOrEqual(6);
    expect(reported).toEqual([...reported].sort((one, next) => one - next));
    expect(again.understanding.understood.map(({ means }) => means)).toContain('sunset');
  });

  it.each([
    ['empty', maskOf(() => false)],
    ['everything', maskOf(() => true)],
    ['size', { width: 2, height: 2, data: new Uint8ClampedArray(16) }],
  ] as const)('refuses a mask with the reason "%s"', async (reason, mask) => {
    await expect(paintIn(canyon, mask, { prompt: 'a lake', seed: 1 }, quiet)).rejects.toEqual(
      new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason }),
    );
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { toLab } from '../../../src/engine/local/scene/colour.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { changeBackground, studio } from '../../../src/engine/local/photo/cut-out/change-background.js';
import { composedImages, painted, scene, type Composed } from './subjects.js';

const SIDE = 320;
const quiet = (): void => undefined;

/** Mean distance of OKLab colours over the pixels that count. */
function apart(one: Raster, other: Raster, counts: (index: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < one.width * one.height; i += 1) {
    if (!counts(i)) continue;
    const a = toLab([one.data[i * 4]!, one.data[i * 4 + 1]!, one.data[i * 4 + 2]!]);
    const b = toLab([other.data[i * 4]!, other.data[i * 4 + 1]!, other.data[i * 4 + 2]!]);
    sum += Math.hypot(a.l - b.l, a.a - b.a, a.b - b.b);
    count += 1;
  }
  return sum / count;
}

/** The known matte as a cut-out: the tool is measured by itself. */
function cutOutOf({ image, alpha }: Composed): Raster {
  const data = new Uint8ClampedArray(image.data);
  for (let i = 0; i < alpha.length; i += 1) data[i * 4 + 3] = alpha[i]!;
  return { ...image, data };
}

/** Far inside the subject, and far outside: at least `reach` pixels from the other. */
function deep(alpha: Uint8Array, inside: boolean, reach: number): (index: number) => boolean {
  const is = (value: number): boolean => (inside ? value > 250 : value < 5);
  const kept = Uint8Array.from(alpha, (value, i) => {
    const x = i % SIDE;
    const y = Math.floor(i / SIDE);
    for (let dy = -reach; dy <= reach; dy += reach)
      for (let dx = -reach; dx <= reach; dx += reach) {
        const px = Math.min(SIDE - 1, Math.max(0, x + dx));
        const py = Math.min(SIDE - 1, Math.max(0, y + dy));
        if (!is(alpha[py * SIDE + px]!)) return 0;
      }
    return is(value) ? 1 : 0;
  });
  return (index) => kept[index] === 1;
}

interface Case {
  readonly composed: Composed;
  readonly behind: Raster;
  readonly out: Raster;
}

/** The measure: the subject is the input's but for a small shift of light, and the rest is the other picture's. */
function holds({ composed, behind }: Case, out: Raster): boolean {
  const subject = apart(out, composed.image, deep(composed.alpha, true, 8));
  const upper = deep(composed.alpha, false, 24);
  // The lower part may lie in the subject's shadow.
  const ground = apart(out, behind, (i) => i < SIDE * SIDE * 0.55 && upper(i));
  return subject < 0.06 && ground < 0.01;
}

describe('The background changer', () => {
  let cases: readonly Case[] = [];
  beforeAll(async () => {
    const all = await composedImages(SIDE);
    const grounds = [
      await scene('a sunset over the sea', SIDE),
      await scene('mountains in the morning', SIDE),
      studio([214, 96, 120], SIDE, SIDE),
    ];
    const list: Case[] = [];
    for (const [index, composed] of all.slice(0, 6).entries()) {
      const behind = grounds[index % grounds.length]!;
      list.push({ composed, behind, out: await changeBackground(cutOutOf(composed), behind, quiet) });
    }
    cases = list;
  }, 600_000);

  it('keeps the subject, near its own colours, and shows the other picture round it', () => {
    expect(cases.filter((one) => !holds(one, one.out)).map(({ composed }) => composed.name)).toEqual([]);
  });

  it('would fail with the input as it was, and with the background alone', () => {
    for (const one of cases) {
      expect(holds(one, one.composed.image)).toBe(false);
      expect(holds(one, one.behind)).toBe(false);
    }
  });

  it('moves the subject’s light part of the way towards the new surroundings', async () => {
    const { composed } = cases[0]!;
    const cutOut = cutOutOf(composed);
    const inside = deep(composed.alpha, true, 8);
    const flat = (colour: string): Raster =>
      painted(SIDE, (context) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, SIDE, SIDE);
      });
    const lit = async (colour: string): Promise<{ l: number; b: number }> => {
      const out = await changeBackground(cutOut, flat(colour), quiet);
      let [l, b, count] = [0, 0, 0];
      for (let i = 0; i < SIDE * SIDE; i += 1)
        if (inside(i)) {
          const lab = toLab([out.data[i * 4]!, out.data[i * 4 + 1]!, out.data[i * 4 + 2]!]);
          l += lab.l;
          b += lab.b;
          count += 1;
        }
      return { l: l / count, b: b / count };
    };
    const [day, night, warm, cold] = [
      await lit('#f4f4f0'),
      await lit('#101014'),
      await lit('#f0a040'),
      await lit('#4080f0'),
    ];
    expect(day.l).toBeGreaterThan(night.l + 0.03);
    expect(warm.b).toBeGreaterThan(cold.b + 0.008);
  });

  it('shades the ground below a subject that stands in the frame, and not below one that is cut off', async () => {
    const white = painted(SIDE, (context) => {
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, SIDE, SIDE);
    });
    const darkest = async (composed: Composed): Promise<number> => {
      const out = await changeBackground(cutOutOf(composed), white, quiet);
      let min = 255;
      for (let i = 0; i < composed.alpha.length; i += 1)
        if (composed.alpha[i] === 0) min = Math.min(min, out.data[i * 4]!);
      return min;
    };
    const vase = cases.find(({ composed: { name } }) => name.startsWith('a vase'))!.composed;
    const bust = cases.find(({ composed: { name } }) => name.startsWith('a bust'))!.composed;
    expect(await darkest(vase)).toBeLessThan(200);
    expect(await darkest(bust)).toBeGreaterThan(250);
  });

  it('is opaque, tells at least six steps, and refuses an empty cut-out', async () => {
    const { composed, behind, out } = cases[0]!;
    expect(out.data.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
    const reported: number[] = [];
    const again = await changeBackground(cutOutOf(composed), behind, ({ fraction }) => {
      reported.push(fraction);
    });
    expect(reported.length).toBeGreaterThanOrEqual(6);
    expect(Buffer.from(again.data).equals(Buffer.from(out.data))).toBe(true);
    await expect(
      changeBackground(
        painted(SIDE, () => undefined),
        behind,
        quiet,
      ),
    ).rejects.toMatchObject({ identifier: 'INPUT_INVALID_FOR_SERVICE' });
  });
});

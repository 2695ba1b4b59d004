import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { matte } from '../../../src/engine/local/photo/cut-out/matte.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { compose, composedImages, painted, type Composed } from './subjects.js';

const SIDE = 320;
const BAR = 0.85;

/** Soft intersection over union of two mattes, 0..1. */
function overlap(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < one.length; i += 1) {
    both += Math.min(one[i]!, other[i]!);
    either += Math.max(one[i]!, other[i]!);
  }
  return both / either;
}

const alphaOf = ({ data }: Raster): Uint8Array =>
  Uint8Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 3]!);
const ellipse = Uint8Array.from({ length: SIDE * SIDE }, (_, i) =>
  Math.hypot((i % SIDE) / SIDE - 0.5, Math.floor(i / SIDE) / SIDE - 0.5) < 0.42 ? 255 : 0,
);
const opaque = new Uint8Array(SIDE * SIDE).fill(255);

describe('The background remover, on pictures with a known matte', () => {
  let results: readonly { readonly composed: Composed; readonly cut: Raster; readonly reported: readonly number[] }[] =
    [];
  beforeAll(async () => {
    const list = [];
    for (const composed of await composedImages(SIDE)) {
      const reported: number[] = [];
      const cut = await matte(composed.image, ({ fraction }) => {
        reported.push(fraction);
      });
      list.push({ composed, cut, reported });
    }
    results = list;
  }, 600_000);

  it('finds every subject: its matte and the true one overlap by at least 0.85', () => {
    const measured = results.map(
      ({ composed, cut }) => [composed.name, overlap(alphaOf(cut), composed.alpha)] as const,
    );
    expect(measured.filter(([, share]) => share < BAR)).toEqual([]);
  });

  it('would fail with everything kept, and with an ellipse in the middle', () => {
    for (const { composed } of results) {
      expect(overlap(opaque, composed.alpha)).toBeLessThan(BAR);
      expect(overlap(ellipse, composed.alpha)).toBeLessThan(BAR);
    }
  });

  it('takes the ground’s colour out of the rim: half clear hairs have the colour of fur', () => {
    const { composed, cut } = results.find(({ composed: { name } }) => name.startsWith('fur before a sea'))!;
    // Fur is more red than green, the sea at dusk behind it more blue than either: what is blue in a half clear hair is
    // the sea's.
    const foreign = (data: Uint8ClampedArray): number => {
      let sum = 0;
      let weight = 0;
      for (let i = 0; i < data.length; i += 4) {
        const alpha = cut.data[i + 3]!;
        if (alpha > 60 && alpha < 190) {
          sum += data[i + 2]! - data[i]!;
          weight += 1;
        }
      }
      return sum / weight;
    };
    expect(foreign(cut.data)).toBeLessThan(foreign(composed.image.data) - 20);
    expect(foreign(cut.data)).toBeLessThan(-40);
  });

  it('keeps what stands off thinly: a rod with a knob, and nothing in its place where there is none', async () => {
    const body = (context: SKRSContext2D): void => {
      context.fillStyle = '#efe6d8';
      context.beginPath();
      context.roundRect(SIDE * 0.3, SIDE * 0.42, SIDE * 0.4, SIDE * 0.4, 24);
      context.fill();
      context.fillStyle = '#23303c';
      context.fillRect(SIDE * 0.36, SIDE * 0.5, SIDE * 0.28, SIDE * 0.12);
    };
    const rod = (context: SKRSContext2D): void => {
      context.fillStyle = '#3a3f44';
      context.fillRect(SIDE * 0.495, SIDE * 0.28, SIDE * 0.014, SIDE * 0.15);
      context.fillStyle = '#ffd27a';
      context.beginPath();
      context.arc(SIDE * 0.502, SIDE * 0.27, SIDE * 0.022, 0, 2 * Math.PI);
      context.fill();
    };
    const ground = painted(SIDE, (context) => {
      const light = context.createRadialGradient(SIDE / 2, SIDE / 3, 20, SIDE / 2, SIDE / 2, SIDE);
      light.addColorStop(0, '#a9d3cc');
      light.addColorStop(1, '#4f8f8a');
      context.fillStyle = light;
      context.fillRect(0, 0, SIDE, SIDE);
    });
    const thin = alphaOf(painted(SIDE, rod)).map((alpha, i) => (Math.floor(i / SIDE) < SIDE * 0.41 ? alpha : 0));
    const held = async (...shapes: readonly ((context: SKRSContext2D) => void)[]): Promise<number> => {
      const { image } = compose(
        'robot',
        painted(SIDE, (context) => shapes.forEach((shape) => shape(context))),
        ground,
      );
      const alpha = alphaOf(await matte(image, () => undefined));
      return (
        thin.reduce((sum, true_, i) => sum + Math.min(true_, alpha[i]!), 0) /
        thin.reduce((sum, value) => sum + value, 0)
      );
    };
    expect(await held(body, rod)).toBeGreaterThan(0.6);
    expect(await held(body)).toBeLessThan(0.05);
  });

  it('keeps a hole that one looks through', () => {
    const { cut } = results.find(({ composed: { name } }) => name.startsWith('a mug with a handle'))!;
    expect(cut.data[(Math.round(SIDE * 0.56) * SIDE + Math.round(SIDE * 0.71)) * 4 + 3]).toBeLessThan(60);
  });

  it('tells at least six steps on the way, never backwards, to the end', () => {
    for (const { reported } of results) {
      expect(reported.length).toBeGreaterThanOrEqual(6);
      expect([...reported].sort((a, b) => a - b)).toEqual(reported);
      expect(reported.at(-1)).toBe(1);
    }
  });

  it('gives the same bytes for the same picture', async () => {
    const { composed, cut } = results[0]!;
    expect(Buffer.from((await matte(composed.image, () => undefined)).data).equals(Buffer.from(cut.data))).toBe(true);
  });

  it('refuses a picture in which nothing stands out', async () => {
    const empty = compose(
      'nothing',
      painted(SIDE, () => undefined),
      painted(SIDE, (context) => {
        const sky = context.createLinearGradient(0, 0, 0, SIDE);
        sky.addColorStop(0, '#6fa8dc');
        sky.addColorStop(1, '#cfe2f3');
        context.fillStyle = sky;
        context.fillRect(0, 0, SIDE, SIDE);
      }),
    );
    await expect(matte(empty.image, () => undefined)).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'image', reason: 'no-subject' },
    });
  });

  it('gives back a picture that is cut out already', async () => {
    const { cut } = results[0]!;
    expect(await matte(cut, () => undefined)).toBe(cut);
  });
});

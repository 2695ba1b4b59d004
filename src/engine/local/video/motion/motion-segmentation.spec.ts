import { describe, expect, it } from '@jest/globals';
import { back, then, type Affine } from './ground-motion.js';
import { travels, type Differing, type Sample } from './motion-segmentation.js';

const of: Sample = {
  index: 0,
  frame: { width: 1, height: 1, data: new Uint8ClampedArray(4) },
  grey: { width: 1, height: 1, data: new Uint8Array(1) },
  ground: [1, 0, 0, 0, 1, 0],
  shot: 0,
};
const bytes = new Uint8Array(1);
const found = (x: number, pixels = 400, shot = 0): Differing => ({
  ground: { of: { ...of, shot }, colours: [bytes, bytes, bytes], known: bytes },
  mask: bytes,
  pixels,
  x,
  y: 50,
});

describe('what goes through a film', () => {
  it('is what moves by more than it is long', () => {
    expect(travels([found(10), found(25), found(40)], [400, 400, 400])).toEqual([true, true, true]);
    expect(travels([found(10), found(18), found(26)], [400, 400, 400])).toEqual([false, false, false]);
  });

  it('is not a hand that waves, or a head that turns: a part of something larger that stays', () => {
    expect(travels([found(10, 100), found(25, 100), found(10, 100)], [2_000, 2_000, 2_000])).toEqual([
      false,
      false,
      false,
    ]);
    expect(travels([found(10, 100), found(25, 100), found(10, 100)], [100, 100, 100])).toEqual([true, true, true]);
  });

  it('is one thing: what is of another size, of another shot, or not seen ends it', () => {
    expect(travels([found(10), found(40, 2_000), found(70)], [0, 0, 0])).toEqual([false, false, false]);
    expect(travels([found(10), found(40, 400, 1)], [0, 0])).toEqual([false, false]);
    expect(travels([found(10), found(40), undefined, found(70)], [0, 0, 0, 0])).toEqual([true, true, false, false]);
    expect(travels([], [])).toEqual([]);
  });
});

describe('movements of a ground', () => {
  it('are done one after the other, and undone', () => {
    const [first, second]: [Affine, Affine] = [
      [1.1, 0.02, 3, -0.01, 0.9, -4],
      [0.95, -0.1, 7, 0.05, 1.02, 1],
    ];
    const both = then(first, second);
    const at = ([a, b, c, d, e, f]: Affine, [x, y]: readonly [number, number]): readonly [number, number] => [
      a * x + b * y + c,
      d * x + e * y + f,
    ];
    const [x, y] = at(second, at(first, [20, 30]));
    const [u, v] = at(both, [20, 30]);
    expect([u, v]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
    const [s, t] = at(back(both), [u, v]);
    expect([s, t]).toEqual([expect.closeTo(20, 9), expect.closeTo(30, 9)]);
  });
});

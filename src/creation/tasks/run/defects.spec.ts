import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Raster } from '../../../engine/local/scene/scene.js';
import { isAudible, isBlank, isUnchanged } from './defects.js';

const SIDE = 40;
const painted = (colour: (x: number, y: number) => readonly [number, number, number, number]): Raster => {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y += 1) for (let x = 0; x < SIDE; x += 1) data.set(colour(x, y), (y * SIDE + x) * 4);
  return { width: SIDE, height: SIDE, data };
};
const noisy = (image: Raster, noise: readonly number[]): Raster => ({
  ...image,
  data: image.data.map((value, at) => value + noise[at % noise.length]!),
});
const gradient = painted((x, y) => [40 + x * 4, 60 + y * 3, 120, 255]);
const byte = fc.integer({ min: 0, max: 255 });
const small = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 97, maxLength: 97 });

describe('a blank result', () => {
  it('is one colour with a little noise, or nothing visible, whatever is behind it', () => {
    fc.assert(
      fc.property(byte, byte, byte, byte, small, (r, g, b, alpha, noise) => {
        expect(
          isBlank(
            noisy(
              painted(() => [r, g, b, alpha]),
              noise,
            ),
          ),
        ).toBe(true);
      }),
    );
    expect(isBlank(painted((x, y) => [x * 5, y * 5, 0, 0]))).toBe(true);
  });

  it('is no gradient, no cut-out and no small subject on a plain ground', () => {
    expect(isBlank(gradient)).toBe(false);
    expect(isBlank(painted((x) => [200, 200, 200, x < 20 ? 255 : 0]))).toBe(false);
    expect(
      isBlank(painted((x, y) => (Math.hypot(x - 20, y - 20) < 4 ? [30, 30, 30, 255] : [240, 240, 240, 255]))),
    ).toBe(false);
  });
});

describe('an unchanged result', () => {
  it('is its source with noise as of an encoder', () => {
    fc.assert(
      fc.property(small, (noise) => {
        expect(isUnchanged(gradient, noisy(gradient, noise))).toBe(true);
      }),
    );
  });

  it('is none with a mark of four pixels anywhere, a change of light, a removed ground or another size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SIDE - 2 }), fc.integer({ min: 0, max: SIDE - 2 }), (left, top) => {
        const marked = painted((x, y) =>
          x >= left && x < left + 2 && y >= top && y < top + 2 ? [255, 0, 0, 255] : [40 + x * 4, 60 + y * 3, 120, 255],
        );
        expect(isUnchanged(gradient, { ...marked, width: SIDE })).toBe(false);
      }),
    );
    expect(isUnchanged(gradient, noisy(gradient, [2]))).toBe(false);
    expect(
      isUnchanged(
        gradient,
        painted((x, y) => [40 + x * 4, 60 + y * 3, 120, x < 8 ? 0 : 255]),
      ),
    ).toBe(false);
    expect(isUnchanged(gradient, { width: SIDE * 2, height: SIDE / 2, data: gradient.data })).toBe(false);
  });
});

describe('the sound of a result', () => {
  it('is heard from -60 dB at any moment, and not where there is none', () => {
    fc.assert(
      fc.property(fc.nat(99), fc.boolean(), (at, isNegative) => {
        const samples = new Float32Array(100);
        expect(isAudible(samples.map((_, index) => (index === at ? 0.0009 : 0)))).toBe(false);
        expect(isAudible(samples.map((_, index) => (index === at ? (isNegative ? -0.002 : 0.002) : 0)))).toBe(true);
      }),
    );
    expect(isAudible(new Float32Array(0))).toBe(false);
  });
});

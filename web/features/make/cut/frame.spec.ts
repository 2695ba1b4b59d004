import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cuttingRefused } from '@src/creation/uploads/cutting-rules.shared';
import { allOf, moved, ratioOf, resized, SHAPES, shaped, type Frame, type Handle } from './frame';

const image = { width: 1_000, height: 600 };
const handles: readonly Handle[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].map((y) => ({ x, y }) as Handle))
  .filter(({ x, y }) => x !== 0 || y !== 0);

describe('a frame over an image', () => {
  it('takes the largest of a shape about its middle', () => {
    expect(shaped(allOf(image), '1:1', image)).toEqual({ left: 200, top: 0, width: 600, height: 600 });
    expect(shaped(allOf(image), '16:9', image)).toEqual({ left: 0, top: 19, width: 1_000, height: 563 });
    expect(shaped({ left: 0, top: 0, width: 200, height: 200 }, '9:16', image)).toEqual({
      left: 0,
      top: 0,
      width: 338,
      height: 600,
    });
    expect(shaped({ left: 5, top: 6, width: 70, height: 80 }, 'free', image)).toEqual({
      left: 5,
      top: 6,
      width: 70,
      height: 80,
    });
  });

  it('stops at the image where it is moved', () => {
    expect(moved({ left: 10, top: 10, width: 100, height: 100 }, -50, 900, image)).toEqual({
      left: 0,
      top: 500,
      width: 100,
      height: 100,
    });
  });

  it('grows by the handle that is held, and what is not held stays', () => {
    const frame: Frame = { left: 100, top: 100, width: 200, height: 200 };
    expect(resized(frame, { x: 1, y: 1 }, 50, 20, image)).toEqual({ left: 100, top: 100, width: 250, height: 220 });
    expect(resized(frame, { x: -1, y: -1 }, 50, 20, image)).toEqual({ left: 150, top: 120, width: 150, height: 180 });
    expect(resized(frame, { x: -1, y: 0 }, 500, 0, image)).toEqual({ left: 236, top: 100, width: 64, height: 200 });
    expect(resized(frame, { x: 1, y: 1 }, 900, 0, image, 1)).toEqual({ left: 100, top: 100, width: 500, height: 500 });
  });

  it('is one that the server cuts, however it was moved and pulled', () => {
    const move = fc.record({
      handle: fc.constantFrom(...handles, undefined),
      x: fc.integer({ min: -2_000, max: 2_000 }),
      y: fc.integer({ min: -2_000, max: 2_000 }),
      shape: fc.constantFrom(...SHAPES),
    });
    fc.assert(
      fc.property(
        fc.record({ width: fc.integer({ min: 130, max: 4_096 }), height: fc.integer({ min: 130, max: 4_096 }) }),
        fc.array(move, { maxLength: 12 }),
        (size, moves) => {
          let frame = allOf(size);
          for (const { handle, x, y, shape } of moves) {
            frame =
              handle === undefined ? moved(shaped(frame, shape, size), x, y, size) : resized(frame, handle, x, y, size);
            expect(frame.left >= 0 && frame.top >= 0).toBe(true);
            expect(cuttingRefused({ kind: 'crop', ...frame }, size)).toBeUndefined();
          }
        },
      ),
    );
  });

  it('keeps its shape while a corner is pulled', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('1:1', '4:5', '16:9', '9:16'),
        fc.constantFrom(...handles.filter(({ x, y }) => x !== 0 && y !== 0)),
        fc.integer({ min: -900, max: 900 }),
        fc.integer({ min: -900, max: 900 }),
        (shape, handle, x, y) => {
          const ratio = ratioOf(shape, image) ?? 1;
          const frame = resized(shaped(allOf(image), shape, image), handle, x, y, image, ratio);
          expect(Math.abs(frame.width - frame.height * ratio)).toBeLessThanOrEqual(1 + ratio);
        },
      ),
    );
  });
});

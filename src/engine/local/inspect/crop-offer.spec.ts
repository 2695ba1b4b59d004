import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { framesOfPeople } from './crop-offer.js';

const size = { width: 1_000, height: 600 };
const box = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 500 }),
  width: fc.integer({ min: 30, max: 100 }),
  height: fc.integer({ min: 30, max: 100 }),
});

describe('parts of an image with one person each', () => {
  it('hold head and shoulders, end before a neighbour, and begin with the largest face', () => {
    const [small, large] = [
      { x: 600, y: 200, width: 80, height: 80 },
      { x: 200, y: 200, width: 120, height: 120 },
    ];
    expect(framesOfPeople([small, large], size, false)).toEqual([
      { left: 68, top: 92, width: 384, height: 396 },
      { left: 512, top: 128, width: 256, height: 264 },
    ]);
    const [near] = framesOfPeople([{ ...large, x: 500 }, large], size, true);
    expect(near).toMatchObject({ left: 320 });
  });

  it('lie within the image, hold a whole face', () => {
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 5 }), fc.boolean(), (faces, whole) => {
        for (const { left, top, width, height } of framesOfPeople(faces, size, whole)) {
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect([left + width <= size.width, top + height <= size.height, width >= 64, height >= 64]).toEqual([
            true,
            true,
            true,
            true,
          ]);
          expect(faces.filter((face) => face.x >= left && face.x + face.width <= left + width)).not.toHaveLength(0);
        }
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ASPECTS, type Aspect } from '@src/creation/procedures/params.shared';
import { planOf } from '@src/creation/procedures/plan.shared';
import { FRAME_OPTIONS, frameFor, frameOf, isEmpty, moved } from './frame';

const picture = { width: 1_000, height: 800 };
const size = fc.record({ width: fc.integer({ min: 64, max: 4_096 }), height: fc.integer({ min: 64, max: 4_096 }) });
const planned = (image: { readonly width: number; readonly height: number }, frame: ReturnType<typeof frameFor>) => planOf({ procedure: 'imageTools.uncrop', ...frame }, [{ role: 'image', ...image }], 4_096);

describe('a frame about a picture', () => {
  it('of an aspect grows on the one pair of sides that needs it, alike', () => {
    const { left, top, right, bottom } = frameFor('16:9', picture);
    expect([top, bottom]).toEqual([0, 0]);
    expect(left).toBe(right);
    expect((picture.width + left + right) / picture.height).toBeCloseTo(16 / 9, 2);
    expect(frameFor('9:16', picture).left).toBe(0);
  });
  it('that is offered is never refused', () => {
    fc.assert(fc.property(size, fc.constantFrom<Aspect>(...(Object.keys(ASPECTS) as Aspect[])), (image, aspect) => { // Object.keys forgets the type of the keys
      for (const frame of [frameFor(aspect, image), frameOf('wider', image), frameOf('all', image)]) expect(isEmpty(frame) || planned(image, frame).ok).toBe(true);
    }));
  });
  it('stays as large wherever the picture is moved, and holds it', () => {
    const step = fc.integer({ min: -3_000, max: 3_000 });
    fc.assert(fc.property(size, fc.constantFrom('wider', 'all'), step, step, (image, name, across, down) => {
      const before = frameOf(name, image);
      const after = moved(before, image, across, down);
      expect([after.left + after.right, after.top + after.bottom]).toEqual([before.left + before.right, before.top + before.bottom]);
      for (const side of FRAME_OPTIONS) expect(after[side]).toBeGreaterThanOrEqual(0);
      expect(isEmpty(after) || planned(image, after).ok).toBe(true);
    }));
  });
});

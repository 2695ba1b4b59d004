import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ASPECTS, type Aspect } from '@src/creation/procedures/params.shared';
import { planOf } from '@src/creation/procedures/plan.shared';
import { FRAME_OPTIONS, frameFor, frameOf, isEmpty, moved } from './frame';

const image = { width: 1_000, height: 800 };
const size = fc.record({ width: fc.integer({ min: 64, max: 4_096 }), height: fc.integer({ min: 64, max: 4_096 }) });
const planned = (source: { readonly width: number; readonly height: number }, frame: ReturnType<typeof frameFor>) =>
  planOf({ procedure: 'imageTools.uncrop', ...frame }, [{ role: 'image', ...source }], 4_096);

describe('a frame about an image', () => {
  it('of an aspect grows on the one pair of sides that needs it, alike', () => {
    const { left, top, right, bottom } = frameFor('16:9', image);
    expect([top, bottom]).toEqual([0, 0]);
    expect(left).toBe(right);
    expect((image.width + left + right) / image.height).toBeCloseTo(16 / 9, 2);
    expect(frameFor('9:16', image).left).toBe(0);
  });
  it('that is offered is never refused', () => {
    fc.assert(
      fc.property(size, fc.constantFrom<Aspect>(...(Object.keys(ASPECTS) as Aspect[])), (source, aspect) => {
        // Object.keys forgets the type of the keys
        for (const frame of [frameFor(aspect, source), frameOf('wider', source), frameOf('all', source)])
          expect(isEmpty(frame) || planned(source, frame).ok).toBe(true);
      }),
    );
  });
  it('stays as large wherever the image is moved, and holds it', () => {
    const step = fc.integer({ min: -3_000, max: 3_000 });
    fc.assert(
      fc.property(size, fc.constantFrom('wider', 'all'), step, step, (source, name, across, down) => {
        const before = frameOf(name, source);
        const after = moved(before, source, across, down);
        expect([after.left + after.right, after.top + after.bottom]).toEqual([
          before.left + before.right,
          before.top + before.bottom,
        ]);
        for (const side of FRAME_OPTIONS) expect(after[side]).toBeGreaterThanOrEqual(0);
        expect(isEmpty(after) || planned(source, after).ok).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MAX_ZOOM, panned, transformOf, WHOLE, zoomed, type View } from './view';

/** Where a point of the image appears in the pane, both measured from the centre. */
const seenAt = ({ scale, x, y }: View, place: { readonly x: number; readonly y: number }) => ({
  x: place.x * scale + x,
  y: place.y * scale + y,
});

describe('the view of compared images', () => {
  it('keeps what lies under the pointer there while it grows', () => {
    const at = { x: 0.2, y: -0.1 };
    const near = zoomed(WHOLE, 2, at);
    expect(near.scale).toBe(2);
    const back = seenAt(near, at);
    expect(back.x).toBeCloseTo(at.x);
    expect(back.y).toBeCloseTo(at.y);
    expect(transformOf(zoomed(WHOLE, 2))).toBe('translate(0%, 0%) scale(2)');
  });

  it('is never smaller than the pane, never larger than is of use, and leaves no gap, however it is moved', () => {
    const move = fc.record({
      factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
      x: fc.double({ min: -2, max: 2, noNaN: true }),
      y: fc.double({ min: -2, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const view = moves.reduce<View>(
          (now, { factor, x, y }) => panned(zoomed(now, factor, { x: x / 4, y: y / 4 }), x, y),
          WHOLE,
        );
        expect(view.scale).toBeGreaterThanOrEqual(1);
        expect(view.scale).toBeLessThanOrEqual(MAX_ZOOM);
        const room = (view.scale - 1) / 2 + 1e-9;
        expect(Math.abs(view.x) <= room && Math.abs(view.y) <= room).toBe(true);
      }),
    );
  });
});

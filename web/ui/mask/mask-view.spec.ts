import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitView, zoomFactor, panView, pinchView, clampView, toImagePoint, zoomView } from './mask-view';

const image = { width: 1200, height: 800 };
const room = { width: 600, height: 600 };
const whole = fitView(image, room);

describe('how an image lies in its window', () => {
  it('is whole and in the middle at first', () => {
    expect(whole).toEqual({ scale: 0.5, x: 0, y: 100 });
    expect(zoomFactor(whole, image, room)).toBe(1);
  });

  it('keeps what is under the pointer there while it comes nearer', () => {
    const at = { x: 150, y: 300 };
    const near = zoomView(whole, 3, at, image, room);
    expect(toImagePoint(near, at).x).toBeCloseTo(toImagePoint(whole, at).x);
    expect(toImagePoint(near, at).y).toBeCloseTo(toImagePoint(whole, at).y);
  });

  it('never shows an empty edge beside an image that is larger, whatever is done', () => {
    const move = fc.oneof(
      fc.record({
        kind: fc.constant('zoom' as const),
        factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
        x: fc.integer({ min: 0, max: 600 }),
        y: fc.integer({ min: 0, max: 600 }),
      }),
      fc.record({
        kind: fc.constant('pan' as const),
        dx: fc.integer({ min: -900, max: 900 }),
        dy: fc.integer({ min: -900, max: 900 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
        const end = moves.reduce(
          (view, one) =>
            one.kind === 'zoom'
              ? zoomView(view, one.factor, one, image, room)
              : panView(view, one.dx, one.dy, image, room),
          whole,
        );
        expect(zoomFactor(end, image, room)).toBeGreaterThanOrEqual(0.999);
        if (image.width * end.scale > room.width + 0.01) {
          expect(end.x).toBeLessThanOrEqual(0.001);
          expect(end.x + image.width * end.scale).toBeGreaterThanOrEqual(room.width - 0.001);
        } else expect(end.x).toBeCloseTo((room.width - image.width * end.scale) / 2);
      }),
    );
  });

  it('follows two fingers that part', () => {
    const near = pinchView(
      whole,
      [
        { x: 250, y: 300 },
        { x: 350, y: 300 },
      ],
      [
        { x: 200, y: 300 },
        { x: 400, y: 300 },
      ],
      image,
      room,
    );
    expect(near.scale).toBeCloseTo(1);
  });

  it('settles back to the whole image when its window grows', () => {
    const small = zoomView(whole, 1.5, { x: 300, y: 300 }, image, room);
    expect(
      zoomFactor(clampView(small, image, { width: 1800, height: 1800 }), image, { width: 1800, height: 1800 }),
    ).toBe(1);
  });
});

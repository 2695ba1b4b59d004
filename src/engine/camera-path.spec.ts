import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EASINGS, eased, FARTHEST_WAY, goesSomewhere, pathAt, type CameraPath } from './camera-path.shared.js';

const REST: CameraPath = { across: 0, up: 0, closer: 0, roll: 0, easing: 'smooth' };
const share = fc.double({ min: -1, max: 1, noNaN: true });
const path = fc.record({ across: share, up: share, closer: share, roll: share, easing: fc.constantFrom(...EASINGS) });

describe('a camera’s path', () => {
  it('begins with the picture as it is, whatever it is', () => {
    fc.assert(
      fc.property(path, fc.double({ min: 0.3, max: 3, noNaN: true }), (one, aspect) => {
        const { x, y, zoom, roll } = pathAt(one, aspect, 0);
        expect([Math.abs(x), Math.abs(y), zoom, Math.abs(roll)]).toEqual([0, 0, 1, 0]);
      }),
    );
  });

  it('shows no border, however far it goes', () => {
    fc.assert(
      fc.property(
        path,
        fc.double({ min: 0.4, max: 2.5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.5, max: 1.5, noNaN: true }),
        (one, aspect, moment, reach) => {
          const { x, y, zoom, roll } = pathAt(one, aspect, moment, reach);
          const [width, height] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1];
          for (const [cornerX, cornerY] of [
            [1, 1],
            [1, -1],
            [-1, 1],
            [-1, -1],
          ] as const) {
            const [a, b] = [(cornerX * width) / 2, (cornerY * height) / 2];
            const seenX = (a * Math.cos(roll) - b * Math.sin(roll)) / zoom - x;
            const seenY = (a * Math.sin(roll) + b * Math.cos(roll)) / zoom - y;
            expect(Math.abs(seenX) <= width / 2 + 1e-9 && Math.abs(seenY) <= height / 2 + 1e-9).toBe(true);
          }
        },
      ),
    );
  });

  it('goes as far as it says and where it says', () => {
    expect(pathAt({ ...REST, across: 1 }, 1, 1).x).toBeCloseTo(-FARTHEST_WAY.shift);
    expect(pathAt({ ...REST, up: 0.5 }, 1, 1).y).toBeCloseTo(FARTHEST_WAY.shift / 2);
    expect(pathAt({ ...REST, closer: 1 }, 2, 1).zoom).toBeCloseTo(FARTHEST_WAY.zoom);
    expect(pathAt({ ...REST, closer: -1 }, 2, 1).zoom).toBeCloseTo(1);
    expect(pathAt({ ...REST, closer: -1 }, 2, 0.17).zoom).toBeCloseTo(FARTHEST_WAY.zoom);
    expect(pathAt({ ...REST, roll: -1 }, 2, 1).roll).toBeCloseTo((-FARTHEST_WAY.degrees * Math.PI) / 180);
    expect([goesSomewhere(REST), goesSomewhere({ ...REST, roll: 0.1 })]).toEqual([false, true]);
  });

  it('sets off and arrives as it is told', () => {
    for (const easing of EASINGS) expect([eased(easing, 0), eased(easing, 1)]).toEqual([0, 1]);
    expect(eased('steady', 0.25)).toBeCloseTo(0.25);
    expect(eased('settle', 0.25)).toBeGreaterThan(0.4);
    expect(eased('gather', 0.25)).toBeLessThan(0.1);
  });
});

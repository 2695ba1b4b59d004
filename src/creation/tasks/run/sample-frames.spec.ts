import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { momentsOf } from './sample-frames.js';

describe('the moments at which a film is looked at', () => {
  it.each([
    [0.5, 3],
    [5, 5],
    [30, 12],
    [600, 12],
  ])('are of %f s so many: %i', (seconds, count) => {
    expect(momentsOf(seconds)).toHaveLength(count);
  });

  it('begin with its first picture, lie within it and are evenly spread', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.04, max: 600, noNaN: true }), (seconds) => {
        const moments = momentsOf(seconds);
        expect(moments[0]).toBe(0);
        for (const [index, at] of moments.entries()) {
          expect(at).toBeLessThan(seconds);
          expect(at - (moments[index - 1] ?? at - seconds / moments.length)).toBeCloseTo(seconds / moments.length, 6);
        }
      }),
    );
  });
});

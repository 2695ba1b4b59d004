import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gridOf } from './grid-rows';

const shape = { width: 1_000, tile: 160, gap: 12, heading: 32, between: 32 };

describe('the rows of the grid', () => {
  it('contain every tile once, in order, and do not overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.integer({ min: 300, max: 2_500 }), (counts, width) => {
        const { sections } = gridOf(counts, { ...shape, width });
        let end = 0;
        sections.forEach(({ rows, top, height }, at) => {
          expect(top).toBeGreaterThanOrEqual(end);
          const tiles = rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, nth) => from + nth));
          expect(tiles).toEqual(Array.from({ length: counts[at] ?? 0 }, (_, nth) => nth));
          end = top + height;
          for (const row of rows) expect(row.top + row.height).toBeLessThanOrEqual(end + 0.01);
        });
      }),
    );
  });

  it('have as many columns as fit, and two on a narrow screen', () => {
    expect(gridOf([9], shape).columns).toBe(5);
    expect(gridOf([9], { ...shape, width: 300 }).columns).toBe(2);
  });
});

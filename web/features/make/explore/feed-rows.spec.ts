import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { piecesOf, rowsOf, type Shape } from './feed-rows';

const SHAPE: Shape = { width: 1_000, row: 250, gap: 10, max: 1.7 };
const ratios = fc.array(fc.double({ min: 0.3, max: 4, noNaN: true }), { maxLength: 80 });
const shapes = fc.record({
  width: fc.integer({ min: 300, max: 1_600 }),
  row: fc.integer({ min: 100, max: 300 }),
  gap: fc.integer({ min: 0, max: 20 }),
  max: fc.constantFrom(1.7, 9),
});

describe('the rows of a feed', () => {
  it('fill the width, up to the largest size of an item', () => {
    const rows = rowsOf([1, 1, 1, 1, 2], SHAPE);
    // Three squares with two gaps ask for 770 pixels; a fourth one does not fit.
    expect(rows).toEqual([
      { from: 0, to: 3, top: 0, height: 980 / 3 },
      { from: 3, to: 5, top: 980 / 3 + 10, height: 250 * (990 / 750) },
    ]);
    expect(rowsOf([1], SHAPE)).toEqual([{ from: 0, to: 1, top: 0, height: 425 }]);
    expect(rowsOf([8], SHAPE)[0]?.height).toBe(125);
    expect(rowsOf([], SHAPE)).toEqual([]);
  });

  it('have every item once, in order, none wider than the list', () => {
    fc.assert(
      fc.property(ratios, shapes, (list, shape) => {
        const rows = rowsOf(list, shape);
        expect(rows.flatMap(({ from, to }) => list.slice(from, to))).toEqual(list);
        for (const { from, to, height } of rows) {
          const taken = list.slice(from, to).reduce((sum, ratio) => sum + ratio * height, (to - from - 1) * shape.gap);
          expect(taken).toBeLessThan(shape.width + 0.1);
        }
        for (const [at, row] of rows.slice(1).entries())
          expect(row.top).toBeCloseTo((rows[at]?.top ?? 0) + (rows[at]?.height ?? 0) + shape.gap);
      }),
    );
  });
});

describe('the rendered part of a feed', () => {
  const rows = rowsOf(
    Array.from({ length: 300 }, () => 1),
    SHAPE,
  );

  it('is what is near, with spaces for the rest', () => {
    const third = rows[50];
    const near = { from: third?.top ?? 0, to: (third?.top ?? 0) + 1 };
    expect(piecesOf(rows, near, undefined)).toEqual([
      { kind: 'space', height: rows[49] && rows[49].top + rows[49].height, key: 0 },
      { kind: 'items', from: 150, to: 153 },
      { kind: 'space', height: expect.any(Number), key: 153 },
    ]);
  });

  it('keeps the row of the focused item', () => {
    const pieces = piecesOf(rows, { from: 0, to: 0 }, 200);
    expect(pieces.filter(({ kind }) => kind === 'items')).toEqual([
      { kind: 'items', from: 0, to: 3 },
      { kind: 'items', from: 198, to: 201 },
    ]);
  });

  it('is as high as the whole, wherever it is', () => {
    fc.assert(
      fc.property(ratios, shapes, fc.integer({ max: 20_000 }), fc.nat(5_000), (list, shape, from, high) => {
        const all = rowsOf(list, shape);
        const whole = all.reduce((sum, { height }) => sum + height + shape.gap, 0);
        const pieces = piecesOf(all, { from, to: from + high }, undefined);
        const shown = pieces.reduce((sum, piece) => {
          const height =
            piece.kind === 'space' ? piece.height : (all.find((row) => row.from === piece.from)?.height ?? 0);
          return sum + height + shape.gap;
        }, 0);
        expect(shown).toBeCloseTo(whole);
      }),
    );
  });
});

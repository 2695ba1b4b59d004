import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layoutChart, namedRows, rowAt } from './layout';

const ROOM = { width: 600, height: 260, rtl: false, ticks: 5, isWhole: false, form: 'bars' } as const;

describe('a chart of bars', () => {
  test('stacks what is above zero upwards and what is below it downwards', () => {
    const {
      spans: [first, second, third],
      zero,
    } = layoutChart({ ...ROOM, rows: [[10, 20, -15]] });
    expect(first?.[0]?.bottom).toBe(zero);
    expect(second?.[0]?.bottom).toBe(first?.[0]?.top);
    expect(third?.[0]?.top).toBe(zero);
    expect((third?.[0]?.bottom ?? 0) - zero).toBeCloseTo(1.5 * (zero - (first?.[0]?.top ?? 0)));
  });

  test('keeps zero and every bar between its edges, whatever the figures', () => {
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((series) =>
        fc.array(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: series, maxLength: series }), {
          minLength: 1,
          maxLength: 60,
        }),
      );
    fc.assert(
      fc.property(rows, fc.boolean(), (given, rtl) => {
        const { spans, zero, top, bottom, left, right, centres, bar } = layoutChart({ ...ROOM, rtl, rows: given });
        const edges = [zero, ...spans.flat().flatMap((span) => [span.top, span.bottom])];
        expect(Math.min(...edges)).toBeGreaterThanOrEqual(top - 0.001);
        expect(Math.max(...edges)).toBeLessThanOrEqual(bottom + 0.001);
        expect(Math.min(...centres) - bar / 2).toBeGreaterThanOrEqual(left);
        expect(Math.max(...centres) + bar / 2).toBeLessThanOrEqual(right);
      }),
    );
  });

  test('runs from the right where reading begins there, with the figures at the right', () => {
    const rows = [[1], [2], [3]];
    const [ltr, rtl] = [layoutChart({ ...ROOM, rows }), layoutChart({ ...ROOM, rtl: true, rows })];
    expect(rtl.centres.map(Math.round)).toEqual(ltr.centres.map((x) => Math.round(ROOM.width - x)));
    expect([rtl.left, rtl.right]).toEqual([ROOM.width - ltr.right, ROOM.width - ltr.left]);
  });

  test('has whole lines of the grid for what is counted, and lines though nothing was', () => {
    expect(layoutChart({ ...ROOM, isWhole: true, rows: [[1], [0]] }).ticks.map(({ value }) => value)).toEqual([0, 1]);
    expect(layoutChart({ ...ROOM, rows: [[0.5]] }).ticks.map(({ value }) => value)).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5,
    ]);
    expect(layoutChart({ ...ROOM, isWhole: true, rows: [[0], [0]] }).ticks.map(({ value }) => value)).toEqual([0, 1]);
  });
});

describe('a chart of areas', () => {
  test('draws each over zero, not over the one before', () => {
    const {
      spans: [first, second],
      zero,
    } = layoutChart({
      ...ROOM,
      form: 'areas',
      rows: [
        [10, 20],
        [0, 5],
      ],
    });
    expect([first, second].map((one) => one?.[0]?.bottom)).toEqual([zero, zero]);
  });
});

describe('along the axis', () => {
  const rows = Array.from({ length: 30 }, () => [1]);

  test('the row under the pointer is the nearest one, at the edges too', () => {
    const layout = layoutChart({ ...ROOM, rows });
    expect(layout.centres.map((x) => rowAt(layout, x + layout.step / 3))).toEqual([...rows.keys()]);
    expect([rowAt(layout, 0), rowAt(layout, ROOM.width)]).toEqual([0, 29]);
    const turned = layoutChart({ ...ROOM, rtl: true, rows });
    expect([rowAt(turned, 0), rowAt(turned, ROOM.width)]).toEqual([29, 0]);
    expect(rowAt(layoutChart({ ...ROOM, rows: [] }), 100)).toBeUndefined();
  });

  test.each([
    [1440, 30],
    [300, 30],
    [300, 3],
  ])(
    'names at a width of %d touch neither each other nor an edge, of %d rows, and the last is named',
    (width, count) => {
      const widths = Array.from({ length: count }, () => 48);
      const named = namedRows(layoutChart({ ...ROOM, width, rows: rows.slice(0, count) }), { width }, widths);
      expect(named.at(-1)?.index).toBe(count - 1);
      expect(named.every(({ x }) => x >= 24 && x <= width - 24)).toBe(true);
      expect(named.slice(1).every(({ x }, index) => x - (named[index]?.x ?? 0) >= 48)).toBe(true);
    },
  );
});

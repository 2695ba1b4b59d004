import { beforeAll, describe, expect, it } from '@jest/globals';
import { matte } from '../../../src/engine/local/photo/cut-out/matte.js';
import { wholePhotograph } from './people.js';

type Point = readonly [number, number];
/** Places in tenths of the image's width and height, found by eye: on people, and beside them. */
const PLACES: readonly {
  readonly photo: 1 | 2 | 3 | 4 | 6;
  readonly on: readonly Point[];
  readonly beside: readonly Point[];
}[] = [
  {
    photo: 1,
    on: [
      [2.7, 3.5],
      [4.9, 4],
      [8.2, 2.6],
      [2.5, 5.5],
      [5, 6.5],
      [7.5, 5],
      [2, 8.5],
      [6, 7.5],
      [7.4, 7.5],
    ],
    beside: [
      [0.5, 1],
      [1, 4],
      [4, 1.2],
      [5.5, 1],
      [9.7, 5],
      [9.5, 1.5],
      [0.5, 6],
      [6, 2],
    ],
  },
  {
    photo: 2,
    on: [
      [2.3, 2],
      [3.4, 4],
      [5.1, 2.7],
      [8, 1.9],
      [2.9, 5],
      [5.3, 5],
      [8.3, 5.5],
      [1.3, 4.2],
      [3.5, 8.5],
      [7.5, 7],
    ],
    beside: [
      [1, 1],
      [0.5, 0.5],
      [4.3, 0.8],
      [0.5, 2.5],
      [5.9, 0.7],
      [0.4, 9.3],
      [9.6, 0.8],
      [1.6, 0.4],
    ],
  },
  {
    photo: 3,
    on: [
      [3.5, 3.7],
      [6, 2.8],
      [8.5, 3.8],
      [3, 7],
      [6, 6.5],
      [8, 6.5],
      [2, 5],
      [1.5, 8.5],
      [3.8, 6.7],
    ],
    beside: [
      [0.5, 1],
      [1, 3],
      [4.5, 1],
      [7.5, 0.7],
      [9.5, 2],
      [9.7, 3.8],
      [0.5, 4.5],
      [2, 1.2],
    ],
  },
  {
    photo: 4,
    on: [
      [1.8, 2.2],
      [4, 1.4],
      [5.7, 2.4],
      [7, 2],
      [2.1, 7],
      [4, 7.5],
      [5.8, 6.5],
      [8, 6],
      [3.2, 5],
      [7.8, 4.5],
    ],
    beside: [
      [0.3, 1],
      [3, 0.5],
      [5, 0.5],
      [9.5, 3],
      [6.5, 0.5],
      [0.5, 6],
      [9, 1.5],
      [0.3, 8],
      [9.5, 9],
    ],
  },
  {
    photo: 6,
    on: [
      [2, 4],
      [4, 3.5],
      [6.6, 2.8],
      [8.1, 2.4],
      [2.3, 7.5],
      [4.7, 6.5],
      [6, 7],
      [7.7, 6],
      [7, 5],
    ],
    beside: [
      [0.4, 2],
      [1.5, 1],
      [3, 1.2],
      [6, 0.5],
      [9.7, 1],
      [0.3, 9],
      [9.7, 4.5],
      [2.8, 2],
    ],
  },
];
const BAR = 0.95;

describe('The background remover, on photographs of several people in ordinary rooms', () => {
  const results: { readonly on: readonly boolean[]; readonly beside: readonly boolean[] }[] = [];
  beforeAll(async () => {
    for (const { photo, on, beside } of PLACES) {
      const out = await matte(await wholePhotograph(photo, 640), () => undefined, { mustBeClear: false });
      const kept = ([x, y]: Point): boolean =>
        out.data[(Math.floor((y / 10) * out.height) * out.width + Math.floor((x / 10) * out.width)) * 4 + 3]! > 127;
      results.push({ on: on.map(kept), beside: beside.map(kept) });
    }
  }, 600_000);

  /** Share of the places that a cut has right. */
  const right = (kept: (measured: boolean) => boolean): number => {
    const all = results.flatMap(({ on, beside }) => [...on.map(kept), ...beside.map((measured) => !kept(measured))]);
    return all.filter(Boolean).length / all.length;
  };

  it('keeps people and removes what is beside them in 95 of 100 places', () => {
    expect(right((measured) => measured)).toBeGreaterThan(BAR);
  });

  it('would fail with everything kept, and with nothing', () => {
    expect(right(() => true)).toBeLessThan(BAR);
    expect(right(() => false)).toBeLessThan(BAR);
  });
});

import { describe, expect, it } from '@jest/globals';
import { membrane } from './membrane.js';
import { field } from '../photo/planes.js';
import { bending, meshed } from './thin-plate.js';

const SQUARE = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 40 },
  { x: 0, y: 40 },
  { x: 20, y: 20 },
];

describe('a bending of the plane', () => {
  it('takes each point to its own', () => {
    const to = [
      { x: 3, y: -2 },
      { x: 44, y: 1 },
      { x: 38, y: 46 },
      { x: -4, y: 37 },
      { x: 27, y: 15 },
    ];
    const bend = bending(SQUARE, to);
    for (const [k, { x, y }] of SQUARE.entries()) {
      expect(bend(x, y).x).toBeCloseTo(to[k]?.x ?? 0, 6);
      expect(bend(x, y).y).toBeCloseTo(to[k]?.y ?? 0, 6);
    }
  });

  it('of points that are turned and stretched alike is that turn and stretch everywhere, on its mesh too', () => {
    const moved = (x: number, y: number) => ({ x: 5 + 1.2 * x - 0.4 * y, y: -3 + 0.5 * x + 0.9 * y });
    const bend = bending(
      SQUARE,
      SQUARE.map(({ x, y }) => moved(x, y)),
    );
    const mesh = meshed(bend, { x: -10, y: -10, width: 80, height: 80 });
    for (const [x, y] of [
      [-7, 31],
      [12.5, 3.25],
      [55, 55],
    ] as const)
      for (const one of [bend(x, y), mesh(x, y)]) {
        expect(one.x).toBeCloseTo(moved(x, y).x, 5);
        expect(one.y).toBeCloseTo(moved(x, y).y, 5);
      }
  });

  it('needs points that are not on one line', () => {
    const line = [0, 1, 2, 3].map((k) => ({ x: k * 10, y: k * 5 }));
    expect(() => bending(line, line)).toThrow(RangeError);
  });
});

describe('a membrane', () => {
  it('spans a hole as smoothly as its rim allows, and keeps what is known', () => {
    const slope = field(40, 32);
    for (let y = 0; y < 32; y += 1) for (let x = 0; x < 40; x += 1) slope.data[y * 40 + x] = x + 2 * y;
    const known = Uint8Array.from({ length: 40 * 32 }, (_, at) =>
      at % 40 === 0 || at % 40 === 39 || at < 40 || at >= 31 * 40 ? 1 : 0,
    );
    const hollow = { ...slope, data: Float32Array.from(slope.data, (value, at) => (known[at] === 1 ? value : 999)) };
    const spanned = membrane(hollow, known);
    for (let at = 0; at < known.length; at += 1)
      expect(Math.abs((spanned.data[at] ?? 0) - (slope.data[at] ?? 0))).toBeLessThan(known[at] === 1 ? 1e-6 : 0.5);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Raster } from '../../scene/scene.js';
import { gridFor, moveFor } from '../generate/camera.js';
import { CELL, gridSize, Reel } from './reel.js';
import { field } from '../../photo/planes.js';

const [WIDTH, HEIGHT] = [96, 66];

function plain(r: number, g: number, b: number, width = WIDTH, height = HEIGHT): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set([r, g, b, 255], at);
  return { width, height, data };
}

/** Smooth waves of colour, which lose almost nothing when chroma is stored at half size. */
function waves(width = WIDTH, height = HEIGHT): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let i = 0; i < width * height; i += 1) {
    const [x, y] = [i % width, Math.floor(i / width)];
    data.set([128 + 90 * Math.sin(x / 9), 128 + 90 * Math.cos(y / 11), 128 + 60 * Math.sin((x + y) / 13), 255], i * 4);
  }
  return { width, height, data };
}

function still(width = WIDTH, height = HEIGHT, dx = 0, dy = 0): Float32Array {
  const { columns, rows } = gridSize(width, height);
  const grid = new Float32Array(columns * rows * 2);
  for (let at = 0; at < columns * rows; at += 1)
    grid.set([(at % columns) * CELL + dx, Math.floor(at / columns) * CELL + dy], at * 2);
  return grid;
}

const worst = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Array.from(one).reduce((max, value, at) => Math.max(max, Math.abs(value - (other[at] ?? 0))), 0);

describe('The kernel of moving pictures', () => {
  it('keeps colours within two steps of 255 there and back', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    const level = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(level, level, level, (r, g, b) => {
        reel.load(0, plain(r, g, b));
        reel.warp(0, still());
        return worst(reel.image().data, plain(r, g, b).data) <= 2;
      }),
      { numRuns: 60 },
    );
  });

  it('has the levels of BT.709: black, white, and the colour difference of red and blue', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    const first = (raster: Raster): number[] => {
      const frame = reel.plain(raster);
      return [frame[0]!, frame[WIDTH * HEIGHT]!, frame[(WIDTH * HEIGHT * 5) / 4]!];
    };
    expect(first(plain(0, 0, 0))).toEqual([16, 128, 128]);
    expect(first(plain(255, 255, 255))).toEqual([235, 128, 128]);
    expect(first(plain(255, 0, 0))).toEqual([63, 102, 240]);
    expect(first(plain(0, 0, 255))).toEqual([32, 240, 118]);
  });

  it('gives the picture itself where nothing moves, and moves it by whole pixels without loss', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    reel.load(0, waves());
    const frame = reel.plain(waves());
    reel.warp(0, still(WIDTH, HEIGHT, 4, 2));
    const moved = reel.frame();
    for (let y = 0; y < HEIGHT - 4; y += 1)
      expect(
        worst(
          moved.subarray(y * WIDTH, y * WIDTH + WIDTH - CELL),
          frame.subarray((y + 2) * WIDTH + 4, (y + 2) * WIDTH + WIDTH - CELL + 4),
        ),
      ).toBe(0);
  });

  it('moves by parts of a pixel between its neighbours', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    reel.load(0, waves());
    const frames = [0, 0.5, 1].map((dx) => {
      reel.warp(0, still(WIDTH, HEIGHT, dx, 0));
      return reel.frame();
    });
    const row = 30 * WIDTH;
    for (let x = 4; x < WIDTH - 6; x += 1)
      expect(Math.abs(frames[1]![row + x]! - (frames[0]![row + x]! + frames[2]![row + x]!) / 2)).toBeLessThanOrEqual(2);
  });

  it('stays within the picture when asked beyond it', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    reel.load(0, plain(90, 160, 40));
    for (const [dx, dy] of [
      [500, 0],
      [-500, 0],
      [0, 500],
      [-9999, -9999],
    ] as const) {
      reel.warp(0, still(WIDTH, HEIGHT, dx, dy));
      expect(worst(reel.image().data, plain(90, 160, 40).data)).toBeLessThanOrEqual(2);
    }
  });

  it('mixes two pictures by their shares', () => {
    const reel = new Reel(WIDTH, HEIGHT, 2);
    reel.load(0, plain(0, 0, 0));
    reel.load(1, plain(200, 200, 200));
    for (const share of [0, 0.25, 0.5, 1]) {
      const want = plain(200 * share, 200 * share, 200 * share).data;
      reel.warpMixed(0, 1, share, still());
      expect(worst(reel.image().data, want)).toBeLessThanOrEqual(2);
      reel.mixWarped(0, still(), 1, still(), share);
      expect(worst(reel.image().data, want)).toBeLessThanOrEqual(2);
    }
  });

  it('lays what is half transparent over the frame', () => {
    const reel = new Reel(WIDTH, HEIGHT, 1);
    reel.load(0, plain(40, 80, 120));
    reel.warp(0, still());
    const half = new Uint8Array(WIDTH * HEIGHT * 4);
    for (let at = 0; at < half.length; at += 4) half.set([128, 128, 128, 128], at);
    reel.over(half);
    expect(worst(reel.image().data, plain(148, 168, 188).data)).toBeLessThanOrEqual(3);
  });

  it.each([8, 5])('keeps blocks of %d pixels whole under a moving camera', (block) => {
    const [width, height] = [160, 96];
    const reel = new Reel(width, height, 1);
    const { columns, rows } = gridSize(width, height);
    const art = plain(0, 0, 0, width, height);
    for (let i = 0; i < width * height; i += 1)
      art.data.fill(
        ((Math.floor((i % width) / block) * 7 + Math.floor(i / width / block) * 13) % 5) * 60,
        i * 4,
        i * 4 + 3,
      );
    reel.load(0, art);
    reel.warp(
      0,
      gridFor(moveFor('pan-left', width / height, 0.7)(0.6), field(columns, rows, 0.6), width, height),
      block,
    );
    const luma = reel.frame();
    for (let y = 0; y < height - block; y += 1)
      for (let x = 0; x < width - block; x += 1) {
        const corner = Math.floor(y / block) * block * width + Math.floor(x / block) * block;
        if (luma[y * width + x] !== luma[corner]) throw new Error(`the block of (${x}, ${y}) is torn`);
      }
    expect(new Set(luma.subarray(0, width * height)).size).toBeGreaterThan(3);
  });

  it('takes no odd side and no plate of another size', () => {
    expect(() => new Reel(65, 64, 1)).toThrow(RangeError);
    expect(() => new Reel(64, 64, 1).load(0, plain(0, 0, 0))).toThrow(RangeError);
  });
});

/** Typed wrapper of the kernel motion.c: images as planes of luma and colour difference, warped and blended. */
import { loadKernel } from '../../kernel/load.js';
import type { Raster } from '../../scene/scene.js';

interface MotionKernel {
  motion_bytes(width: number, height: number): number;
  motion_load(rgba: number, to: number, width: number, height: number): void;
  motion_show(from: number, rgba: number, width: number, height: number, step: number): void;
  motion_mix(a: number, b: number, to: number, length: number, share: number): void;
  motion_warp(from: number, to: number, grid: number, width: number, height: number, block: number): void;
  motion_over(rgba: number, to: number, width: number, height: number): void;
}

/** Pixels between two nodes of a warp's grid, as in motion.c. */
export const CELL = 8;
/** Steps of a blend, as in motion.c. */
const SHARES = 128;

/** Nodes of a warp's grid across and down. The last ones are on or beyond the far edges. */
export function gridSize(width: number, height: number): { readonly columns: number; readonly rows: number } {
  return { columns: Math.ceil(width / CELL) + 1, rows: Math.ceil(height / CELL) + 1 };
}

/** Renders a video's frames. Only one at a time in a process, because the kernel has a single memory. */
export class Reel {
  readonly #kernel = loadKernel<MotionKernel>('motion');
  readonly #padded: number;
  readonly #plates: number;
  readonly #spare: number;
  readonly #mixed: number;
  readonly #out: number;
  readonly #other: number;
  readonly #grid: number;

  /**
   * @param width pixels, even, 64 to 2048
   * @param height pixels, even, 64 to 2048
   * @param plates number of images held at once
   */
  constructor(
    readonly width: number,
    readonly height: number,
    plates: number,
  ) {
    if (width % 2 !== 0 || height % 2 !== 0) throw new RangeError(`${width} × ${height} has an odd side`);
    const { exports, heap } = this.#kernel;
    this.#padded = exports.motion_bytes(width, height);
    let end = heap;
    const take = (bytes: number): number => {
      const at = end;
      end += (bytes + 15) & ~15;
      return at;
    };
    this.#plates = take(this.#padded * plates);
    this.#mixed = take(this.#padded);
    this.#out = take(this.#frameBytes + 16);
    this.#other = take(this.#frameBytes + 16);
    this.#spare = take(width * height * 4);
    const { columns, rows } = gridSize(width, height);
    this.#grid = take(columns * rows * 8);
    this.#kernel.reserve(end);
  }

  get #frameBytes(): number {
    return (this.width * this.height * 3) / 2;
  }

  /** Loads an opaque image of the reel's size into the slot `plate`. */
  load(plate: number, raster: Raster): void {
    if (raster.width !== this.width || raster.height !== this.height)
      throw new RangeError(
        `A layer of ${raster.width} × ${raster.height} in a video of ${this.width} × ${this.height}`,
      );
    this.#kernel.bytes(this.#spare, raster.data.length).set(raster.data);
    this.#kernel.exports.motion_load(this.#spare, this.#plates + plate * this.#padded, this.width, this.height);
  }

  /**
   * Renders the frame from one plate.
   * @param grid the position in the plate seen at every node, x and y in pixels, row by row: see gridSize
   * @param block squares of this many pixels stay whole; 1 for a smooth image
   */
  warp(plate: number, grid: Float32Array, block = 1): void {
    this.#warp(this.#plates + plate * this.#padded, grid, this.#out, block);
  }

  /** Renders the frame from a blend of two plates with one grid; `share` 0 the first, 1 the second. */
  warpMixed(first: number, second: number, share: number, grid: Float32Array, block = 1): void {
    const at = (plate: number): number => this.#plates + plate * this.#padded;
    this.#kernel.exports.motion_mix(at(first), at(second), this.#mixed, this.#padded & ~15, Math.round(share * SHARES));
    this.#warp(this.#mixed, grid, this.#out, block);
  }

  /** Renders the frame from a blend of two plates with separate grids; `share` 0 the first, 1 the second. */
  mixWarped(
    first: number,
    firstGrid: Float32Array,
    second: number,
    secondGrid: Float32Array,
    share: number,
    block = 1,
  ): void {
    this.#warp(this.#plates + first * this.#padded, firstGrid, this.#out, block);
    this.#warp(this.#plates + second * this.#padded, secondGrid, this.#other, block);
    this.#kernel.exports.motion_mix(
      this.#out,
      this.#other,
      this.#out,
      (this.#frameBytes + 15) & ~15,
      Math.round(share * SHARES),
    );
  }

  #warp(from: number, grid: Float32Array, to: number, block: number): void {
    this.#kernel.floats(this.#grid, grid.length).set(grid);
    this.#kernel.exports.motion_warp(from, to, this.#grid, this.width, this.height, block);
  }

  /** Converts an image of the reel's size to a frame without a warp. */
  plain(raster: Raster): Uint8Array {
    const { columns, rows } = gridSize(this.width, this.height);
    const still = new Float32Array(columns * rows * 2);
    for (let at = 0; at < columns * rows; at += 1)
      still.set([(at % columns) * CELL, Math.floor(at / columns) * CELL], at * 2);
    this.load(0, raster);
    this.warp(0, still);
    return this.frame();
  }

  /** Blends premultiplied RGBA of the reel's size over the frame. */
  over(pixels: Uint8Array): void {
    this.#kernel.bytes(this.#spare, pixels.length).set(pixels);
    this.#kernel.exports.motion_over(this.#spare, this.#out, this.width, this.height);
  }

  /** A copy of the frame: luma, then blue and red difference at half the size in both directions. */
  frame(): Uint8Array {
    return this.#kernel.bytes(this.#out, this.#frameBytes).slice();
  }

  /** The frame as an image. For a preview, only every `step`-th pixel. */
  image(step = 1): Raster {
    const [width, height] = [Math.floor(this.width / step), Math.floor(this.height / step)];
    this.#kernel.exports.motion_show(this.#out, this.#spare, this.width, this.height, step);
    return {
      width,
      height,
      data: new Uint8ClampedArray(this.#kernel.bytes(this.#spare, width * height * 4).slice().buffer),
    };
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one video at a time, because the kernel is shared. The next one starts when the previous one has ended, whether
 * it succeeded or failed.
 */
export function oneVideoAtATime<T>(make: () => Promise<T>): Promise<T> {
  const turn = queue.then(make);
  queue = turn.catch(() => undefined);
  return turn;
}

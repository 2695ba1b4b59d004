/**
 * Records the depth of a layered image while it is painted. Ground and water come nearer from the horizon down, and an
 * object is as near as the ground at its foot. Costs one sample of every eighth pixel per layer.
 */

/**
 * Nearness of things in the air and of ranges behind the horizon, and how much nearer each further range is than the
 * previous one.
 */
const AIR = 0.14;
const RANGE = 0.03;
/** A reflection is farther away than the water surface: the factor on the land's nearness in the same row. */
const WATER = 0.45;
/**
 * A shape wider than this share of the image consists of many objects, so each of its columns is treated separately.
 */
const WIDE = 0.45;

/** Reads the linear light of a pixel, which is any value that changes when the paint changes. */
export type Probe = (x: number, y: number) => number;

/** Depth of one image, 0 far to 1 near, at nodes `cell` pixels apart. */
export class DepthSketch {
  readonly columns: number;
  readonly rows: number;
  readonly data: Float32Array;
  readonly #seen: Float32Array;
  #ranges = 0;

  /**
   * @param width pixels of the image
   * @param horizon row of the image, in pixels
   */
  constructor(
    readonly width: number,
    readonly height: number,
    readonly cell: number,
    readonly horizon: number,
  ) {
    this.columns = Math.ceil(width / cell) + 1;
    this.rows = Math.ceil(height / cell) + 1;
    this.data = new Float32Array(this.columns * this.rows);
    this.#seen = new Float32Array(this.columns * this.rows);
  }

  /** Nearness of the ground seen at a row of nodes. */
  #ground(row: number): number {
    return Math.min(1, Math.max(0, (row * this.cell - this.horizon) / Math.max(1, this.height - this.horizon)));
  }

  #each(visit: (at: number, x: number, y: number, row: number) => void): void {
    for (let row = 0, at = 0; row < this.rows; row += 1) {
      for (let column = 0; column < this.columns; column += 1, at += 1)
        visit(at, Math.min(column * this.cell, this.width - 1), Math.min(row * this.cell, this.height - 1), row);
    }
  }

  /** Call after painting sky or a pattern: everything that changed is far. */
  far(probe: Probe): void {
    this.#each((at, x, y) => {
      const value = probe(x, y);
      if (value !== this.#seen[at]) this.data[at] = 0;
      this.#seen[at] = value;
    });
  }

  /** Call after adding light or mist over the image: the depth stays. */
  look(probe: Probe): void {
    this.#each((at, x, y) => {
      this.#seen[at] = probe(x, y);
    });
  }

  /** Call after painting land: everything that changed is ground. */
  ground(probe: Probe): void {
    this.#lie(probe, 1);
  }

  /** Call after painting water with its reflections. */
  water(probe: Probe): void {
    this.#lie(probe, WATER);
  }

  #lie(probe: Probe, share: number): void {
    this.#ranges += 1;
    this.#each((at, x, y, row) => {
      const value = probe(x, y);
      if (value !== this.#seen[at])
        this.data[at] = Math.max(share * this.#ground(row), Math.min(AIR, RANGE * this.#ranges));
      this.#seen[at] = value;
    });
  }

  /**
   * Call after painting shapes over the image.
   * @param covers whether a shape covers a pixel
   */
  things(covers: (x: number, y: number) => boolean, probe: Probe): void {
    const mask = new Uint8Array(this.data.length);
    this.#each((at, x, y) => {
      if (covers(x, y)) mask[at] = 1;
      this.#seen[at] = probe(x, y);
    });
    for (let seed = 0; seed < mask.length; seed += 1) if (mask[seed] === 1) this.#thing(mask, seed);
  }

  /** Handles one connected shape and removes it from the mask. */
  #thing(mask: Uint8Array, seed: number): void {
    const piece = [seed];
    mask[seed] = 0;
    let [left, right, foot] = [this.columns, 0, 0];
    for (let k = 0; k < piece.length; k += 1) {
      const at = piece[k] ?? 0;
      const column = at % this.columns;
      [left, right, foot] = [
        Math.min(left, column),
        Math.max(right, column),
        Math.max(foot, Math.floor(at / this.columns)),
      ];
      for (const next of [
        column > 0 ? at - 1 : -1,
        column < this.columns - 1 ? at + 1 : -1,
        at - this.columns,
        at + this.columns,
      ]) {
        if (next >= 0 && mask[next] === 1) {
          mask[next] = 0;
          piece.push(next);
        }
      }
    }
    if (right - left < WIDE * this.columns) {
      for (const at of piece) this.#stand(at, foot);
      return;
    }
    const feet = new Map<number, number>();
    for (const at of piece.sort((a, b) => b - a)) {
      const below = feet.get(at + this.columns);
      const own = below ?? Math.floor(at / this.columns);
      feet.set(at, own);
      this.#stand(at, own);
    }
  }

  #stand(at: number, foot: number): void {
    this.data[at] = Math.max(this.data[at] ?? 0, this.#ground(foot), AIR);
  }
}

/** Building blocks of object tracking: boxes, shifts, rotation and scale. */
import type { Raster } from '../../scene/scene.js';
import type { Flow } from './flow.js';

/** A part of a frame in whole pixels; it may extend beyond the frame. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Shift in pixels right and down, and the mean colour difference that remains, 0..255. */
export interface Shift {
  readonly x: number;
  readonly y: number;
  readonly off: number;
}

/** An object's pose relative to the first frame: rotated and scaled by (a, b), then moved; and its original middle. */
export interface Pose {
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
  readonly middle: readonly [number, number];
}

/** Bounding box of the 1s in a mask with a margin in pixels, within the frame; undefined for an empty mask. */
export function boxOf(mask: Uint8Array, width: number, height: number, about: number): Box | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === 0) continue;
    const x = at % width;
    const y = (at - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = y;
  }
  if (right === -1) return undefined;
  const [x, y] = [Math.max(0, left - about), Math.max(0, top - about)];
  return { x, y, width: Math.min(width, right + 1 + about) - x, height: Math.min(height, bottom + 1 + about) - y };
}

/** Crops a frame to a box. Beyond the frame, edge pixels are repeated. */
export function cropped({ width, height, data }: Raster, box: Box): Raster {
  const out = new Uint8ClampedArray(box.width * box.height * 4);
  for (let row = 0, to = 0; row < box.height; row += 1) {
    const y = Math.min(height - 1, Math.max(0, box.y + row));
    for (let column = 0; column < box.width; column += 1, to += 4) {
      const from = (y * width + Math.min(width - 1, Math.max(0, box.x + column))) * 4;
      for (let k = 0; k < 4; k += 1) out[to + k] = data[from + k]!;
    }
  }
  return { width: box.width, height: box.height, data: out };
}

/** Crops a mask to a box within the frame. */
export function placed(mask: Uint8Array, width: number, box: Box): Uint8Array {
  const out = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1)
    out.set(mask.subarray((box.y + row) * width + box.x, (box.y + row) * width + box.x + box.width), row * box.width);
  return out;
}

/** Maximum number of an object's pixels that are compared. */
const LOOKED = 900;

/** Indices of the 1s in a mask: all of them, or an even sample. */
export function pixelsOf(mask: Uint8Array): Int32Array {
  const all: number[] = [];
  for (let at = 0; at < mask.length; at += 1) if (mask[at] !== 0) all.push(at);
  const every = Math.max(1, all.length / LOOKED);
  return Int32Array.from({ length: Math.floor(all.length / every) }, (_, index) => all[Math.floor(index * every)]!);
}

/**
 * Maximum colour difference counted for a pixel, the cost of a pixel outside the frame, and the cost for each pixel of
 * deviation from the predicted shift.
 */
const COST = { max: 70, outside: 24, away: 0.06 } as const;
const STRIDE = 3;

/**
 * Finds the shift of a set of pixels from one frame to another.
 * @param about predicted shift, where the search starts
 * @param reach search radius in pixels
 */
export function shiftOf(from: Raster, to: Raster, pixels: Int32Array, about: Shift, reach: number): Shift {
  const { width, height } = from;
  // Stops as soon as the cost exceeds `max`, because a costlier shift is never used.
  const off = (x: number, y: number, max: number): number => {
    const bound = max * pixels.length;
    let sum = 0;
    for (const at of pixels) {
      if (sum > bound) return Infinity;
      const [tx, ty] = [(at % width) + x, Math.floor(at / width) + y];
      if (tx < 0 || ty < 0 || tx >= width || ty >= height) {
        sum += COST.outside;
        continue;
      }
      const there = (ty * width + tx) * 4;
      const step =
        Math.abs(from.data[at * 4]! - to.data[there]!) +
        Math.abs(from.data[at * 4 + 1]! - to.data[there + 1]!) +
        Math.abs(from.data[at * 4 + 2]! - to.data[there + 2]!);
      sum += Math.min(COST.max, step / 3);
    }
    return pixels.length === 0 ? 0 : sum / pixels.length;
  };
  const still = off(about.x, about.y, Infinity);
  let best = { x: about.x, y: about.y, off: still, cost: still };
  const look = (x: number, y: number): void => {
    const here = off(x, y, best.cost);
    const cost = here + COST.away * Math.hypot(x - about.x, y - about.y);
    if (cost < best.cost) best = { x, y, off: here, cost };
  };
  for (let y = -reach; y <= reach; y += STRIDE)
    for (let x = -reach; x <= reach; x += STRIDE) look(about.x + x, about.y + y);
  const { x: nearX, y: nearY } = best;
  for (let y = 1 - STRIDE; y < STRIDE; y += 1) for (let x = 1 - STRIDE; x < STRIDE; x += 1) look(nearX + x, nearY + y);
  return { x: best.x, y: best.y, off: best.off };
}

/** Warps a mask by a flow: 1 where the interpolated value is above one half. */
export function along(mask: Uint8Array, { width, height, data }: Flow): Uint8Array {
  const out = new Uint8Array(mask.length);
  const value = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : mask[y * width + x]!;
  for (let at = 0; at < out.length; at += 1) {
    const [x, y] = [(at % width) + data[at * 2]!, Math.floor(at / width) + data[at * 2 + 1]!];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - left, y - top];
    const share =
      (value(left, top) * (1 - u) + value(left + 1, top) * u) * (1 - v) +
      (value(left, top + 1) * (1 - u) + value(left + 1, top + 1) * u) * v;
    out[at] = share >= 0.5 ? 1 : 0;
  }
  return out;
}

/** Box means of five by five, row by row. */
export function steady(values: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let [sum, count] = [0, 0];
      for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row += 1) {
        for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column += 1) {
          sum += values[row * width + column]!;
          count += 1;
        }
      }
      out[at] = sum / count;
    }
  }
  return out;
}

/** The parts of a mask that are connected to a certain pixel; the whole mask when none is certain. */
export function reachable(mask: Uint8Array, sure: Uint8Array, width: number): Uint8Array {
  const out = new Uint8Array(mask.length);
  const stack: number[] = [];
  const take = (at: number): void => {
    if (at < 0 || at >= mask.length || out[at] === 1 || mask[at] === 0) return;
    out[at] = 1;
    stack.push(at);
  };
  for (let at = 0; at < mask.length; at += 1) if (sure[at] === 1) take(at);
  if (stack.length === 0) return mask;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at % width > 0) take(at - 1);
    if (at % width < width - 1) take(at + 1);
    take(at - width);
    take(at + width);
  }
  return out;
}

/** Middle of the 1s in a mask, and whether they touch the frame's edge. */
function middleOf(
  mask: Uint8Array,
  width: number,
  height: number,
): { readonly x: number; readonly y: number; readonly atEdge: boolean } {
  let [sumX, sumY, count, atEdge] = [0, 0, 0, false];
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === 0) continue;
    const x = at % width;
    const y = (at - x) / width;
    [sumX, sumY, count] = [sumX + x, sumY + y, count + 1];
    atEdge ||= x === 0 || y === 0 || x === width - 1 || y === height - 1;
  }
  return { x: sumX / Math.max(1, count), y: sumY / Math.max(1, count), atEdge };
}

/** An object's pose in the first frame. */
export function beganAt(core: Uint8Array, width: number): Pose {
  const { x, y } = middleOf(core, width, core.length / width);
  return { a: 1, b: 0, x: 0, y: 0, middle: [x, y] };
}

/**
 * Fitting rounds; error in pixels above which a pair is left out; maximum growth in one frame; and the share of the
 * centre's error corrected in one frame.
 */
const FIT = { rounds: 3, off: 1.2, growth: 1.04, mends: 0.2 } as const;

/** Rotation, scale and shift that most pairs agree with (Umeyama 1991, with outliers left out). */
function turnOf(pairs: Float32Array): Omit<Pose, 'middle'> {
  let fit = { a: 1, b: 0, x: 0, y: 0 };
  for (let round = 0; round < FIT.rounds; round += 1) {
    let [n, px, py, qx, qy, pp, pq, cross] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < pairs.length; i += 4) {
      const [x, y, u, v] = [pairs[i]!, pairs[i + 1]!, pairs[i + 2]!, pairs[i + 3]!];
      if (round > 0 && Math.hypot(fit.a * x - fit.b * y + fit.x - u, fit.b * x + fit.a * y + fit.y - v) > FIT.off)
        continue;
      [n, px, py, qx, qy] = [n + 1, px + x, py + y, qx + u, qy + v];
      [pp, pq, cross] = [pp + x * x + y * y, pq + x * u + y * v, cross + x * v - y * u];
    }
    if (n < 4) return fit;
    const spread = pp - (px * px + py * py) / n;
    if (spread < 1) return { a: 1, b: 0, x: (qx - px) / n, y: (qy - py) / n };
    const [a, b] = [(pq - (px * qx + py * qy) / n) / spread, (cross - (px * qy - py * qx) / n) / spread];
    const size = Math.hypot(a, b);
    const held = size < 1e-6 ? 1 : Math.min(FIT.growth, Math.max(1 / FIT.growth, size)) / size;
    const [ha, hb] = size < 1e-6 ? [1, 0] : [a * held, b * held];
    fit = { a: ha, b: hb, x: (qx - ha * px + hb * py) / n, y: (qy - hb * px - ha * py) / n };
  }
  return fit;
}

/**
 * An object's pose one frame later.
 * @param pairs positions of its pixels before and after: x, y, x, y
 * @param core the object's mask in the new frame; part of the error of the middle is corrected by it
 */
export function fitMotion(
  { a, b, x, y, middle }: Pose,
  pairs: Float32Array,
  core: Uint8Array,
  width: number,
  height: number,
): Pose {
  const turn = turnOf(pairs);
  const next = {
    a: turn.a * a - turn.b * b,
    b: turn.a * b + turn.b * a,
    x: turn.a * x - turn.b * y + turn.x,
    y: turn.b * x + turn.a * y + turn.y,
  };
  const found = middleOf(core, width, height);
  if (found.atEdge) return { ...next, middle };
  const [mx, my] = [next.a * middle[0] - next.b * middle[1] + next.x, next.b * middle[0] + next.a * middle[1] + next.y];
  return { ...next, x: next.x + (found.x - mx) * FIT.mends, y: next.y + (found.y - my) * FIT.mends, middle };
}

/** Motion of a part of the frame from one frame to the next, including behind what hides it. */
import type { Raster } from '../../scene/scene.js';
import { spreadKnown } from '../../photo/fill/push-pull-fill.js';
import { withOpenCv } from '../../photo/opencv.js';

/** A part of the frame, pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Brightness of an area at a small size, 0..255. Hidden pixels are estimated from their surroundings. */
export interface Glimpse {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
  /** Visible share of each pixel, 0..1. */
  readonly known: Float32Array;
}

/** Motion of each pixel of a glimpse in pixels of the video: right and down in pairs. */
export interface AreaFlow {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Pixels of a glimpse: enough to track a camera, few enough for hundreds of frames. */
const PIXELS = 30_000;

/** Brightness of a pixel of 8-bit channels, 0..255 (BT.709). */
export const lumaAt = (data: Uint8ClampedArray, at: number): number =>
  (54 * data[at]! + 183 * data[at + 1]! + 19 * data[at + 2]!) >> 8;

function glimpseSize({ width, height }: Pick<Area, 'width' | 'height'>): {
  readonly width: number;
  readonly height: number;
} {
  const scale = Math.min(1, Math.sqrt(PIXELS / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Takes a glimpse of an area of a frame.
 * @param hole one byte per pixel of the area, non-zero is hidden; undefined when all is visible
 */
export function glimpse(frame: Raster, area: Area, hole?: Uint8Array): Glimpse {
  const { width, height } = glimpseSize(area);
  const sums = new Float32Array(width * height * 2);
  const counts = new Float32Array(width * height);
  for (let y = 0; y < area.height; y += 1) {
    const row = Math.floor((y * height) / area.height) * width;
    for (
      let x = 0, from = ((area.y + y) * frame.width + area.x) * 4, at = y * area.width;
      x < area.width;
      x += 1, from += 4, at += 1
    ) {
      const to = row + Math.floor((x * width) / area.width);
      counts[to]! += 1;
      if (hole !== undefined && hole[at] !== 0) continue;
      sums[to * 2]! += lumaAt(frame.data, from);
      sums[to * 2 + 1]! += 1;
    }
  }
  const known = new Float32Array(width * height);
  for (let to = 0; to < counts.length; to += 1) {
    known[to] = sums[to * 2 + 1]! / counts[to]!;
    sums[to * 2]! /= counts[to]!;
    sums[to * 2 + 1]! /= counts[to]!;
  }
  if (known.some((share) => share < 1)) spreadKnown(width, height, sums, 2);
  return { width, height, luma: Uint8Array.from({ length: width * height }, (_, at) => sums[at * 2]!), known };
}

/** Farnebäck's method (2003): window and rounds for videos, in OpenCV's parameters. */
const FARNEBACK = { shrink: 0.5, levels: 3, window: 13, rounds: 2, reach: 5, softness: 1.1 } as const;

/**
 * Motion of an area between two glimpses, in both directions. Hidden parts move as their surroundings do.
 * @param area of the glimpses, for the scale
 */
export async function flowsBetween(
  before: Glimpse,
  after: Glimpse,
  area: Area,
): Promise<{ readonly forward: AreaFlow; readonly back: AreaFlow }> {
  const { width, height } = before;
  const [forward, back] = await withOpenCv((cv, keep) => {
    const mat = ({ luma }: Glimpse): InstanceType<typeof cv.Mat> => {
      const made = keep(new cv.Mat(height, width, cv.CV_8UC1));
      made.data.set(luma);
      return made;
    };
    const [one, other, out] = [mat(before), mat(after), keep(new cv.Mat())];
    const { shrink, levels, window, rounds, reach, softness } = FARNEBACK;
    const follow = (from: typeof one, to: typeof one): Float32Array => {
      cv.calcOpticalFlowFarneback(from, to, out, shrink, levels, window, rounds, reach, softness, 0);
      return Float32Array.from(out.data32F);
    };
    return [follow(one, other), follow(other, one)] as const;
  });
  return { forward: behind(before, forward, area), back: behind(after, back, area) };
}

/** A pixel less visible than this takes the motion of its surroundings. */
const SEEN = 0.98;
/** Brightness step over two pixels at which motion is half reliable. */
const SLOPE = 14;

/** Reliability of the motion at a pixel, 0..1: high at edges, zero in uniform areas. */
function seenWell({ width, height, luma }: Glimpse, at: number): number {
  const [x, y] = [at % width, Math.floor(at / width)];
  if (x === 0 || y === 0 || x === width - 1 || y === height - 1) return 0;
  const square = (luma[at + 1]! - luma[at - 1]!) ** 2 + (luma[at + width]! - luma[at - width]!) ** 2;
  return square / (square + SLOPE * SLOPE);
}

/** Motion of a camera over a plane. For each axis: the constant, and the change for each pixel right and down. */
type Camera = readonly [across: readonly [number, number, number], down: readonly [number, number, number]];

/** Fitting rounds, and the error in pixels from which a pixel counts as an outlier. */
const FIT = { rounds: 6, off: 0.5 } as const;

/**
 * The camera motion that agrees with most visible pixels (iteratively reweighted least squares), and the share that
 * agrees, 0..1. It visits every pixel of every frame several times, so the sums are plain numbers and the loop
 * allocates nothing.
 */
function cameraOf(
  weights: Float32Array,
  data: Float32Array,
  width: number,
): { readonly camera: Camera; readonly agrees: number } {
  let camera: Camera = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let agrees = 0;
  for (let round = 0; round < FIT.rounds; round += 1) {
    const [[u0, ux, uy], [v0, vx, vy]] = camera;
    const strict = round === 0 ? 0 : 1 / (FIT.off * FIT.off);
    let [near, all] = [0, 0];
    let [s, sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0, 0];
    let [su, sux, suy, sv, svx, svy] = [0, 0, 0, 0, 0, 0];
    for (let at = 0, x = 0, y = 0; at < weights.length; at += 1, x += 1) {
      if (x === width) [x, y] = [0, y + 1];
      const weight = weights[at]!;
      if (weight === 0) continue;
      const [u, v] = [data[at * 2]!, data[at * 2 + 1]!];
      const du = u - (u0 + ux * x + uy * y);
      const dv = v - (v0 + vx * x + vy * y);
      const w = weight / (1 + strict * (du * du + dv * dv));
      near += w;
      all += weight;
      s += w;
      sx += w * x;
      sy += w * y;
      sxx += w * x * x;
      sxy += w * x * y;
      syy += w * y * y;
      su += w * u;
      sux += w * u * x;
      suy += w * u * y;
      sv += w * v;
      svx += w * v * x;
      svy += w * v * y;
    }
    agrees = near / Math.max(all, 1e-9);
    const sums = [s, sx, sy, sxx, sxy, syy] as const;
    camera = [solved(sums, su, sux, suy), solved(sums, sv, svx, svy)];
  }
  return { camera, agrees };
}

const along = ([first, across, down]: readonly [number, number, number], x: number, y: number): number =>
  first + across * x + down * y;

/** Solves for three unknowns by Cramer's rule; returns no motion when the system is singular. */
function solved(
  [s, x, y, xx, xy, yy]: readonly [number, number, number, number, number, number],
  p: number,
  q: number,
  r: number,
): readonly [number, number, number] {
  const whole = s * (xx * yy - xy * xy) - x * (x * yy - xy * y) + y * (x * xy - xx * y);
  if (Math.abs(whole) < 1e-6) return [s === 0 ? 0 : p / s, 0, 0];
  return [
    (p * (xx * yy - xy * xy) - x * (q * yy - xy * r) + y * (q * xy - xx * r)) / whole,
    (s * (q * yy - r * xy) - p * (x * yy - xy * y) + y * (x * r - q * y)) / whole,
    (s * (xx * r - xy * q) - x * (x * r - q * y) + p * (x * xy - xx * y)) / whole,
  ];
}

/** From this agreement on, hidden pixels move with the camera; below it, with their surroundings. */
const AGREED = 0.6;

function behind(glimpse: Glimpse, moves: Float32Array, area: Area): AreaFlow {
  const { width, height, known } = glimpse;
  const data = new Float32Array(moves.length);
  const weights = new Float32Array(known.length);
  for (let at = 0; at < known.length; at += 1) {
    data[at * 2] = (moves[at * 2]! * area.width) / width;
    data[at * 2 + 1] = (moves[at * 2 + 1]! * area.height) / height;
    if (known[at]! >= SEEN) weights[at] = Math.max(1e-4, seenWell(glimpse, at));
  }
  if (known.every((share) => share >= SEEN)) return { width, height, data };
  const { camera, agrees } = cameraOf(weights, data, width);
  const sums = new Float32Array(known.length * 3);
  if (agrees < AGREED) {
    for (let at = 0; at < known.length; at += 1) {
      sums[at * 3] = data[at * 2]! * weights[at]!;
      sums[at * 3 + 1] = data[at * 2 + 1]! * weights[at]!;
      sums[at * 3 + 2] = weights[at]!;
    }
    spreadKnown(width, height, sums, 3);
  }
  for (let at = 0; at < known.length; at += 1) {
    if (known[at]! >= SEEN) continue;
    for (const axis of [0, 1] as const)
      data[at * 2 + axis] =
        agrees < AGREED ? sums[at * 3 + axis]! : along(camera[axis], at % width, Math.floor(at / width));
  }
  return { width, height, data };
}

/** Position to which a flow moves a pixel of its area; x and y are written into `to`. */
export function moved({ width, height, data }: AreaFlow, area: Area, x: number, y: number, to: Float32Array): void {
  const px = Math.min(Math.max(((x + 0.5) * width) / area.width - 0.5, 0), width - 1);
  const py = Math.min(Math.max(((y + 0.5) * height) / area.height - 0.5, 0), height - 1);
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const right = left + 1 < width ? 2 : 0;
  const below = top + 1 < height ? width * 2 : 0;
  const [u, v] = [px - left, py - top];
  const at = (top * width + left) * 2;
  for (let axis = 0; axis < 2; axis += 1) {
    const upper = data[at + axis]! + (data[at + axis + right]! - data[at + axis]!) * u;
    const lower = data[at + axis + below]! + (data[at + axis + below + right]! - data[at + axis + below]!) * u;
    to[axis] = (axis === 0 ? x : y) + upper + (lower - upper) * v;
  }
}

/** Mean brightness difference, after motion compensation, above which two frames belong to different shots. */
const CUT = 26;

/** Whether there is a cut between two glimpses: no motion explains the difference. */
export function isCut(before: Glimpse, after: Glimpse, { data }: AreaFlow, area: Area): boolean {
  const { width, height } = before;
  let [sum, count] = [0, 0];
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = y * width + x;
      const tx = Math.round(x + (data[at * 2]! * width) / area.width);
      const ty = Math.round(y + (data[at * 2 + 1]! * height) / area.height);
      if (tx < 0 || ty < 0 || tx >= width || ty >= height || before.known[at]! < SEEN) continue;
      sum += Math.abs(before.luma[at]! - after.luma[ty * width + tx]!);
      count += 1;
    }
  }
  return count > 0 && sum / count > CUT;
}

/** Reads the shape of a garment from its outline: collar, shoulders, sides and hem. */
import type { Raster } from '../../scene/scene.js';
import type { Point } from '../landmarks.js';
import { sleeveOf, type Sleeve } from './sleeves.js';

/** Points of a garment in its image, pixels; left and right as seen in the image. */
export interface GarmentShape {
  readonly neckLeft: Point;
  readonly neckRight: Point;
  readonly neckMiddle: Point;
  readonly shoulderLeft: Point;
  readonly shoulderRight: Point;
  /** On the edge half-way between neck and shoulder. */
  readonly slopeLeft: Point;
  readonly slopeRight: Point;
  /** The sides below the sleeves. */
  readonly chestLeft: Point;
  readonly chestRight: Point;
  readonly hemLeft: Point;
  readonly hemRight: Point;
}

/** A garment prepared for fitting. */
export interface Garment {
  readonly shape: GarmentShape;
  /** Undefined for a side without a sleeve. */
  readonly sleeves: { readonly left: Sleeve | undefined; readonly right: Sleeve | undefined };
}

/** A pixel belongs to the garment from this alpha on. */
const SEEN = 128;
/** As shares of the garment's height: where its sides are measured, and where its hem is. */
const SIDES = { from: 0.55, to: 0.92 } as const;
const HEM = 0.97;
/** As shares of half the body's width: where its shoulders end, and the range in which its collar begins. */
const SHOULDER = 0.94;
const COLLAR = { min: 0.24, max: 0.62 } as const;
/** A shoulder is within this share of the height below the top; a sleeve or an armhole is farther down. */
const SHOULDER_DROP = 0.26;

interface Run {
  readonly left: number;
  readonly right: number;
}

/** The run of garment pixels in a row that contains a column. */
function runAt({ width, data }: Raster, y: number, x: number): Run | undefined {
  const seen = (column: number): boolean => data[(y * width + column) * 4 + 3]! >= SEEN;
  if (!seen(x)) return undefined;
  let [left, right] = [x, x];
  while (left > 0 && seen(left - 1)) left -= 1;
  while (right < width - 1 && seen(right + 1)) right += 1;
  return { left, right };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

/** For each column, the first garment row from above; the height when there is none. */
function topsOf({ width, height, data }: Raster): Int32Array {
  const tops = new Int32Array(width).fill(height);
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (data[(y * width + x) * 4 + 3]! < SEEN) continue;
      tops[x] = y;
      break;
    }
  return tops;
}

/**
 * Reads an upright garment seen from the front: laid flat, hanging or on a form.
 * @param cutOut straight alpha
 * @returns undefined when no sides are found: the cut-out is not a garment for the upper body
 */
export function shapeOf(cutOut: Raster): Garment | undefined {
  const { width, height } = cutOut;
  const tops = topsOf(cutOut);
  const top = Math.min(...tops);
  let [bottom, sum, count] = [0, 0, 0];
  for (let y = 0, at = 3; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (cutOut.data[at]! < SEEN) continue;
      bottom = y;
      sum += x;
      count += 1;
    }
  const tall = bottom - top;
  if (count === 0 || tall < 16) return undefined;
  const axis = Math.round(sum / count);
  const runs: Run[] = [];
  for (let y = Math.round(top + SIDES.from * tall); y < top + SIDES.to * tall; y += 1) {
    const run = runAt(cutOut, y, axis);
    if (run !== undefined) runs.push(run);
  }
  if (runs.length < 4) return undefined;
  const side = { left: median(runs.map(({ left }) => left)), right: median(runs.map(({ right }) => right)) };
  const half = (side.right - side.left) / 2;
  const middle = Math.round((side.left + side.right) / 2);
  if (half < 6) return undefined;
  const topAt = (x: number): number => tops[Math.min(width - 1, Math.max(0, Math.round(x)))]!;
  const shoulder = (sign: -1 | 1): Point => {
    let reach = half * SHOULDER;
    while (reach > half * 0.4 && topAt(middle + sign * reach) > top + tall * SHOULDER_DROP) reach -= 1;
    return { x: middle + sign * reach, y: topAt(middle + sign * reach) };
  };
  const collar = (sign: -1 | 1): Point => {
    let best: Point = { x: middle + sign * half * COLLAR.min, y: topAt(middle + sign * half * COLLAR.min) };
    for (let reach = half * COLLAR.min; reach < half * COLLAR.max; reach += 1) {
      const y = topAt(middle + sign * reach);
      if (y < best.y - 1) best = { x: middle + sign * reach, y };
    }
    return best;
  };
  const hemRow = Math.round(top + HEM * tall);
  const hem = runAt(cutOut, hemRow, middle) ?? side;
  const chestRow = Math.round(top + (SIDES.from + 0.03) * tall);
  const [left, right, neckLeft, neckRight] = [shoulder(-1), shoulder(1), collar(-1), collar(1)];
  const slope = (neck: Point, end: Point): Point => ({ x: (neck.x + end.x) / 2, y: topAt((neck.x + end.x) / 2) });
  return {
    shape: {
      neckLeft,
      neckRight,
      neckMiddle: { x: middle, y: topAt(middle) },
      slopeLeft: slope(neckLeft, left),
      slopeRight: slope(neckRight, right),
      shoulderLeft: left,
      shoulderRight: right,
      chestLeft: { x: side.left, y: chestRow },
      chestRight: { x: side.right, y: chestRow },
      hemLeft: { x: hem.left, y: hemRow },
      hemRight: { x: hem.right, y: hemRow },
    },
    sleeves: { left: sleeveOf(cutOut, left, side.left, half, -1), right: sleeveOf(cutOut, right, side.right, half, 1) },
  };
}

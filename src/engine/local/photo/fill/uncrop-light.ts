/**
 * Separates the large-scale light of an image (a vignette, a sky's glow) from its detail. Only the detail is copied;
 * the light is extrapolated.
 */
import type { Raster } from '../../scene/scene.js';
import { field, soften, type Field } from '../planes.js';

/** A rectangle, pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Red, green and blue. */
export type Light = readonly [Field, Field, Field];

/** Radius of the light's blur, as a share of the image's shorter side. */
const REACH = 0.1;
const MIDDLE = 128;
/** Maximum change of the extrapolated light beyond the edge, in colour steps. */
const MAX_DRIFT = 12;

/** Radius of the light's blur, pixels. */
export const reachOf = ({ width, height }: Rectangle): number =>
  Math.max(2, Math.round(Math.min(width, height) * REACH));

/**
 * For a position on a line: the position on the edge whose light it takes, and how much of the slope at the edge is
 * added beyond it. The slope levels off, so that no line is visible where it ends.
 */
function beyond(
  at: number,
  from: number,
  length: number,
  radius: number,
): { readonly edge: number; readonly inner: number; readonly on: number } {
  const place = at - from;
  if (place >= 0 && place < length) return { edge: place, inner: place, on: 0 };
  const away = place < 0 ? -place : place - length + 1;
  const edge = place < 0 ? 0 : length - 1;
  const inner = Math.min(length - 1, Math.max(0, place < 0 ? radius : length - 1 - radius));
  return { edge, inner, on: 1.5 * (1 - Math.exp(-away / (1.5 * radius))) };
}

/**
 * Mean colour around each pixel that `counts` leaves at 0. Beyond the known rectangle, the edge's light with its slope
 * slightly continued.
 */
export function lightOf({ width, height, data }: Raster, counts: Uint8Array, known: Rectangle, radius: number): Light {
  const inside = field(known.width, known.height);
  const sums = [
    field(known.width, known.height),
    field(known.width, known.height),
    field(known.width, known.height),
  ] as const;
  for (let y = 0, to = 0; y < known.height; y += 1) {
    for (let x = 0; x < known.width; x += 1, to += 1) {
      const at = (y + known.top) * width + x + known.left;
      // Excluded pixels keep a tiny weight, because in their middle no other pixel may be in range.
      const weight = counts[at] === 0 ? 1 : 1e-3;
      inside.data[to] = weight;
      for (let k = 0; k < 3; k += 1) sums[k]!.data[to] = data[at * 4 + k]! * weight;
    }
  }
  const weights = soften(inside, radius);
  const out = [field(width, height), field(width, height), field(width, height)] as const;
  for (let k = 0; k < 3; k += 1) {
    const soft = soften(sums[k]!, radius);
    const value = (x: number, y: number): number =>
      soft.data[y * known.width + x]! / weights.data[y * known.width + x]!;
    for (let y = 0, at = 0; y < height; y += 1) {
      const down = beyond(y, known.top, known.height, radius);
      for (let x = 0; x < width; x += 1, at += 1) {
        const across = beyond(x, known.left, known.width, radius);
        const edge = value(across.edge, down.edge);
        const drift =
          (edge - value(across.inner, down.edge)) * across.on + (edge - value(across.edge, down.inner)) * down.on;
        out[k]!.data[at] = edge + Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, drift));
      }
    }
  }
  return out;
}

/** Adds `times` the light relative to mid-grey. Modifies and returns the image. */
export function lit(image: Raster, light: Light, times: 1 | -1): Raster {
  const { data } = image;
  for (let at = 0; at < data.length / 4; at += 1)
    for (let k = 0; k < 3; k += 1) data[at * 4 + k]! += times * (light[k]!.data[at]! - MIDDLE);
  return image;
}

/** Basis functions of the light across an image, varying vertically: `x`, `y` from -1 to 1. */
const terms = (x: number, y: number): readonly number[] => {
  const bow = x * x - 1 / 3;
  return [x, bow, x * y, bow * y, x * y * y, bow * y * y];
};
const TERMS = 6;
/** Maximum distance from the fitted light, in colour steps, for a pixel to be used in each successive fit. */
const BELIEVED = [60, 30, 18, 12] as const;
/** Number of sampled pixels. */
const READ = 12_000;

interface Reading {
  readonly at: readonly number[];
  readonly value: number;
}

/** Solves for the coefficients (Gauss-Jordan). Modifies `sums`, whose last column is the right-hand side. */
function solved(sums: readonly Float64Array[]): readonly number[] {
  for (let i = 0; i < TERMS; i += 1) {
    // Regularisation: keeps a coefficient small when there are no samples for it.
    sums[i]![i]! += 1;
    for (let row = 0; row < TERMS; row += 1) {
      const factor = row === i ? 0 : sums[row]![i]! / sums[i]![i]!;
      for (let column = i; column <= TERMS; column += 1) sums[row]![column]! -= factor * sums[i]![column]!;
    }
  }
  return sums.map((row, i) => row[TERMS]! / row[i]!);
}

/**
 * One iteration: the coefficients that best fit the differences within rows, using pixels close to the previous fit.
 */
function readAnew(
  rows: readonly (readonly Reading[])[],
  before: readonly number[],
  believed: number,
): readonly number[] {
  const sums = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
  const rest = ({ at, value }: Reading): number => value - at.reduce((sum, term, i) => sum + term * before[i]!, 0);
  for (const row of rows) {
    const rests = row.map(rest).sort((one, other) => one - other);
    const middle = rests[rests.length >> 1] ?? 0;
    const kept = row.filter((reading) => Math.abs(rest(reading) - middle) < believed);
    if (kept.length < row.length / 4) continue;
    const columns = kept.map(({ at, value }) => [...at, value]);
    const means = Array.from(
      { length: TERMS + 1 },
      (_, i) => columns.reduce((sum, column) => sum + column[i]!, 0) / columns.length,
    );
    for (const column of columns)
      for (let i = 0; i < TERMS; i += 1)
        for (let j = 0; j <= TERMS; j += 1) sums[i]![j]! += (column[i]! - means[i]!) * (column[j]! - means[j]!);
  }
  return solved(sums);
}

/**
 * Change of the light along the rows of an image: a few waves fitted to its plain parts, so that objects are not taken
 * for light.
 * @param apart one byte per pixel; non-zero pixels are ignored
 */
export function lightAcross({ width, height, data }: Raster, apart: Uint8Array): Light {
  const step = Math.max(1, Math.round(Math.sqrt((width * height) / READ)));
  const one = (k: number): Field => {
    const rows: Reading[][] = [];
    for (let y = step >> 1; y < height; y += step) {
      const row: Reading[] = [];
      for (let x = step >> 1; x < width; x += step)
        if (apart[y * width + x] === 0)
          row.push({ at: terms((2 * x) / width - 1, (2 * y) / height - 1), value: data[(y * width + x) * 4 + k]! });
      rows.push(row);
    }
    const share = BELIEVED.reduce<readonly number[]>(
      (before, believed) => readAnew(rows, before, believed),
      new Array<number>(TERMS).fill(0),
    );
    const out = field(width, height);
    for (let y = 0, at = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1, at += 1)
        out.data[at] = terms((2 * x) / width - 1, (2 * y) / height - 1).reduce(
          (sum, term, i) => sum + term * share[i]!,
          0,
        );
    return out;
  };
  return [one(0), one(1), one(2)];
}

/**
 * Adds `times` the image's light to a part of a frame; beside the image the light is extrapolated.
 * @param part pixels at `place`, in the image's rows; not changed
 * @param from position of the image
 */
export function lightened(part: Raster, light: Light, from: Rectangle, place: Rectangle, times: 1 | -1): Raster {
  const data = new Uint8ClampedArray(part.data);
  for (let x = 0; x < part.width; x += 1) {
    const { edge, inner, on } = beyond(x + place.left, from.left, from.width, reachOf(from));
    for (let y = 0; y < part.height; y += 1)
      for (let k = 0; k < 3; k += 1) {
        const plane = light[k]!;
        const own = plane.data[y * plane.width + edge]!;
        const drift = (own - plane.data[y * plane.width + inner]!) * on;
        data[(y * part.width + x) * 4 + k]! += times * (own + Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, drift)));
      }
  }
  return { ...part, data };
}

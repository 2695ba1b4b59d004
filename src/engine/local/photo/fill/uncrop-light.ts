/** The light that lies over an image (a vignette, a sky's glow): what is copied is what differs from it, and it continues by itself. */
import type { Raster } from '../../scene/scene.js';
import { field, soften, type Field } from '../planes.js';

/** A rectangle, pixels. */
export interface Rectangle { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Red, green and blue. */
export type Light = readonly [Field, Field, Field];

/** Radius of a light as a share of the image's shorter side. */
const REACH = 0.1;
const MIDDLE = 128;
/** Colour steps that the light may come to change by beyond the edge. */
const MAX_DRIFT = 12;

/** The radius that light is read with, pixels. */
export const reachOf = ({ width, height }: Rectangle): number => Math.max(2, Math.round(Math.min(width, height) * REACH));

/**
 * How far along a line the light stands at a place, and how much of its slope at the edge has gone on beyond that: it flattens
 * out, so that no line is seen where it ends.
 */
function beyond(at: number, from: number, length: number, radius: number): { readonly edge: number; readonly inner: number; readonly on: number } {
  const place = at - from;
  if (place >= 0 && place < length) return { edge: place, inner: place, on: 0 };
  const away = place < 0 ? -place : place - length + 1;
  const edge = place < 0 ? 0 : length - 1;
  const inner = Math.min(length - 1, Math.max(0, place < 0 ? radius : length - 1 - radius));
  return { edge, inner, on: 1.5 * (1 - Math.exp(-away / (1.5 * radius))) };
}

/** The mean colour about each pixel that `counts` leaves at 0, and beyond the known rectangle that of its edge, gone on a little as it went. */
export function lightOf({ width, height, data }: Raster, counts: Uint8Array, known: Rectangle, radius: number): Light {
  const inside = field(known.width, known.height);
  const sums = [field(known.width, known.height), field(known.width, known.height), field(known.width, known.height)] as const;
  for (let y = 0, to = 0; y < known.height; y += 1) {
    for (let x = 0; x < known.width; x += 1, to += 1) {
      const at = (y + known.top) * width + x + known.left;
      // What is apart counts a little: in its middle nothing else may be in reach.
      const weight = counts[at] === 0 ? 1 : 1e-3;
      inside.data[to] = weight;
      for (let k = 0; k < 3; k += 1) sums[k]!.data[to] = data[at * 4 + k]! * weight;
    }
  }
  const weights = soften(inside, radius);
  const out = [field(width, height), field(width, height), field(width, height)] as const;
  for (let k = 0; k < 3; k += 1) {
    const soft = soften(sums[k]!, radius);
    const value = (x: number, y: number): number => soft.data[y * known.width + x]! / weights.data[y * known.width + x]!;
    for (let y = 0, at = 0; y < height; y += 1) {
      const down = beyond(y, known.top, known.height, radius);
      for (let x = 0; x < width; x += 1, at += 1) {
        const across = beyond(x, known.left, known.width, radius);
        const edge = value(across.edge, down.edge);
        const drift = (edge - value(across.inner, down.edge)) * across.on + (edge - value(across.edge, down.inner)) * down.on;
        out[k]!.data[at] = edge + Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, drift));
      }
    }
  }
  return out;
}

/** Adds `times` the light about its middle. Changes and gives the image. */
export function lit(image: Raster, light: Light, times: 1 | -1): Raster {
  const { data } = image;
  for (let at = 0; at < data.length / 4; at += 1) for (let k = 0; k < 3; k += 1) data[at * 4 + k]! += times * (light[k]!.data[at]! - MIDDLE);
  return image;
}

/** Terms of a light across an image, which changes downwards: `x`, `y` from -1 to 1. */
const terms = (x: number, y: number): readonly number[] => {
  const bow = x * x - 1 / 3;
  return [x, bow, x * y, bow * y, x * y * y, bow * y * y];
};
const TERMS = 6;
/** Colour steps from the light within which a pixel is believed to show it, each time it is read again. */
const BELIEVED = [60, 30, 18, 12] as const;
/** Pixels that it is read from. */
const READ = 12_000;

interface Reading { readonly at: readonly number[]; readonly value: number }

/** Solves for the terms (Gauss and Jordan). Changes `sums`, whose last column is what they are to give. */
function solved(sums: readonly Float64Array[]): readonly number[] {
  for (let i = 0; i < TERMS; i += 1) {
    // Keeps a term small that nothing is read for.
    sums[i]![i]! += 1;
    for (let row = 0; row < TERMS; row += 1) {
      const factor = row === i ? 0 : sums[row]![i]! / sums[i]![i]!;
      for (let column = i; column <= TERMS; column += 1) sums[row]![column]! -= factor * sums[i]![column]!;
    }
  }
  return sums.map((row, i) => row[TERMS]! / row[i]!);
}

/** One reading: the terms that fit best what differs within rows, of pixels near what the terms before say. */
function readAnew(rows: readonly (readonly Reading[])[], before: readonly number[], believed: number): readonly number[] {
  const sums = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1));
  const rest = ({ at, value }: Reading): number => value - at.reduce((sum, term, i) => sum + term * before[i]!, 0);
  for (const row of rows) {
    const rests = row.map(rest).sort((one, other) => one - other);
    const middle = rests[rests.length >> 1] ?? 0;
    const kept = row.filter((reading) => Math.abs(rest(reading) - middle) < believed);
    if (kept.length < row.length / 4) continue;
    const columns = kept.map(({ at, value }) => [...at, value]);
    const means = Array.from({ length: TERMS + 1 }, (_, i) => columns.reduce((sum, column) => sum + column[i]!, 0) / columns.length);
    for (const column of columns) for (let i = 0; i < TERMS; i += 1) for (let j = 0; j <= TERMS; j += 1) sums[i]![j]! += (column[i]! - means[i]!) * (column[j]! - means[j]!);
  }
  return solved(sums);
}

/**
 * How the light changes along the rows of an image: a few waves, read from what is plain in it, so that things are not taken for light.
 * @param apart one byte per pixel: not 0 is not read
 */
export function lightAcross({ width, height, data }: Raster, apart: Uint8Array): Light {
  const step = Math.max(1, Math.round(Math.sqrt((width * height) / READ)));
  const one = (k: number): Field => {
    const rows: Reading[][] = [];
    for (let y = step >> 1; y < height; y += step) {
      const row: Reading[] = [];
      for (let x = step >> 1; x < width; x += step) if (apart[y * width + x] === 0) row.push({ at: terms((2 * x) / width - 1, (2 * y) / height - 1), value: data[(y * width + x) * 4 + k]! });
      rows.push(row);
    }
    const share = BELIEVED.reduce<readonly number[]>((before, believed) => readAnew(rows, before, believed), new Array<number>(TERMS).fill(0));
    const out = field(width, height);
    for (let y = 0, at = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, at += 1) out.data[at] = terms((2 * x) / width - 1, (2 * y) / height - 1).reduce((sum, term, i) => sum + term * share[i]!, 0);
    return out;
  };
  return [one(0), one(1), one(2)];
}

/**
 * A part of a frame with `times` the light of the image in it added; beside the image its light continues.
 * @param part what stands at `place`, of the image's rows; it is not changed
 * @param from where the image stands
 */
export function lightened(part: Raster, light: Light, from: Rectangle, place: Rectangle, times: 1 | -1): Raster {
  const data = new Uint8ClampedArray(part.data);
  for (let x = 0; x < part.width; x += 1) {
    const { edge, inner, on } = beyond(x + place.left, from.left, from.width, reachOf(from));
    for (let y = 0; y < part.height; y += 1) for (let k = 0; k < 3; k += 1) {
      const plane = light[k]!;
      const own = plane.data[y * plane.width + edge]!;
      const drift = (own - plane.data[y * plane.width + inner]!) * on;
      data[(y * part.width + x) * 4 + k]! += times * (own + Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, drift)));
    }
  }
  return { ...part, data };
}

/** Objective defects of a result, on pixels and samples. Pure. */
import type { Raster } from '../../../engine/local/scene/scene.js';

/** Maximum deviation of a channel from the average within one colour, 0 to 255. */
const ONE_COLOUR = 3;
/** Share of the pixels that may deviate more: a speck is no picture. */
const SPECKS = 0.0005;

/** Whether an image shows a single colour or nothing at all. */
export function isBlank({ data }: Raster): boolean {
  const count = data.length / 4;
  if (count === 0) return true;
  const sums = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let k = 0; k < 3; k += 1) sums[k]! += data[at + k]! * alpha;
    sums[3]! += data[at + 3]!;
  }
  let away = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    const isAway =
      Math.abs(data[at + 3]! - sums[3]! / count) > ONE_COLOUR ||
      [0, 1, 2].some((k) => Math.abs(data[at + k]! * alpha - sums[k]! / count) > ONE_COLOUR);
    if (isAway) away += 1;
  }
  return away <= count * SPECKS;
}

/** Side of the compared squares, pixels, and maximum mean difference of a channel in an unchanged one, 0 to 255. */
const SQUARE = { side: 8, max: 1.5 } as const;

/**
 * Whether no part of an image differs visibly from another of the same size. Encoding noise does not count; a change of
 * a few pixels does.
 */
export function isUnchanged(one: Raster, other: Raster): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  for (let top = 0; top < one.height; top += SQUARE.side)
    for (let left = 0; left < one.width; left += SQUARE.side) {
      if (differenceIn(one, other, left, top) > SQUARE.max) return false;
    }
  return true;
}

/** Largest mean difference of a channel in one square. */
function differenceIn(one: Raster, other: Raster, left: number, top: number): number {
  const [right, bottom] = [Math.min(one.width, left + SQUARE.side), Math.min(one.height, top + SQUARE.side)];
  const sums = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const at = (y * one.width + x) * 4;
      for (let k = 0; k < 4; k += 1) sums[k]! += Math.abs(one.data[at + k]! - other.data[at + k]!);
    }
  return Math.max(...sums) / ((right - left) * (bottom - top));
}

/** Peak level below which nobody hears a recording: −60 dBFS. */
const AUDIBLE = 0.001;

/** Whether a recording has a sound that can be heard. @param samples from -1 to 1 */
export const isAudible = (samples: Float32Array): boolean => samples.some((value) => Math.abs(value) > AUDIBLE);

/** Detects shot changes from the frames of a video. */
import type { Raster } from '../scene/scene.js';

/** Size of the frames that are compared, in pixels, and how many per second. */
export const SEEN = { width: 64, height: 36, fps: 25 } as const;

/** A frame starts a new shot when its difference exceeds this value and this multiple of the differences around it. */
const CHANGE = { min: 0.16, times: 3, around: 12 } as const;
/** Minimum length of a shot, seconds. */
const MIN_SHOT = 0.4;

const BINS = 8;

/** Histogram over 8³ colour classes, coarse enough to be insensitive to noise. */
function colours({ data }: Raster): Float32Array {
  const out = new Float32Array(BINS ** 3);
  const share = 4 / data.length;
  for (let at = 0; at < data.length; at += 4)
    out[((data[at]! >> 5) * BINS + (data[at + 1]! >> 5)) * BINS + (data[at + 2]! >> 5)]! += share;
  return out;
}

/** Difference of two frames, 0 to 1: half by histogram, half by position. */
function change(before: Raster, after: Raster, [was, is]: readonly [Float32Array, Float32Array]): number {
  let [moved, mixed] = [0, 0];
  for (let at = 0; at < before.data.length; at += 4) {
    for (let k = 0; k < 3; k += 1) moved += Math.abs(before.data[at + k]! - after.data[at + k]!);
  }
  for (let at = 0; at < was.length; at += 1) mixed += Math.abs(was[at]! - is[at]!);
  return mixed / 4 + Math.min(1, moved / (before.data.length * 0.75 * 96)) / 2;
}

/**
 * Finds the cuts of a video.
 * @param frames small frames of one size
 * @param fps frames per second
 * @returns start times of new shots in seconds, ascending, without 0
 */
export async function findCuts(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  fps: number,
): Promise<readonly number[]> {
  const changes: number[] = [];
  let before: { readonly frame: Raster; readonly colours: Float32Array } | undefined;
  for await (const frame of frames) {
    const now = { frame, colours: colours(frame) };
    if (before !== undefined) changes.push(change(before.frame, frame, [before.colours, now.colours]));
    before = now;
  }
  const cuts: number[] = [];
  changes.forEach((amount, index) => {
    const around = changes
      .slice(Math.max(0, index - CHANGE.around), index + CHANGE.around + 1)
      .filter((_, at, all) => all.length > 1 && at !== Math.min(index, CHANGE.around));
    const usual = [...around].sort((a, b) => a - b)[Math.floor(around.length / 2)] ?? 0;
    const time = (index + 1) / fps;
    if (amount < CHANGE.min || amount < usual * CHANGE.times || time - (cuts.at(-1) ?? 0) < MIN_SHOT) return;
    cuts.push(time);
  });
  return cuts;
}

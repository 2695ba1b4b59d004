/** Where a film's shots change, by its frames alone. */
import type { Raster } from '../scene/scene.js';

/** Frames that are compared: small ones will do. Pixels across, pictures a second. */
export const SEEN = { width: 64, height: 36, fps: 25 } as const;

/** A frame is of another shot when its colours and its pixels have changed by this much, and by this many times what they did about it. */
const CHANGE = { least: 0.16, times: 3, around: 12 } as const;
/** Shots are not shorter than this, seconds. */
const MIN_SHOT = 0.4;

const BINS = 8;

/** Share of pixels in each of 8³ classes of colour, coarse enough for noise not to move them. */
function colours({ data }: Raster): Float32Array {
  const out = new Float32Array(BINS ** 3);
  const share = 4 / data.length;
  for (let at = 0; at < data.length; at += 4) out[((data[at]! >> 5) * BINS + (data[at + 1]! >> 5)) * BINS + (data[at + 2]! >> 5)]! += share;
  return out;
}

/** How different two frames are, 0 to 1: half by what colours there are, half by where. */
function change(before: Raster, after: Raster, [was, is]: readonly [Float32Array, Float32Array]): number {
  let [moved, mixed] = [0, 0];
  for (let at = 0; at < before.data.length; at += 4) {
    for (let k = 0; k < 3; k += 1) moved += Math.abs(before.data[at + k]! - after.data[at + k]!);
  }
  for (let at = 0; at < was.length; at += 1) mixed += Math.abs(was[at]! - is[at]!);
  return mixed / 4 + Math.min(1, moved / (before.data.length * 0.75 * 96)) / 2;
}

/**
 * Finds the cuts of a film.
 * @param frames small pictures of one size
 * @param fps pictures a second
 * @returns seconds at which a new shot begins, ascending, without the film's own beginning
 */
export async function findCuts(frames: AsyncIterable<Raster> | Iterable<Raster>, fps: number): Promise<readonly number[]> {
  const changes: number[] = [];
  let before: { readonly frame: Raster; readonly colours: Float32Array } | undefined;
  for await (const frame of frames) {
    const now = { frame, colours: colours(frame) };
    if (before !== undefined) changes.push(change(before.frame, frame, [before.colours, now.colours]));
    before = now;
  }
  const cuts: number[] = [];
  changes.forEach((amount, index) => {
    const around = changes.slice(Math.max(0, index - CHANGE.around), index + CHANGE.around + 1).filter((_, at, all) => all.length > 1 && at !== Math.min(index, CHANGE.around));
    const usual = [...around].sort((a, b) => a - b)[Math.floor(around.length / 2)] ?? 0;
    const time = (index + 1) / fps;
    if (amount < CHANGE.least || amount < usual * CHANGE.times || time - (cuts.at(-1) ?? 0) < MIN_SHOT) return;
    cuts.push(time);
  });
  return cuts;
}

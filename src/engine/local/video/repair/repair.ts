/** A video whose frames have holes, filled stretch by stretch: as many frames at once as there is room for. */
import type { Raster } from '../../scene/scene.js';
import type { Area } from '../motion/occluded-flow.js';
import { fillThroughTime, type Holed } from './temporal-inpaint.js';

/** Bytes of frames that are held at once, and how many frames that may come to. */
const ROOM = { bytes: 300_000_000, min: 24, max: 96 } as const;
/** Frames that a stretch knows of the one before and of the one after. */
const SHARED = 10;

export interface Repair {
  /** Where all holes lie, and enough about them to see how the video moves, pixels. */
  readonly area: Area;
  /** What is hidden in a frame: one byte per pixel of the area, its own each time it is requested; undefined where nothing is. */
  readonly holeOf: (index: number) => Uint8Array | undefined;
}

/**
 * Gives a video's frames with their holes filled.
 * @param frames opaque, of one size; written into
 * @returns as many, in order, each when the stretch that it is of is done
 */
export async function* repaired(frames: AsyncIterable<Raster> | Iterable<Raster>, { area, holeOf }: Repair): AsyncGenerator<Raster, void, undefined> {
  let stretch: Holed[] = [];
  /** Frames of the stretch that were given away already, and how many have come in all. */
  let [given, count] = [0, 0];
  let max: number | undefined;
  for await (const frame of frames) {
    max ??= Math.max(ROOM.min, Math.min(ROOM.max, Math.floor(ROOM.bytes / frame.data.length)));
    stretch.push({ frame, hole: holeOf(count) });
    count += 1;
    if (stretch.length < max) continue;
    await fillThroughTime(stretch, area);
    const until = stretch.length - SHARED;
    for (let at = given; at < until; at += 1) yield stretch[at]!.frame;
    // What is shared with the next stretch is filled again there, where what comes after is known.
    stretch = stretch.slice(until - SHARED).map((one, at) => (at < SHARED ? { frame: one.frame, hole: undefined } : { frame: one.frame, hole: holeOf(count - 2 * SHARED + at) }));
    given = SHARED;
  }
  await fillThroughTime(stretch, area);
  for (const { frame } of stretch.slice(given)) yield frame;
}

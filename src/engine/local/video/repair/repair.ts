/** Fills the holes in a video's frames, segment by segment. A segment holds as many frames as memory allows. */
import type { Raster } from '../../scene/scene.js';
import type { Area } from '../motion/occluded-flow.js';
import { temporalInpaint, type Holed } from './temporal-inpaint.js';

/** Bytes of frames held at once, and the limits on the number of frames. */
const ROOM = { bytes: 300_000_000, min: 24, max: 96 } as const;
/** Frames that a segment shares with the previous and with the next one. */
const SHARED = 10;

export interface Repair {
  /** Area of all holes with a margin to estimate the motion, pixels. */
  readonly area: Area;
  /**
   * Hidden pixels of a frame: one byte per pixel of the area, a new array on each call. Undefined when nothing is
   * hidden.
   */
  readonly holeOf: (index: number) => Uint8Array | undefined;
}

/**
 * Yields a video's frames with their holes filled.
 * @param frames opaque, of one size; modified in place
 * @returns the same number of frames in order, each as soon as its segment is done
 */
export async function* repaired(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  { area, holeOf }: Repair,
): AsyncGenerator<Raster, void, undefined> {
  let stretch: Holed[] = [];
  /** Frames of the segment that were already yielded, and the number read in total. */
  let [given, count] = [0, 0];
  let max: number | undefined;
  for await (const frame of frames) {
    max ??= Math.max(ROOM.min, Math.min(ROOM.max, Math.floor(ROOM.bytes / frame.data.length)));
    stretch.push({ frame, hole: holeOf(count) });
    count += 1;
    if (stretch.length < max) continue;
    await temporalInpaint(stretch, area);
    const until = stretch.length - SHARED;
    for (let at = given; at < until; at += 1) yield stretch[at]!.frame;
    // Shared frames are filled again in the next segment, where the following frames are known.
    stretch = stretch
      .slice(until - SHARED)
      .map((one, at) =>
        at < SHARED
          ? { frame: one.frame, hole: undefined }
          : { frame: one.frame, hole: holeOf(count - 2 * SHARED + at) },
      );
    given = SHARED;
  }
  await temporalInpaint(stretch, area);
  for (const { frame } of stretch.slice(given)) yield frame;
}

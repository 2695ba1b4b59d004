/** What all rendered videos have in common: sizes and lengths. */
import { z } from 'zod';
import type { Raster } from '../../scene/scene.js';

export interface RenderedVideo {
  /** Path in the output folder; a WebM when frames are transparent. */
  readonly mp4: string;
  /** One frame at the video's size. */
  readonly poster: Raster;
}

const sizes = z.object({
  width: z.number().int().min(64).max(2048).multipleOf(2),
  height: z.number().int().min(64).max(2048).multipleOf(2),
  seconds: z.number().positive().max(60),
  fps: z.number().int().min(1).max(60),
});

/** Number of frames of a video. @throws when a size is odd or out of range, or the number of frames is not whole */
export function frameCountOf(options: {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
}): number {
  const { seconds, fps } = sizes.parse(options);
  const frames = seconds * fps;
  if (Math.abs(frames - Math.round(frames)) > 1e-6)
    throw new RangeError(`${seconds} s is not a whole number of frames at ${fps} a second`);
  return Math.round(frames);
}

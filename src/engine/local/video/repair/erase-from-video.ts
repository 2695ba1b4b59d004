/**
 * Removes an object from a video. The object is tracked from where it is marked, and the background behind it is
 * restored from frames that show it.
 */
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { dilate, marked } from '../../photo/fill/marks.js';
import { resample, within } from '../../photo/resample.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { follow, type Trace } from '../motion/follow.js';
import { repaired, type Repair } from './repair.js';
import { framesOf } from '../io/source.js';
import { PREVIEWS, encodeProcessed } from '../io/encode-processed.js';

/** Longer side of the frames in which the object is tracked, pixels. */
const FOLLOWED_AT = 384;
/** Pixels of the video added around the tracked object, for its soft rim. */
const SOFT = 2;
/** A pixel belongs to the object from this share on, when the tracked mask is interpolated to full size. */
const MAX_OF = 0.35;

/** The holes that an object leaves in a video's frames. */
export function holesAlong(
  { width: across, height: down, spots }: Trace,
  { width, height }: Pick<Raster, 'width' | 'height'>,
): Repair {
  return {
    area: { x: 0, y: 0, width, height },
    holeOf: (index) => {
      const spot = spots[index];
      if (spot === undefined) return undefined;
      const hole = new Uint8Array(width * height);
      const value = (x: number, y: number): number =>
        x < 0 || y < 0 || x >= spot.width || y >= spot.height ? 0 : spot.data[y * spot.width + x]!;
      const [left, right] = [
        Math.max(0, Math.floor(((spot.x - 1) * width) / across)),
        Math.min(width, Math.ceil(((spot.x + spot.width + 1) * width) / across)),
      ];
      const [top, bottom] = [
        Math.max(0, Math.floor(((spot.y - 1) * height) / down)),
        Math.min(height, Math.ceil(((spot.y + spot.height + 1) * height) / down)),
      ];
      for (let y = top; y < bottom; y += 1) {
        const v = ((y + 0.5) * down) / height - 0.5 - spot.y;
        const row = Math.floor(v);
        for (let x = left; x < right; x += 1) {
          const u = ((x + 0.5) * across) / width - 0.5 - spot.x;
          const column = Math.floor(u);
          const upper = value(column, row) + (value(column + 1, row) - value(column, row)) * (u - column);
          const lower = value(column, row + 1) + (value(column + 1, row + 1) - value(column, row + 1)) * (u - column);
          if (upper + (lower - upper) * (v - row) >= MAX_OF) hole[y * width + x] = 1;
        }
      }
      return dilate(hole, width, height, SOFT);
    },
  };
}

export interface ObjectRemoval {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  /** Mask in the video's shape. Bright, opaque pixels mark what to remove from the first frame. */
  readonly mask: Raster;
}

/** Progress at the end of each phase, 0..1. */
const SHARES = { following: 0.3, filling: 0.97 } as const;

/**
 * Removes an object from a video. The sound stays. Deterministic.
 * @param given the video's file, and whether it has sound
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames as they are made
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'mask'} when nothing or everything is marked; ProgramFault when
 * FFmpeg fails; the signal's reason
 */
export async function eraseFromVideo(
  { path, hasSound }: { readonly path: string; readonly hasSound: boolean },
  removal: ObjectRemoval,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds, mask } = removal;
  const small = within(width, height, FOLLOWED_AT);
  const read = (size: Pick<Raster, 'width' | 'height'>) =>
    framesOf(out.programs, path, { ...size, fps, seconds }, signal);
  const frames = Math.max(1, Math.round(seconds * fps));
  let looked = 0;
  const trace = await follow(read(small), marked(await resample(mask, small.width, small.height), small), () => {
    looked += 1;
    if (looked % PREVIEWS === 0) on({ fraction: SHARES.following * Math.min(1, looked / frames) });
  });
  return encodeProcessed(
    repaired(read({ width, height }), holesAlong(trace, { width, height })),
    {
      width,
      height,
      fps,
      seconds,
      from: SHARES.following,
      to: SHARES.filling,
      ...(hasSound ? { soundFrom: path } : {}),
    },
    out,
    on,
    signal,
  );
}

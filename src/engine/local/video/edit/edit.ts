/** A video edited from clips, with titles and sound. */
import { rm } from 'node:fs/promises';
import { placedCuts, type Cut, type PlacedCut, type TimedText } from '../../../timeline.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import type { EffectId } from '../../audio/effects.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { framesOf } from '../io/source.js';
import { between } from '../generate/transitions.js';
import { framesOfClip, type Fit, type GivenClip } from './clip-frames.js';
import { writeEditSound } from './edit-sound.js';
import { titled, titlesOf } from './titles.js';

export interface EditOptions {
  readonly cuts: readonly Cut[];
  readonly texts: readonly TimedText[];
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  readonly fit: Fit;
  /** Volume of the clips' own sound, 0 to 1. */
  readonly loud: number;
  readonly bed?: EffectId;
  readonly bedLoud: number;
  readonly seed: number;
}

/**
 * Places the cuts so that their sum is exactly the video's length. The last cut absorbs the frame that rounding adds or
 * removes.
 */
function scheduled(cuts: readonly Cut[], frames: number): readonly PlacedCut[] {
  const { placed, frames: total } = placedCuts(cuts);
  const last = placed.at(-1);
  if (last === undefined) throw new RangeError('a video without clips');
  return [...placed.slice(0, -1), { ...last, length: Math.max(1, last.length + frames - total) }];
}

interface Clips {
  readonly programs: Programs;
  readonly clips: ReadonlyMap<number, GivenClip>;
}

/** Yields the frames of all cuts in order. Of the previous cut, only the frames that the transition needs are kept. */
async function* joined(
  placed: readonly PlacedCut[],
  { programs, clips }: Clips,
  options: EditOptions,
  signal: AbortSignal,
): AsyncGenerator<PlanarFrame> {
  const { width, height } = options;
  let leaving: readonly PlanarFrame[] = [];
  for (const [index, { cut, length, lead }] of placed.entries()) {
    const clip = clips.get(cut.clip);
    if (clip === undefined) throw new RangeError(`there is no clip ${cut.clip}`);
    const tail = placed[index + 1]?.lead ?? 0;
    const kept: PlanarFrame[] = [];
    let at = 0;
    for await (const frame of framesOfClip(programs, clip, { from: cut.from, frames: length }, options, signal)) {
      const before = leaving[at];
      if (at >= length - tail) kept.push(frame);
      else if (before !== undefined && cut.way !== 'cut' && at < lead)
        yield between(before, frame, cut.way, (at + 1) / (lead + 1), width, height);
      else yield frame;
      at += 1;
    }
    leaving = kept;
  }
}

/**
 * Edits clips into one video: each range in its place and in the video's shape, with the timeline's transitions and
 * timed titles. Frames are decoded, mixed and encoded one by one, whatever the video's length. The same options give
 * the same frames.
 * @param clips by the numbers that the cuts refer to
 * @param out the folder for the MP4; no other files are left there
 * @throws ToolRefusal of `titlesOf`; ProgramFault when FFmpeg fails; the signal's reason
 */
export async function editVideo(
  clips: ReadonlyMap<number, GivenClip>,
  options: EditOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seed } = options;
  const frames = frameCountOf(options);
  const placed = scheduled(options.cuts, frames);
  const titles = await titlesOf(options.texts, { width, height, fps });
  on({ fraction: 0.03 });
  const sound = await writeEditSound(placed, clips, { ...options, frames }, seed, out);
  on({ fraction: 0.1 });
  const lettered = async function* (): AsyncGenerator<PlanarFrame> {
    let index = 0;
    for await (const frame of joined(placed, { programs: out.programs, clips }, options, signal)) {
      yield titled(frame, titles, index, width, height);
      index += 1;
      if (index % 10 === 0) on({ fraction: 0.1 + (0.88 * index) / frames });
    }
  };
  const mp4 = videoPath(out);
  try {
    await encodeMp4(out.programs, {
      width,
      height,
      fps,
      frames: lettered(),
      path: mp4,
      signal,
      ...(sound === undefined ? {} : { sound: { path: sound } }),
    });
  } finally {
    if (sound !== undefined) await rm(sound, { force: true });
  }
  const poster = await firstOf(framesOf(out.programs, mp4, { width, height, fps, seconds: 1 / fps }, signal));
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

async function firstOf(frames: AsyncIterable<Raster>): Promise<Raster> {
  for await (const frame of frames) return frame;
  throw new Error('a video without frames');
}

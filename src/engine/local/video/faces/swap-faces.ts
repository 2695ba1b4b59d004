/** Swaps one person's face into a whole video. The faces are tracked first, then each frame is processed. */
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { onlyFace } from '../../people/face-check.js';
import { setIn, type Which } from '../../people/face-swap.js';
import type { Face } from '../../people/landmarks.js';
import { ToolRefusal } from '../../refusal.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import { sightingAt, sizeOf, trackFaces, type Sighting, type Tracked } from './face-tracks.js';
import type { RenderedVideo } from '../io/rendered-video.js';
import { framesOf } from '../io/source.js';

export interface SwapFacesOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly seconds: number;
  readonly which: Which;
}

/** Number of previews sent while the video is made, and the progress at which tracking ends, 0..1. */
const SHOWN = 12;
const FOLLOWED = 0.4;

/** The faces to swap in a frame: all of them, or the one that is largest over the whole video. */
export function sightingsAt({ tracks }: Tracked, index: number, which: Which): readonly Sighting[] {
  const there = tracks
    .flatMap((track) => {
      const sighting = sightingAt(track, index);
      return sighting === undefined ? [] : [{ sighting, size: sizeOf(track) }];
    })
    .sort((one, other) => other.size - one.size);
  return (which === 'all' ? there : there.slice(0, 1)).map(({ sighting }) => sighting);
}

/**
 * Yields a video's frames with the tracked faces swapped. Frames without a face stay unchanged.
 * @param frames modified in place
 */
export async function* swappedFrames(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  tracked: Tracked,
  which: Which,
  source: Raster,
  from: Face,
): AsyncGenerator<Raster, void, undefined> {
  let index = 0;
  for await (const frame of frames) {
    for (const { face, share } of sightingsAt(tracked, index, which)) await setIn(frame, face, source, from, share);
    yield frame;
    index += 1;
  }
}

/**
 * Swaps the face of an image into a video. The sound stays. Deterministic.
 * @param source the image of the face; alpha is ignored
 * @param video its file, and whether it has sound
 * @param out the folder for the MP4; no other files are left there
 * @throws ToolRefusal NO_FACE_FOUND {input}, INVALID_FACE_POSE {input}; INPUT_INVALID_FOR_SERVICE {input: 'face',
 * reason: 'several-faces'}; ProgramFault when FFmpeg fails; the signal's reason
 */
export async function swapFaces(
  source: Raster,
  { path, hasSound }: { readonly path: string; readonly hasSound: boolean },
  options: SwapFacesOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, seconds, which } = options;
  const size = { width, height, fps, seconds };
  const from = await onlyFace(source, 'face');
  const count = Math.max(1, Math.round(seconds * fps));
  const every = Math.ceil(count / SHOWN);
  const tracked = await trackFaces(framesOf(out.programs, path, size, signal), (index) => {
    if (index % every === 0) on({ fraction: FOLLOWED * (index / count) });
  });
  if (tracked.tracks.length === 0)
    throw new ToolRefusal(tracked.anyFace ? 'INVALID_FACE_POSE' : 'NO_FACE_FOUND', { input: 'target' });
  let [poster, index]: [Raster | undefined, number] = [undefined, 0];
  const reported = (async function* () {
    for await (const frame of swappedFrames(framesOf(out.programs, path, size, signal), tracked, which, source, from)) {
      signal.throwIfAborted();
      if (poster === undefined && sightingsAt(tracked, index, which).length > 0) poster = frame;
      if (index % every === 0) on({ fraction: FOLLOWED + (0.98 - FOLLOWED) * (index / count), partial: frame });
      index += 1;
      yield frame;
    }
  })();
  const mp4 = videoPath(out);
  await encodeMp4(out.programs, {
    width,
    height,
    fps,
    frames: reported,
    path: mp4,
    signal,
    ...(hasSound ? { sound: { path } } : {}),
  });
  // Faces that are only seen turned away are never swapped.
  if (poster === undefined) throw new ToolRefusal('INVALID_FACE_POSE', { input: 'target' });
  on({ fraction: 1, partial: poster });
  return { mp4, poster };
}

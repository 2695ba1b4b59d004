/** Animates a portrait with the motion of a person in a video: head, mouth, eyes and brows, by warping its image. */
import type { Programs } from '../../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../../scene/scene.js';
import { onlyFace } from '../../../people/face-check.js';
import type { Point } from '../../../people/landmarks.js';
import { gapOf, mouthOf } from '../../../people/mouth.js';
import { byMouth, draw, REST } from '../../../people/speaking.js';
import { bending, meshed } from '../../../people/thin-plate.js';
import { encodeMp4, videoPath } from '../../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../../io/rendered-video.js';
import type { VideoFacts } from '../../io/source.js';
import { faceTrack } from './driver.js';
import { applied, headFrame, HELD, restOf, retargeted, type Points } from './retarget.js';

export interface MimicOptions {
  /** Pixels; even: the portrait's size. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  /** Strength of the motion; 1 is as far as the driver moves. */
  readonly reach: number;
}

/**
 * Outline of the skull above the brows in the head's own axes, where the eyes are one unit apart. It moves with the
 * head and not with facial expressions.
 */
const SKULL: readonly Point[] = [
  { x: -1.15, y: -0.45 },
  { x: -0.95, y: -1.2 },
  { x: 0, y: -1.6 },
  { x: 0.95, y: -1.2 },
  { x: 1.15, y: -0.45 },
];
/** Fixed points along each side of the image. */
const EDGE = 4;
/** Stiffness of the warp, which absorbs errors of single points. */
const STIFF = 0.0008;
/** Nothing moves within this share of the image's sides from the edge. */
const RIM = 0.03;
/** Share of the progress used for reading the driver. */
const READING = 0.35;
/** Maximum opening of the mouth, relative to that of normal speech. */
const GAPES = 1.2;
/** Frames between two previews. */
const SHOWN = 10;

/** Points on the image's rim, which stay in place. */
function rimOf(width: number, height: number): readonly Point[] {
  const places = Array.from({ length: EDGE }, (_, k) => k / EDGE);
  const [right, bottom] = [width - 1, height - 1];
  return places.flatMap((share) => [
    { x: share * right, y: 0 },
    { x: right, y: share * bottom },
    { x: right - share * right, y: bottom },
    { x: 0, y: bottom - share * bottom },
  ]);
}

/** Warps a portrait to the driver's current face: first the mouth opens, then the whole image is bent. */
function moving(portrait: Raster, own: Points, rest: Points, reach: number): (now: Points) => Raster {
  const { width, height } = portrait;
  const inside = ({ x, y }: Point): boolean =>
    x > RIM * width && x < (1 - RIM) * width && y > RIM * height && y < (1 - RIM) * height;
  const skull = SKULL.map((point) => applied(headFrame(own), point)).filter(inside);
  const movable = HELD.filter((k) => inside(own[k]!));
  const rim = rimOf(width, height);
  const from = [...movable.map((k) => own[k]!), ...skull, ...rim];
  const mouth = mouthOf(portrait, own);
  const [shut, wide] = [REST * mouth.gap, Math.max(mouth.gap, gapOf(mouth, GAPES))];
  return (now) => {
    const { points, head, opened } = retargeted(rest, now, own, reach);
    const to = [...movable.map((k) => points[k]!), ...skull.map((point) => applied(head, point)), ...rim];
    const where = meshed(bending(to, from, STIFF), { x: 0, y: 0, width, height });
    const speak = byMouth(portrait, mouth, { gap: Math.min(wide, Math.max(shut, mouth.gap + opened)), round: 0 });
    const out: Raster = { width, height, data: new Uint8ClampedArray(portrait.data) };
    draw(portrait, out, { x: 0, y: 0, width, height }, (origin) => {
      const { x, y } = where(origin.x, origin.y);
      origin.x = x;
      origin.y = y;
      speak(origin);
    });
    return out;
  };
}

/**
 * Animates a portrait with the motion of the single person in a video. Motion is measured from the moment at which the
 * driver resembles the portrait most.
 * @param portrait opaque, of the video's size
 * @param driver the video; its sound is kept
 * @throws ToolRefusal NO_FACE_FOUND, INVALID_FACE_POSE, INPUT_INVALID_FOR_SERVICE {reason: 'several-faces'}, each with
 * {input: 'image' | 'video'}; ProgramFault when a video fails; the signal's reason
 */
export async function mimicVideo(
  portrait: Raster,
  driver: { readonly path: string; readonly facts: Pick<VideoFacts, 'hasSound'> },
  options: MimicOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  const { width, height, fps, reach } = options;
  const count = frameCountOf(options);
  const { points: own } = await onlyFace(portrait, 'image');
  const track = await faceTrack(
    out.programs,
    driver.path,
    options,
    (index) => {
      if (index % SHOWN === 0) on({ fraction: READING * Math.min(1, index / count) });
    },
    signal,
  );
  const at = moving(portrait, own, track[restOf(track, own)]!, reach);
  let poster: Raster | undefined;
  const frames = function* (): Generator<Raster> {
    for (let index = 0; index < count; index += 1) {
      signal.throwIfAborted();
      // A video may have one frame fewer than its stated length.
      const frame = at(track[Math.min(index, track.length - 1)]!);
      poster ??= frame;
      if (index % SHOWN === 0) on({ fraction: READING + (1 - READING) * (index / count), partial: frame });
      yield frame;
    }
  };
  const mp4 = videoPath(out);
  await encodeMp4(out.programs, {
    width,
    height,
    fps,
    frames: frames(),
    path: mp4,
    signal,
    ...(driver.facts.hasSound ? { sound: { path: driver.path } } : {}),
  });
  if (poster === undefined) throw new Error('a video without frames');
  return { mp4, poster };
}

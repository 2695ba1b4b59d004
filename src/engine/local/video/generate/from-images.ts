/**
 * Animates an image in layers: the subject moves in front of its background. With a second image, the video ends there,
 * and the two images are morphed into each other on the way.
 */
import { pathAt, type CameraPath } from '../../../camera-path.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { findFaces } from '../../people/faces.js';
import { opaque } from '../../photo/opaque.js';
import type { Field } from '../../photo/planes.js';
import { resample } from '../../photo/resample.js';
import {
  ease,
  gridFor,
  moveFor,
  nearness,
  strengthFor,
  type CameraMove,
  type CameraPose,
  type Motion,
} from './camera.js';
import { depthOf } from './depth.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { gone, goingBetween, type Going } from './morph.js';
import { gridSize, oneVideoAtATime, Reel } from '../io/reel.js';
import { Billboard, footing, mainSubjectOf } from './main-subject.js';

export interface VideoFromImagesOptions {
  readonly camera: Motion | CameraPath;
  /** Strength of the camera move: 1 is normal, 0.5 half as far, 1.5 half as far again if the image allows it. */
  readonly strength: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
}

/** Maximum strength for a whole layer, relative to an image that is bent. */
const BOLDEST = 1.25;
/** When the images crossfade, and when both are morphing, as shares of the video. */
const TURNING = { from: 0.28, to: 0.72, moveFrom: 0.06, moveTo: 0.94 } as const;
const SHOWN = 12;

interface Plan {
  readonly frames: number;
  readonly aspect: number;
  readonly options: VideoFromImagesOptions;
  readonly on: OnGrow;
}

/**
 * Makes a video from one image, or from a first and a last image. Its first frame is the first image, its last frame
 * the other. Deterministic.
 * @param end scaled and cropped to the video's shape
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames at half size
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export function videoFromImages(
  image: Raster,
  end: Raster | undefined,
  options: VideoFromImagesOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    const { width, height, fps } = options;
    signal.throwIfAborted();
    const first = await resample(opaque(image), width, height, 'cover');
    on({ fraction: 0.03, partial: first });
    const plan: Plan = { frames, aspect: width / height, options, on };
    const made =
      end === undefined
        ? layered(first, plan)
        : morphed(first, await resample(opaque(end), width, height, 'cover'), plan);
    const mp4 = videoPath(out);
    await encodeMp4(out.programs, { width, height, fps, frames: made, path: mp4, signal });
    on({ fraction: 1, partial: first });
    return { mp4, poster: first };
  });
}

async function depthIn(raster: Raster): Promise<Field> {
  const { columns, rows } = gridSize(raster.width, raster.height);
  return depthOf(raster, await findFaces(raster), columns, rows);
}

/** A camera move of the requested strength, limited to what the background allows. */
function moveBefore(
  depth: Field,
  { aspect, options: { width, height, camera, strength } }: Plan,
  pivot: number,
  boldest: number,
): CameraMove {
  const borne = strengthFor(depth, Math.max(width, height));
  if (typeof camera !== 'string')
    return (moment) => ({ ...pathAt(camera, aspect, moment, strength, borne), forward: 0, pivot: 0 });
  return moveFor(camera, aspect, pivot, Math.min(borne * Math.max(1, strength), strength, boldest));
}

async function* layered(raster: Raster, plan: Plan): AsyncGenerator<PlanarFrame> {
  const {
    frames,
    on,
    options: { width, height },
  } = plan;
  const parts = await mainSubjectOf(raster);
  on({ fraction: 0.14 });
  const ground = parts?.ground ?? raster;
  const depth = await depthIn(ground);
  on({ fraction: 0.2 });
  const board =
    parts === undefined ? undefined : new Billboard(parts.subject, Math.max(0.62, footing(parts.subject, depth)));
  const move = moveBefore(depth, plan, board?.near ?? nearness(0.6), BOLDEST);
  const reel = new Reel(width, height, 1);
  reel.load(0, ground);
  let grid: Float32Array | undefined;
  for (let index = 0; index < frames; index += 1) {
    const pose = move(index / Math.max(1, frames - 1));
    grid = gridFor(pose, depth, width, height, grid);
    reel.warp(0, grid);
    if (board !== undefined) reel.over(board.seen(pose));
    yield { yuv: reel.frame() };
    if (index % Math.ceil(frames / SHOWN) === 0)
      on({ fraction: 0.2 + (0.78 * index) / frames, partial: reel.image(2) });
  }
}

/** The same move seen from its end, where the image is unchanged. Parts beyond the image's border are stretched. */
function arriving(move: CameraMove, camera: Motion | CameraPath): CameraMove {
  const last = move(1);
  const goes = typeof camera !== 'string' || camera === 'zoom-in' || camera === 'zoom-out';
  return (moment): CameraPose => {
    const pose = move(moment);
    return {
      ...pose,
      x: pose.x - last.x,
      y: pose.y - last.y,
      forward: goes ? pose.forward - last.forward : 0,
      zoom: goes ? pose.zoom / last.zoom : 1,
      roll: (pose.roll ?? 0) - (last.roll ?? 0),
    };
  };
}

const part = (moment: number, from: number, to: number): number => ease((moment - from) / (to - from));

async function* morphed(first: Raster, last: Raster, plan: Plan): AsyncGenerator<PlanarFrame> {
  const {
    frames,
    on,
    options: { width, height, camera },
  } = plan;
  const going: Going = await goingBetween(first, last);
  on({ fraction: 0.12 });
  const [near, far] = [await depthIn(first), await depthIn(last)];
  on({ fraction: 0.2 });
  const leave = moveBefore(near, plan, nearness(0.6), 1);
  const arrive = arriving(moveBefore(far, plan, nearness(0.6), 1), camera);
  const reel = new Reel(width, height, 2);
  reel.load(0, first);
  reel.load(1, last);
  let [one, other]: [Float32Array?, Float32Array?] = [];
  for (let index = 0; index < frames; index += 1) {
    const moment = index / Math.max(1, frames - 1);
    const share = part(moment, TURNING.moveFrom, TURNING.moveTo);
    one = gridFor(leave(moment), near, width, height, one);
    other = gridFor(arrive(moment), far, width, height, other);
    gone(one, going, share, 'first', width, height);
    gone(other, going, share, 'second', width, height);
    reel.mixWarped(0, one, 1, other, part(moment, TURNING.from, TURNING.to));
    yield { yuv: reel.frame() };
    if (index % Math.ceil(frames / SHOWN) === 0)
      on({ fraction: 0.2 + (0.78 * index) / frames, partial: reel.image(2) });
  }
}

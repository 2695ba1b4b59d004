/** "Animate": a camera move in front of a photograph, based on its estimated depth. */
import type { Programs } from '../../../ffmpeg.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { findFaces } from '../../people/faces.js';
import { opaque } from '../../photo/opaque.js';
import type { Field } from '../../photo/planes.js';
import { resample } from '../../photo/resample.js';
import { depthForReach, gridFor, MOTIONS, moveFor, nearness, type CameraMove, type Motion } from './camera.js';
import { depthOf } from './depth.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { gridSize, oneVideoAtATime, Reel } from '../io/reel.js';

export interface VideoFromImageOptions {
  readonly motion: Motion;
  /** How far the camera goes, as a multiple of the usual: see MOTION_REACH; 1 when left out. */
  readonly reach?: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  /** Pixels; even. The caller keeps the image's shape: see `filmSize` of plan.shared.ts. */
  readonly width: number;
  readonly height: number;
  /** Reserved; the camera uses no randomness, so every seed gives the same video. */
  readonly seed: number;
}

/** Mean nearness around the middle, where an image's subject usually stands. */
function pivotOf({ width, height, data }: Field): number {
  let [sum, weight] = [0, 0];
  for (let i = 0; i < data.length; i += 1) {
    const [u, v] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.55];
    const share = Math.exp(-(u * u + v * v) * 18);
    sum += share * data[i]!;
    weight += share;
  }
  return nearness(sum / weight);
}

/** Number of previews sent while the video is made. */
const SHOWN = 12;

/**
 * Makes a video of one image. Its first frame is the image. Deterministic.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames at half size
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export function videoFromImage(
  image: Raster,
  options: VideoFromImageOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<RenderedVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    if (!MOTIONS.includes(options.motion)) throw new RangeError(`No motion ${String(options.motion)}`);
    const { width, height, fps } = options;
    signal.throwIfAborted();
    const first = await resample(opaque(image), width, height, 'cover');
    on({ fraction: 0.03, partial: first });
    const { columns, rows } = gridSize(width, height);
    const faces = await findFaces(first);
    signal.throwIfAborted();
    on({ fraction: 0.12 });
    const { depth, strength } = depthForReach(
      await depthOf(first, faces, columns, rows),
      Math.max(width, height),
      options.reach ?? 1,
    );
    on({ fraction: 0.2 });
    const move = moveFor(options.motion, width / height, pivotOf(depth), strength);
    const mp4 = videoPath(out);
    await encodeMp4(out.programs, {
      width,
      height,
      fps,
      frames: parallax(first, depth, move, frames, on),
      path: mp4,
      signal,
    });
    on({ fraction: 1, partial: first });
    return { mp4, poster: first };
  });
}

async function* parallax(
  source: Raster,
  depth: Field,
  move: CameraMove,
  frames: number,
  on: OnGrow,
): AsyncGenerator<PlanarFrame> {
  const { width, height } = source;
  const reel = new Reel(width, height, 1);
  reel.load(0, source);
  let grid: Float32Array | undefined;
  for (let index = 0; index < frames; index += 1) {
    grid = gridFor(move(index / Math.max(1, frames - 1)), depth, width, height, grid);
    reel.warp(0, grid);
    yield { yuv: reel.frame() };
    if (index % Math.ceil(frames / SHOWN) === 0)
      on({ fraction: 0.2 + (0.78 * index) / frames, partial: reel.image(2) });
  }
}

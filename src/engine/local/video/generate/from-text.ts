/** A video of a prompt: the scene that an image would show, in motion, with a calm camera move. */
import type { Programs } from '../../../ffmpeg.js';
import { airOf, drawLayersMoment, type DrawAir } from '../../render/layers/draw.js';
import { createRandom } from '../../scene/random.js';
import type { OnGrow, Raster, Scene, SceneOptions, Style, Understanding } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { compose } from '../../render/solid/compose.js';
import { renderSolidMoment } from '../../render/solid/render.js';
import { applyStyle } from '../../render/style/style.js';
import { soften, type Field } from '../../photo/planes.js';
import {
  gridFor,
  MOTIONS,
  moveFor,
  nearness,
  strengthFor,
  type CameraMove,
  type CameraPose,
  type Motion,
} from './camera.js';
import { widen } from './depth.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { CELL, oneVideoAtATime, Reel } from '../io/reel.js';
import { gridBetween, inverseDistances, shiftFor, type SolidView } from './swing.js';

export interface VideoFromTextOptions extends SceneOptions {
  /** Pixels; even, 64 to 2048. */
  readonly width: number;
  readonly height: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  /** Camera move; by default towards a landscape and around objects. */
  readonly motion?: Motion;
}

export interface TextVideo extends RenderedVideo {
  readonly understanding: Understanding;
}

/**
 * Images drawn per second. Frames in between are blended, except for styles of hard marks, which are held as in
 * hand-drawn animation. 3D objects cost more to draw, and turn more evenly.
 */
const DRAWN = { layers: 4, marks: 5, solid: 3 } as const;
/** Seconds of the scene in one second of the video, for calm motion. Falling things such as rain keep real time. */
const PACE = 0.7;
/**
 * Factor of the strength for a photograph. The depth is known exactly here, but a bend shows sooner in drawn shapes.
 */
const STRENGTH = 0.8;
/** Styles of hard marks. There, things in the air are marks too and are drawn together with the view. */
const MARKED: readonly Style[] = ['ink', 'line', 'blueprint', 'risograph', 'isometric', 'pixel'];

/** Block size of the style `pixel` in pixels, as in the style kernel. */
const blockOf = (scene: Scene, width: number, height: number): number =>
  scene.style === 'pixel' ? Math.max(4, Math.floor((Math.max(width, height) + 80) / 160)) : 1;

/** One scene, drawn in front of a camera. */
export interface Shot {
  readonly scene: Scene;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly fps: number;
  readonly motion: Motion;
  readonly on: OnGrow;
  readonly signal: AbortSignal;
  /** Called with the first frame. */
  readonly first: (poster: Raster) => void;
  /** Draws subjects in a layered view, behind what falls in front of it: premultiplied RGBA of the frame's size. */
  readonly before?: (view: SeenView) => Uint8Array;
}

/** A layered view as it appears in a frame. */
export interface SeenView {
  readonly index: number;
  readonly pose: CameraPose;
  /** 0 far to 1 near, over the whole view. */
  readonly depth: Field;
}

/** One of the drawn images, and the slot that it is kept in. */
interface Plate {
  readonly slot: number;
}

/** Draws plates on demand and keeps the last two, because frames are requested in order. */
function plates<T extends object>(
  draw: (index: number, slot: number) => Promise<T>,
): (index: number) => Promise<T & Plate> {
  const kept = new Map<number, T & Plate>();
  return async (index) => {
    const known = kept.get(index);
    if (known) return known;
    const slot = index % 2;
    const plate = { ...(await draw(index, slot)), slot };
    kept.delete(index - 2);
    kept.set(index, plate);
    return plate;
  };
}

/** The two plates around a frame, and its position between them. */
function about(
  shot: Shot,
  index: number,
  drawn: number,
): { readonly before: number; readonly after: number; readonly share: number } {
  const at = (index / shot.fps) * drawn;
  const last = Math.ceil(((shot.frames - 1) / shot.fps) * drawn);
  const before = Math.min(Math.floor(at), last);
  return { before, after: Math.min(before + 1, last), share: at - before };
}

function styled(shot: Shot, raster: Raster, seconds: number): Raster {
  return applyStyle(raster, shot.scene, createRandom(shot.scene.seed, 'style'), seconds);
}

/** The recorded depth, smoothed so that no step tears the image. */
export function gentle({
  columns,
  rows,
  data,
}: {
  readonly columns: number;
  readonly rows: number;
  readonly data: Float32Array;
}): Field {
  return soften(widen({ width: columns, height: rows, data }, 1), 2);
}

/** Zooming out ends with the whole view. Here the video need not begin with it. */
function moveThrough(motion: Motion, aspect: number, strength: number): CameraMove {
  const move = moveFor(motion === 'zoom-out' ? 'zoom-in' : motion, aspect, nearness(0.5), strength);
  return motion === 'zoom-out' ? (moment) => move(1 - moment) : move;
}

async function* layerFrames(shot: Shot): AsyncGenerator<PlanarFrame> {
  const { scene, width, height, frames, fps } = shot;
  const reel = new Reel(width, height, 2);
  const block = blockOf(scene, width, height);
  const marked = MARKED.includes(scene.style);
  const drawn = marked ? DRAWN.marks : DRAWN.layers;
  const air: DrawAir | undefined = marked ? undefined : airOf(scene, width, height);
  let depth: Field | undefined;
  const plate = plates(async (index, slot) => {
    const seconds = (PACE * index) / drawn;
    const moment = drawLayersMoment(scene, width, height, seconds, air !== undefined, CELL);
    depth ??= gentle(moment.depth);
    reel.load(slot, styled(shot, moment.raster, seconds));
    return {};
  });
  let move: CameraMove | undefined;
  let grid: Float32Array | undefined;
  for (let index = 0; index < frames; index += 1) {
    shot.signal.throwIfAborted();
    const { before, after, share } = about(shot, index, drawn);
    const first = await plate(before);
    const second = share > 0 && !marked ? await plate(after) : first;
    if (depth === undefined) throw new Error('A layer was drawn without its depth');
    move ??= moveThrough(shot.motion, width / height, STRENGTH * strengthFor(depth, Math.max(width, height)));
    const pose = move(index / Math.max(1, frames - 1));
    grid = gridFor(pose, depth, width, height, grid);
    if (first === second) reel.warp(first.slot, grid, block);
    else reel.warpMixed(first.slot, second.slot, share, grid);
    if (shot.before) reel.over(shot.before({ index, pose, depth }));
    if (air) reel.over(air(index / fps));
    yield shown(shot, reel, index);
  }
}

async function* solidFrames(shot: Shot): AsyncGenerator<PlanarFrame> {
  const { scene, width, height, frames, fps } = shot;
  const reel = new Reel(width, height, 2);
  const block = blockOf(scene, width, height);
  const marked = MARKED.includes(scene.style);
  const drawn = marked ? DRAWN.marks : DRAWN.solid;
  const duration = Math.max(1, frames - 1) / fps;
  const composed = (time: number): ReturnType<typeof compose> =>
    compose(scene, width / height, PACE * time, shiftFor(shot.motion, time / duration));
  const plate = plates(async (index, slot): Promise<SolidView> => {
    const time = index / drawn;
    const { stage, memory } = composed(time);
    const { raster, distances } = await renderSolidMoment(stage, memory, width, height, PACE * time, CELL);
    reel.load(slot, styled(shot, raster, PACE * time));
    return { camera: stage.camera, inverse: inverseDistances(distances) };
  });
  let grids: [Float32Array?, Float32Array?] = [];
  for (let index = 0; index < frames; index += 1) {
    shot.signal.throwIfAborted();
    const { before, after, share } = about(shot, index, drawn);
    const first = await plate(before);
    const { camera } = composed(index / fps).stage;
    const one = gridBetween(camera, first, width, height, grids[0]);
    if (share === 0 || marked) reel.warp(first.slot, one, block);
    else {
      const second = await plate(after);
      const two = gridBetween(camera, second, width, height, grids[1]);
      reel.mixWarped(first.slot, one, second.slot, two, share);
      grids = [one, two];
    }
    yield shown(shot, reel, index);
  }
}

/**
 * The frames of a shot. Only one shot at a time in a process: see Reel.
 * @throws the signal's reason
 */
export function framesOfShot(shot: Shot): AsyncGenerator<PlanarFrame> {
  return shot.scene.renderer === 'solid' ? solidFrames(shot) : layerFrames(shot);
}

/** Number of previews sent while the video is made. */
const SHOWN = 16;

/** Reports progress and passes the frame on. */
function shown({ frames, on, first }: Shot, reel: Reel, index: number): PlanarFrame {
  const frame = { yuv: reel.frame() };
  if (index === 0) first(reel.image());
  if (index % Math.ceil(frames / SHOWN) === 0)
    on({ fraction: 0.02 + (0.96 * (index + 1)) / frames, partial: reel.image(2) });
  return frame;
}

/**
 * Makes a video of a prompt. Deterministic: the same options give the same frames.
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames at half size
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export function videoFromText(
  options: VideoFromTextOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<TextVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    const understanding = understand(options);
    const { scene } = understanding;
    const { width, height, fps, motion = scene.renderer === 'solid' ? 'orbit' : 'zoom-in' } = options;
    if (!MOTIONS.includes(motion)) throw new RangeError(`No motion ${String(motion)}`);
    signal.throwIfAborted();
    on({ fraction: 0.01 });
    let poster: Raster | undefined;
    const shot: Shot = {
      scene,
      width,
      height,
      frames,
      fps,
      motion,
      on,
      signal,
      first: (frame) => {
        poster = frame;
      },
    };
    const mp4 = videoPath(out);
    await encodeMp4(out.programs, { width, height, fps, frames: framesOfShot(shot), path: mp4, signal });
    if (poster === undefined) throw new Error('A video without frames');
    on({ fraction: 1, partial: poster });
    return { mp4, poster, understanding };
  });
}

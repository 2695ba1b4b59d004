/**
 * A video of pictured subjects: each is cut out, lit to match the prompt's scene, and moves there in front of a camera.
 */
import { createCanvas } from '@napi-rs/canvas';
import type { Programs } from '../../../ffmpeg.js';
import { drawLayers } from '../../render/layers/draw.js';
import type { Lab } from '../../scene/colour.js';
import { createRandom, hashText } from '../../scene/random.js';
import type { OnGrow, ScenePlace, Raster, Scene, SceneOptions } from '../../scene/scene.js';
import { styleRaster } from '../../render/style/style.js';
import { recolour } from '../../photo/restyle/grade.js';
import { lightMatch, lightOf } from '../../photo/cut-out/light.js';
import { matte } from '../../photo/cut-out/matte.js';
import { valueAt } from '../../photo/planes.js';
import { ToolRefusal } from '../../refusal.js';
import { resample, within } from '../../photo/resample.js';
import { nearness, type Motion } from './camera.js';
import { castOf, type Cast } from './cast.js';
import { encodeMp4, videoPath } from '../io/encode.js';
import { frameCountOf } from '../io/rendered-video.js';
import { framesOfShot, type SeenView, type TextVideo } from './from-text.js';
import { postureAt, type Move } from './moves.js';
import { cropped, extentOf, Puppet, type PuppetPosition, type Shade } from './puppet.js';
import { oneVideoAtATime } from '../io/reel.js';

export interface VideoFromSubjectsOptions extends SceneOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
}

/** Longest side of an image for cutting out its subject: more than it is ever shown at. */
const CUT_SIDE = 1_280;
/** Longest side of the view for measuring its light. */
const LIGHT_SIDE = 320;
/** Places without ground, where everything floats. */
const FLOATING: readonly ScenePlace[] = ['underwater', 'space', 'sky', 'abstract'];
/** Weather without cast shadows. */
const DIM = new Set(['overcast', 'fog', 'rain', 'storm', 'snow']);

/** A subject before it is placed. */
interface Ready {
  readonly image: Raster;
  /** Whether the image's lower edge cuts the subject off. It is then placed at the lower edge of the frame. */
  readonly isBust: boolean;
}

/**
 * Makes a video of subjects. Deterministic: the same images and options give the same frames.
 * @param images one to four, of any size; an image with transparency counts as already cut out
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames as they are made
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'subject-1'…, reason: 'no-subject'}; ProgramFault when FFmpeg
 * fails; the signal's reason; RangeError for no image or more than four
 */
export function videoFromSubjects(
  images: readonly Raster[],
  options: VideoFromSubjectsOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<TextVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    if (images.length < 1 || images.length > 4)
      throw new RangeError(`${images.length} images; a video has one to four`);
    const { width, height, fps, seconds } = options;
    const cast = castOf(options, images.length);
    const subjects: Ready[] = [];
    for (const [index, image] of images.entries()) {
      signal.throwIfAborted();
      subjects.push(await cutOut(image, index));
      on({ fraction: (0.3 * (index + 1)) / images.length });
    }
    const stage = await staged(subjects, cast, width, height);
    let poster: Raster | undefined;
    const onRender: OnGrow = ({ fraction, partial }) => {
      on({ fraction: 0.32 + 0.67 * fraction, ...(partial ? { partial } : {}) });
    };
    const shot = {
      scene: cast.scene,
      width,
      height,
      frames,
      fps,
      motion: cameraFor(cast),
      on: onRender,
      signal,
      first: (frame: Raster): void => {
        poster = frame;
      },
      before: drawn(stage, cast.way, seconds, fps, width, height),
    };
    const mp4 = videoPath(out);
    await encodeMp4(out.programs, { width, height, fps, frames: framesOfShot(shot), path: mp4, signal });
    if (poster === undefined) throw new Error('A video without frames');
    on({ fraction: 1, partial: poster });
    return { mp4, poster, understanding: cast.understanding };
  });
}

/** The camera follows a walking subject and passes by the others. */
function cameraFor({ moves, way }: Cast): Motion {
  if (moves.includes('walk')) return way === 1 ? 'pan-right' : 'pan-left';
  return moves.includes('drift') ? 'orbit' : 'drift';
}

async function cutOut(image: Raster, index: number): Promise<Ready> {
  const { width, height } = within(image.width, image.height, CUT_SIDE);
  const subject = await matte(await resample(image, width, height), () => undefined).catch((error: unknown) => {
    throw error instanceof ToolRefusal
      ? new ToolRefusal(error.identifier, { ...error.params, input: `subject-${index + 1}` })
      : error;
  });
  const extent = extentOf(subject);
  if (extent === undefined)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: `subject-${index + 1}`, reason: 'no-subject' });
  // Whether the lower edge cuts the subject off, so that it has no foot to stand on.
  let cut = 0;
  for (let x = extent.left; x <= extent.right; x += 1)
    if (subject.data[((height - 2) * width + x) * 4 + 3]! > 128) cut += 1;
  return { image: cropped(subject, extent), isBust: cut > 0.3 * (extent.right - extent.left + 1) };
}

/** A subject in the scene. */
interface Acting {
  readonly puppet: Puppet;
  readonly move: Move;
  readonly phase: number;
}

async function staged(
  subjects: readonly Ready[],
  { scene, moves }: Cast,
  width: number,
  height: number,
): Promise<readonly Acting[]> {
  const floating = scene.places.some((place) => FLOATING.includes(place));
  // Styles on paper leave a white border.
  const places = placesFor(subjects, width, height, floating, scene.style === 'natural' ? 0 : 0.035);
  const small = within(width, height, LIGHT_SIDE);
  const view = await drawLayers(scene, Math.max(64, small.width), Math.max(64, small.height));
  const phases = createRandom(scene.seed, 'puppets');
  const acting: Acting[] = [];
  for (const [index, { image, isBust }] of subjects.entries()) {
    const place = places[index];
    if (place === undefined) continue;
    const said = moves[index] ?? 'gentle';
    const move = floating && said !== 'sway' ? 'drift' : said;
    const match = lightMatch(
      lightOf(image, (i) => image.data[i * 4 + 3]!),
      lightOf(view, around(view, place, width, height)),
    );
    const dark = darknessOf(scene);
    const lit = recolour(image, (lab) => dimmed(match(lab), dark));
    acting.push({
      puppet: await Puppet.of(styled(lit, scene), place, floating || isBust ? NONE : shadeIn(scene)),
      move,
      phase: phases.next(),
    });
  }
  // Subjects farther away are drawn first.
  return acting.sort((one, other) => one.puppet.place.y - other.puppet.place.y);
}

/** Loss of light against daytime, in lightness, for subjects that do not glow. */
const darknessOf = ({ time, places }: Scene): number =>
  places.includes('studio') || places.includes('room') ? 0 : time === 'night' ? 0.2 : time === 'dusk' ? 0.1 : 0;

/** Bright parts are dimmed more than dark ones, and colours fade with them. */
const dimmed = ({ l, a, b }: Lab, dark: number): Lab => ({
  l: l * (1 - dark * (0.5 + 0.6 * l)),
  a: a * (1 - dark),
  b: b * (1 - dark) - 0.06 * dark * l,
});

/** Weight of the view's pixels: nearby surroundings light a subject more than distant ones. */
function around(view: Raster, place: PuppetPosition, width: number, height: number): (index: number) => number {
  const [cx, cy] = [(place.x / width) * view.width, ((place.y - place.height / 2) / height) * view.height];
  const reach = 0.6 * Math.hypot(view.width, view.height);
  return (index) =>
    1 / (1 + (3 * (((index % view.width) - cx) ** 2 + (Math.floor(index / view.width) - cy) ** 2)) / reach ** 2);
}

/** Applies the scene's style to a subject; its outline stays. */
function styled(image: Raster, { style, seed }: Scene): Raster {
  if (style === 'natural') return image;
  const solid = new Uint8ClampedArray(image.data);
  for (let at = 0; at < solid.length; at += 4) {
    if (solid[at + 3] === 0) solid.fill(128, at, at + 3);
    solid[at + 3] = 255;
  }
  const { data } = styleRaster({ ...image, data: solid }, style, hashText('subjects', seed), 0, { coarse: 0.7 });
  for (let at = 3; at < data.length; at += 4) data[at] = image.data[at]!;
  return { ...image, data };
}

const NONE: Shade = { touch: 0, thrown: 0, aside: 0, down: 0 };

/** A low sun behind the scene casts shadows towards the viewer; at noon they lie under the subject. */
function shadeIn({ time, weather, places, style }: Scene): Shade {
  const lamps = places.includes('studio') || places.includes('room') || places.includes('cave');
  if (lamps) return { touch: 0.5, thrown: 0, aside: 0, down: 0 };
  if (DIM.has(weather) || style !== 'natural') return { touch: 0.42, thrown: 0, aside: 0, down: 0 };
  switch (time) {
    case 'night':
      return { touch: 0.5, thrown: 0, aside: 0, down: 0 };
    case 'dawn':
    case 'sunset':
    case 'dusk':
      return { touch: 0.5, thrown: 0.3, aside: -0.3, down: 0.34 };
    case 'morning':
      return { touch: 0.5, thrown: 0.26, aside: 0.55, down: -0.2 };
    case 'afternoon':
      return { touch: 0.5, thrown: 0.26, aside: -0.55, down: -0.2 };
    case 'noon':
      return { touch: 0.6, thrown: 0.22, aside: 0.28, down: -0.14 };
    default:
      return time satisfies never;
  }
}

/** Height of subjects and their vertical position, as shares of the frame's height, by the number of subjects. */
const TALL = [0.6, 0.52, 0.46, 0.42] as const;
const ROWS = { front: 0.915, beside: 0.89, back: 0.84, shrunk: 0.86, floating: 0.8, cutOff: 1.03 } as const;
/** Maximum width of a subject as a share of its part of the frame. */
const WIDE = { alone: 0.6, beside: 0.92 } as const;

/**
 * Positions of the subjects: side by side in the given order. With three or more, every second one stands farther back.
 */
function placesFor(
  subjects: readonly Ready[],
  width: number,
  height: number,
  floating: boolean,
  border: number,
): readonly PuppetPosition[] {
  const count = subjects.length;
  const part = width / count;
  return subjects.map(({ image, isBust }, index) => {
    const isBack = count > 2 ? index % 2 === 1 : count === 2 && index === 1 && !isBust;
    const shrunk = isBack && count > 2 ? ROWS.shrunk : 1;
    const tall = (isBust ? 0.72 : (TALL[count - 1] ?? 0.4)) * height * shrunk;
    const scale = Math.min(tall / image.height, (part * (count === 1 ? WIDE.alone : WIDE.beside)) / image.width);
    const row = floating
      ? ROWS.floating - (isBack ? 0.12 : 0)
      : isBack
        ? count > 2
          ? ROWS.back
          : ROWS.beside
        : ROWS.front;
    const y = height * (isBust ? ROWS.cutOff : row - border);
    // Two or more subjects stand close together rather than at the sides.
    const middle = width / 2 + (part * (index + 0.5) - width / 2) * (count === 1 ? 1 : 0.9);
    return { x: middle, y, width: image.width * scale, height: image.height * scale };
  });
}

/** Draws all subjects for each frame. */
function drawn(
  stage: readonly Acting[],
  way: 1 | -1,
  length: number,
  fps: number,
  width: number,
  height: number,
): (view: SeenView) => Uint8Array {
  const context = createCanvas(width, height).getContext('2d');
  return ({ index, pose, depth }) => {
    context.resetTransform();
    context.clearRect(0, 0, width, height);
    for (const { puppet, move, phase } of stage) {
      const { x, y } = puppet.place;
      const near = nearness(
        valueAt(depth, (x * depth.width) / width, Math.min(depth.height - 1, (y * depth.height) / height)),
      );
      puppet.draw(context, postureAt(move, index / fps, length, phase, way), pose, Math.max(0.62, near));
    }
    return context.canvas.data();
  };
}

/**
 * An animated video: drawings made of a few inks and lines, each held for two or three frames. Drawn from images or
 * from a scene described in words.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { defined } from '../../../../kernel/defined.shared.js';
import type { Programs } from '../../../ffmpeg.js';
import { airOf, type DrawAir } from '../../render/layers/draw.js';
import { hashPoint } from '../../scene/random.js';
import type { OnGrow, Raster, SceneOptions, Understanding } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { plain } from '../../scene/vocabulary/stems.js';
import { opaque } from '../../photo/opaque.js';
import { resample } from '../../photo/resample.js';
import { gridFor, moveFor, nearness, strengthFor, type Motion } from '../generate/camera.js';
import { encodeMp4, videoPath, type PlanarFrame } from '../io/encode.js';
import { frameCountOf, type RenderedVideo } from '../io/rendered-video.js';
import { scenesOf, viewsIn } from '../generate/views.js';
import { movesIn, movesOf, postureAt, type Said } from '../generate/moves.js';
import { gridSize, oneVideoAtATime, Reel } from '../io/reel.js';
import type { AnimeLook } from '../../../options.shared.js';
import { imageShot, sceneShot, type Shot } from './shots.js';

export interface AnimeOptions extends SceneOptions {
  readonly look: AnimeLook;
  /** Number of frames that each drawing is held for: 2 ("on twos") or 3. */
  readonly hold: 2 | 3;
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  /** Length in seconds. Multiplied by `fps` it must give a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
}

export interface AnimeVideo extends RenderedVideo {
  readonly understanding?: Understanding;
}

/** Camera moves of the shots, in order. The seed chooses the first. */
const CAMERAS: readonly Motion[] = ['zoom-in', 'pan-right', 'rise', 'pan-left', 'zoom-out'];
const STRENGTH = 0.9;
/** Lines are drawn again for each drawing. The line variants repeat after this many drawings. */
const HANDS = 3;
/** How far a line wobbles, as a share of the longer side, and the grid nodes between two independent wobbles. */
const BOIL = { stray: 1 / 1_500, nodes: 5 } as const;
/** Drawings after a cut that carry speed lines. */
const RUSH = 3;

/** Number of previews sent while the video is made. */
const SHOWN = 14;

interface Plan {
  readonly shots: readonly (() => Promise<Shot>)[];
  readonly frames: number;
  readonly options: AnimeOptions;
  readonly on: OnGrow;
  readonly signal: AbortSignal;
  readonly poster: (frame: Raster) => void;
}

/**
 * Makes an animated video. Deterministic: the same images and options give the same frames.
 * @param images at most four, one shot each, cropped to the video's shape. Without images, the prompt is drawn: one
 * shot for each sentence that names something visible
 * @param out the folder for the MP4; no other files are left there
 * @param on progress 0..1 with frames at half size
 * @throws RangeError for more than four images, or for neither images nor words; ProgramFault when FFmpeg fails; the
 * signal's reason
 */
export function animeVideo(
  images: readonly Raster[],
  options: AnimeOptions,
  out: { readonly dir: string; readonly programs: Programs },
  on: OnGrow,
  signal: AbortSignal,
): Promise<AnimeVideo> {
  return oneVideoAtATime(async () => {
    const frames = frameCountOf(options);
    if (images.length > 4 || (images.length === 0 && options.prompt === ''))
      throw new RangeError(`an animated video of ${images.length} images and ${options.prompt.length} characters`);
    const { width, height, fps } = options;
    const said = movesIn(options.prompt);
    const shots = images.length > 0 ? shotsOfImages(images, options, said) : ofWords(options, said);
    let poster: Raster | undefined;
    const mp4 = videoPath(out);
    await encodeMp4(out.programs, {
      width,
      height,
      fps,
      frames: drawn({
        shots,
        frames,
        options,
        on,
        signal,
        poster: (frame) => {
          poster ??= frame;
        },
      }),
      path: mp4,
      signal,
    });
    if (poster === undefined) throw new Error('A video without frames');
    on({ fraction: 1, partial: poster });
    return {
      mp4,
      poster,
      ...(options.prompt === '' ? {} : { understanding: understood(images.length > 0, options, said) }),
    };
  });
}

function shotsOfImages(
  images: readonly Raster[],
  { width, height, look, ...words }: AnimeOptions,
  said: readonly Said[],
): Plan['shots'] {
  const moves = movesOf(said, images.length);
  const read = understand({ ...words, style: 'natural' });
  // Over given images, only weather that the prompt names is drawn, and never the weather a scene has by default.
  const air: DrawAir | undefined = read.understood.some(({ kind }) => kind === 'weather')
    ? airOf({ ...read.scene, renderer: 'layers', places: ['hills'] }, width, height)
    : undefined;
  return images.map(
    (image, index) => async () =>
      imageShot(await resample(opaque(image), width, height, 'cover'), look, moves[index] ?? 'gentle', air),
  );
}

function ofWords({ width, height, look, ...words }: AnimeOptions, said: readonly Said[]): Plan['shots'] {
  const shots = Math.min(4, Math.max(1, viewsIn(words.prompt).length));
  const scenes = scenesOf({
    prompt: words.prompt,
    ...defined({ negativePrompt: words.negativePrompt }),
    style: 'natural',
    seed: words.seed,
    shots,
  });
  const moves = movesOf(said, scenes.length);
  return scenes.map((scene, index) => () => sceneShot(scene, look, width, height, moves[index] ?? 'gentle'));
}

/** How the prompt was understood: everything in a drawn scene, but only weather and motion over given images. */
function understood(hasImages: boolean, options: AnimeOptions, said: readonly Said[]): Understanding {
  const read = understand({ ...options, style: 'natural' });
  const words = new Set(said.map(({ text }) => text));
  const used = hasImages ? read.understood.filter(({ kind }) => kind === 'weather') : read.understood;
  const lost = read.understood.filter((term) => !used.includes(term)).map(({ text }) => text);
  return {
    scene: read.scene,
    understood: used,
    ignored: [...read.ignored, ...lost].filter((word) => !words.has(plain(word))),
  };
}

async function* drawn({ shots, frames, options, on, signal, poster }: Plan): AsyncGenerator<PlanarFrame> {
  const { width, height, fps, hold, seed } = options;
  const reel = new Reel(width, height, 1);
  const cels = createCanvas(width, height).getContext('2d');
  const drawings = Math.ceil(frames / hold);
  let [made, given] = [0, 0];
  for (const [index, open] of shots.entries()) {
    signal.throwIfAborted();
    const shot = await open();
    const count = Math.floor((drawings * (index + 1)) / shots.length) - Math.floor((drawings * index) / shots.length);
    const move = moveFor(
      CAMERAS[(index + seed) % CAMERAS.length] ?? 'zoom-in',
      width / height,
      shot.acting?.near ?? nearness(0.5),
      STRENGTH * strengthFor(shot.depth, Math.max(width, height)),
    );
    let [ground, grid]: [Raster?, Float32Array?] = [];
    for (let drawing = 0; drawing < count; drawing += 1, made += 1) {
      signal.throwIfAborted();
      const seconds = (drawing * hold) / fps;
      const pose = move(drawing / Math.max(1, count - 1));
      const next = await shot.ground(seconds);
      if (next !== ground) reel.load(0, next);
      ground = next;
      grid = gridFor(pose, shot.depth, width, height, grid);
      boil(grid, made % HANDS, seed, width, height);
      reel.warp(0, grid);
      cels.resetTransform();
      cels.clearRect(0, 0, width, height);
      if (shot.acting !== undefined)
        shot.acting.puppet.draw(
          cels,
          postureAt(shot.acting.move, seconds, (count * hold) / fps, 0, 1),
          pose,
          shot.acting.near,
        );
      if (index > 0 && drawing < RUSH) rush(cels, options, made, drawing);
      reel.over(cels.canvas.data());
      if (shot.air !== undefined) reel.over(shot.air(seconds));
      if (drawing === Math.floor(count / 2)) poster(reel.image());
      if (made % Math.ceil(drawings / SHOWN) === 0)
        on({ fraction: 0.05 + (0.93 * made) / drawings, partial: reel.image(2) });
      const frame = { yuv: reel.frame() };
      for (let held = 0; held < hold && given < frames; held += 1, given += 1) yield frame;
    }
  }
}

/** Wobble at a position, −1 to 1, smooth between grid nodes. */
function strayAt(x: number, y: number, seed: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const at = (dx: number, dy: number): number => 2 * hashPoint(x0 + dx, y0 + dy, seed) - 1;
  const [u, v] = [x - x0, y - y0];
  const [upper, lower] = [at(0, 0) + (at(1, 0) - at(0, 0)) * u, at(0, 1) + (at(1, 1) - at(0, 1)) * u];
  return upper + (lower - upper) * v;
}

/** Hand-drawn lines differ from drawing to drawing. Each drawing's lines are shifted a little, in a repeating cycle. */
function boil(grid: Float32Array, hand: number, seed: number, width: number, height: number): void {
  const { columns, rows } = gridSize(width, height);
  const far = Math.max(width, height) * BOIL.stray;
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 2) {
      const [x, y] = [column / BOIL.nodes, row / BOIL.nodes];
      grid[at]! += far * strayAt(x, y, (seed + hand * 2) % 2 ** 31);
      grid[at + 1]! += far * strayAt(x, y, (seed + hand * 2 + 1) % 2 ** 31);
    }
  }
}

/**
 * Speed lines: wedges from the edges towards the middle, as animated films use them for a sudden appearance. Fewer with
 * each drawing.
 */
function rush(
  context: SKRSContext2D,
  { look, width, height, seed }: AnimeOptions,
  made: number,
  drawing: number,
): void {
  const [cx, cy, far] = [width / 2, height / 2, Math.hypot(width, height) / 2];
  context.fillStyle = look === 'ink' || look === 'manga' ? 'rgb(18, 17, 20)' : 'rgb(255, 254, 250)';
  const count = 46 - 13 * drawing;
  for (let line = 0; line < count; line += 1) {
    const angle = ((line + hashPoint(line, made, seed)) / count) * 2 * Math.PI;
    const inner = far * (0.62 + 0.1 * drawing + 0.22 * hashPoint(line, made, seed + 1));
    const wide = 0.006 + 0.014 * hashPoint(line, made, seed + 2);
    context.beginPath();
    context.moveTo(cx + inner * Math.cos(angle), cy + inner * Math.sin(angle));
    context.lineTo(cx + 1.1 * far * Math.cos(angle - wide), cy + 1.1 * far * Math.sin(angle - wide));
    context.lineTo(cx + 1.1 * far * Math.cos(angle + wide), cy + 1.1 * far * Math.sin(angle + wide));
    context.fill();
  }
}

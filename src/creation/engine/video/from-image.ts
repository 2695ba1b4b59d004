/** "Animate": a photograph brought to life by a camera that moves before its guessed depth. */
import { z } from 'zod';
import type { Programs } from '../ffmpeg.js';
import type { OnGrow, Raster } from '../scene/scene.js';
import { findFaces } from '../tools/faces.js';
import type { Field } from '../tools/planes.js';
import { resample } from '../tools/resample.js';
import { gridFor, MOTIONS, moveFor, nearness, type CameraMove, type Motion } from './camera.js';
import { depthOf } from './depth.js';
import { encodeMp4, filmPath, type PlanarFrame } from './encode.js';
import { gridSize, oneFilm, Reel } from './reel.js';

export interface VideoFromImageOptions {
  readonly motion: Motion;
  /** Length; with `fps` it makes a whole number of frames. */
  readonly seconds: number;
  readonly fps: number;
  /** Pixels, even; the caller keeps the picture's shape: see filmSize. */
  readonly width: number;
  readonly height: number;
  /** Keeps a place for chance; the camera takes none, so another seed gives the same film. */
  readonly seed: number;
}

export interface Film {
  /** Path in the folder that was given. */
  readonly mp4: string;
  /** A frame of the film, of its size. */
  readonly poster: Raster;
}

const sizes = z.object({
  width: z.number().int().min(64).max(2048).multipleOf(2), height: z.number().int().min(64).max(2048).multipleOf(2),
  seconds: z.number().positive().max(60), fps: z.number().int().min(1).max(60),
});

/** How many frames a film has. @throws when a size is odd or out of range, or the frames do not come out whole */
export function framesOfFilm(options: { readonly width: number; readonly height: number; readonly seconds: number; readonly fps: number }): number {
  const { seconds, fps } = sizes.parse(options);
  const frames = seconds * fps;
  if (Math.abs(frames - Math.round(frames)) > 1e-6) throw new RangeError(`${seconds} s do not hold a whole number of frames at ${fps} a second`);
  return Math.round(frames);
}

/** Longer side of a film, pixels. */
export const FILM_SIDES = { '480p': 854, '720p': 1280 } as const;
export type Resolution = keyof typeof FILM_SIDES;

/** The size of a film in a picture's shape: even sides, each at least 64; the shape is kept within a pixel, and no farther than 4 to 1. */
export function filmSize(picture: { readonly width: number; readonly height: number }, resolution: Resolution): { readonly width: number; readonly height: number } {
  const long = FILM_SIDES[resolution];
  const short = (a: number, b: number): number => Math.max(long / 4, (long * a) / b);
  const even = (value: number): number => Math.round(value / 2) * 2;
  return picture.width >= picture.height ? { width: long, height: even(short(picture.height, picture.width)) } : { width: even(short(picture.width, picture.height)), height: long };
}

/** On white, since most of what has no ground is meant for a page. */
function opaque({ width, height, data }: Raster): Raster {
  if (data.every((value, at) => at % 4 !== 3 || value === 255)) return { width, height, data };
  const flat = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let k = 0; k < 3; k += 1) flat[at + k] = data[at + k]! * alpha + 255 * (1 - alpha);
    flat[at + 3] = 255;
  }
  return { width, height, data: flat };
}

/** Mean nearness about the middle, where what a picture is of most often stands. */
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

/** Share of a node's distance by which neighbours may be drawn together: beyond it a picture folds. */
const STEEPEST = 0.62;

/** Full strength, or as much of it as the steepest change of depth bears. */
function strengthFor({ width, height, data }: Field, cell: number, long: number): number {
  let steepest = 1e-6;
  for (let i = 0; i < data.length; i += 1) {
    if (i % width < width - 1) steepest = Math.max(steepest, Math.abs(data[i + 1]! - data[i]!));
    if (i + width < width * height) steepest = Math.max(steepest, Math.abs(data[i + width]! - data[i]!));
  }
  const shift = ((nearness(1) - nearness(0)) * steepest * 0.1 * long) / cell;
  return Math.min(1, STEEPEST / shift);
}

/** How often a frame is shown while the film is made. */
const SHOWN = 12;

/**
 * Makes a film of one picture. Its first frame is the picture. Deterministic.
 * @param out the folder for the MP4; nothing else is left there
 * @param on fraction 0..1 and frames as they are made, of half the size
 * @throws ProgramFault when FFmpeg fails; the signal's reason
 */
export function videoFromImage(image: Raster, options: VideoFromImageOptions, out: { readonly dir: string; readonly programs: Programs }, on: OnGrow, signal: AbortSignal): Promise<Film> {
  return oneFilm(async () => {
    const frames = framesOfFilm(options);
    if (!MOTIONS.includes(options.motion)) throw new RangeError(`No motion ${String(options.motion)}`);
    const { width, height, fps } = options;
    signal.throwIfAborted();
    const first = await resample(opaque(image), width, height, 'cover');
    on({ fraction: 0.03, partial: first });
    const { columns, rows } = gridSize(width, height);
    const faces = await findFaces(first);
    signal.throwIfAborted();
    on({ fraction: 0.12 });
    const depth = await depthOf(first, faces, columns, rows);
    on({ fraction: 0.2 });
    const strength = strengthFor(depth, 8, Math.max(width, height));
    const move = moveFor(options.motion, width / height, pivotOf(depth), strength);
    const mp4 = filmPath(out);
    await encodeMp4(out.programs, { width, height, fps, frames: parallax(first, depth, move, frames, on), path: mp4, signal });
    on({ fraction: 1, partial: first });
    return { mp4, poster: first };
  });
}

async function* parallax(picture: Raster, depth: Field, move: CameraMove, frames: number, on: OnGrow): AsyncGenerator<PlanarFrame> {
  const { width, height } = picture;
  const reel = new Reel(width, height, 1);
  reel.load(0, picture);
  let grid: Float32Array | undefined;
  for (let index = 0; index < frames; index += 1) {
    grid = gridFor(move(index / Math.max(1, frames - 1)), depth, width, height, grid);
    reel.warp(0, grid);
    yield { yuv: reel.frame() };
    if (index % Math.ceil(frames / SHOWN) === 0) on({ fraction: 0.2 + (0.78 * index) / frames, partial: reel.picture(2) });
  }
}

/** Helpers of techniques: sources as pixels, progress, and encoded, verified results. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { Style } from '../options.shared.js';
import { VIDEO_FPS } from '../sizes.shared.js';
import type { SourceRole } from '../sources.shared.js';
import { SIDE } from './render/draw.js';
import type { Programs } from '../ffmpeg.js';
import { LONGEST_SIDE, type Job, type JobResult, type JobStage } from './job.js';
import type { OnGrow, Raster } from './scene/scene.js';
import { videoFacts, type VideoFacts } from './video/io/source.js';

/** Reports a job's progress: `fraction` 0 to 1 of the whole, and a preview when there is one. */
export type Report = (stage: JobStage, fraction: number, partial?: Raster) => void;

/** Share of a job's progress used by the work itself, 0 to 1; encoding follows. */
const WORK = { from: 0.04, to: 0.92 } as const;

/** A size of the same shape at which a scene can be drawn. */
export function drawableSize({ width, height }: Job): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, SIDE.max / Math.max(width, height));
  const side = (length: number): number => Math.max(SIDE.min, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

/** `#rrggbb` as numbers from 0 to 255. */
export function rgbOf(colour: string): readonly [number, number, number] {
  const at = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

/**
 * The result of a video job, with its poster as an image; a WebM and its poster have transparency. The signal is never
 * aborted: a cancelled job ends with its process.
 */
export async function videoResult(
  job: Job,
  rendering: Promise<{ readonly mp4: string; readonly poster: Raster }>,
  type: 'video/mp4' | 'video/webm' = 'video/mp4',
): Promise<JobResult> {
  const { mp4, poster } = await rendering;
  const bytes = await (type === 'video/webm' ? toSharp(poster) : toSharp(poster).removeAlpha())
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { media: { type, path: mp4, poster: bytes }, width: job.width, height: job.height };
}

/** A job's video settings: seconds, size in pixels, seed, frames per second. */
export const videoOptions = ({ seconds, width, height, seed }: Job) => ({
  seconds,
  width,
  height,
  seed,
  fps: VIDEO_FPS,
});

/** Output folder and programs for a video. */
export async function videoWorkspace({
  id,
  dir,
  programs,
}: Job): Promise<{ readonly dir: string; readonly programs: Programs }> {
  if (programs === undefined) throw new Error('a video was requested without FFmpeg');
  const own = join(dir, id);
  await mkdir(own, { recursive: true });
  return { dir: own, programs };
}

/** The prompts and the seed of a job, as scenes take them. */
export const promptOptions = ({ prompt, negativePrompt, seed }: Job) => ({
  prompt,
  seed,
  ...(negativePrompt === '' ? {} : { negativePrompt }),
});

/** `natural` is the form's value for no style: a style named in the prompt then applies. */
export const styleOption = (style: Style) => (style === 'natural' ? {} : { style });

/** Clamps a value to 0 to 1. */
export const clampFraction = (fraction: number): number => Math.min(Math.max(fraction, 0), 1);

/** Reports progress of the work itself. */
export const workProgress =
  (report: Report): OnGrow =>
  ({ fraction, partial }) => {
    report('working', WORK.from + (WORK.to - WORK.from) * clampFraction(fraction), partial);
  };

/** Decodes a source image. @param size scales it when given */
export async function readImage(
  { sources }: Job,
  role: SourceRole,
  report: Report,
  size?: { readonly width: number; readonly height: number },
): Promise<Raster> {
  const source = sources.find((one) => one.role === role);
  if (source === undefined) throw new Error(`no image for ${role}`);
  report('reading', 0);
  const whole = sharp(source.path, { limitInputPixels: LONGEST_SIDE * LONGEST_SIDE }).toColourspace('srgb');
  const { data, info } = await (size === undefined ? whole : whole.resize({ ...size, fit: 'fill', kernel: 'lanczos3' }))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** A source video and its displayed size, length and rate. */
export async function readVideo(
  { sources, programs }: Job,
  role: SourceRole,
  report: Report,
): Promise<{ readonly path: string; readonly facts: VideoFacts }> {
  const source = sources.find((one) => one.role === role);
  if (source === undefined) throw new Error(`no video for ${role}`);
  if (programs === undefined) throw new Error('a video was given without FFmpeg');
  report('reading', 0);
  return { path: source.path, facts: await videoFacts(programs, source.path) };
}

/** Wraps pixels for sharp. */
export const toSharp = ({ data, width, height }: Raster): Sharp =>
  sharp(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });

/** Encodes an image and decodes it again to verify its size. @param more.alpha keeps transparency */
export async function imageResult(
  job: Job,
  raster: Raster,
  report: Report,
  more: { readonly alpha?: true } = {},
): Promise<JobResult | undefined> {
  report('encoding', WORK.to);
  const whole = toSharp(raster);
  const bytes = await (more.alpha && isSeeThrough(raster) ? whole : whole.removeAlpha())
    .png({ compressionLevel: 6 })
    .toBuffer();
  const { info } = await sharp(bytes, { limitInputPixels: job.width * job.height })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== job.width || info.height !== job.height) return undefined;
  return { media: { type: 'image/png', bytes }, width: job.width, height: job.height };
}

/** Whether any pixel is transparent. */
function isSeeThrough({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

/** Whether a job has a source with that role. */
export const hasSource = ({ sources }: Job, role: SourceRole): boolean =>
  sources.some((source) => source.role === role);

/** A signal that never aborts, for techniques that need one. A cancelled job ends with its process. */
export const NEVER_ABORTED = new AbortController().signal;

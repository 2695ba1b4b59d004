/** Frames to an MP4 that every player opens, and the proof that it is one. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFile, probe, ProgramFault, runProgram, SAFE_INPUT, type Programs } from '../ffmpeg.js';
import type { Raster } from '../scene/scene.js';
import { Reel } from './reel.js';

/** A frame as H.264 takes it: luma, then blue and red difference of half its size each way (BT.709, 16..235). */
export interface PlanarFrame { readonly yuv: Uint8Array }

export interface EncodeOptions {
  /** Pixels, even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Taken one at a time, as the encoder is ready for more. */
  readonly frames: AsyncIterable<PlanarFrame>;
  /** Where the MP4 is written; an older file there is replaced. */
  readonly path: string;
  readonly signal?: AbortSignal;
}

/** A film takes no longer than its job may: the caller's own limit comes first. */
const ENCODE_TIMEOUT_MS = 600_000;
const VERIFY_TIMEOUT_MS = 120_000;
const OUTPUT_LIMIT = 1_000_000;
/** Constant quality: 18 is visually lossless, 23 the encoder's default. */
const QUALITY = 20;
/** Named, since the bytes depend on it: the same film from a machine with other cores. */
const THREADS = 2;

/**
 * Encodes H.264 (yuv420p, index at the front, no sound). The same frames give the same bytes on one FFmpeg.
 * Only options that an FFmpeg of 2018 knows are used.
 * @throws ProgramFault when the encoder fails; the signal's reason; whatever `frames` throws; nothing is left at `path` then
 */
export async function encodeMp4(programs: Programs, options: EncodeOptions): Promise<void> {
  const { width, height, fps, frames, path, signal } = options;
  const args = [
    '-nostdin', '-hide_banner', '-v', 'error', '-protocol_whitelist', 'file,pipe',
    '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0',
    '-an', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(QUALITY), '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', String(fps * 2), '-threads', String(THREADS),
    '-color_range', 'tv', '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709',
    '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', '-y', mediaFile(path),
  ];
  const bytes = (async function* () { for await (const { yuv } of frames) yield yuv; })();
  try {
    await runProgram(programs.ffmpeg, args, { timeoutMs: ENCODE_TIMEOUT_MS, stdoutLimit: OUTPUT_LIMIT, stdin: bytes, ...(signal && { signal }) });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Opaque pictures as frames. Not while a film is being made: both use the kernel. */
export async function* framesOf(rasters: AsyncIterable<Raster> | Iterable<Raster>): AsyncGenerator<PlanarFrame> {
  let reel: Reel | undefined;
  for await (const raster of rasters) {
    reel ??= new Reel(raster.width, raster.height, 1);
    yield { yuv: reel.plain(raster) };
  }
}

/** What a film must be. */
export interface WantedVideo {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
}

export type VideoVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What the container claims, compared with what was asked for; nothing when all agrees. */
async function misfit(programs: Programs, path: string, wanted: WantedVideo): Promise<string | undefined> {
  const { format, streams, video } = await probe(programs, path, { timeoutMs: VERIFY_TIMEOUT_MS });
  const frames = Math.round(wanted.seconds * wanted.fps);
  if (!format.split(',').includes('mp4')) return `the container is ${format}`;
  if (!video || streams.length !== 1) return `it has ${streams.length} streams instead of one of video`;
  if (video.codec !== 'h264' || video.pixelFormat !== 'yuv420p') return `it is ${video.codec} ${video.pixelFormat ?? ''} instead of h264 yuv420p`;
  if (video.width !== wanted.width || video.height !== wanted.height || video.rotation !== 0) return `it is ${video.width} × ${video.height} instead of ${wanted.width} × ${wanted.height}`;
  if (Math.abs(video.fps - wanted.fps) > 1e-6) return `it has ${video.fps} frames a second instead of ${wanted.fps}`;
  if (video.frames !== frames) return `it claims ${video.frames ?? 'no'} frames instead of ${frames}`;
  if (Math.abs((video.seconds ?? 0) - wanted.seconds) > 0.5 / wanted.fps) return `it lasts ${video.seconds ?? 0} s instead of ${wanted.seconds} s`;
  return undefined;
}

/** Decodes all of it and counts the frames that came out. @throws ProgramFault at the first fault in the stream */
async function decodedFrames(programs: Programs, path: string): Promise<number> {
  const args = ['-nostdin', '-hide_banner', '-v', 'error', '-xerror', '-err_detect', 'explode', ...SAFE_INPUT, '-i', mediaFile(path), '-map', '0:v:0', '-progress', 'pipe:1', '-f', 'null', '-'];
  const progress = Buffer.from(await runProgram(programs.ffmpeg, args, { timeoutMs: VERIFY_TIMEOUT_MS, stdoutLimit: OUTPUT_LIMIT })).toString('utf8');
  return Number([...progress.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1] ?? 0);
}

/**
 * Checks a finished MP4: what its container says, and by decoding it wholly.
 * @returns whether it is what was asked for, or what is wrong with it
 */
export async function verifyVideo(programs: Programs, path: string, wanted: WantedVideo): Promise<VideoVerdict> {
  try {
    const reason = await misfit(programs, path, wanted);
    if (reason !== undefined) return { ok: false, reason };
    const [frames, expected] = [await decodedFrames(programs, path), Math.round(wanted.seconds * wanted.fps)];
    return frames === expected ? { ok: true } : { ok: false, reason: `${frames} frames came out instead of ${expected}` };
  } catch (error) {
    if (error instanceof ProgramFault) return { ok: false, reason: error.message };
    throw error;
  }
}

/** The one file a film leaves in its folder. */
export const filmPath = (out: { readonly dir: string }): string => join(out.dir, 'film.mp4');

/** Encodes frames as an MP4 that every player opens, and verifies the result. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaFile, probe, ProgramFault, runProgram, SAFE_INPUT, type Programs } from '../../../ffmpeg.js';
import type { Raster } from '../../scene/scene.js';
import { GUARDED, RESIDENT_BYTES } from './source.js';

/**
 * A frame in H.264's format: luma, then blue and red difference at half the size in both directions (BT.709, 16..235).
 */
export interface PlanarFrame {
  readonly yuv: Uint8Array;
}

/** The sound of a video. */
export interface Sound {
  /** A video or a WAV; its first audio track is used. */
  readonly path: string;
  /** Start in that file and length, seconds. When left out, all of it is used, up to the video's length. */
  readonly from?: number;
  readonly seconds?: number;
  /** Gain in decibels. */
  readonly gainDb?: number;
}

export interface EncodeOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Consumed one at a time, as the encoder is ready; all of one kind. Images are opaque. */
  readonly frames: AsyncIterable<PlanarFrame | Raster> | Iterable<PlanarFrame | Raster>;
  readonly sound?: Sound;
  /** Output path; an existing file is replaced. */
  readonly path: string;
  readonly signal?: AbortSignal;
  /** `video/webm` for transparent images; `video/mp4` when left out. */
  readonly type?: 'video/mp4' | 'video/webm';
}

/** Upper limit for an encoding. The caller's own limit, such as the job's, usually ends it earlier. */
export const ENCODE_TIMEOUT_MS = 600_000;
const VERIFY_TIMEOUT_MS = 120_000;
const OUTPUT_LIMIT = 1_000_000;
/** Constant quality: 18 is visually lossless, 23 the encoder's default. */
const QUALITY = 20;
/** Maximum seconds of sound after the last image: a few packets of AAC. */
const SOUND_OVER = 0.1;
/**
 * Fixed, because the output bytes depend on it: a machine with a different number of cores must give the same video.
 */
const THREADS = 2;

const file = (path: string): readonly string[] => [
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-movflags',
  '+faststart',
  '-f',
  'mp4',
  '-y',
  mediaFile(path),
];

/** FFmpeg options of every MP4: H.264 with its index at the front. The caller adds the sound options. */
export const intoMp4 = (
  fps: number,
  path: string,
  preset: 'veryfast' | 'ultrafast' = 'veryfast',
): readonly string[] => [
  '-c:v',
  'libx264',
  '-preset',
  preset,
  '-crf',
  String(QUALITY),
  '-profile:v',
  'high',
  '-pix_fmt',
  'yuv420p',
  '-g',
  String(fps * 2),
  '-threads',
  String(THREADS),
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-flags:v',
  '+bitexact',
  ...file(path),
];

/**
 * Options of a transparent video: VP9 with a separate alpha stream. `rate` in bits per second; 0 for whatever the
 * quality needs.
 */
export const intoAlpha = (fps: number, rate: number, quality: number): readonly string[] => [
  '-c:v',
  'libvpx-vp9',
  '-pix_fmt',
  'yuva420p',
  '-b:v',
  String(rate),
  '-crf',
  String(quality),
  '-deadline',
  'good',
  '-cpu-used',
  '5',
  '-auto-alt-ref',
  '0',
  '-g',
  String(fps * 2),
  '-threads',
  String(THREADS),
];

/** Like `intoMp4`, for a transparent video in a WebM. */
export const intoWebm = (fps: number, path: string): readonly string[] => [
  ...intoAlpha(fps, 0, 26),
  '-color_range',
  'tv',
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-flags:v',
  '+bitexact',
  '-map_metadata',
  '-1',
  '-fflags',
  '+bitexact',
  '-f',
  'webm',
  '-y',
  mediaFile(path),
];

/** The decoder that also reads a WebM's alpha; FFmpeg's native one ignores it. Must precede the input. */
export const WITH_ALPHA: readonly string[] = ['-c:v', 'libvpx-vp9'];

/** Audio options: AAC at 128 kbit per second. */
export const INTO_AAC: readonly string[] = [
  '-c:a',
  'aac',
  '-b:a',
  '128k',
  '-ar',
  '48000',
  '-ac',
  '2',
  '-flags:a',
  '+bitexact',
];

/**
 * Encodes H.264 (yuv420p, index at the front) in an MP4, or VP9 with alpha in a WebM, with sound if given. The same
 * frames give the same bytes with one version of FFmpeg. Only options that an FFmpeg of 2018 supports are used.
 * @throws ProgramFault when the encoder fails; the signal's reason; errors of `frames`; no file is left at `path` then
 */
export async function encodeVideo(programs: Programs, options: EncodeOptions): Promise<void> {
  const { fps, frames, path, sound, signal, type = 'video/mp4' } = options;
  const silent = sound === undefined ? path : `${path}.silent`;
  try {
    const count = await encodeFrames(programs, { ...options, path: silent }, each(frames));
    if (sound !== undefined)
      await putSound(programs, { video: silent, seconds: count / fps, sound, path, type, ...(signal && { signal }) });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    if (silent !== path) await rm(silent, { force: true });
  }
}

/**
 * `encodeVideo` of opaque frames into an MP4.
 * @throws as there
 */
export const encodeMp4 = (programs: Programs, options: Omit<EncodeOptions, 'type'>): Promise<void> =>
  encodeVideo(programs, options);

async function* each(frames: EncodeOptions['frames']): AsyncGenerator<PlanarFrame | Raster, void, undefined> {
  yield* frames;
}

/** @returns the number of frames */
async function encodeFrames(
  programs: Programs,
  { width, height, fps, path, signal, type }: EncodeOptions,
  frames: AsyncGenerator<PlanarFrame | Raster, void, undefined>,
): Promise<number> {
  const first = await frames.next();
  if (first.done === true) throw new RangeError('a video without frames');
  const isPlanar = 'yuv' in first.value;
  const args = [
    '-nostdin',
    '-hide_banner',
    '-v',
    'error',
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    'rawvideo',
    '-pix_fmt',
    isPlanar ? 'yuv420p' : 'rgba',
    '-s',
    `${width}x${height}`,
    '-r',
    String(fps),
    '-i',
    'pipe:0',
    '-an',
    ...(isPlanar ? [] : ['-vf', 'scale=flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv']),
    ...(type === 'video/webm' ? intoWebm(fps, path) : intoMp4(fps, path)),
  ];
  let count = 0;
  const bytes = (async function* () {
    try {
      for (let step: IteratorResult<PlanarFrame | Raster> = first; step.done !== true; step = await frames.next()) {
        count += 1;
        yield bytesOf(step.value, width, height);
      }
    } finally {
      await frames.return();
    }
  })();
  await runProgram(programs.ffmpeg, args, {
    timeoutMs: ENCODE_TIMEOUT_MS,
    stdoutLimit: OUTPUT_LIMIT,
    stdin: bytes,
    ...(signal && { signal }),
  });
  return count;
}

function bytesOf(frame: PlanarFrame | Raster, width: number, height: number): Uint8Array {
  if ('yuv' in frame) return frame.yuv;
  if (frame.width !== width || frame.height !== height)
    throw new RangeError(`a frame of ${frame.width} × ${frame.height} in a video of ${width} × ${height}`);
  return new Uint8Array(frame.data.buffer, frame.data.byteOffset, frame.data.byteLength);
}

/** Audio options for a WebM: Opus, which supports 48 kHz only. */
export const INTO_OPUS: readonly string[] = [
  '-c:a',
  'libopus',
  '-b:a',
  '128k',
  '-ar',
  '48000',
  '-ac',
  '2',
  '-flags:a',
  '+bitexact',
];

/** A video that gets a sound. */
export interface Sounding {
  /** An MP4 or WebM of `seconds`; its images are copied. */
  readonly video: string;
  readonly seconds: number;
  readonly sound: Sound;
  /** Output path: a different file of the same type. */
  readonly path: string;
  readonly type?: 'video/mp4' | 'video/webm';
  readonly signal?: AbortSignal;
}

/** Strict reading: the first fault ends it. */
const STRICT: readonly string[] = ['-xerror', '-err_detect', 'explode'];

/**
 * Whether a file's first audio track decodes completely under the conditions of `verifyVideo`.
 * @throws ProgramFault when it takes too long or too much memory; the signal's reason
 */
async function soundsCleanly(programs: Programs, path: string, signal?: AbortSignal): Promise<boolean> {
  const args = [...GUARDED, ...STRICT, ...SAFE_INPUT, '-i', mediaFile(path), '-map', '0:a:0', '-f', 'null', '-'];
  try {
    await runProgram(programs.ffmpeg, args, {
      timeoutMs: VERIFY_TIMEOUT_MS,
      stdoutLimit: OUTPUT_LIMIT,
      residentLimit: RESIDENT_BYTES,
      ...(signal && { signal }),
    });
    return true;
  } catch (error) {
    if (error instanceof ProgramFault && error.reason === 'failed') return false;
    throw error;
  }
}

/**
 * Adds a sound to a video, cut to the video's length: AAC in an MP4, Opus in a WebM. AAC that needs no change is copied
 * packet by packet, unless a packet is damaged. Then the decodable part is encoded again.
 * @throws ProgramFault when the sound does not open; the signal's reason
 */
export async function putSound(
  programs: Programs,
  { video, seconds, sound, path, type, signal }: Sounding,
): Promise<void> {
  const { from = 0, gainDb = 0 } = sound;
  const long = Math.min(seconds, sound.seconds ?? seconds);
  const { audio } = await probe(programs, sound.path, {
    timeoutMs: VERIFY_TIMEOUT_MS,
    residentLimit: RESIDENT_BYTES,
    ...(signal && { signal }),
  });
  const isWebm = type === 'video/webm';
  const asItIs =
    !isWebm &&
    from === 0 &&
    gainDb === 0 &&
    long === seconds &&
    audio?.codec === 'aac' &&
    (await soundsCleanly(programs, sound.path, signal));
  const audioArguments = asItIs
    ? ['-c:a', 'copy']
    : [
        '-af',
        `aresample=48000:async=1:first_pts=0,volume=${gainDb}dB,atrim=end=${long.toFixed(6)}`,
        ...(isWebm ? INTO_OPUS : INTO_AAC),
      ];
  const args = [
    ...GUARDED,
    ...SAFE_INPUT,
    '-i',
    mediaFile(video),
    ...SAFE_INPUT,
    ...(from > 0 ? ['-ss', from.toFixed(6)] : []),
    '-i',
    mediaFile(sound.path),
    '-map',
    '0:v:0',
    '-map',
    '1:a:0',
    '-c:v',
    'copy',
    ...audioArguments,
    '-t',
    seconds.toFixed(6),
    ...(isWebm ? ['-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'webm', '-y', mediaFile(path)] : file(path)),
  ];
  await runProgram(programs.ffmpeg, args, {
    timeoutMs: ENCODE_TIMEOUT_MS,
    stdoutLimit: OUTPUT_LIMIT,
    residentLimit: RESIDENT_BYTES,
    ...(signal && { signal }),
  });
}

/** What a video must be. */
export interface WantedVideo {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps: number;
  /** `video/webm` for a transparent video; `video/mp4` when left out. */
  readonly type?: 'video/mp4' | 'video/webm';
}

export type VideoVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** Expected streams for each type. A WebM states neither its number of frames nor the length of its images. */
const KINDS = {
  'video/mp4': { container: 'mp4', video: 'h264', audio: 'aac' },
  'video/webm': { container: 'webm', video: 'vp9', audio: 'opus' },
} as const;

/** Compares what the container states with what was requested; undefined when all agrees. */
async function misfit(programs: Programs, path: string, wanted: WantedVideo): Promise<string | undefined> {
  const { format, seconds = 0, streams, video, audio } = await probe(programs, path, { timeoutMs: VERIFY_TIMEOUT_MS });
  const { type = 'video/mp4' } = wanted;
  const [kind, frames] = [KINDS[type], Math.round(wanted.seconds * wanted.fps)];
  const lasts = type === 'video/mp4' ? (video?.seconds ?? 0) : seconds;
  if (!format.split(',').includes(kind.container)) return `the container is ${format}`;
  if (!video || streams.length !== (audio === undefined ? 1 : 2))
    return `it has ${streams.length} streams instead of one of video, and one of sound at most`;
  if (audio !== undefined && audio.codec !== kind.audio) return `its sound is ${audio.codec} instead of ${kind.audio}`;
  if (video.codec !== kind.video || video.pixelFormat !== 'yuv420p')
    return `it is ${video.codec} ${video.pixelFormat ?? ''} instead of ${kind.video} yuv420p`;
  if (type === 'video/webm' && !video.alpha) return 'it says of no alpha';
  if (video.width !== wanted.width || video.height !== wanted.height || video.rotation !== 0)
    return `it is ${video.width} × ${video.height} instead of ${wanted.width} × ${wanted.height}`;
  if (Math.abs(video.fps - wanted.fps) > 1e-6) return `it has ${video.fps} frames a second instead of ${wanted.fps}`;
  if (type === 'video/mp4' && video.frames !== frames)
    return `it claims ${video.frames ?? 'no'} frames instead of ${frames}`;
  if (Math.abs(lasts - wanted.seconds) > (type === 'video/mp4' ? 0.5 / wanted.fps : SOUND_OVER))
    return `it lasts ${lasts} s instead of ${wanted.seconds} s`;
  if (seconds > wanted.seconds + SOUND_OVER)
    return `it goes on to be heard for ${seconds} s instead of ${wanted.seconds} s`;
  return undefined;
}

/**
 * Decodes everything and counts the frames.
 * @throws ProgramFault at the first fault in the stream
 */
async function decodedFrames(programs: Programs, path: string, type: WantedVideo['type']): Promise<number> {
  const args = [
    '-nostdin',
    '-hide_banner',
    '-v',
    'error',
    ...STRICT,
    ...(type === 'video/webm' ? WITH_ALPHA : []),
    ...SAFE_INPUT,
    '-i',
    mediaFile(path),
    '-map',
    '0:v:0',
    '-map',
    '0:a?',
    '-progress',
    'pipe:1',
    '-f',
    'null',
    '-',
  ];
  const progress = Buffer.from(
    await runProgram(programs.ffmpeg, args, { timeoutMs: VERIFY_TIMEOUT_MS, stdoutLimit: OUTPUT_LIMIT }),
  ).toString('utf8');
  return Number([...progress.matchAll(/^frame=\s*(\d+)/gm)].at(-1)?.[1] ?? 0);
}

/**
 * Verifies a finished video by its container's data and by decoding it completely.
 * @returns whether it is what was requested, or what is wrong with it
 */
export async function verifyVideo(programs: Programs, path: string, wanted: WantedVideo): Promise<VideoVerdict> {
  try {
    const reason = await misfit(programs, path, wanted);
    if (reason !== undefined) return { ok: false, reason };
    const [frames, expected] = [
      await decodedFrames(programs, path, wanted.type),
      Math.round(wanted.seconds * wanted.fps),
    ];
    return frames === expected
      ? { ok: true }
      : { ok: false, reason: `${frames} frames came out instead of ${expected}` };
  } catch (error) {
    if (error instanceof ProgramFault) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Path of the single file that a video leaves in its folder. */
export const videoPath = (out: { readonly dir: string }, type?: 'video/mp4' | 'video/webm'): string =>
  join(out.dir, type === 'video/webm' ? 'film.webm' : 'film.mp4');

/** Reads source videos: their facts as a player shows them, their frames at a constant rate, and their sound. */
import {
  mediaFile,
  MAX_ALLOCATION,
  probe,
  ProgramFault,
  runProgram,
  SAFE_INPUT,
  streamProgram,
  type Programs,
} from '../../../ffmpeg.js';
import type { Raster } from '../../scene/scene.js';

/** A video as a player shows it. */
export interface VideoFacts {
  /** Pixels, after any rotation. */
  readonly width: number;
  readonly height: number;
  /** The average, for a variable frame rate. */
  readonly fps: number;
  /** The longer of picture and sound. While only sound plays, the last image is held. */
  readonly seconds: number;
  readonly hasSound: boolean;
}

/** A range of a video as frames of one size at one rate. */
export interface FrameOptions {
  /** Pixels, of any length. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Start in seconds; the video's beginning when left out. */
  readonly from?: number;
  /** Length; to the video's end when left out. */
  readonly seconds?: number;
  /**
   * The size in which frames are decoded, and the FFmpeg filters that turn them into `width` by `height`. Scaled to
   * that size when left out.
   */
  readonly shaped?: {
    readonly inner: { readonly width: number; readonly height: number };
    readonly after: readonly string[];
  };
}

const PROBE_MS = 30_000;
const READ_MS = 600_000;
const SOUND_MS = 120_000;
const REPORT_BYTES = 1_000_000;
/** Memory limit in bytes for FFmpeg on a source video. */
export const RESIDENT_BYTES = 1_073_741_824;
/** From this height on, a video without colour information counts as high definition, as in players. */
const HIGH_DEFINITION = 720;
/**
 * First options of every FFmpeg call that reads a source video: they bound what is decoded. Used with RESIDENT_BYTES.
 */
export const GUARDED: readonly string[] = [
  '-nostdin',
  '-hide_banner',
  '-v',
  'error',
  '-max_alloc',
  String(MAX_ALLOCATION),
];
/**
 * Options before every video input: local files only. Reading starts at a key frame before `from`, because `evenly`
 * keeps the frame shown at `from`, which may have begun much earlier.
 */
const reading = (path: string, from = 0): readonly string[] => [
  ...GUARDED,
  ...SAFE_INPUT,
  ...(from > 0 ? ['-noaccurate_seek', '-ss', from.toFixed(6)] : []),
  '-i',
  mediaFile(path),
];

/**
 * Facts of a video's first video track.
 * @throws ProgramFault when there is none, or it cannot be read
 */
async function trackOf(programs: Programs, path: string, signal?: AbortSignal) {
  const facts = await probe(programs, path, {
    timeoutMs: PROBE_MS,
    residentLimit: RESIDENT_BYTES,
    ...(signal && { signal }),
  });
  // With variable frame rates, a track's stated length is shorter than its last images.
  const seconds = facts.seconds ?? facts.video?.seconds;
  if (facts.video === undefined || seconds === undefined || seconds <= 0)
    throw new ProgramFault('failed', programs.ffprobe, 'it has no video track');
  return { video: facts.video, seconds, audio: facts.audio };
}

/**
 * Facts of a video as a player shows it.
 * @throws ProgramFault when it is not a video; the signal's reason
 */
export async function videoFacts(programs: Programs, path: string, signal?: AbortSignal): Promise<VideoFacts> {
  const { video, seconds, audio } = await trackOf(programs, path, signal);
  const { width, height, fps, rotation } = video;
  const turned = rotation === 90 || rotation === 270;
  return {
    width: turned ? height : width,
    height: turned ? width : height,
    fps,
    seconds,
    hasSound: audio !== undefined,
  };
}

/**
 * Filters that bring a video to a constant rate and one size, for an FFmpeg graph: `fps=…,scale=…`. Videos with a
 * variable rate, 10 bits, rotation or odd sizes come out like any other. Even the shortest video gives one frame.
 */
export async function evenly(
  programs: Programs,
  path: string,
  { width, height, fps }: Pick<FrameOptions, 'width' | 'height' | 'fps'>,
  signal?: AbortSignal,
): Promise<string> {
  const { video } = await trackOf(programs, path, signal);
  const says = video.matrix !== undefined && video.matrix !== 'unknown' && video.matrix !== 'gbr';
  const matrix = says || Math.min(video.width, video.height) < HIGH_DEFINITION ? '' : ':in_color_matrix=bt709';
  return `fps=${fps}:start_time=0:eof_action=pass,scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int${matrix}:out_color_matrix=bt709,setsar=1`;
}

/**
 * Yields a video's frames at a constant rate: exactly `round(seconds × fps)` of them, opaque. After the video's end its
 * last frame repeats. Frames are decoded on demand; ending the iteration stops FFmpeg.
 * @throws ProgramFault when the video does not open or gives no frame; the signal's reason
 */
export async function* framesOf(
  programs: Programs,
  path: string,
  options: FrameOptions,
  signal?: AbortSignal,
): AsyncGenerator<Raster, void, undefined> {
  const { width, height } = options;
  for await (const data of readAs('rgba', width * height * 4, programs, path, options, signal))
    yield { width, height, data };
}

/**
 * Like {@link framesOf}, in the encoder's format: brightness, then blue and red difference at half the size in both
 * directions (BT.709, 16..235).
 * @param options even sides
 * @throws as {@link framesOf}
 */
export async function* planesOf(
  programs: Programs,
  path: string,
  options: FrameOptions,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly yuv: Uint8Array }, void, undefined> {
  for await (const { buffer } of readAs(
    'yuv420p',
    (options.width * options.height * 3) / 2,
    programs,
    path,
    options,
    signal,
  ))
    yield { yuv: new Uint8Array(buffer) };
}

async function* readAs(
  format: 'rgba' | 'yuv420p',
  length: number,
  programs: Programs,
  path: string,
  options: FrameOptions,
  signal?: AbortSignal,
): AsyncGenerator<Uint8ClampedArray<ArrayBuffer>, void, undefined> {
  const { fps, from = 0, shaped } = options;
  const chain =
    shaped === undefined
      ? await evenly(programs, path, options, signal)
      : [await evenly(programs, path, { ...shaped.inner, fps }, signal), `format=${format}`, ...shaped.after].join(',');
  const seconds = options.seconds ?? (await videoFacts(programs, path, signal)).seconds - from;
  const wanted = Math.max(1, Math.round(seconds * fps));
  const args = [
    ...reading(path, from),
    '-map',
    '0:V:0',
    '-an',
    '-sn',
    '-dn',
    '-vf',
    `${chain},format=${format}`,
    '-frames:v',
    String(wanted),
    '-f',
    'rawvideo',
    '-pix_fmt',
    format,
    'pipe:1',
  ];
  const chunks = streamProgram(programs.ffmpeg, args, {
    timeoutMs: READ_MS,
    residentLimit: RESIDENT_BYTES,
    ...(signal && { signal }),
  });
  let [last, given]: [Uint8ClampedArray<ArrayBuffer> | undefined, number] = [undefined, 0];
  for await (const data of pieces(chunks, length)) {
    last = data;
    given += 1;
    yield data;
    if (given === wanted) return;
  }
  if (last === undefined && from > 0) {
    // The images ended before `from`, so the last one is held. The search for it goes further back step by step.
    const before = Math.max(0, from - Math.max(1, 2 * seconds));
    for await (const data of readAs(
      format,
      length,
      programs,
      path,
      { ...options, from: before, seconds: from - before },
      signal,
    ))
      last = data;
  }
  if (last === undefined) throw new ProgramFault('failed', programs.ffmpeg, 'no frame could be read from the video');
  for (; given < wanted; given += 1) yield new Uint8ClampedArray(last);
}

/** Splits a byte stream into chunks of one length, each with its own memory. An incomplete remainder is dropped. */
async function* pieces(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8ClampedArray<ArrayBuffer>, void, undefined> {
  let piece = new Uint8ClampedArray(length);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + length - filled);
      piece.set(part, filled);
      [at, filled] = [at + part.length, filled + part.length];
      if (filled < length) continue;
      yield piece;
      [piece, filled] = [new Uint8ClampedArray(length), 0];
    }
  }
}

/**
 * Writes a video's sound as WAV: 48 kHz, two channels, 16 bits, with leading silence when it begins later than the
 * images.
 * @param to output path; an existing file is replaced
 * @throws ProgramFault when it has no sound, or it does not open; the signal's reason
 */
export async function takeSound(programs: Programs, path: string, to: string, signal?: AbortSignal): Promise<void> {
  const args = [
    ...reading(path),
    '-map',
    '0:a:0',
    '-vn',
    '-sn',
    '-dn',
    '-af',
    'aresample=48000:async=1:first_pts=0',
    '-ac',
    '2',
    '-c:a',
    'pcm_s16le',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-f',
    'wav',
    '-y',
    mediaFile(to),
  ];
  await runProgram(programs.ffmpeg, args, {
    timeoutMs: SOUND_MS,
    stdoutLimit: REPORT_BYTES,
    residentLimit: RESIDENT_BYTES,
    ...(signal && { signal }),
  });
}

/** Videos that were given: what they are as a player shows them, their images at an even rate, and their sound. */
import { mediaFile, MAX_ALLOCATION, probe, ProgramFault, runProgram, SAFE_INPUT, streamProgram, type Programs } from '../../../ffmpeg.js';
import type { Raster } from '../../scene/scene.js';

/** A video as it is shown. */
export interface VideoFacts {
  /** Pixels, after any rotation. */
  readonly width: number;
  readonly height: number;
  /** On the average, where its images do not come evenly. */
  readonly fps: number;
  /** As far as it is seen or heard: while it is only heard, the last image stands. */
  readonly seconds: number;
  readonly hasSound: boolean;
}

/** A stretch of a video as images of one size at one rate. */
export interface FrameOptions {
  /** Pixels, of any length. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  /** Where it begins, seconds; at the video's beginning when left out. */
  readonly from?: number;
  /** To the video's end when left out. */
  readonly seconds?: number;
  /** The size in which its images are taken, and the filters of FFmpeg's that make ones of `width` and `height` of them; scaled to that size when left out. */
  readonly shaped?: { readonly inner: { readonly width: number; readonly height: number }; readonly after: readonly string[] };
}

const PROBE_MS = 30_000;
const READ_MS = 600_000;
const SOUND_MS = 120_000;
const REPORT_BYTES = 1_000_000;
/** Bytes of memory that FFmpeg may take for a video that was given. */
export const RESIDENT_BYTES = 1_073_741_824;
/** From this height on a video that does not say how its colours are kept is taken for one of high definition, as players do. */
const HIGH_DEFINITION = 720;
/** What FFmpeg is told first wherever it reads a video that was given: nothing is decoded beyond measure. Goes with RESIDENT_BYTES. */
export const GUARDED: readonly string[] = ['-nostdin', '-hide_banner', '-v', 'error', '-max_alloc', String(MAX_ALLOCATION)];
/**
 * What stands before every video that is read: nothing but local files. Frames before `from` are read too, back to a key frame:
 * `evenly` keeps the one that is shown at `from`, which may have begun long before.
 */
const reading = (path: string, from = 0): readonly string[] => [
  ...GUARDED, ...SAFE_INPUT, ...(from > 0 ? ['-noaccurate_seek', '-ss', from.toFixed(6)] : []), '-i', mediaFile(path),
];

/** What a video's first moving track is. @throws ProgramFault when there is none, or it cannot be made out */
async function trackOf(programs: Programs, path: string, signal?: AbortSignal) {
  const facts = await probe(programs, path, { timeoutMs: PROBE_MS, residentLimit: RESIDENT_BYTES, ...(signal && { signal }) });
  // A track's own word is short of its last images where they come unevenly.
  const seconds = facts.seconds ?? facts.video?.seconds;
  if (facts.video === undefined || seconds === undefined || seconds <= 0) throw new ProgramFault('failed', programs.ffprobe, 'there is no moving picture in it');
  return { video: facts.video, seconds, audio: facts.audio };
}

/**
 * What a video is, as a player shows it.
 * @throws ProgramFault when it is none; the signal's reason
 */
export async function videoFacts(programs: Programs, path: string, signal?: AbortSignal): Promise<VideoFacts> {
  const { video, seconds, audio } = await trackOf(programs, path, signal);
  const { width, height, fps, rotation } = video;
  const turned = rotation === 90 || rotation === 270;
  return { width: turned ? height : width, height: turned ? width : height, fps, seconds, hasSound: audio !== undefined };
}

/**
 * The filters that make a video's images even in rate and of one size, for a graph of FFmpeg's: `fps=…,scale=…`.
 * What is of variable rate, of 10 bits, rotated or of odd sizes comes out like any other; even the shortest has one image.
 */
export async function evenly(programs: Programs, path: string, { width, height, fps }: Pick<FrameOptions, 'width' | 'height' | 'fps'>, signal?: AbortSignal): Promise<string> {
  const { video } = await trackOf(programs, path, signal);
  const says = video.matrix !== undefined && video.matrix !== 'unknown' && video.matrix !== 'gbr';
  const matrix = says || Math.min(video.width, video.height) < HIGH_DEFINITION ? '' : ':in_color_matrix=bt709';
  return `fps=${fps}:start_time=0:eof_action=pass,scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int${matrix}:out_color_matrix=bt709,setsar=1`;
}

/**
 * A video's images at an even rate: exactly `round(seconds × fps)` of them, opaque. Where the video ends sooner its last one
 * stands. They are decoded as they are requested; whoever stops asking ends it.
 * @throws ProgramFault when the video does not open or no image comes of it; the signal's reason
 */
export async function* framesOf(programs: Programs, path: string, options: FrameOptions, signal?: AbortSignal): AsyncGenerator<Raster, void, undefined> {
  const { width, height } = options;
  for await (const data of readAs('rgba', width * height * 4, programs, path, options, signal)) yield { width, height, data };
}

/**
 * The same as it is coded: brightness, then blue and red difference of half its size each way (BT.709, 16..235). @param options even sides
 * @throws as {@link framesOf}
 */
export async function* planesOf(programs: Programs, path: string, options: FrameOptions, signal?: AbortSignal): AsyncGenerator<{ readonly yuv: Uint8Array }, void, undefined> {
  for await (const { buffer } of readAs('yuv420p', (options.width * options.height * 3) / 2, programs, path, options, signal)) yield { yuv: new Uint8Array(buffer) };
}

async function* readAs(format: 'rgba' | 'yuv420p', length: number, programs: Programs, path: string, options: FrameOptions, signal?: AbortSignal): AsyncGenerator<Uint8ClampedArray<ArrayBuffer>, void, undefined> {
  const { fps, from = 0, shaped } = options;
  const chain = shaped === undefined ? await evenly(programs, path, options, signal) : [await evenly(programs, path, { ...shaped.inner, fps }, signal), `format=${format}`, ...shaped.after].join(',');
  const seconds = options.seconds ?? (await videoFacts(programs, path, signal)).seconds - from;
  const wanted = Math.max(1, Math.round(seconds * fps));
  const args = [
    ...reading(path, from), '-map', '0:V:0', '-an', '-sn', '-dn', '-vf', `${chain},format=${format}`,
    '-frames:v', String(wanted), '-f', 'rawvideo', '-pix_fmt', format, 'pipe:1',
  ];
  const chunks = streamProgram(programs.ffmpeg, args, { timeoutMs: READ_MS, residentLimit: RESIDENT_BYTES, ...(signal && { signal }) });
  let [last, given]: [Uint8ClampedArray<ArrayBuffer> | undefined, number] = [undefined, 0];
  for await (const data of pieces(chunks, length)) {
    last = data;
    given += 1;
    yield data;
    if (given === wanted) return;
  }
  if (last === undefined && from > 0) {
    // The images ended before `from`: the last of them stands. It is looked for further and further back.
    const before = Math.max(0, from - Math.max(1, 2 * seconds));
    for await (const data of readAs(format, length, programs, path, { ...options, from: before, seconds: from - before }, signal)) last = data;
  }
  if (last === undefined) throw new ProgramFault('failed', programs.ffmpeg, 'no picture came of the film');
  for (; given < wanted; given += 1) yield new Uint8ClampedArray(last);
}

/** A stream of bytes in pieces of one length, each with memory of its own; what is left over at the end is no piece. */
async function* pieces(chunks: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8ClampedArray<ArrayBuffer>, void, undefined> {
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
 * Writes a video's sound as WAV: 48 kHz, two channels, 16 bits, silent where it begins later than the images.
 * @param to where it is written; an older file there is replaced
 * @throws ProgramFault when it has none, or it does not open; the signal's reason
 */
export async function takeSound(programs: Programs, path: string, to: string, signal?: AbortSignal): Promise<void> {
  const args = [...reading(path), '-map', '0:a:0', '-vn', '-sn', '-dn', '-af', 'aresample=48000:async=1:first_pts=0', '-ac', '2', '-c:a', 'pcm_s16le', '-map_metadata', '-1', '-fflags', '+bitexact', '-f', 'wav', '-y', mediaFile(to)];
  await runProgram(programs.ffmpeg, args, { timeoutMs: SOUND_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES, ...(signal && { signal }) });
}

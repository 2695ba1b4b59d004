import { stat } from 'node:fs/promises';
import { defined } from '../../../kernel/defined.shared.js';
import type { ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { mediaFile, MAX_ALLOCATION, probe, runProgram, SAFE_INPUT, type MediaFacts, type Programs } from '../../../engine/ffmpeg.js';
import { INTO_OPUS, intoAlpha } from '../../../engine/local/video/io/encode.js';
import { refusal } from '../upload.js';
import { UPLOAD_LIMITS } from '../upload.shared.js';
import { damaged, RESIDENT_BYTES } from './video.js';

/** Three minutes at full size on a slow machine. */
const TRIM_MS = 300_000;
const PROBE_MS = 30_000;
const REPORT_BYTES = 65_536;
/** So little is lost that a second generation is not seen beside the first. */
const QUALITY = { h264: 17, vp9: 18 } as const;
/** Bits a second: of images at most, which is what H.264 of level 4.1 may have and every player reads; of images at least, whatever room there is; of sound. */
const RATES = { max: 50_000_000, min: 100_000, sound: 192_000 } as const;
/** Of the room, what images and sound are coded for; the rest is the container's. A coder may be one second of its rate ahead. */
const [FILLED, AHEAD_SECONDS] = [0.95, 1] as const;
/** Milliseconds by which a part may come out shorter: a frame, and what containers round. */
const ROUNDED_MS = 250;
/** Frames per second of a part that shows a single frame. */
const HELD_FPS = 25;

/** What is wanted of a video; milliseconds. */
type Part = { readonly from: number; readonly to: number };

const secondsOf = ({ from, to }: Part): number => (to - from) / 1_000;

/** Bytes that a part may have at most, known before it is cut. */
export const trimBytes = (part: Part): number => Math.min(UPLOAD_LIMITS.bytes, Math.ceil(((RATES.max + RATES.sound) / 8 / FILLED) * (secondsOf(part) + AHEAD_SECONDS)));

/** Bits a second that images may have so that a part fits into so many bytes. */
const rateFor = (bytes: number, part: Part): number =>
  Math.max(RATES.min, Math.min(RATES.max, Math.floor((bytes * 8 * FILLED) / (secondsOf(part) + AHEAD_SECONDS)) - RATES.sound));

/** A video that this product keeps, and what of it is wanted. */
export interface Trim {
  readonly path: string;
  /** Where the part goes. */
  readonly to: string;
  readonly container: 'mp4' | 'webm';
  readonly part: Part;
  /** The most that it may have; `trimBytes` when left out. */
  readonly bytes?: number;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/** A part as it was written. */
export interface Trimmed {
  readonly path: string;
  /** `webm` of a video that can be seen through. */
  readonly kind: 'mp4' | 'webm';
}

interface Coders {
  readonly kind: Trimmed['kind'];
  readonly filters: readonly string[];
  /** Before the input. */
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** How images and sound are read and written: H.264 and AAC in an MP4; VP9 and Opus in a WebM where the video can be seen through, read by the decoder that gives the alpha too. */
async function coders(
  programs: Programs, { path, container, part }: Trim, bytes: number,
  limits: { readonly residentLimit: number; readonly signal?: AbortSignal },
): Promise<Coders> {
  const rate = rateFor(bytes, part);
  const video = container === 'webm' ? (await probe(programs, path, { ...limits, timeoutMs: PROBE_MS, demuxer: 'matroska' })).video : undefined;
  if (video?.alpha === true) {
    // Images and alpha are two videos of the same rate.
    return { kind: 'webm', filters: [], read: ['-c:v', video.codec === 'vp8' ? 'libvpx' : 'libvpx-vp9'], write: [...intoAlpha(Math.max(1, Math.round(video.fps)), Math.floor(rate / 2), QUALITY.vp9), ...INTO_OPUS, '-f', 'webm'] };
  }
  return {
    // H.264 in 4:2:0 has sides of even length.
    kind: 'mp4', filters: ['crop=trunc(iw/2)*2:trunc(ih/2)*2'], read: [],
    write: [
      '-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(QUALITY.h264), '-maxrate', String(rate), '-bufsize', String(rate * AHEAD_SECONDS),
      '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', String(RATES.sound), '-movflags', '+faststart', '-f', 'mp4',
    ],
  };
}

/** @param isHeld whether the frame that is shown when the part begins is repeated, instead of beginning with the next one */
function trimArguments(
  { path, to, container, part }: Trim, { filters, read, write }: Coders, bytes: number, isHeld: boolean,
): readonly string[] {
  const graph = [...(isHeld ? [`fps=${HELD_FPS}:start_time=0`] : []), ...filters].join(',');
  return [
    '-nostdin', '-v', 'error', '-max_alloc', String(MAX_ALLOCATION), '-max_pixels', String(UPLOAD_LIMITS.videoPixels),
    ...SAFE_INPUT, ...read, ...(isHeld ? ['-noaccurate_seek'] : []), '-ss', (part.from / 1_000).toFixed(3),
    '-f', container === 'mp4' ? 'mov' : 'matroska', '-i', mediaFile(path), '-t', secondsOf(part).toFixed(3),
    '-map', '0:V:0', '-map', '0:a:0?', '-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1', '-flags:v', '+bitexact',
    '-fflags', '+bitexact', '-fs', String(bytes), ...(graph === '' ? [] : ['-vf', graph]), ...write, '-y', mediaFile(to),
  ];
}

/**
 * Cuts a part out of a video, to the frame: it is decoded from the key frame before and coded again, upright, for a copy could
 * begin only where a key frame is. Sound goes with it, and so does what can be seen through.
 * @returns where it lies; INPUT_INVALID_FOR_SERVICE {reason: 'damaged' | 'too-complex'} when it could not be read, 'trim-too-large' when
 *   it did not fit into what it may have
 * @throws ProgramFault `missing`; the signal's reason
 */
export async function trimVideo(programs: Programs, trim: Trim): Promise<Result<Trimmed, ProductError>> {
  const { to, part, bytes = trimBytes(part), signal } = trim;
  const limits = { residentLimit: RESIDENT_BYTES, ...defined({ signal }) };
  const how = await damaged(coders(programs, trim, bytes, limits));
  if (!how.ok) return how;
  const { kind } = how.value;
  const cut = async (isHeld: boolean): Promise<Result<MediaFacts, ProductError>> => {
    const options = { ...limits, timeoutMs: TRIM_MS, stdoutLimit: REPORT_BYTES };
    const run = await damaged(runProgram(programs.ffmpeg, trimArguments(trim, how.value, bytes, isHeld), options));
    const demuxer = kind === 'mp4' ? 'mov' : 'matroska';
    return run.ok ? damaged(probe(programs, to, { ...limits, timeoutMs: PROBE_MS, demuxer })) : run;
  };
  const first = await cut(false);
  // A part between two frames of a slow video has none of its own: the one before is shown all the time.
  const written = first.ok && first.value.video === undefined ? await cut(true) : first;
  if (!written.ok) return written;
  // FFmpeg ends where the room does, and says nothing of it. A video whose last image is only held may end early without that.
  const isShort = (written.value.seconds ?? 0) * 1_000 < part.to - part.from - ROUNDED_MS;
  return isShort && (await stat(to)).size >= bytes * FILLED ? err(refusal('trim-too-large')) : ok({ path: to, kind });
}

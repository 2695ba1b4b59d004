import { stat } from 'node:fs/promises';
import { defined } from '../../../kernel/defined.shared.js';
import type { ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import {
  mediaFile,
  MAX_ALLOCATION,
  probe,
  runProgram,
  SAFE_INPUT,
  type MediaFacts,
  type Programs,
} from '../../../engine/ffmpeg.js';
import { INTO_OPUS, intoAlpha } from '../../../engine/local/video/io/encode.js';
import { refusal } from '../upload.js';
import { UPLOAD_LIMITS } from '../upload.shared.js';
import { damaged, RESIDENT_BYTES } from './video.js';

/** Time limit: enough for three minutes of full-size video on a slow machine. */
const TRIM_MS = 300_000;
const PROBE_MS = 30_000;
const REPORT_BYTES = 65_536;
/** Quality at which the loss of a second encoding is not visible. */
const QUALITY = { h264: 17, vp9: 18 } as const;
/**
 * Bits per second: maximum of video, which H.264 level 4.1 allows and every player reads; minimum of video, whatever
 * the size limit; audio.
 */
const RATES = { max: 50_000_000, min: 100_000, sound: 192_000 } as const;
/**
 * Share of the size limit for video and audio, the rest is for the container; and the seconds by which an encoder may
 * run ahead of its rate.
 */
const [FILLED, AHEAD_SECONDS] = [0.95, 1] as const;
/** Milliseconds by which a part may be shorter: one frame, and the rounding of containers. */
const ROUNDED_MS = 250;
/** Frames per second of a part that shows a single frame. */
const HELD_FPS = 25;

/** Range of a video; milliseconds. */
type Part = { readonly from: number; readonly to: number };

const secondsOf = ({ from, to }: Part): number => (to - from) / 1_000;

/** Maximum size of a part in bytes, known before it is cut. */
export const trimBytes = (part: Part): number =>
  Math.min(
    UPLOAD_LIMITS.bytes,
    Math.ceil(((RATES.max + RATES.sound) / 8 / FILLED) * (secondsOf(part) + AHEAD_SECONDS)),
  );

/** Video bits per second with which a part fits into this many bytes. */
const rateFor = (bytes: number, part: Part): number =>
  Math.max(
    RATES.min,
    Math.min(RATES.max, Math.floor((bytes * 8 * FILLED) / (secondsOf(part) + AHEAD_SECONDS)) - RATES.sound),
  );

/** A stored video and the range to cut out. */
export interface Trim {
  readonly path: string;
  /** Path of the result. */
  readonly to: string;
  readonly container: 'mp4' | 'webm';
  readonly part: Part;
  /** Maximum bytes; default `trimBytes`. */
  readonly bytes?: number;
  /** Aborts the cut. */
  readonly signal?: AbortSignal | undefined;
}

/** The part as written. */
export interface Trimmed {
  readonly path: string;
  /** `webm` for a video with alpha. */
  readonly kind: 'mp4' | 'webm';
}

interface Coders {
  readonly kind: Trimmed['kind'];
  readonly filters: readonly string[];
  /** Arguments before the input. */
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/**
 * Decoder and encoder arguments: H.264 and AAC in MP4; VP9 and Opus in WebM for a video with alpha, read by the decoder
 * that also returns the alpha.
 */
async function coders(
  programs: Programs,
  { path, container, part }: Trim,
  bytes: number,
  limits: { readonly residentLimit: number; readonly signal?: AbortSignal },
): Promise<Coders> {
  const rate = rateFor(bytes, part);
  const video =
    container === 'webm'
      ? (await probe(programs, path, { ...limits, timeoutMs: PROBE_MS, demuxer: 'matroska' })).video
      : undefined;
  if (video?.alpha === true) {
    // Colour and alpha are two video streams of the same rate.
    return {
      kind: 'webm',
      filters: [],
      read: ['-c:v', video.codec === 'vp8' ? 'libvpx' : 'libvpx-vp9'],
      write: [
        ...intoAlpha(Math.max(1, Math.round(video.fps)), Math.floor(rate / 2), QUALITY.vp9),
        ...INTO_OPUS,
        '-f',
        'webm',
      ],
    };
  }
  return {
    // H.264 in 4:2:0 requires even sides.
    kind: 'mp4',
    filters: ['crop=trunc(iw/2)*2:trunc(ih/2)*2'],
    read: [],
    write: [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      String(QUALITY.h264),
      '-maxrate',
      String(rate),
      '-bufsize',
      String(rate * AHEAD_SECONDS),
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-b:a',
      String(RATES.sound),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
    ],
  };
}

/** @param isHeld whether to repeat the frame shown at the start of the part, instead of starting with the next one */
function trimArguments(
  { path, to, container, part }: Trim,
  { filters, read, write }: Coders,
  bytes: number,
  isHeld: boolean,
): readonly string[] {
  const graph = [...(isHeld ? [`fps=${HELD_FPS}:start_time=0`] : []), ...filters].join(',');
  return [
    '-nostdin',
    '-v',
    'error',
    '-max_alloc',
    String(MAX_ALLOCATION),
    '-max_pixels',
    String(UPLOAD_LIMITS.videoPixels),
    ...SAFE_INPUT,
    ...read,
    ...(isHeld ? ['-noaccurate_seek'] : []),
    '-ss',
    (part.from / 1_000).toFixed(3),
    '-f',
    container === 'mp4' ? 'mov' : 'matroska',
    '-i',
    mediaFile(path),
    '-t',
    secondsOf(part).toFixed(3),
    '-map',
    '0:V:0',
    '-map',
    '0:a:0?',
    '-dn',
    '-sn',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-flags:v',
    '+bitexact',
    '-fflags',
    '+bitexact',
    '-fs',
    String(bytes),
    ...(graph === '' ? [] : ['-vf', graph]),
    ...write,
    '-y',
    mediaFile(to),
  ];
}

/**
 * Cuts a part out of a video with frame accuracy. It decodes from the previous key frame and encodes again, upright,
 * because a copy could start only at a key frame. Audio and alpha are kept.
 * @returns the path of the part; INPUT_INVALID_FOR_SERVICE {reason: 'damaged' | 'too-complex'} if it could not be read,
 * 'trim-too-large' if it exceeds the size limit
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
  // A part between two frames of a slow video contains no frame, so the previous one is shown throughout.
  const written = first.ok && first.value.video === undefined ? await cut(true) : first;
  if (!written.ok) return written;
  // FFmpeg stops at the size limit without an error, so a short result means that. A video whose last frame is only
  // held may end early for another reason.
  const isShort = (written.value.seconds ?? 0) * 1_000 < part.to - part.from - ROUNDED_MS;
  return isShort && (await stat(to)).size >= bytes * FILLED ? err(refusal('trim-too-large')) : ok({ path: to, kind });
}

import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import {
  mediaFile,
  MAX_ALLOCATION,
  probe,
  ProgramFault,
  runProgram,
  SAFE_INPUT,
  type MediaFacts,
  type Programs,
  type VideoStream,
} from '../../../engine/ffmpeg.js';
import { readVideoRecipe } from '../../provenance/read.js';
import { UPLOAD_LIMITS, type UploadNote } from '../upload.shared.js';
import { refusal } from '../upload.js';
import type { Taken } from './taken.js';

/** Video codecs that may be stored: what browsers play. */
const MP4_VIDEO_CODECS = new Set(['h264', 'hevc', 'av1', 'mpeg4']);
const WEBM_VIDEO_CODECS = new Set(['vp8', 'vp9', 'av1']);
const MP4_SOUNDS = new Set(['aac', 'mp3', 'opus', 'ac3', 'eac3']);
const WEBM_SOUNDS = new Set(['opus', 'vorbis']);

const PROBE_MS = 30_000;
const COPY_MS = 120_000;
const POSTER_MS = 60_000;
/** Memory limit of a program in bytes; the same as for an image's process. */
export const RESIDENT_BYTES = 1_073_741_824;
/** Our container may need a little more space than the original one. */
const KEPT_BYTES = Math.round(UPLOAD_LIMITS.bytes * 1.1);
const REPORT_BYTES = 65_536;

export interface VideoFile {
  readonly from: string;
  readonly to: string;
  readonly kind: 'mp4' | 'webm';
}

/** How an image is kept: as JPEG where that is smaller, lossless, or as a mask of its transparency. */
export type ImageForm = 'compact' | 'lossless' | 'alpha-mask';
/** Re-encodes an image. */
export type TakeImage = (from: string, to: string, form: ImageForm) => Promise<Result<Taken, ProductError>>;

/** One demuxer, selected by the file's type: playlists and scripts are never tried, and no other file is opened. */
const demuxerOf = ({ kind }: VideoFile): 'mov' | 'matroska' => (kind === 'mp4' ? 'mov' : 'matroska');
const input = (file: VideoFile, path: string): string[] => [
  '-nostdin',
  '-v',
  'error',
  '-max_alloc',
  String(MAX_ALLOCATION),
  ...SAFE_INPUT,
  '-f',
  demuxerOf(file),
  '-i',
  mediaFile(path),
];

/**
 * Maps a failure to read a file to the refusal.
 * @throws ProgramFault `missing`
 */
export const damaged = async <T>(work: Promise<T>): Promise<Result<T, ProductError>> => {
  try {
    return ok(await work);
  } catch (error) {
    if (!(error instanceof ProgramFault)) throw error;
    switch (error.reason) {
      case 'missing':
        throw error;
      case 'failed':
        return err(refusal('damaged'));
      case 'time':
      case 'memory':
      case 'output':
        return err(refusal('too-complex'));
      default:
        return error.reason satisfies never;
    }
  }
};

function refuseFacts({ video, seconds }: MediaFacts, kind: VideoFile['kind']): ProductError | undefined {
  if (video === undefined) return refusal('no-moving-picture');
  const { width, height, codec } = video;
  if (!(kind === 'mp4' ? MP4_VIDEO_CODECS : WEBM_VIDEO_CODECS).has(codec))
    return refusal('codec', { codec: codec.slice(0, 20) });
  if (width * height > UPLOAD_LIMITS.videoPixels || Math.max(width, height) > UPLOAD_LIMITS.videoSide)
    return productError('RESOLUTION_LIMIT_EXCEEDED', {
      width,
      height,
      pixels: UPLOAD_LIMITS.videoPixels,
      side: UPLOAD_LIMITS.videoSide,
    });
  if (width < 2 || height < 2) return refusal('damaged');
  return (seconds ?? 0) > UPLOAD_LIMITS.seconds + 1 ? tooLong(seconds ?? 0) : undefined;
}

const tooLong = (seconds: number): ProductError =>
  refusal('too-long', { seconds: Math.round(seconds), limit: UPLOAD_LIMITS.seconds });

/** Metadata is not copied, and without this tag a copied stream would lose its alpha. */
const SEEN_THROUGH = ['-metadata:s:v:0', 'alpha_mode=1'] as const;

/**
 * Copies video and audio only: no metadata, chapters, subtitles or data. A file that is longer than it claims is cut
 * off at the limit.
 */
async function copy(programs: Programs, file: VideoFile, video: VideoStream, sound: boolean): Promise<string> {
  const path = `${file.to}.${file.kind}`;
  const output =
    file.kind === 'mp4'
      ? ['-movflags', '+faststart', ...(video.codec === 'hevc' ? ['-tag:v', 'hvc1'] : []), '-f', 'mp4']
      : [...(video.alpha ? SEEN_THROUGH : []), '-f', 'webm'];
  await runProgram(
    programs.ffmpeg,
    [
      ...input(file, file.from),
      '-map',
      '0:V:0',
      ...(sound ? ['-map', '0:a:0'] : []),
      '-map_metadata',
      '-1',
      '-map_chapters',
      '-1',
      '-dn',
      '-sn',
      '-c',
      'copy',
      '-t',
      String(UPLOAD_LIMITS.seconds + 2),
      '-fflags',
      '+bitexact',
      '-fs',
      String(KEPT_BYTES),
      ...output,
      '-y',
      mediaFile(path),
    ],
    { timeoutMs: COPY_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES },
  );
  return path;
}

/** Decodes the first frame, rotated as players do. */
async function poster(programs: Programs, file: VideoFile, path: string): Promise<string> {
  const image = `${file.to}.png`;
  await runProgram(
    programs.ffmpeg,
    [
      '-max_pixels',
      String(UPLOAD_LIMITS.videoPixels),
      '-threads',
      '1',
      ...input(file, path),
      '-map',
      '0:V:0',
      '-frames:v',
      '1',
      '-pix_fmt',
      'rgb24',
      '-c:v',
      'png',
      '-f',
      'image2',
      '-update',
      '1',
      '-y',
      mediaFile(image),
    ],
    { timeoutMs: POSTER_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES },
  );
  return image;
}

/**
 * Takes a video in: its streams are copied unchanged into a new container, and its first frame is decoded. FFmpeg runs
 * in a separate process without network access and opens no other file.
 * @param takeImage re-encodes an image, as for any image
 * @returns what was written, or the refusal
 */
export async function takeVideo(
  programs: Programs,
  file: VideoFile,
  takeImage: TakeImage,
): Promise<Result<Taken, ProductError>> {
  const limits = { timeoutMs: PROBE_MS, residentLimit: RESIDENT_BYTES, demuxer: demuxerOf(file) };
  const before = await damaged(probe(programs, file.from, limits));
  if (!before.ok) return before;
  const refused = refuseFacts(before.value, file.kind);
  if (refused !== undefined) return err(refused);
  const { video, audio } = before.value;
  if (video === undefined) return err(refusal('no-moving-picture'));
  const keepsSound = audio !== undefined && (file.kind === 'mp4' ? MP4_SOUNDS : WEBM_SOUNDS).has(audio.codec);
  const copied = await damaged(copy(programs, file, video, keepsSound));
  if (!copied.ok) return copied;
  const after = await damaged(probe(programs, copied.value, limits));
  if (!after.ok) return after;
  const seconds = after.value.seconds ?? 0;
  if (after.value.video === undefined || seconds <= 0) return err(refusal('damaged'));
  if (seconds > UPLOAD_LIMITS.seconds + 1) return err(tooLong(seconds));
  const first = await damaged(poster(programs, file, copied.value));
  if (!first.ok) return first;
  const shown = await takeImage(first.value, `${file.to}.poster`, 'compact');
  if (!shown.ok) return shown;
  const recipe = await readVideoRecipe(file.from);
  const notes: UploadNote[] = audio !== undefined && !keepsSound ? ['sound-removed'] : [];
  const turned = after.value.video.rotation === 90 || after.value.video.rotation === 270;
  const { width, height } = after.value.video;
  return ok({
    path: copied.value,
    posterPath: shown.value.path,
    kind: 'video',
    type: file.kind === 'mp4' ? 'video/mp4' : 'video/webm',
    width: turned ? height : width,
    height: turned ? width : height,
    seconds: Math.round(seconds * 1_000) / 1_000,
    animated: false,
    notes,
    ...defined({ recipe }),
  });
}

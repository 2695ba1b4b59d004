import type { ProductError } from '../../../kernel/errors.shared.js';
import { ok, type Result } from '../../../kernel/result.js';
import { mediaFile, MOST_ALLOCATION, runProgram, SAFE_INPUT, type Programs } from '../../engine/ffmpeg.js';
import { UPLOAD_LIMITS } from '../upload.shared.js';
import { damaged, RESIDENT_BYTES } from './video.js';

/** Three minutes at full size on a slow machine. */
const TRIM_MS = 300_000;
const REPORT_BYTES = 65_536;
/** So little is lost that a second generation is not seen beside the first. */
const QUALITY = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17', '-pix_fmt', 'yuv420p'] as const;

/** A film that this product keeps, and what of it is wanted; milliseconds. */
export interface Trim {
  readonly path: string;
  /** Where the part goes. */
  readonly to: string;
  readonly container: 'mp4' | 'webm';
  readonly part: { readonly from: number; readonly to: number };
}

/**
 * Cuts a part out of a film, to the frame: it is decoded from the key frame before and coded anew, upright, for a copy could
 * begin only where a key frame is. Sound goes with it.
 * @returns where it lies, as MP4; INPUT_INVALID_FOR_SERVICE {reason: 'damaged' | 'too-complex'} when it could not be read
 * @throws ProgramFault `missing`
 */
export async function trimFilm(programs: Programs, { path, to, container, part }: Trim): Promise<Result<string, ProductError>> {
  const seconds = (ms: number): string => (ms / 1_000).toFixed(3);
  const cut = await damaged(runProgram(programs.ffmpeg, [
    '-nostdin', '-v', 'error', '-max_alloc', String(MOST_ALLOCATION), '-max_pixels', String(UPLOAD_LIMITS.videoPixels), ...SAFE_INPUT,
    '-ss', seconds(part.from), '-f', container === 'mp4' ? 'mov' : 'matroska', '-i', mediaFile(path), '-t', seconds(part.to - part.from),
    '-map', '0:V:0', '-map', '0:a:0?', '-dn', '-sn', '-map_metadata', '-1', '-map_chapters', '-1',
    // H.264 in 4:2:0 has sides of even length.
    '-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2', ...QUALITY, '-c:a', 'aac', '-b:a', '192k',
    '-flags:v', '+bitexact', '-fflags', '+bitexact', '-movflags', '+faststart', '-fs', String(UPLOAD_LIMITS.bytes), '-f', 'mp4', '-y', mediaFile(to),
  ], { timeoutMs: TRIM_MS, stdoutLimit: REPORT_BYTES, residentLimit: RESIDENT_BYTES }));
  return cut.ok ? ok(to) : cut;
}

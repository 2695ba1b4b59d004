import sharp from 'sharp';
import { defined } from '../../../kernel/defined.shared.js';
import { mediaFile, MAX_ALLOCATION, probe, runProgram, SAFE_INPUT, type Programs } from '../../../engine/ffmpeg.js';

/** Pixels a side of a sample: what the check of images looks at. */
const SIDE = 224;
const FRAME_BYTES = SIDE * SIDE * 3;
const MIN_FRAMES = 3;
const MAX_FRAMES = 12;
/** Of a video at most so many seconds go by between two samples, until there are too many of them. */
const EVERY_SECONDS = 1;
const PROBE_MS = 30_000;
/** For one sample. */
const SAMPLE_MS = 60_000;
const RESIDENT_BYTES = 1_073_741_824;

/** Moments of a video at which it is sampled, seconds: evenly spread from its first frame on, which every video has. */
export function momentsOf(seconds: number): readonly number[] {
  const count = Math.min(MAX_FRAMES, Math.max(MIN_FRAMES, Math.ceil(seconds / EVERY_SECONDS)));
  return Array.from({ length: count }, (_, index) => (seconds * index) / count);
}

/**
 * Some frames of a video, small, as PNG, evenly spread over its length. Each is sought by itself, so that a long video takes
 * no longer; a moment after the last frame gives none.
 * @param path a local file
 * @throws ProgramFault when it is no video or a limit is passed; Error when it has no frame; the signal's reason
 */
export async function sampleFrames(programs: Programs, path: string, signal?: AbortSignal): Promise<readonly Uint8Array[]> {
  const limits = { residentLimit: RESIDENT_BYTES, ...defined({ signal }) };
  const { seconds = 0, video } = await probe(programs, path, { timeoutMs: PROBE_MS, ...limits });
  const samples: Uint8Array[] = [];
  for (const at of momentsOf(video?.seconds ?? seconds)) {
    // One frame at most, whatever the rate: a frame rate asked of FFmpeg would make it repeat frames of slower videos.
    const raw = await runProgram(programs.ffmpeg, frameAt(path, at), {
      timeoutMs: SAMPLE_MS, stdoutLimit: FRAME_BYTES, ...limits,
    });
    if (raw.byteLength === FRAME_BYTES) samples.push(await pngOf(raw));
  }
  if (samples.length === 0) throw new Error('the video has no frame');
  return samples;
}

/** What FFmpeg is requested the first frame from a moment on, seconds: as raw bytes, none after the last frame. */
function frameAt(path: string, at: number): readonly string[] {
  return [
    '-nostdin', '-hide_banner', '-v', 'error', '-max_alloc', String(MAX_ALLOCATION), '-threads', '1', ...SAFE_INPUT,
    // The first frame is not sought: every video has it, whenever it begins.
    ...(at > 0 ? ['-ss', at.toFixed(3)] : []), '-i', mediaFile(path), '-map', '0:V:0', '-frames:v', '1',
    '-vf', `scale=${SIDE}:${SIDE},setsar=1`, '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1',
  ];
}

const pngOf = (rgb: Uint8Array): Promise<Uint8Array> =>
  sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } }).png({ compressionLevel: 1 }).toBuffer();

import sharp from 'sharp';
import { defined } from '../../../kernel/defined.shared.js';
import { mediaFile, MAX_ALLOCATION, probe, runProgram, SAFE_INPUT, type Programs } from '../../../engine/ffmpeg.js';

/** Side of a sample in pixels, the input size of the image check. */
const SIDE = 224;
const FRAME_BYTES = SIDE * SIDE * 3;
const MIN_FRAMES = 3;
const MAX_FRAMES = 12;
/** Maximum seconds between two samples, as long as the number of samples allows. */
const EVERY_SECONDS = 1;
const PROBE_MS = 30_000;
/** Time limit for one sample. */
const SAMPLE_MS = 60_000;
const RESIDENT_BYTES = 1_073_741_824;

/** Sample times of a video in seconds, spread evenly from the first frame, which every video has. */
export function momentsOf(seconds: number): readonly number[] {
  const count = Math.min(MAX_FRAMES, Math.max(MIN_FRAMES, Math.ceil(seconds / EVERY_SECONDS)));
  return Array.from({ length: count }, (_, index) => (seconds * index) / count);
}

/**
 * Samples frames of a video as small PNGs, spread evenly over its duration. Each is sought separately, so that a long
 * video takes no longer. A time after the last frame yields no sample.
 * @param path a local file
 * @throws ProgramFault if it is no video or exceeds a limit; Error if it has no frame; the signal's reason
 */
export async function sampleFrames(
  programs: Programs,
  path: string,
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const limits = { residentLimit: RESIDENT_BYTES, ...defined({ signal }) };
  const { seconds = 0, video } = await probe(programs, path, { timeoutMs: PROBE_MS, ...limits });
  const samples: Uint8Array[] = [];
  for (const at of momentsOf(video?.seconds ?? seconds)) {
    // Limits the frame count and not the frame rate: a rate would make FFmpeg repeat frames of slower videos.
    const raw = await runProgram(programs.ffmpeg, frameAt(path, at), {
      timeoutMs: SAMPLE_MS,
      stdoutLimit: FRAME_BYTES,
      ...limits,
    });
    if (raw.byteLength === FRAME_BYTES) samples.push(await pngOf(raw));
  }
  if (samples.length === 0) throw new Error('the video has no frame');
  return samples;
}

/**
 * FFmpeg arguments for the first frame at or after a time in seconds, as raw bytes; there is none after the last frame.
 */
function frameAt(path: string, at: number): readonly string[] {
  return [
    '-nostdin',
    '-hide_banner',
    '-v',
    'error',
    '-max_alloc',
    String(MAX_ALLOCATION),
    '-threads',
    '1',
    ...SAFE_INPUT,
    // No seek for the first frame: a video may start later than 0.
    ...(at > 0 ? ['-ss', at.toFixed(3)] : []),
    '-i',
    mediaFile(path),
    '-map',
    '0:V:0',
    '-frames:v',
    '1',
    '-vf',
    `scale=${SIDE}:${SIDE},setsar=1`,
    '-f',
    'rawvideo',
    '-pix_fmt',
    'rgb24',
    'pipe:1',
  ];
}

const pngOf = (rgb: Uint8Array): Promise<Uint8Array> =>
  sharp(rgb, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();

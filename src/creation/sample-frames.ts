import sharp from 'sharp';
import { mediaFile, MOST_ALLOCATION, probe, runProgram, SAFE_INPUT, type Programs } from './engine/ffmpeg.js';

/** Pixels a side of a sample: what the check of pictures looks at. */
const SIDE = 224;
const FRAME_BYTES = SIDE * SIDE * 3;
const LEAST = 3;
const MOST = 12;
/** Of a film at most so many seconds go by between two samples, until there are too many of them. */
const EVERY_SECONDS = 1;
const PROBE_MS = 30_000;
const SAMPLE_MS = 120_000;
const RESIDENT_BYTES = 1_073_741_824;

/** Moments of a film at which it is looked at, seconds: evenly spread from its first picture on, which every film has. */
export function momentsOf(seconds: number): readonly number[] {
  const count = Math.min(MOST, Math.max(LEAST, Math.ceil(seconds / EVERY_SECONDS)));
  return Array.from({ length: count }, (_, index) => (seconds * index) / count);
}

/**
 * Some pictures of a film, small, as PNG: evenly spread over its length and sought one by one, so that a long film takes no longer.
 * @param path a local file
 * @throws ProgramFault when it is no film or a limit is passed; Error when no picture came of it; the signal's reason
 */
export async function sampleFrames(programs: Programs, path: string, signal?: AbortSignal): Promise<readonly Uint8Array[]> {
  const limits = { residentLimit: RESIDENT_BYTES, ...(signal === undefined ? {} : { signal }) };
  const { seconds = 0, video } = await probe(programs, path, { timeoutMs: PROBE_MS, ...limits });
  const moments = momentsOf(video?.seconds ?? seconds);
  const inputs = moments.flatMap((at) => ['-max_alloc', String(MOST_ALLOCATION), ...SAFE_INPUT, '-ss', at.toFixed(3), '-i', mediaFile(path)]);
  const each = moments.map((_, index) => `[${index}:v:0]trim=end_frame=1,setpts=PTS-STARTPTS,scale=${SIDE}:${SIDE},setsar=1,format=rgb24[f${index}]`);
  const graph = `${each.join(';')};${moments.map((_, index) => `[f${index}]`).join('')}concat=n=${moments.length},setpts=N/25/TB[out]`;
  const args = ['-nostdin', '-hide_banner', '-v', 'error', '-threads', '1', ...inputs, '-filter_complex', graph, '-map', '[out]', '-r', '25', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
  const raw = await runProgram(programs.ffmpeg, args, { timeoutMs: SAMPLE_MS, stdoutLimit: FRAME_BYTES * moments.length, ...limits });
  const frames = Array.from({ length: Math.floor(raw.byteLength / FRAME_BYTES) }, (_, index) => raw.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES));
  if (frames.length === 0) throw new Error('no picture came of the film');
  return Promise.all(frames.map((frame) => sharp(frame, { raw: { width: SIDE, height: SIDE, channels: 3 } }).png({ compressionLevel: 1 }).toBuffer()));
}

/** Films that tests make, with what is known of every moment in them. */
import { mediaFile, runProgram, type Programs } from '../../../src/engine/ffmpeg.js';

/** A bright square of 24 pixels that goes right over dark grey, 40 pixels a second from 20 on, at half the height. */
export const SQUARE = { side: 24, from: 20, speed: 40 } as const;

/** How a made film is kept. */
export interface Kept {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly fps?: number;
  /** After the pictures: codec, pixel format, container. */
  readonly as?: readonly string[];
  /** Filters upon the pictures. */
  readonly through?: string;
  /** A sound as FFmpeg makes it: `sine=440`, `anullsrc`. */
  readonly sound?: string;
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-pix_fmt', 'yuv420p'] as const;

/** Runs FFmpeg upon what it makes itself. */
export async function ffmpeg({ ffmpeg: program }: Programs, args: readonly string[]): Promise<Uint8Array> {
  return runProgram(program, ['-nostdin', '-hide_banner', '-v', 'error', ...args], {
    timeoutMs: 240_000,
    stdoutLimit: 400_000_000,
  });
}

/** Writes a film of the square. */
export async function squareVideo(
  programs: Programs,
  { path, width, height, seconds, fps = 25, as = H264, through, sound }: Kept,
): Promise<void> {
  const { side, from, speed } = SQUARE;
  const inside = `lt(abs(X-${from}-${speed}*T),${side / 2})*lt(abs(Y-${height / 2}),${side / 2})`;
  const images = `color=black:s=${width}x${height}:r=${fps}:d=${seconds},format=yuv444p,geq=lum='60+170*${inside}':cb='128-40*${inside}':cr='128+60*${inside}'${through === undefined ? '' : `,${through}`}`;
  const heard =
    sound === undefined ? [] : ['-f', 'lavfi', '-i', sound, '-t', String(seconds), '-c:a', 'aac', '-ac', '2'];
  await ffmpeg(programs, ['-f', 'lavfi', '-i', images, ...heard, ...as, '-y', mediaFile(path)]);
}

/**
 * Films as they are measured: frames decoded from the MP4, the flow between two of them, and what a camera's move must
 * do to it.
 */
import { withOpenCv } from '../../../src/engine/local/photo/opencv.js';
import { mediaFile, runProgram, SAFE_INPUT, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Motion } from '../../../src/engine/local/video/generate/camera.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';

/** Brightness of each frame, 0..255, all of one size. */
export interface Frames {
  readonly width: number;
  readonly height: number;
  readonly list: readonly Uint8Array[];
}

async function decode(
  programs: Programs,
  path: string,
  format: 'gray' | 'rgb24',
  width: number,
  height: number,
  more: readonly string[] = [],
): Promise<Uint8Array> {
  const args = [
    '-nostdin',
    '-v',
    'error',
    ...SAFE_INPUT,
    '-i',
    mediaFile(path),
    ...more,
    '-vf',
    `scale=${width}:${height}:flags=area:in_color_matrix=bt709`,
    '-f',
    'rawvideo',
    '-pix_fmt',
    format,
    'pipe:1',
  ];
  return runProgram(programs.ffmpeg, args, { timeoutMs: 120_000, stdoutLimit: 400_000_000 });
}

/** All frames of a film, small. */
export async function framesOf(programs: Programs, path: string, width: number, height: number): Promise<Frames> {
  const bytes = await decode(programs, path, 'gray', width, height);
  const size = width * height;
  return {
    width,
    height,
    list: Array.from({ length: bytes.length / size }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  };
}

/** One frame of a film at its own size, opaque. */
export async function frameAt(
  programs: Programs,
  path: string,
  seconds: number,
  width: number,
  height: number,
): Promise<Raster> {
  const rgb = await decode(programs, path, 'rgb24', width, height, ['-ss', String(seconds), '-frames:v', '1']);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let i = 0; i < width * height; i += 1) for (let k = 0; k < 3; k += 1) data[i * 4 + k] = rgb[i * 3 + k] ?? 0;
  return { width, height, data };
}

/** Peak signal to noise ratio of two pictures of one size, dB. */
export function psnr(one: Raster, other: Raster): number {
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 4)
    for (let k = 0; k < 3; k += 1) sum += ((one.data[at + k] ?? 0) - (other.data[at + k] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255) / Math.max(sum / ((one.data.length / 4) * 3), 1e-9));
}

/** How each pixel moved, in pixels, right and down; `weight` says how well that can be seen there. */
interface Flow {
  readonly width: number;
  readonly height: number;
  readonly u: Float32Array;
  readonly v: Float32Array;
  readonly weight: Float32Array;
}

/** Dense flow (Farnebäck 2003). */
async function flowBetween({ width, height, list }: Frames, from: number, to: number): Promise<Flow> {
  const [before, after] = [list[from], list[to]];
  if (!before || !after) throw new RangeError(`no frames ${from} and ${to}`);
  const flow = await withOpenCv((cv, keep) => {
    const mat = (pixels: Uint8Array): InstanceType<typeof cv.Mat> => {
      const made = keep(new cv.Mat(height, width, cv.CV_8UC1));
      made.data.set(pixels);
      return made;
    };
    const out = keep(new cv.Mat());
    cv.calcOpticalFlowFarneback(mat(before), mat(after), out, 0.5, 4, 21, 4, 7, 1.5, 0);
    return Float32Array.from(out.data32F);
  });
  const weight = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const i = y * width + x;
      weight[i] = Math.min(
        1,
        Math.hypot((before[i + 1] ?? 0) - (before[i - 1] ?? 0), (before[i + width] ?? 0) - (before[i - width] ?? 0)) /
          40,
      );
    }
  }
  return { width, height, u: flow.filter((_, i) => i % 2 === 0), v: flow.filter((_, i) => i % 2 === 1), weight };
}

/** What a flow comes to. Pixels of the small frame. */
export interface Movement {
  /** Mean of all that can be seen, and of the upper (far) and lower (near) parts of the frame. */
  readonly u: number;
  readonly v: number;
  readonly far: { readonly u: number; readonly v: number };
  readonly near: { readonly u: number; readonly v: number };
  /** Growth away from the middle: 0.1 for a tenth. */
  readonly growth: number;
  /** Turn about the middle, clockwise: 0.1 for a tenth of a radian. */
  readonly turn: number;
  /** Shares of what can be seen that goes left, right, down, and away from the middle. */
  readonly left: number;
  readonly right: number;
  readonly down: number;
  readonly outward: number;
}

/** Measures how the picture moves from one frame to another. */
export async function movement(frames: Frames, from: number, to: number): Promise<Movement> {
  const { width, height, u, v, weight } = await flowBetween(frames, from, to);
  const sums = { all: [0, 0, 0], far: [0, 0, 0], near: [0, 0, 0] };
  let [round, along, square, left, right, down, outward, wide] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < weight.length; i += 1) {
    const w = weight[i] ?? 0;
    if (w === 0) continue;
    const [a, b, x, y] = [u[i] ?? 0, v[i] ?? 0, (i % width) - width / 2, Math.floor(i / width) - height / 2];
    const parts = [sums.all, ...(y < -height * 0.1 ? [sums.far] : y > height * 0.2 ? [sums.near] : [])];
    for (const part of parts)
      [a * w, b * w, w].forEach((value, k) => {
        part[k] = (part[k] ?? 0) + value;
      });
    along += (a * x + b * y) * w;
    round += (b * x - a * y) * w;
    square += (x * x + y * y) * w;
    if (a < 0) left += w;
    if (a > 0) right += w;
    if (b > 0) down += w;
    if (Math.hypot(x, y) > height / 4) {
      wide += w;
      if (a * x + b * y > 0) outward += w;
    }
  }
  const mean = ([a = 0, b = 0, w = 0]: readonly number[]): { u: number; v: number } => ({
    u: a / Math.max(w, 1e-6),
    v: b / Math.max(w, 1e-6),
  });
  const total = Math.max(sums.all[2] ?? 0, 1e-6);
  return {
    ...mean(sums.all),
    far: mean(sums.far),
    near: mean(sums.near),
    growth: along / Math.max(square, 1e-6),
    turn: round / Math.max(square, 1e-6),
    left: left / total,
    right: right / total,
    down: down / total,
    outward: outward / Math.max(wide, 1e-6),
  };
}

/** Least mean movement that counts, pixels, and least growth. */
const MIN_MOVEMENT = { pixels: 1, growth: 0.02 } as const;

/**
 * Why a film of a photograph does not move as it was asked to; nothing where it does.
 * @param frames small, all of the film
 */
export async function misled(frames: Frames, motion: Motion): Promise<string | undefined> {
  const at = (share: number): number => Math.round(share * (frames.list.length - 1));
  const seen = async (from: number, to: number): Promise<Movement> => movement(frames, at(from), at(to));
  const described = (name: string, m: Movement): string =>
    `${name}: ${JSON.stringify(m, (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value))}`;
  switch (motion) {
    case 'zoom-in': {
      const m = await seen(0.2, 0.8);
      return m.growth > MIN_MOVEMENT.growth && m.outward > 0.85
        ? undefined
        : described('it does not grow from the middle', m);
    }
    case 'zoom-out': {
      const m = await seen(0.3, 0.85);
      return m.growth < -MIN_MOVEMENT.growth && m.outward < 0.15
        ? undefined
        : described('it does not shrink to the middle', m);
    }
    case 'pan-right': {
      const m = await seen(0.4, 0.8);
      return m.u < -MIN_MOVEMENT.pixels && m.left > 0.85 && m.near.u < 1.25 * m.far.u
        ? undefined
        : described('it does not go left, near parts faster', m);
    }
    case 'pan-left': {
      const m = await seen(0.4, 0.8);
      return m.u > MIN_MOVEMENT.pixels && m.right > 0.85 && m.near.u > 1.25 * m.far.u
        ? undefined
        : described('it does not go right, near parts faster', m);
    }
    case 'rise': {
      const m = await seen(0.4, 0.8);
      return m.v > MIN_MOVEMENT.pixels && m.down > 0.8 && m.near.v > m.far.v
        ? undefined
        : described('it does not go down, near parts faster', m);
    }
    case 'orbit': {
      const [first, second] = [await seen(0.05, 0.25), await seen(0.35, 0.65)];
      if (first.near.u - first.far.u < MIN_MOVEMENT.pixels)
        return described('near parts do not go right before far ones', first);
      return second.near.u - second.far.u < -MIN_MOVEMENT.pixels
        ? undefined
        : described('near parts do not come back', second);
    }
    case 'drift': {
      const m = await seen(0.3, 0.8);
      return m.u > MIN_MOVEMENT.pixels / 2 && m.v < 0 && m.near.u > 1.2 * m.far.u
        ? undefined
        : described('it does not drift right and up', m);
    }
    default:
      return motion satisfies never;
  }
}

/** The controls: a film that stands still, and one that runs backwards. */
export const stillOf = (frames: Frames): Frames => ({
  ...frames,
  list: frames.list.map(() => frames.list[0] ?? new Uint8Array()),
});
export const reversed = (frames: Frames): Frames => ({ ...frames, list: [...frames.list].reverse() });

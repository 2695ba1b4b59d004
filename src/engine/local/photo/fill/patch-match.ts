import { setImmediate as turn } from 'node:timers/promises';
import { loadKernel } from '../../kernel/load.js';
import type { Raster } from '../../scene/scene.js';
import { pushPullFill } from './push-pull-fill.js';

interface FillKernel {
  readonly fill_bytes: (width: number, height: number) => number;
  readonly fill_begin: (heap: number, width: number, height: number) => number;
  readonly fill_build: () => number;
  readonly fill_level: (level: number) => void;
  readonly fill_mirror: (level: number) => void;
  readonly fill_round: (level: number, round: number, window: number, sharp: number) => void;
  readonly fill_pixels: (level: number) => number;
  readonly fill_rim: (out: number) => void;
  readonly fill_seam_bytes: () => number;
  readonly fill_seams: (memory: number, rounds: number) => void;
}

/** Called after each iteration: `fraction` 0..1, and a function for the current full-size image when available. */
export type OnRound = (fraction: number, whole?: () => Raster) => void;

/**
 * Holes with more pixels than this are searched less often at full size, because the smaller sizes have already decided
 * the layout.
 */
const LARGE_HOLE = 500_000;
/** Maximum correction at the rim, in colour steps. */
const MAX_SHIFT = 40;
/** Memory limit of the kernel. For a larger hole the last pass is skipped. */
const MAX_BYTES = 250 * 1024 * 1024;
/** Relaxation steps: seams are spread over about 35 pixels. */
const SEAM_ITERATIONS = 120;

/**
 * Initial fill of the search: the hole filled ring by ring from its rim, or, when extending an image, the image
 * mirrored at its edges.
 */
export type FillStart = 'rim' | 'mirror';

/** Rounds and search window for each level, from the smallest on. */
function schedule(level: number, levels: number, hole: number): { readonly rounds: number; readonly window: number } {
  if (level === levels - 1) return { rounds: 14, window: 0 };
  if (level === 0) return { rounds: hole > LARGE_HOLE ? 1 : 3, window: 24 };
  return level === 1 ? { rounds: 5, window: 64 } : { rounds: 9, window: 0 };
}

/**
 * Removes the step between the fill and its surroundings. The error of the patches at the pixels just outside is spread
 * smoothly over the hole and subtracted (a membrane, as in Poisson cloning).
 */
function levelOut(filled: Raster, rim: Uint8Array, hole: Uint8Array): void {
  const { width, height, data } = filled;
  const shift = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    if (rim[at + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const difference = data[at + channel]! - rim[at + channel]!;
      shift[at + channel] = 128 + Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, difference));
    }
    shift[at + 3] = 16;
  }
  const spread = pushPullFill({ width, height, data: shift }).data;
  for (let at = 0; at < hole.length; at += 1) {
    if (hole[at] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) data[at * 4 + channel]! += spread[at * 4 + channel]! - 128;
  }
}

/**
 * Fills a hole with patches of the rest of the image (multi-scale PatchMatch with voting; the kernel `fill.c`).
 * Deterministic. About 3 s for a hole of 360,000 pixels on one core.
 * @param image the image to copy from; alpha is ignored; it is not changed
 * @param hole one byte per pixel: non-zero is filled
 * @param on called after each iteration
 * @param start `mirror` when the known part is a single rectangle
 * @returns the same size, opaque; equal outside the hole. Undefined when too little remains outside to copy from
 */
export async function fillHole(
  image: Raster,
  hole: Uint8Array,
  on: OnRound,
  start: FillStart = 'rim',
): Promise<Raster | undefined> {
  const { width, height, data } = image;
  const kernel = loadKernel<FillKernel>('fill');
  const bytes = kernel.exports.fill_bytes(width, height);
  const rimAt = kernel.heap + ((bytes + 15) & ~15);
  kernel.reserve(rimAt + data.length);
  const at = kernel.exports.fill_begin(kernel.heap, width, height);
  let pixels = kernel.bytes(at, data.length);
  pixels.set(data);
  let open = 0;
  for (let index = 0; index < hole.length; index += 1) {
    pixels[index * 4 + 3] = hole[index] === 0 ? 255 : 0;
    if (hole[index] !== 0) open += 1;
  }
  const levels = kernel.exports.fill_build();
  if (levels === 0) return undefined;
  const whole = (): Raster => {
    const out = new Uint8ClampedArray(data);
    for (let index = 0, to = 0; index < hole.length; index += 1, to += 4) {
      if (hole[index] !== 0) out.set(pixels.subarray(to, to + 3), to);
      out[to + 3] = 255;
    }
    return { width, height, data: out };
  };
  for (let level = levels - 1; level >= 0; level -= 1) {
    kernel.exports.fill_level(level);
    if (start === 'mirror' && level === levels - 1) kernel.exports.fill_mirror(level);
    const { rounds, window } = schedule(level, levels, open);
    for (let round = 0; round < rounds; round += 1) {
      kernel.exports.fill_round(level, round, window, level === 0 && round === rounds - 1 ? 1 : 0);
      // Each size has four times the pixels of the previous one, so most of the time goes into the last.
      const done =
        4 ** -level * (level === 0 ? 0.3 + (0.7 * (round + 1)) / rounds : 0.25 + (0.75 * (round + 1)) / rounds);
      on(Math.min(1, done), level === 0 ? whole : undefined);
      await turn();
    }
  }
  kernel.exports.fill_rim(rimAt);
  const filled = whole();
  levelOut(filled, kernel.bytes(rimAt, data.length), hole);
  if (rimAt + kernel.exports.fill_seam_bytes() > MAX_BYTES) return filled;
  for (let index = 0, to = 0; index < hole.length; index += 1, to += 4)
    if (hole[index] !== 0) pixels.set(filled.data.subarray(to, to + 3), to);
  kernel.reserve(rimAt + kernel.exports.fill_seam_bytes());
  pixels = kernel.bytes(at, data.length);
  kernel.exports.fill_seams(rimAt, SEAM_ITERATIONS);
  return whole();
}

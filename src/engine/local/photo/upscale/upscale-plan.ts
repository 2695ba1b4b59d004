import { NETWORK_SCALES, REACH, type NetworkScale } from './esrgan.js';
import type { Size } from '../resize.js';

/** One tile: the part of the image that it produces, without the margin that it needs. */
export interface Tile extends Size {
  readonly x: number;
  readonly y: number;
}

export interface UpscalePlan {
  /** Scale of the network; 1 means Lanczos alone. */
  readonly scale: 1 | NetworkScale;
  readonly tiles: readonly Tile[];
  /** Maximum number of tiles for the network within the time limit; the others use Lanczos. */
  readonly learned: number;
  /** Expected time on one core of a common server, milliseconds. */
  readonly typicalMs: number;
}

/** Maximum side of the network's input, pixels. It bounds memory (about 0.3 GB). */
const TILE_SEEN = 256;
const MAX_TILE = TILE_SEEN - 2 * REACH;
const MIN_TILE = 48;
const MIN_TILES = 6;
/** Maximum pixels of the network's output before the final resampling. */
const MAX_ENLARGED = 4096 * 4096 * 1.3;
/** A remaining factor up to this is left to Lanczos, which does it as well. */
const REMAINDER = 1.1;
/** Measured: microseconds per input pixel of the network, one thread with SIMD at about 3 GHz. */
const MICROSECONDS: Readonly<Record<NetworkScale, number>> = { 2: 17, 3: 19, 4: 22 };
/** Time limit for the network by those figures. A core at 60 % of that speed still finishes within 100 s. */
const MAX_MICROSECONDS = 56_000_000;
/** Measured: microseconds per output pixel for all resampling. */
const RESAMPLING_MICROSECONDS = 0.5;

const pixels = ({ width, height }: Size): number => width * height;

/** Splits a length into equal pieces of at most `max`. */
function cut(length: number, max: number): readonly { readonly at: number; readonly size: number }[] {
  const count = Math.ceil(length / max);
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round((index * length) / count);
    return { at, size: Math.round(((index + 1) * length) / count) - at };
  });
}

function tilesOf(image: Size): readonly Tile[] {
  const max = Math.min(MAX_TILE, Math.max(MIN_TILE, Math.floor(Math.sqrt(pixels(image) / MIN_TILES))));
  const columns = cut(image.width, max);
  return cut(image.height, max).flatMap((row) =>
    columns.map((column) => ({ x: column.at, y: row.at, width: column.size, height: row.size })),
  );
}

function scaleFor(image: Size, to: Size): 1 | NetworkScale {
  const ratio = Math.max(to.width / image.width, to.height / image.height);
  if (ratio <= REMAINDER) return 1;
  const fitting = NETWORK_SCALES.filter((scale) => pixels(image) * scale * scale <= MAX_ENLARGED);
  return fitting.find((scale) => scale * REMAINDER >= ratio) ?? fitting.at(-1) ?? 1;
}

/**
 * Plans how an image is enlarged within the time limit. The limit is counted in pixels, never by a clock, so that every
 * machine gives the same result.
 * @param image its size, pixels
 * @param to the requested size, pixels; it may be smaller than the image
 */
export function planUpscale(image: Size, to: Size): UpscalePlan {
  const scale = scaleFor(image, to);
  const rest = RESAMPLING_MICROSECONDS * pixels(to);
  if (scale === 1) return { scale, tiles: [], learned: 0, typicalMs: Math.round(rest / 1000) };
  const tiles = tilesOf(image);
  const seen = Math.max(...tiles.map(({ width, height }) => (width + 2 * REACH) * (height + 2 * REACH)));
  const learned = Math.min(tiles.length, Math.floor(MAX_MICROSECONDS / (seen * MICROSECONDS[scale])));
  return { scale, tiles, learned, typicalMs: Math.round((rest + learned * seen * MICROSECONDS[scale]) / 1000) };
}

import { NETWORK_SCALES, REACH, type NetworkScale } from './esrgan.js';
import type { Size } from '../resize.js';

/** One tile: what of the image it makes, without what it must see around it. */
export interface Tile extends Size {
  readonly x: number;
  readonly y: number;
}

export interface UpscalePlan {
  /** Which network enlarges; 1 is none: Lanczos alone. */
  readonly scale: 1 | NetworkScale;
  readonly tiles: readonly Tile[];
  /** Tiles the network may make, by the limit of time; the others stay with Lanczos. */
  readonly learned: number;
  /** What it takes on one core of a common server, milliseconds. */
  readonly typicalMs: number;
}

/** Largest tile the network sees, pixels a side: what bounds memory (about 0.3 GB). */
const TILE_SEEN = 256;
const MAX_TILE = TILE_SEEN - 2 * REACH;
const MIN_TILE = 48;
const MIN_TILES = 6;
/** Pixels of the image as the network enlarges it, before the last resampling. */
const MAX_ENLARGED = 4096 * 4096 * 1.3;
/** A remainder of enlargement that Lanczos does as well. */
const REMAINDER = 1.1;
/** Measured: microseconds for a pixel the network sees, one thread with SIMD at about 3 GHz. */
const MICROSECONDS: Readonly<Record<NetworkScale, number>> = { 2: 17, 3: 19, 4: 22 };
/** Time the network may take by those figures: a core at 60 % of that speed still ends within 100 s. */
const MAX_MICROSECONDS = 56_000_000;
/** Measured: microseconds for a pixel of the result, for all that is resampled. */
const RESAMPLING_MICROSECONDS = 0.5;

const pixels = ({ width, height }: Size): number => width * height;

/** Cuts a length into equal pieces of at most `max`. */
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
  return cut(image.height, max).flatMap((row) => columns.map((column) => ({ x: column.at, y: row.at, width: column.size, height: row.size })));
}

function scaleFor(image: Size, to: Size): 1 | NetworkScale {
  const ratio = Math.max(to.width / image.width, to.height / image.height);
  if (ratio <= REMAINDER) return 1;
  const fitting = NETWORK_SCALES.filter((scale) => pixels(image) * scale * scale <= MAX_ENLARGED);
  return fitting.find((scale) => scale * REMAINDER >= ratio) ?? fitting.at(-1) ?? 1;
}

/**
 * Decides how an image is enlarged so that it ends in time. The limit is counted in pixels, never by a clock: the same
 * image is enlarged in the same way on every machine.
 * @param image its size, pixels
 * @param to the size requested, pixels; smaller than the image is allowed
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

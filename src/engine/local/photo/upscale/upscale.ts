import { setImmediate as turn } from 'node:timers/promises';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { pushPullFill } from '../fill/push-pull-fill.js';
import { loadNetwork, REACH, type Network } from './esrgan.js';
import { backProject, levelPhases } from './back-projection.js';
import { alphaOf, colours, resample, toRaster, type Plane, type Size } from '../resize.js';
import { planUpscale, type Tile } from './upscale-plan.js';

/** For a tile whose neighbouring pixels differ by less than this everywhere (of 255), Lanczos is as good. */
const FLAT = 3;
/** Width of the blend between a network tile and a Lanczos tile, in input pixels. */
const FEATHER = 8;
/** Longest side of a preview, pixels. */
const GLANCE_SIDE = 1280;

/** Reads a tile with its margin; beyond the image's edge it is mirrored. */
function cutOut({ data, width, height }: Plane, tile: Tile, around: number): Float32Array {
  const across = tile.width + 2 * around;
  const down = tile.height + 2 * around;
  const mirror = (at: number, size: number): number => {
    const period = Math.max(1, 2 * size - 2);
    const within = ((at % period) + period) % period;
    return within < size ? within : period - within;
  };
  const out = new Float32Array(across * down * 3);
  for (let row = 0, to = 0; row < down; row += 1) {
    const line = mirror(tile.y + row - around, height) * width;
    for (let column = 0; column < across; column += 1, to += 3) {
      const from = (line + mirror(tile.x + column - around, width)) * 3;
      out[to] = data[from]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from + 2]!;
    }
  }
  return out;
}

/** Detail of a tile: mean difference between neighbours in green; 0 when no difference reaches {@link FLAT}. */
function detail({ data, width, height }: Plane, tile: Tile): number {
  let sum = 0;
  let max = 0;
  for (let y = tile.y; y < Math.min(tile.y + tile.height, height - 1); y += 1) {
    for (let x = tile.x; x < Math.min(tile.x + tile.width, width - 1); x += 1) {
      const at = (y * width + x) * 3 + 1;
      const step = Math.abs(data[at + 3]! - data[at]!) + Math.abs(data[at + width * 3]! - data[at]!);
      sum += step;
      if (step > max) max = step;
    }
  }
  return max < FLAT ? 0 : sum / (tile.width * tile.height);
}

/** The tiles for the network: all that are not flat, or the most detailed of them; in reading order. */
function worthwhile(rgb: Plane, tiles: readonly Tile[], limit: number): readonly Tile[] {
  const ranked = tiles
    .map((tile, index) => ({ tile, index, worth: detail(rgb, tile) }))
    .filter(({ worth }) => worth > 0);
  ranked.sort((one, other) => other.worth - one.worth || one.index - other.index);
  return ranked
    .slice(0, limit)
    .sort((one, other) => one.index - other.index)
    .map(({ tile }) => tile);
}

/**
 * Weight of the network for each input pixel, 0..1: 1 in network tiles, falling to 0 just inside the border to a
 * Lanczos tile.
 */
function weights({ width, height }: Size, learned: readonly Tile[], all: number): Float32Array | undefined {
  if (learned.length === all) return undefined;
  // Distance to the nearest pixel without the network, by two sweeps of the chessboard metric.
  const far = new Float32Array(width * height);
  for (const tile of learned)
    for (let y = tile.y; y < tile.y + tile.height; y += 1)
      far.fill(FEATHER, y * width + tile.x, y * width + tile.x + tile.width);
  const sweep = (from: number, step: 1 | -1): void => {
    for (let index = 0, at = from; index < far.length; index += 1, at += step) {
      const x = at % width;
      const before = at - step * width;
      const row = before >= 0 && before < far.length;
      let min = far[at]!;
      if (x - step >= 0 && x - step < width) min = Math.min(min, far[at - step]! + 1);
      if (row)
        min = Math.min(
          min,
          far[before]! + 1,
          (x > 0 ? far[before - 1]! : FEATHER) + 1,
          (x < width - 1 ? far[before + 1]! : FEATHER) + 1,
        );
      far[at] = min;
    }
  };
  sweep(0, 1);
  sweep(far.length - 1, -1);
  return far.map((distance) => distance / FEATHER);
}

/** Writes a tile's inner part into the enlarged image, blended by the weights. */
function paste(
  into: Plane,
  made: Float32Array,
  tile: Tile,
  scale: number,
  weight: Float32Array | undefined,
  inputWidth: number,
): void {
  const across = (tile.width + 2 * REACH) * scale;
  for (let y = 0; y < tile.height * scale; y += 1) {
    let from = ((y + REACH * scale) * across + REACH * scale) * 3;
    let to = ((tile.y * scale + y) * into.width + tile.x * scale) * 3;
    const line = (tile.y + Math.floor(y / scale)) * inputWidth + tile.x;
    for (let x = 0; x < tile.width * scale; x += 1) {
      const share = weight?.[line + Math.floor(x / scale)] ?? 1;
      for (let channel = 0; channel < 3; channel += 1, from += 1, to += 1) {
        into.data[to] = Math.round(made[from]! * share + into.data[to]! * (1 - share));
      }
    }
  }
}

/**
 * A preview of the current image. A large image is subsampled, because it is only shown while the next tile is
 * computed.
 */
function glance({ width, height, data }: Plane): Raster {
  const step = Math.ceil(Math.max(width, height) / GLANCE_SIDE);
  if (step === 1) return toRaster({ width, height, data });
  const size = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const small = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, to = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1, to += 3) {
      const from = (y * width + x) * step * 3;
      small.set(data.subarray(from, from + 3), to);
    }
  }
  return toRaster({ ...size, data: small });
}

/** Runs the network over the tiles of an image; the rest is enlarged by Lanczos. */
async function learn(
  rgb: Plane,
  network: Network,
  tiles: readonly Tile[],
  limit: number,
  grow: (done: number, enlarged: Plane) => void,
): Promise<Plane> {
  const { scale } = network;
  const plain = resample(rgb, 3, { width: rgb.width * scale, height: rgb.height * scale }, 'lanczos');
  const enlarged: Plane = { ...plain, data: Uint8Array.from(plain.data) };
  const chosen = worthwhile(rgb, tiles, limit);
  const weight = weights(rgb, chosen, tiles.length);
  grow(0, enlarged);
  for (const [index, tile] of chosen.entries()) {
    const made = network.enlarge(cutOut(rgb, tile, REACH), tile.width + 2 * REACH, tile.height + 2 * REACH);
    paste(enlarged, made, tile, scale, weight, rgb.width);
    grow((index + 1) / chosen.length, enlarged);
    // The network blocks the thread. Between tiles the process can receive a request to end.
    await turn();
  }
  // Above scale 2 the network leaves a grid pattern, one cell for each input pixel.
  if (scale > 2) levelPhases(enlarged, plain, scale);
  return backProject(enlarged, rgb);
}

/**
 * Enlarges an image tile by tile with a neural network, corrects it until shrinking gives the original again, and
 * resamples it to the exact size by Lanczos. Alpha is enlarged by Lanczos. Deterministic. The network's time is limited
 * (see {@link planUpscale}): in a large image the least detailed tiles use Lanczos, and an image that hardly grows uses
 * Lanczos entirely.
 * @param image the image; it is not changed
 * @param to the size, pixels; the aspect ratio need not be kept
 * @param on called with the progress at least six times, with the image (a smaller copy of a large one) as tiles are
 * finished
 * @returns an image of that size
 */
export async function upscale(image: Raster, to: Size, on: OnGrow): Promise<Raster> {
  const plan = planUpscale(image, to);
  on({ fraction: 0 });
  const alpha = alphaOf(image);
  const rgb = colours(alpha ? pushPullFill(image) : image);
  on({ fraction: 0.02 });
  let enlarged = rgb;
  if (plan.scale !== 1) {
    const network = await loadNetwork(plan.scale);
    enlarged = await learn(rgb, network, plan.tiles, plan.learned, (done, partial) => {
      on({ fraction: 0.05 + 0.87 * done, partial: glance(partial) });
    });
  }
  on({ fraction: 0.94 });
  const exact = resample(enlarged, 3, to, 'lanczos');
  on({ fraction: 0.97 });
  const raster = toRaster(exact, alpha && resample(alpha, 1, to, 'lanczos'));
  on({ fraction: 0.99 });
  on({ fraction: 1, partial: raster });
  return raster;
}

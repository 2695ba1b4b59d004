import type { Raster } from '../../scene/scene.js';

/** Weighted sums and weights at one level of the pyramid. */
interface Level {
  readonly width: number;
  readonly height: number;
  /** Each pixel's values times its weight, followed by the weight, 0..1. */
  readonly sums: Float32Array;
}

function halve({ width, height, sums }: Level, channels: number): Level {
  const across = Math.ceil(width / 2);
  const down = Math.ceil(height / 2);
  const out = new Float32Array(across * down * channels);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels;
      const to = ((y >> 1) * across + (x >> 1)) * channels;
      for (let channel = 0; channel < channels; channel += 1) out[to + channel]! += sums[from + channel]!;
    }
  }
  for (let at = 0; at < out.length; at += channels) {
    const weight = out[at + channels - 1]!;
    if (weight > 1) for (let channel = 0; channel < channels; channel += 1) out[at + channel]! /= weight;
  }
  return { width: across, height: down, sums: out };
}

/** Completes a finer level with a coarser one's values where its own weight is too low. */
function complete(fine: Level, coarse: Level, channels: number): void {
  const { width, height, sums } = fine;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const missing = 1 - sums[at + channels - 1]!;
      if (missing <= 0) continue;
      const from = ((y >> 1) * coarse.width + (x >> 1)) * channels;
      const share = missing / Math.max(coarse.sums[from + channels - 1]!, 1e-6);
      for (let channel = 0; channel < channels; channel += 1)
        sums[at + channel]! += coarse.sums[from + channel]! * share;
    }
  }
}

/**
 * Spreads known values to unknown pixels (push-pull over a pyramid).
 * @param sums for each pixel its values times its weight, then the weight, 0..1; filled in place, all weights become 1
 * @param channels values per pixel, including the weight
 */
export function spreadKnown(width: number, height: number, sums: Float32Array, channels: number): void {
  const levels: Level[] = [{ width, height, sums }];
  for (let last = levels[0]!; last.width > 1 || last.height > 1;) {
    last = halve(last, channels);
    levels.push(last);
  }
  for (let index = levels.length - 2; index >= 0; index -= 1) complete(levels[index]!, levels[index + 1]!, channels);
}

/**
 * Spreads opaque colours into transparent pixels (push-pull over a pyramid). A filter that ignores alpha then brings no
 * foreign colour into the rim.
 * @param image straight alpha; it is not changed
 * @returns the same size, opaque; where alpha was 255 the colours are equal
 */
export function pushPullFill({ width, height, data }: Raster): Raster {
  const sums = new Float32Array(width * height * 4);
  for (let at = 0; at < sums.length; at += 4) {
    const weight = data[at + 3]! / 255;
    for (let channel = 0; channel < 3; channel += 1) sums[at + channel] = data[at + channel]! * weight;
    sums[at + 3] = weight;
  }
  spreadKnown(width, height, sums, 4);
  const out = new Uint8ClampedArray(data.length);
  for (let at = 0; at < out.length; at += 4) {
    for (let channel = 0; channel < 3; channel += 1) out[at + channel] = sums[at + channel]!;
    out[at + 3] = 255;
  }
  return { width, height, data: out };
}

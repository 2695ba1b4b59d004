import type { Plane } from '../../../src/engine/local/photo/resize.js';

/**
 * Peak signal-to-noise ratio of 8-bit samples, decibels; higher is nearer, Infinity is equal.
 * @param truth RGB
 * @param made RGB of the same size
 * @param only where this is not 0, one byte a pixel; else everywhere but 8 pixels from the edges, as is usual
 */
export function psnr(truth: Plane, made: Plane, only?: Uint8Array): number {
  const { width, height } = truth;
  let sum = 0;
  let count = 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if (only ? only[at] === 0 : x < 8 || y < 8 || x >= width - 8 || y >= height - 8) continue;
      for (let channel = 0; channel < 3; channel += 1)
        sum += (truth.data[at * 3 + channel]! - made.data[at * 3 + channel]!) ** 2;
      count += 3;
    }
  }
  return 10 * Math.log10(65_025 / (sum / count));
}

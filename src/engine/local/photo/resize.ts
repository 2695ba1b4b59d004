import type { Raster } from '../scene/scene.js';

/** Rows of interleaved 8-bit samples. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  /** `data.length === width * height * channels`. */
  readonly data: Uint8Array;
}

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A resampling window: its radius in samples of the coarser grid, and its weight at a distance. */
interface Window {
  readonly reach: number;
  readonly weight: (distance: number) => number;
}

const WINDOWS = {
  /** Lanczos with three lobes: the sharpest in common use. */
  lanczos: {
    reach: 3,
    weight: (distance) => {
      if (distance < 1e-9) return 1;
      const angle = Math.PI * distance;
      return distance < 3 ? (3 * Math.sin(angle) * Math.sin(angle / 3)) / (angle * angle) : 0;
    },
  },
  /** Keys' cubic, a = −0.5: the field's test sets are shrunk with it. */
  cubic: {
    reach: 2,
    weight: (distance) => {
      if (distance < 1) return (1.5 * distance - 2.5) * distance * distance + 1;
      return distance < 2 ? ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 : 0;
    },
  },
} as const satisfies Record<string, Window>;
export type WindowName = keyof typeof WINDOWS;

/** Source samples of a new sample, clamped to the row, with weights that sum to 1. */
interface Taps {
  readonly count: number;
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

/** Sample centres are in the middle of their cells in both grids. Shrinking widens the window by the ratio. */
function tapsOf(from: number, to: number, { reach, weight }: Window): Taps {
  const ratio = from / to;
  const wide = Math.max(1, ratio);
  const count = Math.ceil(2 * reach * wide) + 1;
  const places = new Int32Array(to * count);
  const weights = new Float32Array(to * count);
  for (let index = 0; index < to; index += 1) {
    const centre = (index + 0.5) * ratio - 0.5;
    const first = Math.ceil(centre - reach * wide);
    let sum = 0;
    for (let tap = 0; tap < count; tap += 1) {
      const share = weight(Math.abs(first + tap - centre) / wide);
      places[index * count + tap] = Math.min(from - 1, Math.max(0, first + tap));
      weights[index * count + tap] = share;
      sum += share;
    }
    for (let tap = 0; tap < count; tap += 1) weights[index * count + tap]! /= sum;
  }
  return { count, places, weights };
}

/**
 * Resamples interleaved samples row by row, so that no second image is held in memory. The available image library's
 * enlargement is offset by half a pixel, which costs up to 5 dB against the truth, hence this implementation.
 * @param data `from.width * from.height * channels` samples of any range
 * @param emit receives each new row from the top on; the array is reused for the next
 */
export function resampleRows(
  data: Uint8Array | Float32Array,
  from: Size,
  channels: number,
  to: Size,
  window: WindowName,
  emit: (row: Float32Array, y: number) => void,
): void {
  const across = tapsOf(from.width, to.width, WINDOWS[window]);
  const down = tapsOf(from.height, to.height, WINDOWS[window]);
  const length = from.width * channels;
  const column = new Float32Array(length);
  const row = new Float32Array(to.width * channels);
  for (let y = 0; y < to.height; y += 1) {
    column.fill(0);
    for (let tap = y * down.count; tap < (y + 1) * down.count; tap += 1) {
      const weight = down.weights[tap]!;
      if (weight === 0) continue;
      const start = down.places[tap]! * length;
      for (let at = 0; at < length; at += 1) column[at]! += weight * data[start + at]!;
    }
    row.fill(0);
    for (let x = 0, out = 0; x < to.width; x += 1, out += channels) {
      for (let tap = x * across.count; tap < (x + 1) * across.count; tap += 1) {
        const weight = across.weights[tap]!;
        const at = across.places[tap]! * channels;
        for (let channel = 0; channel < channels; channel += 1) row[out + channel]! += weight * column[at + channel]!;
      }
    }
    emit(row, y);
  }
}

/**
 * Resamples 8-bit samples channel by channel, without premultiplication. For the same size, the plane itself is
 * returned.
 */
export function resample(plane: Plane, channels: 1 | 3, to: Size, window: WindowName): Plane {
  const { width, height } = plane;
  if (width === to.width && height === to.height) return plane;
  // A clamped array rounds to the nearest integer and clamps to 0..255.
  const out = new Uint8ClampedArray(to.width * to.height * channels);
  resampleRows(plane.data, plane, channels, to, window, (row, y) => {
    out.set(row, y * row.length);
  });
  return { ...to, data: new Uint8Array(out.buffer) };
}

/** The colours of an image, without its alpha. */
export function colours({ width, height, data }: Raster): Plane {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, at = 0; at < rgb.length; from += 4, at += 3) {
    rgb[at] = data[from]!;
    rgb[at + 1] = data[from + 1]!;
    rgb[at + 2] = data[from + 2]!;
  }
  return { width, height, data: rgb };
}

/** The alpha of an image; undefined when it is opaque. */
export function alphaOf({ width, height, data }: Raster): Plane | undefined {
  const alpha = new Uint8Array(width * height);
  let opaque = true;
  for (let at = 0; at < alpha.length; at += 1) {
    const value = data[at * 4 + 3]!;
    alpha[at] = value;
    opaque &&= value === 255;
  }
  return opaque ? undefined : { width, height, data: alpha };
}

/** Combines colours and alpha; without alpha the image is opaque. Both must have the same size. */
export function toRaster(rgb: Plane, alpha?: Plane): Raster {
  const { width, height } = rgb;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0, from = 0, to = 0; to < data.length; at += 1, from += 3, to += 4) {
    data[to] = rgb.data[from]!;
    data[to + 1] = rgb.data[from + 1]!;
    data[to + 2] = rgb.data[from + 2]!;
    data[to + 3] = alpha?.data[at] ?? 255;
  }
  return { width, height, data };
}

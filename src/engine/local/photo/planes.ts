/**
 * Images as planes of 32-bit floats, and the filters used by the cut-out tools. All run in time linear in the pixels.
 */
import { toLinear } from '../scene/colour.js';
import type { Raster } from '../scene/scene.js';

/** One value a pixel, row by row. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A field filled with one value. */
export function field(width: number, height: number, fill = 0): Field {
  const data = new Float32Array(width * height);
  if (fill !== 0) data.fill(fill);
  return { width, height, data };
}

/** A new field computed from the values of other fields at the same position. */
export function each(make: (...values: number[]) => number, first: Field, ...rest: readonly Field[]): Field {
  const out = field(first.width, first.height);
  const [second, third] = rest;
  for (let i = 0; i < out.data.length; i += 1) {
    out.data[i] = third
      ? make(first.data[i]!, second!.data[i]!, third.data[i]!)
      : second
        ? make(first.data[i]!, second.data[i]!)
        : make(first.data[i]!);
  }
  return out;
}

/** sRGB channels 0..1. */
export function channels({ width, height, data }: Raster): readonly [Field, Field, Field] {
  const out = [field(width, height), field(width, height), field(width, height)] as const;
  for (let i = 0; i < width * height; i += 1) for (let k = 0; k < 3; k += 1) out[k]!.data[i] = data[i * 4 + k]! / 255;
  return out;
}

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => toLinear(value));

/** OKLab planes: lightness 0..1 and the two opponent axes. */
export function labPlanes({ width, height, data }: Raster): readonly [Field, Field, Field] {
  const [l, a, b] = [field(width, height), field(width, height), field(width, height)];
  for (let i = 0, at = 0; i < width * height; i += 1, at += 4) {
    const red = LINEAR[data[at]!]!;
    const green = LINEAR[data[at + 1]!]!;
    const blue = LINEAR[data[at + 2]!]!;
    const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    l.data[i] = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
    a.data[i] = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
    b.data[i] = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  }
  return [l, a, b];
}

/** Mean over a square of `2 radius + 1` pixels; pixels outside the image do not count. */
export function boxMean(source: Field, radius: number): Field {
  const { width, height } = source;
  const rows = field(width, height);
  const out = field(width, height);
  const reach = Math.min(radius, Math.max(width, height));
  for (let y = 0; y < height; y += 1) meanLine(source.data, rows.data, y * width, 1, width, reach);
  // Columns are summed row by row, because walking down a large image misses the cache at every step.
  const sums = new Float64Array(width);
  let count = 0;
  for (let y = -reach; y < height; y += 1) {
    const enters = y + reach;
    const leaves = y - reach - 1;
    if (enters < height) {
      count += 1;
      for (let x = 0, at = enters * width; x < width; x += 1, at += 1) sums[x]! += rows.data[at]!;
    }
    if (leaves >= 0) {
      count -= 1;
      for (let x = 0, at = leaves * width; x < width; x += 1, at += 1) sums[x]! -= rows.data[at]!;
    }
    if (y >= 0) for (let x = 0, at = y * width; x < width; x += 1, at += 1) out.data[at] = sums[x]! / count;
  }
  return out;
}

function meanLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  length: number,
  reach: number,
): void {
  let sum = 0;
  let count = 0;
  for (let i = -reach; i < length; i += 1) {
    const enters = i + reach;
    const leaves = i - reach - 1;
    if (enters < length) {
      sum += from[start + enters * step]!;
      count += 1;
    }
    if (leaves >= 0) {
      sum -= from[start + leaves * step]!;
      count -= 1;
    }
    if (i >= 0) to[start + i * step] = sum / count;
  }
}

/** Three box means: approximately a Gaussian. */
export function soften(source: Field, radius: number): Field {
  return boxMean(boxMean(boxMean(source, radius), radius), radius);
}

/**
 * A wide blur computed at a quarter of the size, for radii of a dozen pixels and more, where no fine detail remains.
 */
export function soften4(source: Field, radius: number): Field {
  const { width, height, data } = source;
  const small = field(Math.ceil(width / 4), Math.ceil(height / 4));
  const counts = field(small.width, small.height);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const at = (y >> 2) * small.width + (x >> 2);
      small.data[at]! += data[i]!;
      counts.data[at]! += 1;
    }
  }
  for (let at = 0; at < small.data.length; at += 1) small.data[at]! /= counts.data[at]!;
  return stretchField(soften(small, Math.max(1, Math.round(radius / 4))), width, height);
}

/** Resamples a field to another size by linear interpolation. */
export function stretchField(source: Field, width: number, height: number): Field {
  if (source.width === width && source.height === height) return source;
  const out = field(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      out.data[y * width + x] = valueAt(
        source,
        ((x + 0.5) * source.width) / width - 0.5,
        ((y + 0.5) * source.height) / height - 0.5,
      );
  return out;
}

/** Interpolated value between pixels; outside the image the border's value. */
export function valueAt({ width, height, data }: Field, x: number, y: number): number {
  const px = Math.min(Math.max(x, 0), width - 1);
  const py = Math.min(Math.max(y, 0), height - 1);
  const x0 = Math.floor(px);
  const y0 = Math.floor(py);
  const right = x0 + 1 < width ? 1 : 0;
  const below = y0 + 1 < height ? width : 0;
  const at = y0 * width + x0;
  const u = px - x0;
  const upper = data[at]! + (data[at + right]! - data[at]!) * u;
  const lower = data[at + below]! + (data[at + below + right]! - data[at + below]!) * u;
  return upper + (lower - upper) * (py - y0);
}

/**
 * Distance in pixels (3-4 chamfer, error under 8 %) to the nearest pixel where `inside` is true; 1e6 when there is
 * none.
 */
export function distanceTo(width: number, height: number, inside: (index: number) => boolean): Field {
  const out = field(width, height, 1e6);
  const d = out.data;
  const relax = (i: number, from: number, cost: number): void => {
    if (d[from]! + cost < d[i]!) d[i] = d[from]! + cost;
  };
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      if (inside(i)) {
        d[i] = 0;
        continue;
      }
      if (x > 0) relax(i, i - 1, 1);
      if (y > 0) {
        relax(i, i - width, 1);
        if (x > 0) relax(i, i - width - 1, 4 / 3);
        if (x + 1 < width) relax(i, i - width + 1, 4 / 3);
      }
    }
  }
  for (let y = height - 1, i = width * height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1, i -= 1) {
      if (x + 1 < width) relax(i, i + 1, 1);
      if (y + 1 < height) {
        relax(i, i + width, 1);
        if (x > 0) relax(i, i + width - 1, 4 / 3);
        if (x + 1 < width) relax(i, i + width + 1, 4 / 3);
      }
    }
  }
  return out;
}

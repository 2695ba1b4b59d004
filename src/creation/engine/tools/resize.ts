import sharp from 'sharp';
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

/** Resamples samples with a Lanczos window of three lobes, channel by channel: nothing is premultiplied. */
export async function lanczos(plane: Plane, channels: 1 | 3, to: Size): Promise<Plane> {
  const { width, height, data } = plane;
  if (width === to.width && height === to.height) return plane;
  const resized = await sharp(data, { raw: { width, height, channels } })
    .resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb').raw().toBuffer();
  return { ...to, data: new Uint8Array(resized.buffer, resized.byteOffset, resized.byteLength) };
}

/** The colours of a picture, without its alpha. */
export function colours({ width, height, data }: Raster): Plane {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, at = 0; at < rgb.length; from += 4, at += 3) {
    rgb[at] = data[from]!;
    rgb[at + 1] = data[from + 1]!;
    rgb[at + 2] = data[from + 2]!;
  }
  return { width, height, data: rgb };
}

/** The alpha of a picture, or nothing where all of it is opaque. */
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

/** Puts colours and alpha together again; without alpha the picture is opaque. Both must have the same size. */
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

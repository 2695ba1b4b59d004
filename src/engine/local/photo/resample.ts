import sharp from 'sharp';
import type { Raster } from '../scene/scene.js';

/** Fits a size within a longest side, keeping its shape; never enlarges. Whole pixels, at least 1. */
export function within(
  width: number,
  height: number,
  longest: number,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Resamples an image to another size (Lanczos when it shrinks, cubic when it grows); alpha is respected.
 * @param raster is not changed
 * @param how `fill` stretches; `cover` keeps the shape and crops equally on both sides
 */
export async function resample(
  raster: Raster,
  width: number,
  height: number,
  how: 'fill' | 'cover' = 'fill',
): Promise<Raster> {
  if (raster.width === width && raster.height === height) return raster;
  const kernel = width * height > raster.width * raster.height ? 'cubic' : 'lanczos3';
  const { data } = await sharp(view(raster.data), { raw: { width: raster.width, height: raster.height, channels: 4 } })
    .resize(width, height, { fit: how, kernel })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength) };
}

function view(data: Uint8ClampedArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

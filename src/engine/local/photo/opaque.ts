import type { Raster } from '../scene/scene.js';

/**
 * Composites an image on white, because most transparent images are meant for a page.
 * @returns the same object when it is opaque
 */
export function opaque({ width, height, data }: Raster): Raster {
  if (data.every((value, at) => at % 4 !== 3 || value === 255)) return { width, height, data };
  const flat = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]! / 255;
    for (let k = 0; k < 3; k += 1) flat[at + k] = data[at + k]! * alpha + 255 * (1 - alpha);
    flat[at + 3] = 255;
  }
  return { width, height, data: flat };
}

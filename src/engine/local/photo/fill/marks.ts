import type { Raster } from '../../scene/scene.js';
import { ToolRefusal } from '../../refusal.js';

/** Mask value, of 255, from which a pixel is marked. */
const MARKED = 16;

type Size = Pick<Raster, 'width' | 'height'>;

/**
 * The marked pixels of a mask, one byte per pixel: 1 where it is bright and opaque.
 * @param of the image that the mask belongs to
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE when the size differs, or when nothing or everything is marked
 */
export function marked({ width, height, data }: Raster, of: Size): Uint8Array {
  if (width !== of.width || height !== of.height)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'size' });
  const out = new Uint8Array(data.length / 4);
  let count = 0;
  for (let at = 0; at < out.length; at += 1) {
    const bright = (Math.max(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!) * data[at * 4 + 3]!) / 255;
    if (bright < MARKED) continue;
    out[at] = 1;
    count += 1;
  }
  if (count === 0) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'empty' });
  if (count === out.length) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'mask', reason: 'everything' });
  return out;
}

/** Dilates a mask by this many pixels in each direction. */
export function dilate(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  const pass = (
    from: Uint8Array,
    length: number,
    lines: number,
    place: (line: number, at: number) => number,
  ): Uint8Array => {
    const to = new Uint8Array(from.length);
    for (let line = 0; line < lines; line += 1) {
      let reach = -1;
      for (let at = 0; at < length + by; at += 1) {
        if (at < length && from[place(line, at)] !== 0) reach = at + by;
        if (at >= by && reach >= at - by) to[place(line, at - by)] = 1;
      }
    }
    return to;
  };
  const across = pass(mask, width, height, (line, at) => line * width + at);
  return pass(across, height, width, (line, at) => at * width + line);
}

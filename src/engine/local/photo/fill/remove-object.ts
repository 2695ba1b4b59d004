import type { OnGrow, Raster } from '../../scene/scene.js';
import { bleed } from './push-pull-fill.js';
import { cropTo } from '../crop.js';
import { dilate, marked } from './marks.js';
import { withOpenCv } from '../opencv.js';
import { fillHole } from './patch-match.js';
import { findRegions, type Region } from './regions.js';

/** Pixels around what is marked that are made new too: an object's soft rim is wider than the brush that marks it. */
export const RIM = 3;
/** Half the width of what is thin, pixels: a wire is drawn over from its sides, what is broader is filled with patches. */
const THIN = 4;
const TELEA_RADIUS = 5;
/** OpenCV's number of the method; its declarations leave it untyped. */
const INPAINT_TELEA = 1;

const cropMask = (mask: Uint8Array, width: number, region: Region): Uint8Array => {
  const out = new Uint8Array(region.width * region.height);
  for (let row = 0; row < region.height; row += 1) {
    const from = (region.y + row) * width + region.x;
    out.set(mask.subarray(from, from + region.width), row * region.width);
  }
  return out;
};

/** Draws over what is thin from its sides (Telea 2004). */
function telea(picture: Raster, hole: Uint8Array): Promise<Raster> {
  const { width, height, data } = picture;
  return withOpenCv((cv, keep) => {
    const rgb = keep(new cv.Mat(height, width, cv.CV_8UC3));
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    const out = keep(new cv.Mat());
    for (let at = 0; at < hole.length; at += 1) rgb.data.set(data.subarray(at * 4, at * 4 + 3), at * 3);
    mask.data.set(hole);
    cv.inpaint(rgb, mask, out, TELEA_RADIUS, INPAINT_TELEA);
    const filled = new Uint8ClampedArray(data);
    for (let at = 0; at < hole.length; at += 1) if (hole[at] !== 0) filled.set(out.data.subarray(at * 3, at * 3 + 3), at * 4);
    return { width, height, data: filled };
  });
}

/** Spreads the surroundings smoothly into the hole: for where there is nothing to copy. */
function spread(picture: Raster, hole: Uint8Array): Raster {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < hole.length; at += 1) data[at * 4 + 3] = hole[at] === 0 ? 255 : 0;
  return bleed({ ...picture, data });
}

/**
 * Fills a hole from the rest of the picture: thin parts from their sides, broad ones with patches. For what is part of a film
 * and has its mask from there: nothing is widened, nobody is told.
 * @param picture opaque; filled in place
 * @param hole one byte a pixel, not 0 is to be filled
 * @param half half the width of what counts as thin, pixels
 */
export async function fillPicture(picture: Raster, hole: Uint8Array, half = THIN + RIM): Promise<void> {
  for (const region of findRegions(hole, picture.width, picture.height, half)) {
    const [from, part] = [cropTo(picture, region), cropMask(hole, picture.width, region)];
    const filled = region.thin ? await telea(from, part) : await fillHole(from, part, () => undefined) ?? spread(from, part);
    putBack(picture, filled, region, part, part);
  }
}

/** Writes a filled region back: whole where it was marked, half where only the outermost pixel of the rim is. */
function putBack(into: Raster, filled: Raster, region: Region, hole: Uint8Array, inner: Uint8Array): void {
  for (let row = 0; row < region.height; row += 1) {
    for (let column = 0; column < region.width; column += 1) {
      const at = row * region.width + column;
      if (hole[at] === 0) continue;
      const to = ((region.y + row) * into.width + region.x + column) * 4;
      const share = inner[at] === 0 ? 0.5 : 1;
      for (let channel = 0; channel < 3; channel += 1) {
        into.data[to + channel] = filled.data[at * 4 + channel]! * share + into.data[to + channel]! * (1 - share);
      }
    }
  }
}

/** Alpha in the hole, as its surroundings have it. */
function mendAlpha(image: Raster, hole: Uint8Array): void {
  const { width, height, data } = image;
  let opaque = true;
  const alpha = new Uint8ClampedArray(data.length);
  for (let at = 0; at < hole.length; at += 1) {
    opaque &&= data[at * 4 + 3] === 255;
    alpha[at * 4] = data[at * 4 + 3]!;
    alpha[at * 4 + 3] = hole[at] === 0 ? 255 : 0;
  }
  if (opaque) return;
  const spreadAlpha = bleed({ width, height, data: alpha }).data;
  for (let at = 0; at < hole.length; at += 1) if (hole[at] !== 0) data[at * 4 + 3] = spreadAlpha[at * 4]!;
}

/**
 * Takes away what a mask marks and fills its place from the rest of the picture: thin strokes from their sides, broad ones
 * with patches found elsewhere in the picture. Deterministic. Works on a crop about each marked region, at full size.
 * @param image the picture; it is not changed
 * @param mask as large as the picture: bright and opaque is to go
 * @param on told at least six times how far it is, with the picture as it fills
 * @returns the picture, equal wherever the mask is dark, but for {@link RIM} pixels about what it marks
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE for a mask of another size, an empty one, and one that leaves nothing
 */
export async function removeObject(image: Raster, mask: Raster, on: OnGrow): Promise<Raster> {
  const { width, height } = image;
  on({ fraction: 0 });
  const wanted = marked(mask, image);
  const inner = dilate(wanted, width, height, RIM - 1);
  const hole = dilate(wanted, width, height, RIM);
  on({ fraction: 0.02 });
  const result: Raster = { width, height, data: new Uint8ClampedArray(image.data) };
  const regions = findRegions(hole, width, height, THIN + RIM);
  on({ fraction: 0.05, partial: result });
  const area = regions.reduce((sum, { pixels }) => sum + pixels, 0);
  let before = 0;
  for (const region of regions) {
    const picture = cropTo(result, region);
    const part = cropMask(hole, width, region);
    const innerPart = cropMask(inner, width, region);
    const told = (fraction: number, whole?: () => Raster): void => {
      const step = 0.05 + 0.9 * (before + region.pixels * fraction) / area;
      if (!whole) { on({ fraction: step }); return; }
      const partial: Raster = { width, height, data: new Uint8ClampedArray(result.data) };
      putBack(partial, whole(), region, part, innerPart);
      on({ fraction: step, partial });
    };
    const filled = region.thin ? await telea(picture, part) : await fillHole(picture, part, told) ?? spread(picture, part);
    putBack(result, filled, region, part, innerPart);
    before += region.pixels;
    on({ fraction: 0.05 + 0.9 * before / area, partial: result });
  }
  on({ fraction: 0.97 });
  mendAlpha(result, hole);
  on({ fraction: 1, partial: result });
  return result;
}

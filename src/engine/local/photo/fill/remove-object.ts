import type { OnGrow, Raster } from '../../scene/scene.js';
import { pushPullFill } from './push-pull-fill.js';
import { cropTo } from '../crop.js';
import { dilate, marked } from './marks.js';
import { withOpenCv } from '../opencv.js';
import { fillHole } from './patch-match.js';
import { findRegions, type Region } from './regions.js';

/** Pixels around the marked area that are replaced too: an object's soft rim is wider than the brush. */
export const RIM = 3;
/**
 * Half the maximum width of a thin part, pixels. A wire is inpainted from its sides; wider parts are filled with
 * patches.
 */
const THIN = 4;
const TELEA_RADIUS = 5;
/** OpenCV's number for the method; its type declarations lack it. */
const INPAINT_TELEA = 1;

const cropMask = (mask: Uint8Array, width: number, region: Region): Uint8Array => {
  const out = new Uint8Array(region.width * region.height);
  for (let row = 0; row < region.height; row += 1) {
    const from = (region.y + row) * width + region.x;
    out.set(mask.subarray(from, from + region.width), row * region.width);
  }
  return out;
};

/** Inpaints thin parts from their sides (Telea 2004). */
function telea(raster: Raster, hole: Uint8Array): Promise<Raster> {
  const { width, height, data } = raster;
  return withOpenCv((cv, keep) => {
    const rgb = keep(new cv.Mat(height, width, cv.CV_8UC3));
    const mask = keep(new cv.Mat(height, width, cv.CV_8UC1));
    const out = keep(new cv.Mat());
    for (let at = 0; at < hole.length; at += 1) rgb.data.set(data.subarray(at * 4, at * 4 + 3), at * 3);
    mask.data.set(hole);
    cv.inpaint(rgb, mask, out, TELEA_RADIUS, INPAINT_TELEA);
    const filled = new Uint8ClampedArray(data);
    for (let at = 0; at < hole.length; at += 1)
      if (hole[at] !== 0) filled.set(out.data.subarray(at * 3, at * 3 + 3), at * 4);
    return { width, height, data: filled };
  });
}

/** Spreads the surroundings smoothly into the hole, for when there is nothing to copy. */
function spread(raster: Raster, hole: Uint8Array): Raster {
  const data = new Uint8ClampedArray(raster.data);
  for (let at = 0; at < hole.length; at += 1) data[at * 4 + 3] = hole[at] === 0 ? 255 : 0;
  return pushPullFill({ ...raster, data });
}

/**
 * Fills a hole from the rest of the image: thin parts from their sides, wide ones with patches. For video frames, which
 * come with an exact mask: it does not widen the mask and does not report progress.
 * @param image opaque; filled in place
 * @param hole one byte per pixel, non-zero is filled
 * @param half half the maximum width of a thin part, pixels
 */
export async function fillImage(raster: Raster, hole: Uint8Array, half = THIN + RIM): Promise<void> {
  for (const region of findRegions(hole, raster.width, raster.height, half)) {
    const [from, part] = [cropTo(raster, region), cropMask(hole, raster.width, region)];
    const filled = region.thin
      ? await telea(from, part)
      : ((await fillHole(from, part, () => undefined)) ?? spread(from, part));
    putBack(raster, filled, region, part, part);
  }
}

/** Writes a filled region back: fully where it was marked, and at half opacity for the outermost pixel of the rim. */
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

/** Interpolates alpha in the hole from its surroundings. */
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
  const spreadAlpha = pushPullFill({ width, height, data: alpha }).data;
  for (let at = 0; at < hole.length; at += 1) if (hole[at] !== 0) data[at * 4 + 3] = spreadAlpha[at * 4]!;
}

/**
 * Removes what a mask marks and fills its place from the rest of the image: thin strokes from their sides, wide ones
 * with patches from elsewhere in the image. Deterministic. Works at full size on a crop around each marked region.
 * @param image the image; it is not changed
 * @param mask as large as the image; bright and opaque pixels are removed
 * @param on called with the progress at least six times, with the current image
 * @returns the image, unchanged wherever the mask is dark, except for {@link RIM} pixels around the marked area
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE for a mask of another size, an empty one, and one that covers
 * everything
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
    const raster = cropTo(result, region);
    const part = cropMask(hole, width, region);
    const innerPart = cropMask(inner, width, region);
    const onProgress = (fraction: number, whole?: () => Raster): void => {
      const step = 0.05 + (0.9 * (before + region.pixels * fraction)) / area;
      if (!whole) {
        on({ fraction: step });
        return;
      }
      const partial: Raster = { width, height, data: new Uint8ClampedArray(result.data) };
      putBack(partial, whole(), region, part, innerPart);
      on({ fraction: step, partial });
    };
    const filled = region.thin
      ? await telea(raster, part)
      : ((await fillHole(raster, part, onProgress)) ?? spread(raster, part));
    putBack(result, filled, region, part, innerPart);
    before += region.pixels;
    on({ fraction: 0.05 + (0.9 * before) / area, partial: result });
  }
  on({ fraction: 0.97 });
  mendAlpha(result, hole);
  on({ fraction: 1, partial: result });
  return result;
}

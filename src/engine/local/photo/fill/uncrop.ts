/**
 * Expands an image into a wider frame. The new part is made from the image's own patches; at the sides, where patches
 * would smear, from whole pieces of it.
 */
import type { UncropFrame } from '../../../sizes.shared.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { resample } from '../resample.js';
import { subjectOf } from '../cut-out/subject.js';
import type { Rectangle } from './uncrop-light.js';
import { growInto } from './uncrop-passes.js';

/**
 * Maximum pixels for the patch search. A larger image is expanded at a smaller size, enlarged, and matched to its edge
 * again.
 */
const WORK_PIXELS = 2_400_000;
/**
 * Matching of the enlarged frame to the image, pixels: half the length along the edge that is averaged, and the reach
 * outwards.
 */
const MATCH = { along: 6, out: 28 } as const;

/** The image in its frame, transparent around it. */
function framed(image: Raster, place: Rectangle, width: number, height: number): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  return putBack({ width, height, data }, image, place);
}

/** Writes the image into its position, byte for byte. Modifies and returns `into`. */
function putBack(into: Raster, { width, height, data }: Raster, { left, top }: Rectangle): Raster {
  for (let row = 0; row < height; row += 1)
    into.data.set(data.subarray(row * width * 4, (row + 1) * width * 4), ((top + row) * into.width + left) * 4);
  return into;
}

const clampTo = (value: number, from: number, length: number): number =>
  Math.min(from + length - 1, Math.max(from, value));

/**
 * Difference between the image's edge and the enlarged frame, averaged along the edge: red, green, blue for each pixel
 * of a side.
 */
function stepsAlong(
  big: Raster,
  image: Raster,
  place: Rectangle,
  side: 'left' | 'right' | 'top' | 'bottom',
): Float32Array {
  const across = side === 'top' || side === 'bottom';
  const length = across ? place.width : place.height;
  const at = (index: number): { readonly x: number; readonly y: number } =>
    across
      ? { x: index, y: side === 'top' ? 0 : place.height - 1 }
      : { x: side === 'left' ? 0 : place.width - 1, y: index };
  const raw = new Float32Array(length * 3);
  for (let index = 0; index < length; index += 1) {
    const { x, y } = at(index);
    for (let k = 0; k < 3; k += 1)
      raw[index * 3 + k] =
        image.data[(y * image.width + x) * 4 + k]! - big.data[((y + place.top) * big.width + x + place.left) * 4 + k]!;
  }
  const soft = new Float32Array(raw.length);
  for (let index = 0; index < length; index += 1) {
    const from = Math.max(0, index - MATCH.along);
    const to = Math.min(length - 1, index + MATCH.along);
    for (let k = 0; k < 3; k += 1) {
      let sum = 0;
      for (let near = from; near <= to; near += 1) sum += raw[near * 3 + k]!;
      soft[index * 3 + k] = sum / (to - from + 1);
    }
  }
  return soft;
}

/** Removes the step between the image and the enlarged frame. Modifies `big`. */
function matchEdge(big: Raster, image: Raster, place: Rectangle): void {
  const steps = {
    left: stepsAlong(big, image, place, 'left'),
    right: stepsAlong(big, image, place, 'right'),
    top: stepsAlong(big, image, place, 'top'),
    bottom: stepsAlong(big, image, place, 'bottom'),
  };
  for (let y = 0; y < big.height; y += 1) {
    const ny = clampTo(y, place.top, place.height);
    for (let x = 0; x < big.width; x += 1) {
      const nx = clampTo(x, place.left, place.width);
      const away = Math.hypot(x - nx, y - ny);
      if (away === 0 || away > MATCH.out * 4) continue;
      const line =
        x < place.left
          ? steps.left
          : x >= place.left + place.width
            ? steps.right
            : y < place.top
              ? steps.top
              : steps.bottom;
      const index = line === steps.left || line === steps.right ? ny - place.top : nx - place.left;
      const share = Math.exp(-away / MATCH.out);
      for (let k = 0; k < 3; k += 1) big.data[(y * big.width + x) * 4 + k]! += line[index * 3 + k]! * share;
    }
  }
}

/** Outside the image, alpha is that of the nearest image pixel. Modifies `into`. */
function carryAlpha(into: Raster, image: Raster, place: Rectangle): void {
  for (let y = 0, at = 3; y < into.height; y += 1) {
    const row = (clampTo(y, place.top, place.height) - place.top) * image.width;
    for (let x = 0; x < into.width; x += 1, at += 4)
      into.data[at] = image.data[(row + clampTo(x, place.left, place.width) - place.left) * 4 + 3]!;
  }
}

/**
 * Expands an image. Each side is made from the image's own patches (PatchMatch started from the image mirrored at its
 * edges). At the sides, if the result is duller than the edge, a whole piece of the image is used instead, cut along
 * the line where it fits. Deterministic. About 5 s of one core for an image of 1024 by 688 in a frame half as wide
 * again.
 * @param image the image; it is not changed
 * @param frame pixels to add on each side, at least one in total
 * @param on called with the progress at least six times, with the current image
 * @returns the image in its frame; the original part is unchanged, byte for byte
 */
export async function uncrop(image: Raster, frame: UncropFrame, on: OnGrow): Promise<Raster> {
  const width = image.width + frame.left + frame.right;
  const height = image.height + frame.top + frame.bottom;
  const place: Rectangle = { left: frame.left, top: frame.top, width: image.width, height: image.height };
  const scale = Math.min(1, Math.sqrt(WORK_PIXELS / (width * height)));
  const small = (length: number): number => Math.round(length * scale);
  const wide = small(width);
  const high = small(height);
  const from: Rectangle = {
    left: small(place.left),
    top: small(place.top),
    width: small(place.left + place.width) - small(place.left),
    height: small(place.top + place.height) - small(place.top),
  };
  on({ fraction: 0.02 });
  const given = await resample(image, from.width, from.height);
  const { marks, isAlone } = await subjectOf(given);
  const canvas = framed(given, from, wide, high);
  const apart = new Uint8Array(wide * high);
  for (let row = 0; row < from.height; row += 1)
    apart.set(marks.subarray(row * from.width, (row + 1) * from.width), (from.top + row) * wide + from.left);
  on({ fraction: 0.25, partial: canvas });
  let shown = 0.25;
  await growInto({ canvas, apart, isAlone }, from, (fraction) => {
    const step = 0.25 + 0.65 * fraction;
    on({ fraction: step, ...(step - shown > 0.1 ? { partial: canvas } : {}) });
    if (step - shown > 0.1) shown = step;
  });
  on({ fraction: 0.92, partial: canvas });
  carryAlpha(canvas, given, from);
  const out = await resample(canvas, width, height);
  on({ fraction: 0.95 });
  if (scale < 1) matchEdge(out, image, place);
  putBack(out, image, place);
  on({ fraction: 1, partial: out });
  return out;
}

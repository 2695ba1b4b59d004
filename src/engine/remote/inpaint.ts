import sharp from 'sharp';
import type { Size } from '../sizes.shared.js';

/** Part of an image, in pixels. */
interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** What an engine is asked to paint. */
export interface Inpainting extends Size {
  /** The region's pixels, PNG without transparency. */
  readonly image: Uint8Array;
  /** White where the engine paints; the same size, PNG. */
  readonly mask: Uint8Array;
  /**
   * Puts the engine's region back into the whole image. Pixels outside the painted area keep their values.
   * @param painted an image of the region, of any size
   * @returns PNG of the whole image
   */
  readonly finish: (painted: Uint8Array) => Promise<Uint8Array>;
}

/** Longest side that engines are asked for, and the shortest that most models draw well, pixels. */
const SIDES = { max: 1_024, min: 512 } as const;
/** Sides are multiples of this, as in most models. */
const STEP = 64;
/** Surroundings that the engine sees around the area: a share of the area's longer side, and a minimum in pixels. */
const AROUND = { share: 0.5, min: 64 } as const;
/** Width of the soft edge: a share of the region's longer side. */
const EDGE_SHARE = 1 / 160;
/** Mask value, of 255, from which a pixel is marked; as in the local engine. */
const MARKED = 16;
const MAX_PIXELS = 64_000_000;

/**
 * Prepares a region of an image for an engine that paints into masks. Engines draw about one megapixel, so only the
 * area and its surroundings are sent, scaled to the size that models draw best.
 * @param whole PNG, JPEG or WebP
 * @param mask one byte per pixel of the whole image
 * @param sizes the only sizes that the engine makes; the region is then padded to the nearest shape
 * @returns undefined when nothing is marked
 */
export async function prepareInpainting(
  whole: Uint8Array,
  mask: Uint8Array,
  size: Size,
  sizes?: readonly Size[],
): Promise<Inpainting | undefined> {
  const area = bounds(mask, size);
  if (area === undefined) return undefined;
  const region = around(area, size);
  const { sent, inner } = sizes === undefined ? asItIs(sentSize(region)) : padded(region, sizes);
  const padding = {
    left: inner.left,
    top: inner.top,
    right: sent.width - inner.left - inner.width,
    bottom: sent.height - inner.top - inner.height,
  };
  const grey = { raw: { ...size, channels: 1 } } as const;
  const blur = Math.max(0.6, Math.max(region.width, region.height) * EDGE_SHARE);
  // The blurred mask doubled: full inside the marked area, and falling to nothing outside it. A pipeline of sharp
  // reorders operations, so that each of these is its own.
  const cut = await sharp(mask, grey).extract(region).toColourspace('b-w').raw().toBuffer();
  const regional = { raw: { width: region.width, height: region.height, channels: 1 } } as const;
  const soft = await sharp(cut, regional).blur(blur).linear(2, 0).toColourspace('b-w').raw().toBuffer();
  const image = await sharp(whole, { limitInputPixels: MAX_PIXELS })
    .extract(region)
    .resize(inner.width, inner.height, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .extend({ ...padding, extendWith: 'copy' })
    .png()
    .toBuffer();
  const painted = await sharp(soft, regional)
    .threshold(1)
    .resize(inner.width, inner.height, { fit: 'fill' })
    .extend({ ...padding, background: '#000000' })
    .threshold(1)
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return {
    ...sent,
    image,
    mask: painted,
    finish: async (bytes) => {
      const back = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .rotate()
        .resize(sent.width, sent.height, { fit: 'fill' })
        .extract(inner)
        .toColourspace('srgb')
        .removeAlpha()
        .png()
        .toBuffer();
      const filled = await sharp(back).resize(region.width, region.height, { fit: 'fill' }).raw().toBuffer();
      const overlay = await sharp(filled, { raw: { width: region.width, height: region.height, channels: 3 } })
        .joinChannel(soft, regional)
        .png()
        .toBuffer();
      return sharp(whole, { limitInputPixels: MAX_PIXELS })
        .toColourspace('srgb')
        .composite([{ input: overlay, left: region.left, top: region.top }])
        .png()
        .toBuffer();
    },
  };
}

/**
 * The marked pixels of a mask image: bright and opaque ones.
 * @returns one byte per pixel, 0 or 255
 */
export async function markedPixels(mask: Uint8Array): Promise<{ readonly pixels: Uint8Array } & Size> {
  const {
    data: pixels,
    info: { width, height },
  } = await sharp(mask, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#000000' })
    .threshold(MARKED)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels, width, height };
}

/** The smallest rectangle around the marked pixels. */
function bounds(mask: Uint8Array, { width, height }: Size): Region | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(255);
    if (first === -1) continue;
    left = Math.min(left, first);
    right = Math.max(right, row.lastIndexOf(255));
    top = Math.min(top, y);
    bottom = y;
  }
  return right === -1 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The area with its surroundings, within the image. */
function around(area: Region, { width, height }: Size): Region {
  const margin = Math.round(Math.max(AROUND.min, Math.max(area.width, area.height) * AROUND.share));
  const extent = (at: number, length: number, limit: number): readonly [number, number] => {
    const wanted = Math.min(limit, Math.max(SIDES.min, length + 2 * margin));
    const from = Math.min(Math.max(0, Math.round(at + length / 2 - wanted / 2)), limit - wanted);
    return [from, wanted];
  };
  const [left, wide] = extent(area.left, area.width, width);
  const [top, tall] = extent(area.top, area.height, height);
  return { left, top, width: wide, height: tall };
}

/** The region fills the size at which it is sent. */
const asItIs = (sent: Size): { readonly sent: Size; readonly inner: Region } => ({
  sent,
  inner: { left: 0, top: 0, ...sent },
});

/** The fixed size that is nearest in shape, and the part of it that the region takes. */
function padded({ width, height }: Size, sizes: readonly Size[]): { readonly sent: Size; readonly inner: Region } {
  const off = (one: Size): number => Math.abs(Math.log(one.width / one.height / (width / height)));
  const sent = sizes.reduce((best, one) => (off(one) < off(best) ? one : best));
  const scale = Math.min(sent.width / width, sent.height / height);
  const inner = {
    width: Math.min(sent.width, Math.max(1, Math.round(width * scale))),
    height: Math.min(sent.height, Math.max(1, Math.round(height * scale))),
  };
  return {
    sent,
    inner: {
      ...inner,
      left: Math.floor((sent.width - inner.width) / 2),
      top: Math.floor((sent.height - inner.height) / 2),
    },
  };
}

/** The size at which a region is sent: the shape nearest to its own in multiples of the step. */
function sentSize({ width, height }: Size): Size {
  const scale = Math.min(SIDES.max / Math.max(width, height), Math.max(1, SIDES.min / Math.min(width, height)));
  const side = (pixels: number): number =>
    Math.min(SIDES.max, Math.max(STEP, Math.round((pixels * scale) / STEP) * STEP));
  return { width: side(width), height: side(height) };
}

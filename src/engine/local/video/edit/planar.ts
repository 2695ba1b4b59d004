/** Images in the encoder's planar format, and overlays blended onto them. */
import type { Raster } from '../../scene/scene.js';
import type { PlanarFrame } from '../io/encode.js';

/** Colour conversion by BT.709, range 16..235: luma, blue and red difference. */
const luma = (r: number, g: number, b: number): number => 16 + 0.1826 * r + 0.6142 * g + 0.062 * b;
const blue = (r: number, g: number, b: number): number => 128 - 0.1006 * r - 0.3386 * g + 0.4392 * b;
const red = (r: number, g: number, b: number): number => 128 + 0.4392 * r - 0.3989 * g - 0.0403 * b;

/** A drawing over frames: its planes, and its opacity at each pixel, 0 to 255. */
export interface Overlay extends PlanarFrame {
  /** Laid out like `yuv`: one plane for luma, then one shared by both colour differences. */
  readonly cover: Uint8Array;
  /** Rows of luma that it covers, even numbers. */
  readonly top: number;
  readonly bottom: number;
}

/**
 * The planes of an image.
 * @param raster of even sides; its alpha becomes `cover`
 */
export function overlayOf({ width, height, data }: Raster): Overlay {
  const [half, size] = [width / 2, width * height];
  const yuv = new Uint8Array((size * 3) / 2);
  const cover = new Uint8Array((size * 5) / 4);
  let [top, bottom] = [height, 0];
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      let [r, g, b, sum] = [0, 0, 0, 0];
      for (const at of [y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1]) {
        const [pr, pg, pb, alpha] = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!, data[at * 4 + 3]!];
        yuv[at] = luma(pr, pg, pb) + 0.5;
        cover[at] = alpha;
        // Transparent pixels must not affect the mean colour of the four.
        [r, g, b, sum] = [r + pr * alpha, g + pg * alpha, b + pb * alpha, sum + alpha];
      }
      const at = (y / 2) * half + x / 2;
      if (sum > 0) {
        [r, g, b] = [r / sum, g / sum, b / sum];
        [top, bottom] = [Math.min(top, y), y + 2];
      }
      yuv[size + at] = blue(r, g, b) + 0.5;
      yuv[size + size / 4 + at] = red(r, g, b) + 0.5;
      cover[size + at] = sum / 4;
    }
  return { yuv, cover, top, bottom };
}

/**
 * Blends a drawing onto a frame, which is modified.
 * @param share 0 invisible, 1 as drawn
 */
export function layOver(
  frame: PlanarFrame,
  { yuv, cover, top, bottom }: Overlay,
  share: number,
  width: number,
  height: number,
): void {
  const size = width * height;
  const into = frame.yuv;
  const mix = (from: number, to: number, plane: number, cap: number): void => {
    for (let at = from; at < to; at += 1) {
      const part = cover[cap + at]!;
      if (part > 0)
        into[plane + at] = into[plane + at]! + ((yuv[plane + at]! - into[plane + at]!) * part * share) / 255 + 0.5;
    }
  };
  mix(top * width, bottom * width, 0, 0);
  for (const plane of [size, size + size / 4]) mix((top / 2) * (width / 2), (bottom / 2) * (width / 2), plane, size);
}

/** Legible text over an image: selects the better of two ink colours, and the opacity of a veil under the text. */
import { luminance, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import type { Box } from '../../type/setting.js';

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;
/** Share of the darkest and of the lightest pixels under the text that is ignored as outliers. */
const LEFT_OUT = 0.04;
const STEP = 0.05;

/** Contrast ratio of two luminances (WCAG): 1 to 21. */
export const contrast = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Alpha blending as on a canvas. */
function over(under: Rgb, veil: Rgb, share: number): Rgb {
  const channel = (k: 0 | 1 | 2): number => under[k] + (veil[k] - under[k]) * share;
  return [channel(0), channel(1), channel(2)];
}

/** The darkest and the lightest colour under a box, without outliers. */
function extremes({ width, height, data }: Raster, box: Box): { readonly darkest: Rgb; readonly lightest: Rgb } {
  const colours: { readonly rgb: Rgb; readonly light: number }[] = [];
  const step = Math.max(1, Math.round(Math.sqrt((box.width * box.height) / 20_000)));
  for (let y = Math.max(0, Math.floor(box.y)); y < Math.min(height, box.y + box.height); y += step) {
    for (let x = Math.max(0, Math.floor(box.x)); x < Math.min(width, box.x + box.width); x += step) {
      const at = (y * width + x) * 4;
      const rgb: Rgb = [data[at]!, data[at + 1]!, data[at + 2]!];
      colours.push({ rgb, light: luminance(rgb) });
    }
  }
  colours.sort((one, other) => one.light - other.light);
  const grey: Rgb = [128, 128, 128];
  const pick = (share: number): Rgb =>
    colours[Math.min(colours.length - 1, Math.floor(share * colours.length))]?.rgb ?? grey;
  return { darkest: pick(LEFT_OUT), lightest: pick(1 - LEFT_OUT) };
}

/** Ink of a text, and the opacity of a veil in the other colour: 0 none, 1 opaque. */
export interface Ink {
  readonly ink: 'light' | 'dark';
  readonly veil: number;
}

/**
 * Selects the ink that is most legible in a box.
 * @param box pixels
 * @param inks the two choices
 * @returns the one with more contrast, and the smallest veil opacity that raises it to 4.5
 */
export function inkOn(image: Raster, box: Box, inks: { readonly light: Rgb; readonly dark: Rgb }): Ink {
  const { darkest, lightest } = extremes(image, box);
  const asDark = (share: number): number => contrast(luminance(inks.dark), luminance(over(darkest, inks.light, share)));
  const asLight = (share: number): number =>
    contrast(luminance(inks.light), luminance(over(lightest, inks.dark, share)));
  const isDark = asDark(0) >= asLight(0);
  let veil = 0;
  while (veil < 1 && (isDark ? asDark(veil) : asLight(veil)) < MIN_CONTRAST) veil += STEP;
  return { ink: isDark ? 'dark' : 'light', veil: Math.min(1, veil) };
}

/**
 * Draws a veil of a colour over a box, fading out around it. Modifies the image.
 * @param reach pixels over which it fades
 */
export function veiled({ width, height, data }: Raster, box: Box, colour: Rgb, share: number, reach: number): void {
  const outside = (at: number, from: number, to: number): number => Math.max(0, from - at, at - to);
  for (let y = Math.max(0, Math.floor(box.y - reach)); y < Math.min(height, box.y + box.height + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(box.x - reach)); x < Math.min(width, box.x + box.width + reach); x += 1) {
      const away = Math.min(
        1,
        Math.hypot(outside(x, box.x, box.x + box.width), outside(y, box.y, box.y + box.height)) / reach,
      );
      const left = 1 - away;
      const amount = share * left * left * (3 - 2 * left);
      const at = (y * width + x) * 4;
      for (let k = 0; k < 3; k += 1) data[at + k] = data[at + k]! + (colour[k]! - data[at + k]!) * amount;
    }
  }
}

/** Colour arithmetic shared by the renderers: sRGB conversion, and mixing in OKLab so that gradients stay clean. */
import type { Colour } from './scene.js';

/** Red, green, blue as sRGB, 0..255, whole numbers. */
export type Rgb = readonly [number, number, number];

/** Lightness 0..1 and the two opponent axes of OKLab (Ottosson 2020). */
export interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/**
 * Parses `#rrggbb`.
 * @throws RangeError for anything else
 */
export function hex(text: string): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(text)) {
    throw new RangeError(`not a colour: ${text}`);
  }
  const value = Number.parseInt(text.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** One sRGB channel, 0..255, as linear light 0..1 (IEC 61966-2-1). */
export function toLinear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Linear light 0..1 as one sRGB channel 0..255, clamped and rounded. */
function fromLinear(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * Math.max(light, 0) ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

/** sRGB as OKLab. */
export function toLab(colour: Rgb): Lab {
  const r = toLinear(colour[0]);
  const g = toLinear(colour[1]);
  const b = toLinear(colour[2]);
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

/** OKLab to sRGB; out-of-gamut colours are clamped channel by channel. */
export function fromLab(lab: Lab): Rgb {
  const long = (lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b) ** 3;
  const medium = (lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b) ** 3;
  const short = (lab.l - 0.0894841775 * lab.a - 1.291485548 * lab.b) ** 3;
  return [
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** Interpolates in OKLab: `share` 0 gives `from`, 1 gives `to`. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const start = toLab(from);
  const end = toLab(to);
  return fromLab({
    l: start.l + (end.l - start.l) * share,
    a: start.a + (end.a - start.a) * share,
    b: start.b + (end.b - start.b) * share,
  });
}

/** Scales lightness and chroma; 1 leaves them unchanged. `lift` is added to the lightness, −1..1. */
export function adjust(
  colour: Rgb,
  change: { readonly lightness?: number; readonly chroma?: number; readonly lift?: number },
): Rgb {
  const lab = toLab(colour);
  const chroma = change.chroma ?? 1;
  return fromLab({
    l: Math.min(1, Math.max(0, lab.l * (change.lightness ?? 1) + (change.lift ?? 0))),
    a: lab.a * chroma,
    b: lab.b * chroma,
  });
}

/** A surface colour under coloured light, both as sRGB; `strength` scales the light. */
export function lit(surface: Rgb, light: Rgb, strength: number, ambient: Rgb, ambientStrength: number): Rgb {
  const channel = (index: 0 | 1 | 2): number =>
    fromLinear(
      toLinear(surface[index]) * (toLinear(light[index]) * strength + toLinear(ambient[index]) * ambientStrength),
    );
  return [channel(0), channel(1), channel(2)];
}

/** Relative luminance 0..1 (Rec. 709 weights on linear light). */
export function luminance(colour: Rgb): number {
  return 0.2126 * toLinear(colour[0]) + 0.7152 * toLinear(colour[1]) + 0.0722 * toLinear(colour[2]);
}

/** As `rgb(r g b / alpha)` for a canvas; alpha 0..1. */
export function css(colour: Rgb, alpha = 1): string {
  return `rgba(${colour[0]}, ${colour[1]}, ${colour[2]}, ${alpha})`;
}

/**
 * The surface colour for each colour word. `rainbow` has no single value: it is represented by its red, and painters
 * that support it use `RAINBOW`.
 */
export const PIGMENTS: Readonly<Record<Colour, Rgb>> = {
  red: hex('#d33a34'),
  orange: hex('#f0852d'),
  yellow: hex('#f6cf3f'),
  green: hex('#4d9a4a'),
  teal: hex('#1f8a8a'),
  blue: hex('#2f6fc9'),
  purple: hex('#7b46b0'),
  pink: hex('#ee86ad'),
  brown: hex('#7d5236'),
  black: hex('#1d1c20'),
  white: hex('#f5f2ec'),
  grey: hex('#8d9097'),
  gold: hex('#dba83a'),
  silver: hex('#bcc3cc'),
  turquoise: hex('#36c5c0'),
  amber: hex('#e8972a'),
  jade: hex('#3fa77d'),
  cream: hex('#f3e3c3'),
  rainbow: hex('#e2463f'),
};

/** The bands of a rainbow, outside in. */
export const RAINBOW: readonly Rgb[] = [
  '#e2463f',
  '#f08a33',
  '#f7d34a',
  '#59b259',
  '#3a8fd4',
  '#4a55b8',
  '#8a4bb0',
].map(hex);

/**
 * Turns an image into a drawing for an animated video: flat areas of few inks, and lines. The steps: smooth while
 * keeping edges (bilateral filter; Tomasi and Manduchi 1998), set each pixel to its ink, remove specks (median over
 * inks ordered by lightness), then draw lines where a pixel is darker than its surroundings (difference of Gaussians;
 * Winnemöller 2006) and where very different inks meet.
 */
import type { Lab, Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import { withOpenCv, type Keep, type OpenCv } from '../../photo/opencv.js';
import { inksOf, inkTable, inTable, shownInks } from './inks.js';
import { darker, LOOKS, PAPER, toneOf, type Look } from './looks.js';
import type { AnimeLook } from '../../../options.shared.js';

/** Precomputed inks. All drawings of a shot share the inks of one image; otherwise colours would jump. */
export interface Palette {
  readonly inks: readonly Lab[];
  readonly table: Uint8Array;
}

type Mat = InstanceType<OpenCv['Mat']>;

/** The parts of a drawing before they are composed. */
interface Parts {
  readonly labels: Uint8Array;
  /** One value per pixel, 0..255. */
  readonly lines: Uint8Array;
}

/** The palette of an image for a look. */
export function paletteOf(image: Raster, look: AnimeLook): Palette {
  const inks = inksOf(image, LOOKS[look].inks);
  return { inks, table: inkTable(inks) };
}

/** As shares of the longer side: the median at half size, the line width, and the minimum line length. */
const SHARE = { median: 1 / 190, line: 1 / 960, min: 1 / 26 } as const;
const BILATERAL = { across: 7, colour: 30, space: 5, rounds: 2 } as const;
/** Minimum OKLab difference of two inks for a line to be drawn where they meet. */
const MEETING = 0.13;

/**
 * Redraws an image. Deterministic.
 * @param image opaque; not changed
 * @param palette of this image, or of an earlier one in the shot
 */
export async function shade(image: Raster, look: AnimeLook, palette: Palette): Promise<Raster> {
  const { width, height } = image;
  const parts = await withOpenCv((cv, keep) => partsOf(cv, keep, image, LOOKS[look], palette));
  const flat = filled(parts, palette, LOOKS[look], width, height);
  return { width, height, data: flat };
}

const odd = (value: number): number => Math.max(3, 2 * Math.round((value - 1) / 2) + 1);

function partsOf(
  cv: OpenCv,
  keep: Keep,
  { width, height, data }: Raster,
  { line }: Look,
  { inks, table }: Palette,
): Parts {
  const long = Math.max(width, height);
  const mat = (): Mat => keep(new cv.Mat());
  const rgba = keep(new cv.Mat(height, width, cv.CV_8UC4));
  rgba.data.set(data);
  const [rgb, small, smooth] = [mat(), mat(), mat()];
  cv.cvtColor(rgba, rgb, cv.COLOR_RGBA2RGB);
  cv.resize(rgb, small, new cv.Size(Math.ceil(width / 2), Math.ceil(height / 2)), 0, 0, cv.INTER_AREA);
  let from = small;
  for (let round = 0; round < BILATERAL.rounds; round += 1) {
    const to = mat();
    cv.bilateralFilter(from, to, BILATERAL.across, BILATERAL.colour, BILATERAL.space);
    from = to;
  }
  cv.resize(from, smooth, new cv.Size(width, height), 0, 0, cv.INTER_CUBIC);
  const [raw, labels] = [keep(new cv.Mat(height, width, cv.CV_8UC1)), mat()];
  const pixels = smooth.data;
  for (let i = 0, at = 0; i < width * height; i += 1, at += 3)
    raw.data[i] = table[inTable(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)]!;
  cv.medianBlur(raw, labels, odd(long * SHARE.median));
  const drawn = new Uint8Array(labels.data);
  return {
    labels: drawn,
    lines: linesOf(cv, keep, smooth, drawn, inks, {
      ...line,
      wide: Math.max(0.7, long * SHARE.line * line.width),
      short: long * SHARE.min,
    }),
  };
}

/** OpenCV's type number of 32-bit floats (CV_32F), which its type declarations lack. */
const FLOATS = 5;

interface Pen {
  /** Pixels. */
  readonly wide: number;
  readonly short: number;
  readonly min: number;
}

function linesOf(
  cv: OpenCv,
  keep: Keep,
  smooth: Mat,
  labels: Uint8Array,
  inks: readonly Lab[],
  { wide, short, min }: Pen,
): Uint8Array {
  const { cols: width, rows: height } = smooth;
  const mat = (): Mat => keep(new cv.Mat());
  const [grey, near, far] = [mat(), mat(), mat()];
  cv.cvtColor(smooth, grey, cv.COLOR_RGB2GRAY);
  grey.convertTo(grey, FLOATS, 1 / 255);
  cv.GaussianBlur(grey, near, new cv.Size(0, 0), wide);
  cv.GaussianBlur(grey, far, new cv.Size(0, 0), wide * 1.7);
  const pen = keep(new cv.Mat(height, width, cv.CV_8UC1));
  const [a, b] = [near.data32F, far.data32F];
  for (let i = 0; i < a.length; i += 1) pen.data[i] = b[i]! - a[i]! > min ? 255 : 0;
  const unlike = inks.map((one) =>
    inks.map((other) => Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b) > MEETING),
  );
  for (let y = 0; y < height - 1; y += 1) {
    for (let x = 0, i = y * width; x < width - 1; x += 1, i += 1) {
      const own = unlike[labels[i]!]!;
      if (own[labels[i + 1]!] === true || own[labels[i + width]!] === true) pen.data[i] = 255;
    }
  }
  const [numbers, facts, middles, soft] = [mat(), mat(), mat(), mat()];
  cv.connectedComponentsWithStats(pen, numbers, facts, middles, 8);
  const [of, values] = [numbers.data32S, facts.data32S];
  // OpenCV returns five numbers for each component; the fifth is its size in pixels.
  for (let i = 0; i < of.length; i += 1) if (values[of[i]! * 5 + 4]! < short * wide) pen.data[i] = 0;
  cv.GaussianBlur(pen, soft, new cv.Size(0, 0), Math.max(0.6, wide * 0.62));
  const out = new Uint8Array(soft.data);
  // Softening widened the line. This narrows it to the pen's width again and keeps a soft rim.
  for (let i = 0; i < out.length; i += 1) out[i] = Math.min(255, Math.max(0, (out[i]! - 62) * 2.6));
  return out;
}

/**
 * Share of a pixel that the halftone dots blacken, 0..1.
 * @param pitch pixels between dots
 */
function dotted(x: number, y: number, black: number, pitch: number): number {
  if (black <= 0 || black >= 1) return black;
  const [u, v] = [(x + y) / (pitch * Math.SQRT2), (x - y) / (pitch * Math.SQRT2)];
  const away = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
  return Math.min(1, Math.max(0, (Math.sqrt(black / Math.PI) - away) * pitch + 0.5));
}

function filled(
  { labels, lines }: Parts,
  { inks }: Palette,
  { fill, mix, line }: Look,
  width: number,
  height: number,
): Uint8ClampedArray {
  const shown = shownInks(inks, mix);
  const drawn: readonly Rgb[] = inks.map((ink) => (line.colour === 'darker' ? darker(mix(ink)) : line.colour));
  const pitch = Math.max(3, Math.max(width, height) / 210);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const label = labels[i]!;
      const share = (line.cover * lines[i]!) / 255;
      const black = fill === 'tones' ? dotted(x, y, toneOf(inks[label]!.l), pitch) : 0;
      for (let k = 0; k < 3; k += 1) {
        const ground =
          fill === 'tones' ? PAPER[k]! * (1 - black) + 14 * black : softened(labels, shown, i, x, width, height, k);
        data[i * 4 + k] = ground + (drawn[label]![k]! - ground) * share;
      }
      data[i * 4 + 3] = 255;
    }
  }
  return data;
}

/** Mixes an ink with its neighbours' inks where areas meet: an antialiased edge. */
function softened(
  labels: Uint8Array,
  shown: readonly Rgb[],
  i: number,
  x: number,
  width: number,
  height: number,
  k: number,
): number {
  const own = labels[i]!;
  const [left, right] = [x > 0 ? labels[i - 1]! : own, x < width - 1 ? labels[i + 1]! : own];
  const [up, down] = [i >= width ? labels[i - width]! : own, i < width * (height - 1) ? labels[i + width]! : own];
  const ink = shown[own]![k]!;
  if (left === own && right === own && up === own && down === own) return ink;
  return ink * 0.5 + (shown[left]![k]! + shown[right]![k]! + shown[up]![k]! + shown[down]![k]!) * 0.125;
}

import type { OnGrow, Raster } from '../../scene/scene.js';
import { ToolRefusal } from '../../refusal.js';
import { pushPullFill } from '../fill/push-pull-fill.js';
import { fillImage } from '../fill/remove-object.js';
import { each, field, labPlanes, soften, soften4, type Field } from '../planes.js';
import { findScratches, lumaOf, percentiles, type Luma } from './find-scratches.js';

/** What is restored, and how strongly: 0 leaves it unchanged, 1 is the maximum. */
export interface RestoreOptions {
  /** Fills scratches and specks from their surroundings. */
  readonly scratches: boolean;
  /** Restores contrast and colour balance. */
  readonly fading: number;
  readonly sharpness: number;
}

/**
 * Tone stretch of a faded image: target values of its darkest and lightest tones, and how far they may move, steps of
 * 255.
 */
const TONES = {
  black: 8,
  white: 246,
  shares: [0.004, 0.996],
  max: 90,
  free: 12,
  coupled: 1,
  cast: 45,
  faded: 50,
} as const;
/**
 * A toned image (sepia, cyanotype) keeps its tone: maximum spread of its colours around one curve, OKLab; long side at
 * which it is measured, pixels.
 */
const TONED = { spread: 0.008, side: 320 } as const;
/** Maximum added local contrast, and the radius of a region as a share of the long side. */
const LOCAL = { max: 0.22, radius: 0.05, limit: 0.06 } as const;
/**
 * Share of grain that is kept. Steps from `from` times the grain count partly as detail, and from `to` times
 * completely.
 */
const GRAIN = { kept: 0.5, from: 2.2, to: 4 } as const;
/**
 * Sharpening: pixels of the long side for each pixel of radius; maximum strength and step; the multiple of the grain
 * that is excluded, and its maximum.
 */
const SHARP = { perRadius: 1_400, max: 1.3, limit: 0.12, grains: 3, maxGrain: 0.04 } as const;

/** The range of tones, 0..255. */
type Range = readonly [low: number, high: number];

/**
 * Target range of the tones. An image that already has black or white is not faded at that end, and may be dark or
 * light on purpose.
 */
function widened([low, high]: Range): Range {
  const [lifted, dimmed] = [Math.max(0, low - TONES.black), Math.max(0, TONES.white - high)];
  return [
    low - Math.min(TONES.max, lifted, TONES.free + TONES.coupled * dimmed),
    high + Math.min(TONES.max, dimmed, TONES.free + TONES.coupled * lifted),
  ];
}

/** Histograms of red, green, blue and brightness, weighted by alpha. */
function histograms({ data }: Raster, luma: Luma, alpha: Raster): readonly Float64Array[] {
  const out = Array.from({ length: 4 }, () => new Float64Array(256));
  for (let at = 0, from = 0; at < luma.data.length; at += 1, from += 4) {
    const weight = alpha.data[from + 3]! / 255;
    for (let channel = 0; channel < 3; channel += 1) out[channel]![data[from + channel]!]! += weight;
    out[3]![luma.data[at]!]! += weight;
  }
  return out;
}

/** A small copy in which each pixel is the mean of a block, so it has no grain. */
function shrunk({ width, height, data }: Raster): Raster {
  const block = Math.max(1, Math.ceil(Math.max(width, height) / TONED.side));
  const small = { width: Math.floor(width / block), height: Math.floor(height / block) };
  const out = new Uint8ClampedArray(small.width * small.height * 4);
  for (let at = 0; at < out.length; at += 1) {
    const [x, y] = [((at >> 2) % small.width) * block, Math.floor((at >> 2) / small.width) * block];
    let sum = 0;
    for (let row = y; row < y + block; row += 1)
      for (let column = x; column < x + block; column += 1) sum += data[(row * width + column) * 4 + (at & 3)]!;
    out[at] = sum / block ** 2;
  }
  return { ...small, data: out };
}

/** Whether all colours of an image share one tone, as in sepia or cyanotype. */
function isToned(raster: Raster): boolean {
  const [l, a, b] = labPlanes(shrunk(raster));
  const byLightness = Array.from({ length: 32 }, () => ({ count: 0, a: 0, b: 0, squares: 0 }));
  for (let at = 0; at < l.data.length; at += 1) {
    const sum = byLightness[Math.min(31, Math.floor(l.data[at]! * 32))]!;
    sum.count += 1;
    sum.a += a.data[at]!;
    sum.b += b.data[at]!;
    sum.squares += a.data[at]! ** 2 + b.data[at]! ** 2;
  }
  const spread = byLightness.reduce(
    (sum, one) => sum + one.squares - (one.a ** 2 + one.b ** 2) / Math.max(1, one.count),
    0,
  );
  return Math.sqrt(Math.max(0, spread) / l.data.length) < TONED.spread;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/**
 * Restores contrast and, except in a toned image, the balance of the channels, because each fades differently. Modifies
 * `image` in place.
 * @returns how faded it was, 0..1, and how much its contrast has grown
 */
function restoreTones(
  raster: Raster,
  alpha: Raster,
  fading: number,
): { readonly faded: number; readonly gain: number } {
  const { data } = raster;
  const [red, green, blue, bright] = histograms(raster, lumaOf(raster), alpha)
    .map((histogram) => percentiles(histogram, TONES.shares))
    .map(([low = 0, high = 255]): Range => [low, high]);
  const overall = bright!;
  const goal = widened(overall);
  const faded = clamp((overall[0] - goal[0] + goal[1] - overall[1] - TONES.free) / TONES.faded, 0, 1);
  const own = isToned(raster) ? 0 : faded;
  for (const [channel, range] of [red!, green!, blue!].entries()) {
    const endOf = (end: 0 | 1): number =>
      overall[end] + own * clamp(range[end] - overall[end], -TONES.cast, TONES.cast);
    const [low, high] = [endOf(0), endOf(1)];
    const [black, white] = [low + fading * (goal[0] - low), high + fading * (goal[1] - high)];
    const curve = Uint8ClampedArray.from(
      { length: 256 },
      (_, tone) => black + ((tone - low) * (white - black)) / Math.max(1, high - low),
    );
    for (let at = channel; at < data.length; at += 4) data[at] = curve[data[at]!]!;
  }
  const gain = 1 + fading * ((goal[1] - goal[0]) / Math.max(1, overall[1] - overall[0]) - 1);
  return { faded, gain };
}

/** Adds to the brightness of each pixel, equally in all channels. */
function brighten({ data }: Raster, by: Field): void {
  for (let at = 0; at < by.data.length; at += 1) {
    const step = by.data[at]! * 255;
    for (let channel = 0; channel < 3; channel += 1) data[at * 4 + channel]! += step;
  }
}

const brightness = (raster: Raster): Field => {
  const { width, height, data } = lumaOf(raster);
  const out = field(width, height);
  for (let at = 0; at < data.length; at += 1) out.data[at] = data[at]! / 255;
  return out;
};

/** Raises local contrast without halos at strong edges. */
function restoreLocalContrast(raster: Raster, amount: number): void {
  const light = brightness(raster);
  const around = soften4(light, Math.max(4, Math.round(LOCAL.radius * Math.max(raster.width, raster.height))));
  // Weaker towards black and white, where there is no headroom.
  brighten(
    raster,
    each(
      (here, there) => clamp(amount * LOCAL.max * (here - there), -LOCAL.limit, LOCAL.limit) * 4 * here * (1 - here),
      light,
      around,
    ),
  );
}

/** Grain: estimated from the median difference between pixels and their surroundings. */
function grainOf(detail: Field): number {
  const histogram = new Float64Array(256);
  for (const value of detail.data) histogram[Math.min(255, Math.floor(Math.abs(value) * 1_020))]! += 1;
  const [median = 0] = percentiles(histogram, [0.5]);
  return (1.48 * (median + 0.5)) / 1_020;
}

/**
 * Reduces the grain that the tone stretch has amplified, and slightly more.
 * @param gain of the stretch
 */
function calmGrain(raster: Raster, gain: number): void {
  const light = brightness(raster);
  const detail = each((here, there) => here - there, light, soften(light, 1));
  const grain = grainOf(detail);
  const kept = GRAIN.kept / gain;
  brighten(
    raster,
    each(
      (step) =>
        step *
        (clamp(kept + ((1 - kept) * (Math.abs(step) / grain - GRAIN.from)) / (GRAIN.to - GRAIN.from), kept, 1) - 1),
      detail,
    ),
  );
}

/** Sharpens brightness (unsharp mask). Differences of the grain's size stay unchanged, and edges get no bright halo. */
function sharpen(raster: Raster, amount: number): void {
  const light = brightness(raster);
  const detail = each(
    (here, there) => here - there,
    light,
    soften(light, Math.max(1, Math.round(Math.max(raster.width, raster.height) / SHARP.perRadius))),
  );
  const grain = Math.min(SHARP.maxGrain, SHARP.grains * grainOf(detail));
  brighten(
    raster,
    each((step) => {
      const beyond = Math.max(0, Math.abs(step) - grain);
      return Math.sign(step) * Math.min(SHARP.limit, amount * SHARP.max * beyond);
    }, detail),
  );
}

/** Alpha of the source, with the colours of the result. */
const withAlpha = (raster: Raster, { data }: Raster): void => {
  for (let at = 3; at < data.length; at += 4) raster.data[at] = data[at]!;
};

/**
 * Restores an old photograph: fills scratches and specks, then restores contrast and colours, then sharpens.
 * Deterministic.
 * @param image straight alpha, which is kept; it is not changed
 * @param on called with the progress and the current image
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE for a completely transparent image
 */
export async function restorePhoto(
  image: Raster,
  { scratches, fading, sharpness }: RestoreOptions,
  on: OnGrow,
): Promise<Raster> {
  if (image.data.every((value, at) => at % 4 !== 3 || value === 0))
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'empty' });
  on({ fraction: 0 });
  const raster = pushPullFill(image);
  const damage = scratches ? await findScratches(raster) : undefined;
  on({ fraction: 0.3 });
  if (damage !== undefined) await fillImage(raster, damage, Math.max(raster.width, raster.height));
  on({ fraction: 0.7, partial: raster });
  if (fading > 0) {
    const { faded, gain } = restoreTones(raster, image, fading);
    if (faded > 0) {
      calmGrain(raster, gain);
      restoreLocalContrast(raster, fading * faded);
    }
  }
  on({ fraction: 0.85, partial: raster });
  if (sharpness > 0) sharpen(raster, sharpness);
  withAlpha(raster, image);
  on({ fraction: 1, partial: raster });
  return raster;
}

/** Detects a face's skin, and matches the skin of one image to the light of another. */
import type { Raster } from '../scene/scene.js';
import { fromLab } from '../scene/colour.js';
import { membrane } from './membrane.js';
import { boxMean, each, field, labPlanes, soften, stretchField, type Field } from '../photo/planes.js';
import { resample } from '../photo/resample.js';

/** OKLab planes: lightness and the two opponent axes. */
type Lab3 = readonly [Field, Field, Field];

/** Longest side at which skins are compared. */
const SIDE = 180;
/** Lightness and tint differences that still count as the same skin, in addition to the skin's own variation. */
const FLOOR = [0.05, 0.014, 0.014] as const;
const OWN_SPREAD = 2.2;
/**
 * Limits for matching the spread of one skin's colours to the other's: lightness, and the tints, which the lips would
 * reveal.
 */
const STRETCH = [
  { min: 0.55, max: 1.4 },
  { min: 0.5, max: 1.15 },
  { min: 0.5, max: 1.15 },
] as const;
/** Radius over which light is compared, as a share of the face's width. */
const LIGHT_REACH = 0.1;
/** Probability from which a pixel is certainly skin. */
const SURE = 0.35;

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** How much each pixel resembles most of those inside: 1 skin, 0 hair, eyes, glasses, a hand of another colour. */
function skinOf(planes: Lab3, inside: Field): Field {
  const models = planes.map(({ data }, k) => {
    const values = [...data].filter((_, at) => inside.data[at]! > 0.5);
    const median = medianOf(values);
    return { median, spread: OWN_SPREAD * medianOf(values.map((value) => Math.abs(value - median))) + FLOOR[k]! };
  });
  const weight = field(inside.width, inside.height);
  for (let at = 0; at < weight.data.length; at += 1) {
    const away = models.reduce(
      (sum, { median, spread }, k) => sum + ((planes[k]!.data[at]! - median) / spread) ** 2,
      0,
    );
    weight.data[at] = Math.exp(-away / 2);
  }
  return weight;
}

function meanAndSpread({ data }: Field, weight: Field): readonly [number, number] {
  let [sum, total, squares] = [1e-6, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    const share = weight.data[at]!;
    sum += share;
    total += data[at]! * share;
    squares += data[at]! ** 2 * share;
  }
  return [total / sum, Math.sqrt(Math.max(1e-8, squares / sum - (total / sum) ** 2))];
}

/** A face coloured to match its target, and where both show skin. */
export interface SkinMatch {
  /** The source face in the target's light; alpha unchanged. */
  readonly lit: Raster;
  /** As large as the images: 1 where both are skin, 0 where hair or a hand covers one of them. */
  readonly skin: Field;
}

/** Maps one axis so that its mean and spread match the target's. */
function levels(
  own: Field,
  other: Field,
  ownSkin: Field,
  otherSkin: Field,
  { min, max }: { readonly min: number; readonly max: number },
): { readonly from: number; readonly to: number; readonly stretch: number } {
  const [[from, ownSpread], [to, otherSpread]] = [meanAndSpread(own, ownSkin), meanAndSpread(other, otherSkin)];
  return { from, to, stretch: Math.min(max, Math.max(min, otherSpread / ownSpread)) };
}

/** The remaining difference to the target's light, spread widely, and matched at the rim as in Poisson cloning. */
function missing(own: Field, other: Field, both: Field, rim: Field, reach: number): Field {
  const raw = each((a, b, share) => (b - a) * share, own, other, both);
  const [sum, count] = [soften(raw, reach), soften(both, reach)];
  const wide = each((value, share) => value / (share + 0.03), sum, count);
  const known = Uint8Array.from(rim.data, (value, at) => (value > 0.5 && both.data[at]! > SURE ? 1 : 0));
  if (!known.includes(1)) return wide;
  const left = each((a, b, c) => b - a - c, own, other, wide);
  const [near, near1] = [
    boxMean(
      each((value, share) => value * share, left, both),
      3,
    ),
    boxMean(both, 3),
  ];
  const skinned = membrane(
    each((value, share) => value / Math.max(1e-3, share), near, near1),
    known,
  );
  return each((a, b) => a + b, wide, skinned);
}

/**
 * Matches a face to the light of the face it replaces.
 * @param given warped into its position
 * @param there the target, of the same size
 * @param inside 1 within the face's outline
 * @param rim 1 in a band within that outline
 * @param faceWidth pixels
 */
export async function matchSkin(
  given: Raster,
  there: Raster,
  inside: Field,
  rim: Field,
  faceWidth: number,
): Promise<SkinMatch> {
  const scale = Math.min(1, SIDE / Math.max(there.width, there.height));
  const [width, height] = [Math.max(2, Math.round(there.width * scale)), Math.max(2, Math.round(there.height * scale))];
  const [own, other] = [
    labPlanes(await resample(given, width, height)),
    labPlanes(await resample(there, width, height)),
  ];
  const [area, band] = [stretchField(inside, width, height), stretchField(rim, width, height)];
  const only = (skin: Field): Field => each((share, within) => share * within, skin, area);
  const [ownSkin, otherSkin] = [skinOf(own, area), skinOf(other, area)];
  const both = only(each((a, b) => a * b, ownSkin, otherSkin));
  const maps = own.map((plane, k) => {
    const map = levels(plane, other[k]!, only(ownSkin), only(otherSkin), STRETCH[k]!);
    const moved = each((value) => map.to + (value - map.from) * map.stretch, plane);
    const shift = missing(moved, other[k]!, both, band, Math.max(2, Math.round(faceWidth * scale * LIGHT_REACH)));
    return { ...map, shift: stretchField(shift, there.width, there.height) };
  });
  const planes = labPlanes(given);
  const data = new Uint8ClampedArray(given.data);
  for (let at = 0; at < there.width * there.height; at += 1) {
    const value = (k: 0 | 1 | 2): number =>
      maps[k]!.to + (planes[k].data[at]! - maps[k]!.from) * maps[k]!.stretch + maps[k]!.shift.data[at]!;
    data.set(fromLab({ l: value(0), a: value(1), b: value(2) }), at * 4);
  }
  return {
    lit: { width: there.width, height: there.height, data },
    skin: stretchField(
      boxMean(
        each((a, b) => Math.min(a, b), ownSkin, otherSkin),
        1,
      ),
      there.width,
      there.height,
    ),
  };
}

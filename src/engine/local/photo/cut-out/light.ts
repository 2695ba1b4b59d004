/**
 * Measures the light of an image, and computes how far a subject's light moves towards that of its new surroundings.
 */
import { toLab, type Lab } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';

/**
 * How far the subject's light moves towards the new surroundings': enough to look natural, but the subject keeps its
 * own colours.
 */
const MATCH = { lightness: 0.22, contrast: 0.2, tint: 0.4 } as const;
/** Maximum change of lightness (OKLab) and tint. */
const LIMIT = { lightness: 0.07, tint: 0.022 } as const;

/** The light of a region: mean lightness with its deviation, and mean tint. */
export interface Light {
  readonly mean: Lab;
  readonly deviation: number;
}

/** Weighted light of an image's pixels (weight 0 leaves a pixel out); every third pixel is sampled. */
export function lightOf({ data }: Raster, weightAt: (index: number) => number): Light {
  let sum = 1e-6;
  let l = 0;
  let squares = 0;
  let a = 0;
  let b = 0;
  for (let i = 0; i < data.length / 4; i += 3) {
    const weight = weightAt(i);
    if (weight <= 0) continue;
    const lab = toLab([data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!]);
    sum += weight;
    l += lab.l * weight;
    squares += lab.l * lab.l * weight;
    a += lab.a * weight;
    b += lab.b * weight;
  }
  return {
    mean: { l: l / sum, a: a / sum, b: b / sum },
    deviation: Math.sqrt(Math.max(0, squares / sum - (l / sum) ** 2)),
  };
}

const limited = (value: number, max: number): number => Math.min(max, Math.max(-max, value));

/** A colour map that moves a subject's light part of the way towards its new surroundings. */
export function lightMatch(own: Light, around: Light): (lab: Lab) => Lab {
  const lift = limited((around.mean.l - own.mean.l) * MATCH.lightness, LIMIT.lightness);
  const ratio = Math.min(1.35, Math.max(0.75, around.deviation / Math.max(own.deviation, 0.03)));
  const contrast = 1 + (ratio - 1) * MATCH.contrast;
  // A subject's own colour is not a colour cast. Only the surroundings' cast is applied, more weakly the closer they
  // are to grey.
  const shiftA = limited(around.mean.a * MATCH.tint, LIMIT.tint);
  const shiftB = limited(around.mean.b * MATCH.tint, LIMIT.tint);
  return ({ l, a, b }) => ({
    l: own.mean.l + (l - own.mean.l) * contrast + lift * Math.sin(Math.PI * Math.min(1, Math.max(0.12, l))) ** 0.5,
    a: a + shiftA * l,
    b: b + shiftB * l,
  });
}

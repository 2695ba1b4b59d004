/** Changes leaves and grass in a photograph to a season: green hues move to the season's. */
import type { Lab } from '../../scene/colour.js';
import type { Season } from '../../scene/scene.js';

/** Hue of living green in OKLab, degrees, its tolerance on either side, and the width of the fade. */
const GREEN = { hue: 128, reach: 26, fade: 14 } as const;

interface Foliage {
  /** Hue of dark and of light leaves, degrees. */
  readonly dark: number;
  readonly light: number;
  /** Factor of chroma, and the amount added to lightness. */
  readonly chroma: number;
  readonly lift: number;
}

const FOLIAGE: Readonly<Record<Season, Foliage>> = {
  spring: { dark: 130, light: 116, chroma: 1.12, lift: 0.05 },
  summer: { dark: 140, light: 124, chroma: 1.12, lift: 0 },
  autumn: { dark: 38, light: 82, chroma: 1.35, lift: 0.03 },
  winter: { dark: 220, light: 240, chroma: 0.16, lift: 0.16 },
};

/** How green a colour is, 0..1: living leaves, but neither sea nor straw. */
function greenness({ a, b }: Lab): number {
  const chroma = Math.hypot(a, b);
  const off = Math.abs(degrees(Math.atan2(b, a)) - GREEN.hue);
  const hue = 1 - Math.min(1, Math.max(0, (off - GREEN.reach) / GREEN.fade));
  return hue * Math.min(1, Math.max(0, (chroma - 0.018) / 0.03));
}

const degrees = (angle: number): number => ((angle * 180) / Math.PI + 360) % 360;

/**
 * The colour map of a season: changes greens to its leaves and keeps everything else.
 * @param share 0 no effect, 1 full effect
 */
export function foliageOf(season: Season, share: number): (lab: Lab) => Lab {
  const leaves = FOLIAGE[season];
  return (lab) => {
    const weight = greenness(lab) * share;
    if (weight <= 0) return lab;
    const light = Math.min(1, Math.max(0, (lab.l - 0.25) / 0.5));
    const hue = ((leaves.dark + (leaves.light - leaves.dark) * light) * Math.PI) / 180;
    const chroma = Math.hypot(lab.a, lab.b) * leaves.chroma;
    // Interpolated in a straight line across OKLab: the brown of turning leaves is between green and red.
    return {
      l: lab.l + leaves.lift * weight,
      a: lab.a + (chroma * Math.cos(hue) - lab.a) * weight,
      b: lab.b + (chroma * Math.sin(hue) - lab.b) * weight,
    };
  };
}

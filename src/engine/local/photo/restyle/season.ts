/** What a season does to leaves and grass in a photograph: hues of green move to the season's own. */
import type { Lab } from '../../scene/colour.js';
import type { Season } from '../../scene/scene.js';

/** Hue of living green in OKLab, degrees, and how far on either side it still counts. */
const GREEN = { hue: 128, reach: 26, fade: 14 } as const;

interface Foliage {
  /** Hue of dark and of light leaves, degrees. */
  readonly dark: number;
  readonly light: number;
  /** Factor of colourfulness, and what is added to lightness. */
  readonly chroma: number;
  readonly lift: number;
}

const FOLIAGE: Readonly<Record<Season, Foliage>> = {
  spring: { dark: 130, light: 116, chroma: 1.12, lift: 0.05 },
  summer: { dark: 140, light: 124, chroma: 1.12, lift: 0 },
  autumn: { dark: 38, light: 82, chroma: 1.35, lift: 0.03 },
  winter: { dark: 220, light: 240, chroma: 0.16, lift: 0.16 },
};

/** How green a colour is, 0..1: living leaves, neither sea nor straw. */
function greenness({ a, b }: Lab): number {
  const chroma = Math.hypot(a, b);
  const off = Math.abs(degrees(Math.atan2(b, a)) - GREEN.hue);
  const hue = 1 - Math.min(1, Math.max(0, (off - GREEN.reach) / GREEN.fade));
  return hue * Math.min(1, Math.max(0, (chroma - 0.018) / 0.03));
}

const degrees = (angle: number): number => ((angle * 180) / Math.PI + 360) % 360;

/**
 * The colour map of a season: greens become its leaves, all else stays.
 * @param share 0 none of it, 1 all
 */
export function foliageOf(season: Season, share: number): (lab: Lab) => Lab {
  const leaves = FOLIAGE[season];
  return (lab) => {
    const weight = greenness(lab) * share;
    if (weight <= 0) return lab;
    const light = Math.min(1, Math.max(0, (lab.l - 0.25) / 0.5));
    const hue = ((leaves.dark + (leaves.light - leaves.dark) * light) * Math.PI) / 180;
    const chroma = Math.hypot(lab.a, lab.b) * leaves.chroma;
    // Straight across OKLab: between green and red lies the brown of a turning leaf.
    return {
      l: lab.l + leaves.lift * weight,
      a: lab.a + (chroma * Math.cos(hue) - lab.a) * weight,
      b: lab.b + (chroma * Math.sin(hue) - lab.b) * weight,
    };
  };
}

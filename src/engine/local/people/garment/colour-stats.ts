/** Colour statistics (OKLab) that distinguish skin, hair, cloth and wall. */
import type { Lab } from '../../scene/colour.js';

/** No median is taken of fewer colours. */
const MIN = 12;

/** Distance between two colours. */
export const apart = (one: Lab, other: Lab): number => Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);

/** Median of many colours, each axis separately; undefined for fewer than twelve. */
export function middleColour(colours: readonly Lab[]): Lab | undefined {
  const median = (key: keyof Lab): number =>
    colours.map((lab) => lab[key]).sort((one, other) => one - other)[colours.length >> 1]!;
  return colours.length < MIN ? undefined : { l: median('l'), a: median('a'), b: median('b') };
}

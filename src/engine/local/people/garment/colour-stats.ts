/** Colours told from each other (OKLab): skin, hair, cloth and wall. */
import type { Lab } from '../../scene/colour.js';

/** Of fewer colours no middle is taken. */
const MIN = 12;

/** How far two colours are from each other. */
export const apart = (one: Lab, other: Lab): number => Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);

/** The middle one of many colours, each axis by itself; nothing of fewer than twelve. */
export function middleColour(colours: readonly Lab[]): Lab | undefined {
  const median = (key: keyof Lab): number => colours.map((lab) => lab[key]).sort((one, other) => one - other)[colours.length >> 1]!;
  return colours.length < MIN ? undefined : { l: median('l'), a: median('a'), b: median('b') };
}

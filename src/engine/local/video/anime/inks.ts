/** The few inks that an image is filled with: clusters of its own colours (k-means in OKLab), chosen without chance. */
import { fromLab, toLab, type Lab, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';

/** Colours looked at, rounds of the clustering, and what a tint counts beside lightness. */
const STUDY = { samples: 5_000, rounds: 7, tint: 1.7 } as const;
/** Inks nearer to each other than this are one. */
const APART = 0.05;
/** Steps of a channel in the table that finds an ink. */
const STEPS = 64;

const apart = (one: Lab, other: Lab): number => (one.l - other.l) ** 2 + STUDY.tint ** 2 * ((one.a - other.a) ** 2 + (one.b - other.b) ** 2);

/**
 * The inks of an image, dark to light.
 * @param max 2 to 32; fewer where it has fewer colours
 */
export function inksOf({ data }: Raster, max: number): readonly Lab[] {
  const step = Math.max(1, Math.floor(data.length / 4 / STUDY.samples));
  const seen: Lab[] = [];
  for (let at = 0; at < data.length; at += step * 4) seen.push(toLab([data[at]!, data[at + 1]!, data[at + 2]!]));
  // Each new one is the colour that the others are worst for, except for the odd speck: the ninety-eighth part of a hundred.
  const inks: Lab[] = [mean(seen)];
  const far = seen.map((lab) => apart(lab, inks[0]!));
  while (inks.length < max) {
    const order = far.map((_, i) => i).sort((one, other) => far[one]! - far[other]!);
    const next = seen[order[Math.floor(order.length * 0.985)]!]!;
    if (apart(next, inks.reduce((best, ink) => (apart(next, ink) < apart(next, best) ? ink : best))) < APART ** 2) break;
    inks.push(next);
    seen.forEach((lab, i) => { far[i] = Math.min(far[i]!, apart(lab, next)); });
  }
  let settled: readonly Lab[] = inks;
  for (let round = 0; round < STUDY.rounds; round += 1) {
    const groups: Lab[][] = settled.map(() => []);
    for (const lab of seen) groups[nearest(settled, lab)]!.push(lab);
    settled = groups.map((group, i) => (group.length === 0 ? settled[i]! : mean(group)));
  }
  return [...settled].sort((one, other) => one.l - other.l);
}

const mean = (labs: readonly Lab[]): Lab => {
  const sum = labs.reduce((all, { l, a, b }) => ({ l: all.l + l, a: all.a + a, b: all.b + b }), { l: 0, a: 0, b: 0 });
  return { l: sum.l / labs.length, a: sum.a / labs.length, b: sum.b / labs.length };
};

function nearest(inks: readonly Lab[], lab: Lab): number {
  let [best, min] = [0, Number.POSITIVE_INFINITY];
  for (const [index, ink] of inks.entries()) {
    const distance = apart(ink, lab);
    if (distance < min) [best, min] = [index, distance];
  }
  return best;
}

/** Which ink each colour is drawn in, by 64 steps of each channel. */
export function inkTable(inks: readonly Lab[]): Uint8Array {
  const table = new Uint8Array(STEPS ** 3);
  const channel = (index: number): number => Math.round(((index + 0.5) * 256) / STEPS);
  for (let r = 0, at = 0; r < STEPS; r += 1) for (let g = 0; g < STEPS; g += 1) for (let b = 0; b < STEPS; b += 1, at += 1) table[at] = nearest(inks, toLab([channel(r), channel(g), channel(b)]));
  return table;
}

/** The place of a colour in the table. */
export const inTable = (r: number, g: number, b: number): number => ((r >> 2) * STEPS + (g >> 2)) * STEPS + (b >> 2);

/** Mixed inks as the display shows them. */
export const shownInks = (inks: readonly Lab[], mix: (ink: Lab) => Lab): readonly Rgb[] => inks.map((ink) => fromLab(mix(ink)));

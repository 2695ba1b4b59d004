/** The few inks that an image is filled with: clusters of its colours (k-means in OKLab), started deterministically. */
import { fromLab, toLab, type Lab, type Rgb } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';

/** Pixels sampled, k-means iterations, and the weight of tint relative to lightness. */
const STUDY = { samples: 5_000, rounds: 7, tint: 1.7 } as const;
/** Inks closer to each other than this in OKLab are merged. */
const APART = 0.05;
/** Steps of each channel in the lookup table. */
const STEPS = 64;

const apart = (one: Lab, other: Lab): number =>
  (one.l - other.l) ** 2 + STUDY.tint ** 2 * ((one.a - other.a) ** 2 + (one.b - other.b) ** 2);

/**
 * The inks of an image, from dark to light.
 * @param max 2 to 32; fewer are returned where the image has fewer colours
 */
export function inksOf({ data }: Raster, max: number): readonly Lab[] {
  const step = Math.max(1, Math.floor(data.length / 4 / STUDY.samples));
  const seen: Lab[] = [];
  for (let at = 0; at < data.length; at += step * 4) seen.push(toLab([data[at]!, data[at + 1]!, data[at + 2]!]));
  // Each new ink is the colour worst matched by the inks so far. The 98th percentile is taken, so that stray specks do
  // not count.
  const inks: Lab[] = [mean(seen)];
  const far = seen.map((lab) => apart(lab, inks[0]!));
  while (inks.length < max) {
    const order = far.map((_, i) => i).sort((one, other) => far[one]! - far[other]!);
    const next = seen[order[Math.floor(order.length * 0.985)]!]!;
    if (
      apart(
        next,
        inks.reduce((best, ink) => (apart(next, ink) < apart(next, best) ? ink : best)),
      ) <
      APART ** 2
    )
      break;
    inks.push(next);
    seen.forEach((lab, i) => {
      far[i] = Math.min(far[i]!, apart(lab, next));
    });
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

/** Lookup table from a colour, by 64 steps of each channel, to the index of its ink. */
export function inkTable(inks: readonly Lab[]): Uint8Array {
  const table = new Uint8Array(STEPS ** 3);
  const channel = (index: number): number => Math.round(((index + 0.5) * 256) / STEPS);
  for (let r = 0, at = 0; r < STEPS; r += 1)
    for (let g = 0; g < STEPS; g += 1)
      for (let b = 0; b < STEPS; b += 1, at += 1)
        table[at] = nearest(inks, toLab([channel(r), channel(g), channel(b)]));
  return table;
}

/** Index of a colour in the lookup table. */
export const inTable = (r: number, g: number, b: number): number => ((r >> 2) * STEPS + (g >> 2)) * STEPS + (b >> 2);

/** Inks after mixing, in display colours. */
export const shownInks = (inks: readonly Lab[], mix: (ink: Lab) => Lab): readonly Rgb[] =>
  inks.map((ink) => fromLab(mix(ink)));

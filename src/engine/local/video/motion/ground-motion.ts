/**
 * Motion of a video's background between frames: a single affine motion that most of the measurable image agrees with.
 */
import { flowBetween, type Flow, type Grey } from './flow.js';

/** x' = a x + b y + c, y' = d x + e y + f. Pixels. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const STILL: Affine = [1, 0, 0, 0, 1, 0];

/** The motion that applies `first`, then `second`. */
export function then([a, b, c, d, e, f]: Affine, [p, q, r, s, t, u]: Affine): Affine {
  return [p * a + q * d, p * b + q * e, p * c + q * f + r, s * a + t * d, s * b + t * e, s * c + t * f + u];
}

/**
 * The inverse motion.
 * @throws nothing: a motion from {@link groundMotion} never collapses the frame
 */
export function back([a, b, c, d, e, f]: Affine): Affine {
  const size = a * e - b * d;
  return [e / size, -b / size, (b * f - c * e) / size, -d / size, a / size, (c * d - a * f) / size];
}

/**
 * Pixels between two sampled positions, and the minimum brightness step over two pixels for motion to be measurable
 * there.
 */
const LOOK = { every: 3, step: 8 } as const;
/**
 * Fitting rounds; maximum error in pixels of an inlier; minimum share of inliers; and maximum scaling or rotation of
 * the frame.
 */
const FIT = { rounds: 8, off: 0.7, agree: 0.45, max: 0.2 } as const;
const FEWEST = 30;

/** Positions where motion is measurable, and where the flow leads from there: x, y, x', y'. */
function placesOf({ width, height, data }: Grey, flow: Flow): Float64Array {
  const out: number[] = [];
  for (let y = 2; y < height - 2; y += LOOK.every) {
    for (let x = 2; x < width - 2; x += LOOK.every) {
      const at = y * width + x;
      if (Math.abs(data[at + 1]! - data[at - 1]!) + Math.abs(data[at + width]! - data[at - width]!) < LOOK.step)
        continue;
      out.push(x, y, x + flow.data[at * 2]!, y + flow.data[at * 2 + 1]!);
    }
  }
  return Float64Array.from(out);
}

const middle = (values: Float64Array): number => values.sort()[values.length >> 1] ?? 0;

/** Least-squares motion of the positions near a first estimate; undefined when they lie on one line. */
function fitAffine(places: Float64Array, isNear: (index: number) => boolean): Affine | undefined {
  let [n, x1, y1, xx, xy, yy] = [0, 0, 0, 0, 0, 0];
  const sums = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < places.length; i += 4) {
    if (!isNear(i)) continue;
    const [x, y, u, v] = [places[i]!, places[i + 1]!, places[i + 2]!, places[i + 3]!];
    [n, x1, y1, xx, xy, yy] = [n + 1, x1 + x, y1 + y, xx + x * x, xy + x * y, yy + y * y];
    for (const [k, value] of [x * u, y * u, u, x * v, y * v, v].entries()) sums[k]! += value;
  }
  const size = xx * (yy * n - y1 * y1) - xy * (xy * n - y1 * x1) + x1 * (xy * y1 - yy * x1);
  if (n < FEWEST || Math.abs(size) < 1e-3) return undefined;
  const row = (p: number, q: number, r: number): [number, number, number] => [
    (p * (yy * n - y1 * y1) - xy * (q * n - y1 * r) + x1 * (q * y1 - yy * r)) / size,
    (xx * (q * n - y1 * r) - p * (xy * n - y1 * x1) + x1 * (xy * r - q * x1)) / size,
    (xx * (yy * r - q * y1) - xy * (xy * r - q * x1) + p * (xy * y1 - yy * x1)) / size,
  ];
  return [...row(sums[0]!, sums[1]!, sums[2]!), ...row(sums[3]!, sums[4]!, sums[5]!)];
}

/**
 * Motion of the background from one frame to another: the affine motion that most textured positions agree with (least
 * squares, with outliers left out). Independently moving objects and small differences in depth are outliers.
 * @returns undefined when too little agrees: a different shot, or a background of great depth
 * @throws Error for a fault inside OpenCV
 */
export async function groundMotion(from: Grey, to: Grey): Promise<Affine | undefined> {
  const places = placesOf(from, await flowBetween(from, to));
  const count = places.length / 4;
  if (count < FEWEST) return undefined;
  const shift = (k: number): number =>
    middle(Float64Array.from({ length: count }, (_, i) => places[i * 4 + 2 + k]! - places[i * 4 + k]!));
  let found: Affine = [1, 0, shift(0), 0, 1, shift(1)];
  const off = (index: number): number => {
    const [x, y] = [places[index]!, places[index + 1]!];
    return Math.hypot(
      found[0] * x + found[1] * y + found[2] - places[index + 2]!,
      found[3] * x + found[4] * y + found[5] - places[index + 3]!,
    );
  };
  for (let round = 0; round < FIT.rounds; round += 1) {
    const min = Math.max(FIT.off, 1.5 * middle(Float64Array.from({ length: count }, (_, i) => off(i * 4))));
    const next = fitAffine(places, (index) => off(index) <= min);
    if (next === undefined) return undefined;
    found = next;
  }
  let agree = 0;
  for (let i = 0; i < places.length; i += 4) agree += off(i) <= 1.5 * FIT.off ? 1 : 0;
  const [a, b, , d, e] = found;
  const isFair = Math.max(Math.abs(a - 1), Math.abs(e - 1), Math.abs(b), Math.abs(d)) <= FIT.max;
  return isFair && agree >= FIT.agree * count ? found : undefined;
}

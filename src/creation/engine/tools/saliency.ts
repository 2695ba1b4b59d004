/**
 * What stands out of a picture: how far a pixel differs from what can be reached from the border without crossing an
 * edge (minimum barrier distance; Zhang, Sclaroff et al., ICCV 2015), how unlike the border's own colours it is, how sharp
 * it is against a blurred ground, and how near the middle.
 */
import { boxMean, each, field, soften, type Field } from './planes.js';

/** 0 like the ground, 1 the most outstanding of this picture; `peak` says how much that is before scaling, about 0..1. */
export interface Saliency {
  readonly map: Field;
  readonly peak: number;
}

type Planes = readonly [Field, Field, Field];

/** Lightness counts less than colour: light falls unevenly over a plain ground. */
const WEIGHTS = [0.8, 2, 2] as const;

/** The barrier: the range of values on the path from the border, kept as small as possible by passing over the picture to and fro. */
function barrier(plane: Field, cost: (x: number, y: number) => number): Field {
  const { width, height, data } = plane;
  const high = Float32Array.from(data);
  const low = Float32Array.from(data);
  const distance = field(width, height, 9);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distance.data[y * width + x] = cost(x, y);
  }
  const relax = (i: number, from: number): void => {
    const top = Math.max(high[from]!, data[i]!);
    const bottom = Math.min(low[from]!, data[i]!);
    // A path that began at a costly border (a subject that touches it) keeps that cost.
    const start = distance.data[from]! - (high[from]! - low[from]!);
    const reach = start + top - bottom;
    if (reach < distance.data[i]!) { distance.data[i] = reach; high[i] = top; low[i] = bottom; }
  };
  for (let pass = 0; pass < 4; pass += 1) {
    if (pass % 2 === 0) {
      for (let y = 1; y < height; y += 1) for (let x = 1; x < width - 1; x += 1) { const i = y * width + x; relax(i, i - 1); relax(i, i - width); }
    } else {
      for (let y = height - 2; y >= 0; y -= 1) for (let x = width - 2; x > 0; x -= 1) { const i = y * width + x; relax(i, i + 1); relax(i, i + width); }
    }
  }
  return distance;
}

interface Side { readonly mean: readonly number[]; readonly inverse: readonly number[] }

/** Mean colour of one strip of the border and how freely it varies. */
function side(planes: Planes, inside: (x: number, y: number) => boolean): Side {
  const { width, height } = planes[0];
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!inside(x, y)) continue;
      count += 1;
      for (let k = 0; k < 3; k += 1) { const value = planes[k]!.data[y * width + x]!; sums[k]! += value; squares[k]! += value * value; }
    }
  }
  const mean = sums.map((sum) => sum / count);
  return { mean, inverse: squares.map((sum, k) => 1 / Math.sqrt(Math.max(sum / count - mean[k]! ** 2, 0) + [0.004, 0.0006, 0.0006][k]!)) };
}

/** How unlike the border a pixel is: the four sides' distances added but for the largest, so that a subject may stand on one. */
function unlikeBorder(planes: Planes): Field {
  const { width, height } = planes[0];
  const strip = Math.max(2, Math.round(Math.min(width, height) * 0.06));
  const sides = [
    side(planes, (_x, y) => y < strip), side(planes, (x) => x < strip), side(planes, (x) => x >= width - strip), side(planes, (_x, y) => y >= height - strip),
  ];
  return each((l, a, b) => {
    const far = sides.map(({ mean, inverse }) => Math.hypot((l - mean[0]!) * inverse[0]!, (a - mean[1]!) * inverse[1]!, (b - mean[2]!) * inverse[2]!));
    return Math.min(6, (far.reduce((sum, value) => sum + value, 0) - Math.max(...far)) / 3) / 6;
  }, ...planes);
}

/** Fine detail against the picture's own mean: a sharp subject before a blurred ground. 0..1. */
function sharpness(light: Field): Field {
  const fine = each((own, mean) => Math.abs(own - mean), light, boxMean(light, 1));
  const spread = soften(fine, Math.max(2, Math.round(light.width / 45)));
  const sorted = Float32Array.from(spread.data).sort();
  const top = Math.max(sorted[Math.floor(sorted.length * 0.97)]!, 1e-4);
  // Grain everywhere is not detail anywhere.
  const floor = sorted[Math.floor(sorted.length * 0.1)]!;
  return each((value) => Math.min(1, Math.max(0, (value - floor) / (top - floor + 0.004))), spread);
}

/**
 * @param planes OKLab, about 300 pixels on the longer side, slightly blurred
 */
export function saliencyOf(planes: Planes): Saliency {
  const { width, height } = planes[0];
  const unlike = unlikeBorder(planes);
  const cost = (x: number, y: number): number => 0.22 * unlike.data[y * width + x]! ** 2;
  const barriers = planes.map((plane, k) => barrier(each((value) => value * WEIGHTS[k]!, plane), cost));
  const walled = each((l, a, b) => l + a + b, barriers[0]!, barriers[1]!, barriers[2]!);
  const sharp = sharpness(planes[0]);
  const map = field(width, height);
  let peak = 0;
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const centre = Math.exp(-2.2 * ((x / width - 0.5) ** 2 + 0.7 * (y / height - 0.53) ** 2));
      map.data[i] = (0.75 * Math.min(1, walled.data[i]! * 1.5) + 0.5 * unlike.data[i]! + 0.22 * sharp.data[i]!) * centre;
    }
  }
  const smooth = soften(map, Math.max(1, Math.round(width / 130)));
  const sorted = Float32Array.from(smooth.data).sort();
  peak = sorted[Math.floor(sorted.length * 0.985)]!;
  const floor = sorted[Math.floor(sorted.length * 0.05)]!;
  return { map: each((value) => Math.min(1, Math.max(0, (value - floor) / (peak - floor + 1e-4))), smooth), peak: peak - floor };
}

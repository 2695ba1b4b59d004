/**
 * Saliency map of an image. It combines the distance of a pixel from the border without crossing an edge (minimum
 * barrier distance; Zhang, Sclaroff et al., ICCV 2015), its difference from the border's colours, its sharpness against
 * a blurred background, and its nearness to the middle.
 */
import { boxMean, each, field, soften, type Field } from '../planes.js';

/**
 * 0 like the background, 1 the most salient pixel of this image; `peak` is that pixel's value before scaling, about
 * 0..1.
 */
export interface Saliency {
  readonly map: Field;
  readonly peak: number;
}

type Planes = readonly [Field, Field, Field];

/** Lightness counts less than colour, because light falls unevenly even on a plain background. */
const WEIGHTS = [0.8, 2, 2] as const;

/**
 * Barrier distance: the smallest possible range of values on a path from the border, approximated by sweeps in
 * alternating directions.
 */
function barrier(plane: Field, cost: (x: number, y: number) => number): Field {
  const { width, height, data } = plane;
  const high = Float32Array.from(data);
  const low = Float32Array.from(data);
  const distance = field(width, height, 9);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) distance.data[y * width + x] = cost(x, y);
  }
  const relax = (i: number, from: number): void => {
    const top = Math.max(high[from]!, data[i]!);
    const bottom = Math.min(low[from]!, data[i]!);
    // A path that starts at a costly border, where a subject touches it, keeps that cost.
    const start = distance.data[from]! - (high[from]! - low[from]!);
    const reach = start + top - bottom;
    if (reach < distance.data[i]!) {
      distance.data[i] = reach;
      high[i] = top;
      low[i] = bottom;
    }
  };
  for (let pass = 0; pass < 4; pass += 1) {
    if (pass % 2 === 0) {
      for (let y = 1; y < height; y += 1)
        for (let x = 1; x < width - 1; x += 1) {
          const i = y * width + x;
          relax(i, i - 1);
          relax(i, i - width);
        }
    } else {
      for (let y = height - 2; y >= 0; y -= 1)
        for (let x = width - 2; x > 0; x -= 1) {
          const i = y * width + x;
          relax(i, i + 1);
          relax(i, i + width);
        }
    }
  }
  return distance;
}

/**
 * Colour differences between neighbouring pixels below this count as none: clouds, glows and gradients of light change
 * more slowly.
 */
const GENTLE = 0.022;

/**
 * Sum of the colour steps on a path from the border, where gentle steps are free: small inside a soft cloud, large
 * inside a sharp edge.
 */
function climbed([l, a, b]: Planes, cost: (x: number, y: number) => number): Field {
  const { width, height } = l;
  const out = field(width, height, 9);
  const d = out.data;
  const relax = (i: number, from: number): void => {
    const step =
      WEIGHTS[0] * Math.abs(l.data[i]! - l.data[from]!) +
      WEIGHTS[1] * Math.abs(a.data[i]! - a.data[from]!) +
      WEIGHTS[2] * Math.abs(b.data[i]! - b.data[from]!);
    const reach = d[from]! + Math.max(0, step - GENTLE);
    if (reach < d[i]!) d[i] = reach;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) d[y * width + x] = cost(x, y);
  for (let pass = 0; pass < 6; pass += 1) {
    if (pass % 2 === 0) {
      for (let y = 0, i = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1, i += 1) {
          if (x > 0) relax(i, i - 1);
          if (y > 0) relax(i, i - width);
        }
    } else {
      for (let y = height - 1, i = width * height - 1; y >= 0; y -= 1)
        for (let x = width - 1; x >= 0; x -= 1, i -= 1) {
          if (x < width - 1) relax(i, i + 1);
          if (y < height - 1) relax(i, i + width);
        }
    }
  }
  return out;
}

/** One colour of the border: its mean, and the inverse deviation for each plane. */
interface Tint {
  readonly mean: readonly number[];
  readonly inverse: readonly number[];
}

const TINTS = 8;
/** Variance added to every border colour, for light and grain. */
const SLACK = [0.0016, 0.00022, 0.00022] as const;

/**
 * The background's colours as the border shows them. The lower edge counts only near its corners, because a cropped
 * subject is nearly always cropped at the bottom.
 */
function groundTints(planes: Planes): readonly Tint[] {
  const { width, height } = planes[0];
  const strip = Math.max(2, Math.round(Math.min(width, height) * 0.045));
  const samples: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const atSide = y < strip || x < strip || x >= width - strip;
      const atCorner = y >= height - strip && (x < width * 0.1 || x > width * 0.9);
      if (atSide || atCorner) samples.push(y * width + x);
    }
  }
  const value = (k: number, i: number): number => planes[k]!.data[i]!;
  // Initial centres ordered by lightness; then Lloyd's iterations.
  const sorted = [...samples].sort((one, other) => value(0, one) - value(0, other));
  let means = Array.from({ length: TINTS }, (_, k) => {
    const i = sorted[Math.floor(((k + 0.5) * sorted.length) / TINTS)]!;
    return [value(0, i), value(1, i), value(2, i)];
  });
  let groups: number[][] = [];
  for (let round = 0; round < 8; round += 1) {
    groups = means.map(() => []);
    for (const i of samples) groups[nearest(means, value(0, i), value(1, i), value(2, i))]!.push(i);
    means = groups.map((group, k) =>
      group.length === 0
        ? means[k]!
        : [0, 1, 2].map((plane) => group.reduce((sum, i) => sum + value(plane, i), 0) / group.length),
    );
  }
  return groups.flatMap((group, k) =>
    group.length < samples.length * 0.015
      ? []
      : [
          {
            mean: means[k]!,
            inverse: [0, 1, 2].map(
              (plane) =>
                1 /
                Math.sqrt(
                  group.reduce((sum, i) => sum + (value(plane, i) - means[k]![plane]!) ** 2, 0) / group.length +
                    SLACK[plane]!,
                ),
            ),
          },
        ],
  );
}

function nearest(means: readonly (readonly number[])[], l: number, a: number, b: number): number {
  let best = 0;
  let min = Infinity;
  for (const [k, mean] of means.entries()) {
    const d = 0.5 * (l - mean[0]!) ** 2 + 4 * ((a - mean[1]!) ** 2 + (b - mean[2]!) ** 2);
    if (d < min) {
      min = d;
      best = k;
    }
  }
  return best;
}

/**
 * Mean colours along the left and the right border for each row: hills and horizons reach the border at their own
 * height.
 */
function rowTints(planes: Planes): readonly (readonly [Float32Array, Float32Array])[] {
  const { width, height } = planes[0];
  const strip = Math.max(2, Math.round(width * 0.03));
  const reach = Math.max(1, Math.round(height * 0.015));
  return planes.map(({ data }) => {
    const line = (start: number): Float32Array =>
      Float32Array.from({ length: height }, (_, y) => {
        let sum = 0;
        let count = 0;
        for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1)
          for (let x = start; x < start + strip; x += 1) {
            sum += data[row * width + x]!;
            count += 1;
          }
        return sum / count;
      });
    return [line(0), line(width - strip)] as const;
  });
}

const FURTHEST = 5;

/** Difference of a pixel from every border colour, 0..1. */
function unlikeColours(planes: Planes): Field {
  const { width } = planes[0];
  const tints = groundTints(planes);
  const rows = rowTints(planes);
  const own = SLACK.map((slack) => 0.8 / Math.sqrt(slack));
  const out = each((l, a, b) => tints.reduce((min, tint) => Math.min(min, apart(tint, l, a, b)), FURTHEST), ...planes);
  for (let i = 0; i < out.data.length; i += 1) {
    const y = Math.floor(i / width);
    for (const end of [0, 1] as const) {
      const d = apart(
        { mean: rows.map((row) => row[end][y]!), inverse: own },
        planes[0].data[i]!,
        planes[1].data[i]!,
        planes[2].data[i]!,
      );
      if (d < out.data[i]!) out.data[i] = d;
    }
    out.data[i]! /= FURTHEST;
  }
  return out;
}

function apart({ mean, inverse }: Tint, l: number, a: number, b: number): number {
  return Math.sqrt(
    0.6 * ((l - mean[0]!) * inverse[0]!) ** 2 +
      ((a - mean[1]!) * inverse[1]!) ** 2 +
      ((b - mean[2]!) * inverse[2]!) ** 2,
  );
}

/**
 * Difference of a pixel from the sides, 0..1: the sum of the four sides' distances except the largest, so that a
 * subject may touch one side.
 */
function unlikeSides(planes: Planes): Field {
  const { width, height } = planes[0];
  const strip = Math.max(2, Math.round(Math.min(width, height) * 0.06));
  const sides = [
    tintOf(planes, (_x, y) => y < strip),
    tintOf(planes, (x) => x < strip),
    tintOf(planes, (x) => x >= width - strip),
    tintOf(planes, (_x, y) => y >= height - strip),
  ];
  return each(
    (l, a, b) => {
      const far = sides.map((tint) => apart(tint, l, a, b));
      return Math.min(FURTHEST, (far.reduce((sum, value) => sum + value, 0) - Math.max(...far)) / 3) / FURTHEST;
    },
    ...planes,
  );
}

function tintOf(planes: Planes, inside: (x: number, y: number) => boolean): Tint {
  const { width, height } = planes[0];
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < width * height; i += 1) {
    if (!inside(i % width, Math.floor(i / width))) continue;
    count += 1;
    for (let k = 0; k < 3; k += 1) {
      const value = planes[k]!.data[i]!;
      sums[k]! += value;
      squares[k]! += value * value;
    }
  }
  const mean = sums.map((sum) => sum / count);
  return {
    mean,
    inverse: squares.map((sum, k) => 1 / Math.sqrt(Math.max(sum / count - mean[k]! ** 2, 0) + SLACK[k]! * 2)),
  };
}

/**
 * How the border is read: by each of its colours (a scene of sky and ground), or as four sides (when the subject
 * touches some).
 */
export type BorderReading = 'colours' | 'sides';

/** Fine detail relative to the image's mean, 0..1: detects a sharp subject on a blurred background. */
function sharpness(light: Field): Field {
  const fine = each((own, mean) => Math.abs(own - mean), light, boxMean(light, 1));
  const spread = soften(fine, Math.max(2, Math.round(light.width / 45)));
  const sorted = Float32Array.from(spread.data).sort();
  const top = Math.max(sorted[Math.floor(sorted.length * 0.97)]!, 1e-4);
  // Subtracted because grain that is everywhere is not detail.
  const floor = sorted[Math.floor(sorted.length * 0.1)]!;
  return each((value) => Math.min(1, Math.max(0, (value - floor) / (top - floor + 0.004))), spread);
}

/** A pixel counts most when it is both enclosed and of a different colour; either alone counts less. */
const combine = (walled: number, unlike: number, sharp: number): number =>
  0.4 * walled + 0.4 * unlike + 0.4 * Math.sqrt(walled * unlike) + 0.15 * sharp;

/**
 * @param crisp OKLab, about 300 pixels on the longer side
 */
export function saliencyOf(crisp: Planes, reading: BorderReading): Saliency {
  const planes = [soften(crisp[0], 1), soften(crisp[1], 1), soften(crisp[2], 1)] as const;
  const { width, height } = planes[0];
  const unlike = reading === 'colours' ? unlikeColours(planes) : unlikeSides(planes);
  const cost = (x: number, y: number): number => 0.6 * unlike.data[y * width + x]! ** 2;
  const barriers = planes.map((plane, k) =>
    barrier(
      each((value) => value * WEIGHTS[k]!, plane),
      cost,
    ),
  );
  const walled = each((l, a, b) => l + a + b, barriers[0]!, barriers[1]!, barriers[2]!);
  const climb = climbed(crisp, cost);
  const sharp = sharpness(planes[0]);
  const map = field(width, height);
  let peak = 0;
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 1) {
      const centre = Math.exp(-2.2 * ((x / width - 0.5) ** 2 + 0.7 * (y / height - 0.53) ** 2));
      map.data[i] =
        combine(Math.min(1, walled.data[i]! * 1.5), unlike.data[i]!, sharp.data[i]!) *
        (0.25 + 0.75 * Math.min(1, climb.data[i]! * 7)) *
        centre;
    }
  }
  const smooth = soften(map, Math.max(1, Math.round(width / 130)));
  const sorted = Float32Array.from(smooth.data).sort();
  peak = sorted[Math.floor(sorted.length * 0.985)]!;
  const floor = sorted[Math.floor(sorted.length * 0.05)]!;
  return {
    map: each(
      (value) => Math.min(1, Math.max(0, (value - floor) / (Math.min(0.75 * (peak - floor), 0.4) + 1e-4))),
      smooth,
    ),
    peak: peak - floor,
  };
}

/**
 * Opens a mouth in an image. The image is cut along the line of the lips, the part below moves down with the jaw, and
 * the inside of a mouth is drawn in between. Nothing moves above the nose's base, beside the jaw, or below the neck.
 */
import type { Raster } from '../scene/scene.js';
import { middle, partOf, type Point } from './landmarks.js';

/**
 * As shares of the mouth's width: its gap when wide open, how far above the lips and below the chin the skin stretches,
 * and how far the lips narrow for round sounds.
 */
const WIDE = 0.32;
const NARROWED = 0.17;
/** As shares of the jaw's drop: how far the mouth's corners follow, and how far the upper lip rises. */
const CORNERS = 0.25;
const UPPER = 0.14;
/** Movement of the chin, as a share of the jaw's drop. */
const CHIN = 0.92;

/**
 * A mouth in an image with everything its movement needs: "along" is the line of the lips from left to right, "down"
 * points to the chin.
 */
export interface Mouth {
  readonly centre: Point;
  readonly cos: number;
  readonly sin: number;
  /** From corner to corner, pixels. */
  readonly width: number;
  /** Distances to the nose's base and to the chin. */
  readonly nose: number;
  readonly chin: number;
  /** Distances to the sides of the jaw. */
  readonly left: number;
  readonly right: number;
  /** How far it is already open. */
  readonly gap: number;
  /** Where the lips meet: the offset down from the centre, at even steps along. */
  readonly seam: Float64Array;
  /** Mean colour of the surrounding skin. */
  readonly skin: readonly [number, number, number];
  /** Whether teeth are already visible: 0 or 1, fractional during a change. */
  readonly teeth: number;
}

/** Steps of a seam from corner to corner. */
const STEPS = 48;
const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
const smooth = (share: number): number => {
  const t = clamp01(share);
  return t * t * (3 - 2 * t);
};

type Frame = Pick<Mouth, 'centre' | 'cos' | 'sin'>;
const alongOf = ({ centre, cos, sin }: Frame, { x, y }: Point): number => (x - centre.x) * cos + (y - centre.y) * sin;
const downOf = ({ centre, cos, sin }: Frame, { x, y }: Point): number => (y - centre.y) * cos - (x - centre.x) * sin;

function pixelAt({ width, height, data }: Raster, x: number, y: number): readonly [number, number, number] {
  const at =
    (Math.min(height - 1, Math.max(0, Math.round(y))) * width + Math.min(width - 1, Math.max(0, Math.round(x)))) * 4;
  return [data[at]!, data[at + 1]!, data[at + 2]!];
}

const lightness = ([r, g, b]: readonly [number, number, number]): number => 0.3 * r + 0.59 * g + 0.11 * b;

/** Interpolates a line through points, at even steps from −half to half. */
function lineThrough(points: readonly (readonly [along: number, down: number])[], half: number): Float64Array {
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const along = -half + (2 * half * step) / STEPS;
    const next = points.findIndex(([at]) => at >= along);
    if (next === 0) return points[0]![1];
    if (next < 0) return points.at(-1)![1];
    const [[x0, y0], [x1, y1]] = [points[next - 1]!, points[next]!];
    return y0 + ((y1 - y0) * (along - x0)) / Math.max(1e-6, x1 - x0);
  });
}

/**
 * Search for the dark line: range up and down at each step in mouth widths, number of candidates, cost at the end of
 * the range, and the range when teeth give its position.
 */
const LOOK = { reach: 0.11, steps: 23, min: 26, sure: 0.35 } as const;

/** The dark line between the lips: the cheapest path of dark pixels near the position given by the landmarks. */
function darkLine(image: Raster, frame: Frame, expected: Float64Array, width: number, teeth: boolean): Float64Array {
  const reach = LOOK.reach * width * (teeth ? LOOK.sure : 1);
  const offset = (k: number): number => reach * ((2 * k) / (LOOK.steps - 1) - 1);
  const at = (step: number, k: number): number => {
    const [along, down] = [width * (step / STEPS - 0.5), expected[step]! + offset(k)];
    const x = frame.centre.x + along * frame.cos - down * frame.sin;
    const y = frame.centre.y + along * frame.sin + down * frame.cos;
    return lightness(pixelAt(image, x, y)) + LOOK.min * ((2 * k) / (LOOK.steps - 1) - 1) ** 2;
  };
  let costs = Array.from({ length: LOOK.steps }, (_, k) => at(0, k));
  const came: Int8Array[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const from = new Int8Array(LOOK.steps);
    costs = costs.map((_, k) => {
      let best = Infinity;
      for (let before = Math.max(0, k - 2); before <= Math.min(LOOK.steps - 1, k + 2); before += 1) {
        const cost = costs[before]! + 5 * Math.abs(before - k);
        if (cost < best) [best, from[k]] = [cost, before];
      }
      return best + at(step, k);
    });
    came.push(from);
  }
  const line = new Float64Array(STEPS + 1);
  let k = costs.indexOf(Math.min(...costs));
  for (let step = STEPS; step >= 0; step -= 1) {
    line[step] = expected[step]! + offset(k);
    if (step > 0) k = came[step - 1]![k]!;
  }
  // The path is quantised to candidates, so it is smoothed over its neighbours.
  return line.map(
    (_, step) =>
      (line[Math.max(0, step - 2)]! +
        line[Math.max(0, step - 1)]! +
        line[step]! +
        line[Math.min(STEPS, step + 1)]! +
        line[Math.min(STEPS, step + 2)]!) /
      5,
  );
}

/** Mean colour of the cheeks beside the mouth. */
function skinAbout(image: Raster, points: readonly Point[]): readonly [number, number, number] {
  const [sum, count] = [[0, 0, 0], 6];
  for (const [jaw, nose] of [
    [4, 31],
    [3, 31],
    [5, 48],
    [12, 35],
    [13, 35],
    [11, 54],
  ] as const) {
    const { x, y } = middle([points[jaw]!, points[nose]!]);
    const colour = pixelAt(image, x, y);
    for (let k = 0; k < 3; k += 1) sum[k]! += colour[k]! / count;
  }
  return [sum[0]!, sum[1]!, sum[2]!];
}

/**
 * Detection of teeth, which are lighter and less red than lips: maximum redness relative to the lips, minimum lightness
 * relative to the skin, minimum height, minimum share of columns with teeth, and the searched width and step; lengths
 * in mouth widths.
 */
const TEETH = { red: 0.45, light: 0.6, tall: 0.06, columns: 0.5, reach: 0.3, step: 0.02 } as const;
/** Gap that the landmarks report for closed lips, in mouth widths. */
const CLOSED = 0.035;
/** Weight of the previous image's result when tracking. */
const FOLLOWED = 0.6;

/** Begin and end of the teeth in a column between the lips; undefined when there are none. */
function teethAt(
  image: Raster,
  frame: Frame,
  along: number,
  [above, below]: readonly [number, number],
  width: number,
  light: number,
): readonly [number, number] | undefined {
  const step = TEETH.step * width;
  const looks = Array.from({ length: Math.max(0, Math.round((below - above) / step)) }, (_, k) => {
    const down = above + k * step;
    const colour = pixelAt(
      image,
      frame.centre.x + along * frame.cos - down * frame.sin,
      frame.centre.y + along * frame.sin + down * frame.cos,
    );
    return { down, red: colour[0] - colour[1], light: lightness(colour) };
  });
  const reddest = Math.max(0, ...looks.map(({ red }) => red));
  let [best, from]: [readonly [number, number] | undefined, number | undefined] = [undefined, undefined];
  for (const look of looks) {
    if (look.red < TEETH.red * reddest && look.light > TEETH.light * light) {
      from ??= look.down;
      if (best === undefined || look.down - from > best[1] - best[0]) best = [from, look.down];
    } else from = undefined;
  }
  return best !== undefined && best[1] - best[0] >= TEETH.tall * width ? best : undefined;
}

/**
 * Least-squares arc from corner to corner through the values found at some positions. It absorbs errors of single
 * columns.
 */
function bowed(found: readonly (readonly [along: number, down: number])[]): Float64Array {
  const bow = (along: number): number => 1 - 4 * along * along;
  let [aa, ab, bb, ad, bd] = [0, 0, 1e-9, 0, 0];
  for (const [along, down] of found) {
    const [a, b] = [bow(along), along * bow(along)];
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ad += a * down;
    bd += b * down;
  }
  const det = Math.max(1e-12, aa * bb - ab * ab);
  const [tall, leans] = [(ad * bb - bd * ab) / det, (bd * aa - ad * ab) / det];
  return Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const along = step / STEPS - 0.5;
    return bow(along) * (tall + leans * along);
  });
}

/**
 * How far a mouth is already open, and where its lips would part: under the teeth when they are visible, since these
 * stay with the upper lip.
 */
function opening(
  image: Raster,
  frame: Frame,
  points: readonly Point[],
  width: number,
  skin: readonly [number, number, number],
): { readonly gap: number; readonly teeth: boolean; readonly expected: Float64Array } {
  const inner = partOf({ points }, 'mouth');
  const pairs = (
    [
      [1, 7],
      [2, 6],
      [3, 5],
    ] as const
  ).map(([upper, lower]) => {
    const [over, under] = [inner[upper]!, inner[lower]!];
    return {
      along: (alongOf(frame, over) + alongOf(frame, under)) / 2,
      above: downOf(frame, over),
      below: downOf(frame, under),
    };
  });
  const [low, high] = [
    -0.04 * width + Math.min(...pairs.map(({ above }) => above)),
    downOf(frame, points[57]!) - 0.02 * width,
  ];
  const columns = Array.from({ length: 13 }, (_, k) => (k / 6 - 1) * TEETH.reach * width);
  const toothed = columns.flatMap((along): readonly (readonly [along: number, from: number, to: number])[] => {
    const found = teethAt(image, frame, along, [low, high], width, lightness(skin));
    return found === undefined ? [] : [[along, ...found]];
  });
  const line = (middles: readonly (readonly [number, number])[]): Float64Array =>
    lineThrough([[-width / 2, 0], ...middles, [width / 2, 0]], width / 2);
  const gap = Math.max(0, Math.max(...pairs.map(({ above, below }) => below - above)) - CLOSED * width);
  if (toothed.length >= TEETH.columns * columns.length) {
    return {
      gap: Math.max(gap, ...toothed.map(([, from, to]) => to - from)),
      teeth: true,
      expected: bowed(toothed.map(([along, , to]) => [along / width, to + 0.02 * width])),
    };
  }
  const { along, above, below } = pairs[1]!;
  const seen = lightness(
    pixelAt(
      image,
      frame.centre.x + along * frame.cos - ((above + below) / 2) * frame.sin,
      frame.centre.y + along * frame.sin + ((above + below) / 2) * frame.cos,
    ),
  );
  return {
    gap,
    teeth: gap > TEETH.tall * width && seen > TEETH.light * lightness(skin),
    expected: line(pairs.map(({ along, above, below }) => [along, above + (below - above) * (gap > 0 ? 0.7 : 0.5)])),
  };
}

/**
 * Analyses a mouth.
 * @param points the 68 landmarks of its face
 * @param before the same mouth in the previous image, which prevents the seam from jittering
 */
export function mouthOf(image: Raster, points: readonly Point[], before?: Mouth): Mouth {
  const [from, to] = [points[48]!, points[54]!];
  const width = Math.max(4, Math.hypot(to.x - from.x, to.y - from.y));
  const frame: Frame = { centre: middle([from, to]), cos: (to.x - from.x) / width, sin: (to.y - from.y) / width };
  const skin = skinAbout(image, points);
  const { gap, teeth, expected } = opening(image, frame, points, width, skin);
  const found = darkLine(image, frame, expected, width, teeth);
  // Results are smoothed over a video, otherwise they would jitter.
  const kept = before === undefined ? 0 : FOLLOWED;
  const held = (now: number, then: number | undefined): number =>
    then === undefined ? now : kept * then + (1 - kept) * now;
  const earlier = before === undefined ? 1 : width / before.width;
  return {
    ...frame,
    width,
    skin,
    gap: held(gap, before && before.gap * earlier),
    teeth: held(teeth ? 1 : 0, before?.teeth),
    seam: found.map((down, step) => held(down, before && before.seam[step]! * earlier)),
    nose: Math.max(0.2 * width, -downOf(frame, points[33]!)),
    chin: Math.max(0.5 * width, downOf(frame, points[8]!)),
    left: Math.max(0.7 * width, -alongOf(frame, points[4]!)),
    right: Math.max(0.7 * width, alongOf(frame, points[12]!)),
  };
}

/** Source of a pixel after the mouth has moved; a scratch object that is overwritten. */
export interface Origin {
  x: number;
  y: number;
  /** 0 outside the mouth; otherwise the opacity of its inside, and its colour. */
  inside: number;
  red: number;
  green: number;
  blue: number;
}

/** A moved mouth: gives the source of a pixel. */
export type MouthMove = (x: number, y: number, origin: Origin) => void;

/**
 * Gap between the lips, pixels.
 * @param shape 0 to 1
 */
export const gapOf = ({ width }: Pick<Mouth, 'width'>, open: number): number => WIDE * width * open;

/** Bounding rectangle, in whole pixels, of everything that a move changes. */
export function reachOf(
  { centre, cos, sin, width, nose, chin, left, right }: Mouth,
  { width: across, height: down }: Pick<Raster, 'width' | 'height'>,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const corners = [
    [-left - 2, -nose],
    [right + 2, -nose],
    [-left - 2, chin + fallOf(chin) + WIDE * width],
    [right + 2, chin + fallOf(chin) + WIDE * width],
  ] as const;
  const [xs, ys] = [
    corners.map(([u, v]) => centre.x + u * cos - v * sin),
    corners.map(([u, v]) => centre.y + u * sin + v * cos),
  ];
  const [x, y] = [Math.max(0, Math.floor(Math.min(...xs))), Math.max(0, Math.floor(Math.min(...ys)))];
  return {
    x,
    y,
    width: Math.max(0, Math.min(across, Math.ceil(Math.max(...xs))) - x),
    height: Math.max(0, Math.min(down, Math.ceil(Math.max(...ys))) - y),
  };
}

/** 1 at the mouth, 0 from a share of 1 on. */
const nearness = (share: number): number => (1 - smooth(share)) ** 2;

/** How far below the chin the neck stretches, pixels. */
const fallOf = (chin: number): number => 0.85 * chin;

/**
 * Moves a mouth.
 * @param shape `gap` between the lips in pixels; `round` 0 to 1
 */
export function moved(mouth: Mouth, shape: { readonly gap: number; readonly round: number }): MouthMove {
  const { centre, cos, sin, width, nose, chin, left, right, seam } = mouth;
  const fall = (shape.gap - mouth.gap) / (1 + UPPER);
  const half = width / 2;
  const narrowed = NARROWED * shape.round;
  const neck = fallOf(chin);
  const drawn = paint(mouth, shape.gap);
  return (x, y, origin) => {
    const [dx, dy] = [x - centre.x, y - centre.y];
    const v = dy * cos - dx * sin;
    const u0 = dx * cos + dy * sin;
    const reach = u0 < 0 ? left : right;
    const u =
      narrowed < 0.001
        ? u0
        : u0 * (1 + narrowed * nearness(Math.abs(u0) / reach) * nearness(v < 0 ? -v / nose : v / chin));
    origin.inside = 0;
    const across = Math.abs(u) / half;
    const lips = across < 1 ? (1 - across * across) ** 0.85 : 0;
    const corner = CORNERS * (across < 1 ? 1 : 1 - smooth((Math.abs(u) - half) / Math.max(1, reach - half)));
    const place = clamp01(u / width + 0.5) * STEPS;
    const step = Math.min(STEPS - 1, Math.floor(place));
    const line = seam[step]! + (seam[step + 1]! - seam[step]!) * (place - step);
    const up = fall * (corner - (CORNERS + UPPER) * lips);
    const down = fall * (corner + (1 - CORNERS) * lips);
    const [above, below] = [line + up, line + down];
    let shift: number;
    if (v <= above && !(fall < 0 && v > below)) shift = up * (1 - smooth((above - v) / (0.92 * nose)));
    else {
      const deep = Math.max(0, v - below);
      const chinWide = 1 - smooth((Math.abs(u) - 0.35 * width) / Math.max(1, reach - 0.35 * width));
      const mix = smooth(deep / (0.8 * chin));
      shift = (down * (1 - mix) + fall * CHIN * chinWide * mix) * (1 - smooth((deep - chin) / neck));
      if (fall > 0 && v < below) drawn(u, v - above, below - above, origin);
    }
    const from = v - shift;
    origin.x = centre.x + u * cos - from * sin;
    origin.y = centre.y + u * sin + from * cos;
  };
}

/** Colours of the mouth's depth and of the tongue, as shares of the skin's colour. */
const DEPTH = [0.2, 0.09, 0.09] as const;
const TONGUE = [0.62, 0.36, 0.36] as const;
/**
 * As shares of the mouth's width: maximum visible height of the teeth, width of one tooth, and where they end at the
 * sides.
 */
const TOOTH = { tall: 0.125, wide: 0.145, ends: 0.8 } as const;

/**
 * Draws the inside of an open mouth: dark, with teeth under the upper lip if none are visible yet, and a tongue when it
 * is wide open.
 */
function paint(
  { width, skin, teeth }: Mouth,
  gap: number,
): (u: number, deep: number, tall: number, origin: Origin) => void {
  const light = lightness(skin);
  // Teeth are white whatever the skin's colour, but the same light falls on them.
  const white = [
    0.6 * light + 0.4 * skin[0] + 44,
    0.65 * light + 0.35 * skin[1] + 44,
    0.7 * light + 0.3 * skin[2] + 36,
  ] as const;
  const visible = Math.min(TOOTH.tall * width, 0.5 * gap) * (1 - teeth);
  const showing = smooth((gap - 0.04 * width) / (0.08 * width));
  const tongue = smooth((gap - 0.12 * width) / (0.14 * width));
  return (u, deep, tall, origin) => {
    const across = Math.abs(u) / (width / 2);
    const bitten = visible * (1 - 0.45 * across * across);
    const between = Math.abs(((u / (TOOTH.wide * width) + 1_000) % 1) - 0.5) * 2;
    const gum = smooth((bitten - deep) / 1.6 + 0.5) * (1 - smooth((across - 0.45) / (TOOTH.ends - 0.45))) * showing;
    const seam = 1 - 0.16 * smooth((between - 0.82) / 0.18);
    const bright = (0.9 - 0.4 * across * across) * seam * (0.8 + 0.2 * smooth((2 * deep) / Math.max(1, bitten)));
    const lying = tongue * smooth((deep / Math.max(1, tall) - 0.52) / 0.3) * (1 - smooth((across - 0.3) / 0.4)) * 0.75;
    const colour = (k: 0 | 1 | 2): number => {
      const dark = skin[k] * (DEPTH[k] + (TONGUE[k] - DEPTH[k]) * lying);
      return dark + (white[k] * bright - dark) * gum;
    };
    origin.red = colour(0);
    origin.green = colour(1);
    origin.blue = colour(2);
    // The lips' rims overlap the inside softly.
    origin.inside = clamp01(Math.min(deep, tall - deep) / 1.6 + 0.15) * smooth(tall / 2.2);
  };
}

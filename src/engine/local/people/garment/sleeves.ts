/** A garment's sleeves: where they are in its image, and how they are laid on arms that hang beside a body. */
import type { Raster } from '../../scene/scene.js';
import { sample, type Point } from '../landmarks.js';

/** A sleeve in the garment's image, pixels. */
export interface Sleeve {
  /** Where it is attached: at the shoulder above, in the armpit below. */
  readonly shoulder: Point;
  readonly armpit: Point;
  /** Both ends of its cuff: away from the body, and towards it. */
  readonly outer: Point;
  readonly inner: Point;
}

/**
 * Target position of a sleeve: its seam, and how far down its cuff ends on both sides of the arm; pixels of the
 * person's image.
 */
export interface Armhole {
  readonly shoulder: Point;
  readonly armpit: Point;
  readonly outerEnd: number;
  readonly innerEnd: number;
}

/** Measures of the person, pixels. */
export interface Measures {
  readonly faceWidth: number;
  readonly head: number;
}

/** A pixel is visible from this alpha on. */
export const SEEN = 128;
/** From this alpha on a pixel is not part of a soft rim. */
const SURE = 235;
/** Distance from the body's side, as a share of half its width, beyond which pixels belong to the sleeve. */
const BESIDE = 0.05;
/** Minimum area of a sleeve, as a share of a square of half the body's width. */
const MIN = 0.03;
/** Width of an arm, and the maximum gap between arm and body; in face widths. */
const ARM = { min: 0.2, max: 0.95, gap: 0.5 } as const;
/** A worn sleeve's end within this distance is used as this sleeve's end, heads. */
const NEAR = 0.5;
/** Darkness of the crease where a sleeve lies on the body. */
const CREASE = 0.3;

/** The point at a share of the way between two. */
export const between = (one: Point, other: Point, share: number): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});
/** Alpha of the pixel at a position, 0 to 255; 0 outside the image. */
export const alphaAt = ({ width, height, data }: Raster, { x, y }: Point): number => {
  const [column, row] = [Math.round(x), Math.round(y)];
  return column < 0 || row < 0 || column >= width || row >= height ? 0 : data[(row * width + column) * 4 + 3]!;
};

/** The garment's pixels beyond its side that are connected to the end of the shoulder. */
function beyondSide(cutOut: Raster, shoulder: Point, line: number, sign: -1 | 1): readonly Point[] {
  const { width, height } = cutOut;
  const marks = new Uint8Array(width * height);
  const found: Point[] = [];
  const open: Point[] = [];
  const visit = (x: number, y: number): void => {
    if (
      (x - line) * sign < 0 ||
      x < 0 ||
      y < 0 ||
      x >= width ||
      y >= height ||
      marks[y * width + x] === 1 ||
      alphaAt(cutOut, { x, y }) < SEEN
    )
      return;
    marks[y * width + x] = 1;
    open.push({ x, y });
  };
  const column = Math.round(line + sign);
  for (let y = Math.max(0, Math.round(shoulder.y)); y < height; y += 1) {
    visit(column, y);
    if (open.length > 0) break;
  }
  for (let point = open.pop(); point !== undefined; point = open.pop()) {
    found.push(point);
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      visit(point.x + dx, point.y + dy);
  }
  return found;
}

/**
 * Reads a sleeve from a garment's outline.
 * @param cutOut the garment, straight alpha
 * @param shoulder where its shoulder ends
 * @param side the column of the body's side below the sleeve
 * @param half half the body's width
 * @param sign -1 for the left side of the image
 * @returns undefined when the garment has no sleeve on this side
 */
export function sleeveOf(
  cutOut: Raster,
  shoulder: Point,
  side: number,
  half: number,
  sign: -1 | 1,
): Sleeve | undefined {
  const line = Math.round(side + sign * BESIDE * half);
  const pixels = beyondSide(cutOut, shoulder, line, sign);
  if (pixels.length < MIN * half * half) return undefined;
  // Where the sleeve's lower edge meets the body: the lowest adjacent pixel, in one run from the top.
  const column = Math.round(line + sign);
  const rows = pixels
    .filter(({ x }) => x === column)
    .map(({ y }) => y)
    .sort((one, other) => one - other);
  const lowest = rows.find((y, k) => rows[k + 1] !== y + 1) ?? shoulder.y + half;
  const armpit = { x: side, y: lowest };
  const seam = between(shoulder, armpit, 0.5);
  const mean = pixels.reduce((sum, { x, y }) => ({ x: sum.x + x / pixels.length, y: sum.y + y / pixels.length }), {
    x: 0,
    y: 0,
  });
  const length = Math.hypot(mean.x - seam.x, mean.y - seam.y);
  const [u, v] = [(mean.x - seam.x) / length, (mean.y - seam.y) / length];
  // A corner of the cuff: farthest along the sleeve and to one side of it.
  const corner = (out: -1 | 1): Point => {
    let [best, max] = [pixels[0]!, -Infinity];
    for (const point of pixels) {
      const [along, across] = [point.x * u + point.y * v, (point.x * v - point.y * u) * sign * out];
      if (along + across > max) [best, max] = [point, along + across];
    }
    return best;
  };
  return { shoulder, armpit, outer: corner(1), inner: corner(-1) };
}

/** The run of the person's pixels in a row from a position outwards, after at most one gap; its begin and end. */
function runIn(
  figure: Raster,
  y: number,
  from: number,
  sign: -1 | 1,
  faceWidth: number,
): { readonly inner: number; readonly outer: number } | undefined {
  let inner = from;
  while (Math.abs(inner - from) < ARM.gap * faceWidth && alphaAt(figure, { x: inner, y }) < SEEN) inner += sign;
  if (alphaAt(figure, { x: inner, y }) < SEEN) return undefined;
  let outer = inner;
  while (Math.abs(outer - inner) < ARM.max * faceWidth && alphaAt(figure, { x: outer + sign, y }) >= SEEN)
    outer += sign;
  return { inner, outer: outer + sign };
}

/**
 * The arm in a row, from the body outwards; its begin and end. A run that is too narrow is still the trunk's side.
 * Undefined when there is none.
 */
function armIn(
  figure: Raster,
  y: number,
  from: number,
  sign: -1 | 1,
  faceWidth: number,
): { readonly inner: number; readonly outer: number } | undefined {
  const first = runIn(figure, y, from, sign, faceWidth);
  if (first === undefined || Math.abs(first.outer - first.inner) > ARM.min * faceWidth) return first;
  return runIn(figure, y, first.outer, sign, faceWidth) ?? first;
}

/** The part of a line across a sleeve that is inside the garment, with a small margin. */
export function clipped(garment: Raster, outer: Point, inner: Point): readonly [Point, Point] {
  const STEPS = 48;
  let [first, last] = [-1, -1];
  for (let k = 0; k <= STEPS; k += 1) {
    if (alphaAt(garment, between(outer, inner, k / STEPS)) < SURE) continue;
    if (first < 0) first = k;
    last = k;
  }
  return first < 0 || last - first < 2
    ? [outer, inner]
    : [between(outer, inner, first / STEPS), between(outer, inner, last / STEPS)];
}

/** Where a sleeve ends: at the end of the worn sleeve if that is near, because the arm is narrower there. */
function endsOf(
  { shoulder, armpit, outerEnd, innerEnd }: Armhole,
  figure: Raster,
  isBare: (at: number) => boolean,
  sign: -1 | 1,
  { faceWidth, head }: Measures,
): { readonly outer: number; readonly inner: number } {
  const own = { outer: outerEnd, inner: innerEnd };
  const found: { outer?: number; inner?: number } = {};
  const reach = Math.max(outerEnd, innerEnd) + NEAR * head;
  for (let y = Math.ceil(shoulder.y + head * 0.2); y < Math.min(figure.height, reach); y += 1) {
    const arm = armIn(
      figure,
      y,
      y < armpit.y ? shoulder.x + (armpit.x - shoulder.x) * ((y - shoulder.y) / (armpit.y - shoulder.y)) : armpit.x,
      sign,
      faceWidth,
    );
    if (arm === undefined) continue;
    for (const [end, share] of [
      ['outer', 0.2],
      ['inner', 0.65],
    ] as const) {
      const x = Math.round(arm.outer + (arm.inner - arm.outer) * share);
      if (found[end] === undefined && x >= 0 && x < figure.width && isBare(y * figure.width + x)) found[end] = y;
    }
  }
  const { outer, inner } = found;
  if (
    outer === undefined ||
    inner === undefined ||
    Math.abs((outer + inner - outerEnd - innerEnd) / 2) > NEAR * head ||
    Math.abs(outer - inner) > NEAR * head
  )
    return own;
  // Extended straight to both edges of the arm.
  const slope = (inner - outer) / 0.45;
  return { outer: outer - 0.2 * slope, inner: outer + 0.8 * slope };
}

/**
 * Lays a sleeve on an arm. Modifies `into`, which is as large as the person's image.
 * @param garment cut out, straight alpha, in its target size
 * @param figure the person cut out
 * @param isBare whether a pixel of the person is bare skin
 */
export function laySleeve(
  into: Raster,
  garment: Raster,
  sleeve: Sleeve,
  figure: Raster,
  hole: Armhole,
  sign: -1 | 1,
  { isBare, ...measures }: Measures & { readonly isBare: (at: number) => boolean },
): void {
  const { width, height } = into;
  const { shoulder, armpit } = hole;
  const { faceWidth } = measures;
  const { outer: outerEnd, inner: innerEnd } = endsOf(hole, figure, isBare, sign, measures);
  const [pixel, reach] = [new Uint8ClampedArray(4), Math.max(outerEnd, innerEnd)];
  for (let y = Math.max(0, Math.floor(shoulder.y - 0.1 * faceWidth)); y < Math.min(height, reach + 1); y += 1) {
    const down = Math.min(1, Math.max(0, (y - shoulder.y) / (armpit.y - shoulder.y)));
    const seam = between(shoulder, armpit, down).x;
    const arm = armIn(figure, y, seam, sign, faceWidth);
    if (arm === undefined) continue;
    const inner = down < 1 ? seam : arm.inner;
    const [one, two] = clipped(
      garment,
      between(sleeve.shoulder, sleeve.outer, Math.min(1, Math.max(0, (y - shoulder.y) / (outerEnd - shoulder.y)))),
      down < 1
        ? between(sleeve.shoulder, sleeve.armpit, down)
        : between(sleeve.armpit, sleeve.inner, Math.min(1, (y - armpit.y) / Math.max(1, innerEnd - armpit.y))),
    );
    const across = Math.max(1, Math.abs(arm.outer - inner));
    for (let x = Math.round(inner); (arm.outer - x) * sign >= -1; x += sign) {
      if (x < 0 || x >= width) break;
      const share = Math.min(1, Math.max(0, Math.abs(arm.outer - x) / across));
      const cover = Math.min(1, Math.max(0, outerEnd + (innerEnd - outerEnd) * share - y + 0.5));
      if (cover === 0) continue;
      const from = between(one, two, share);
      sample(garment, from.x, from.y, pixel, 0);
      const to = (y * width + x) * 4;
      const alpha = (pixel[3]! / 255) * cover;
      const shade = 1 - CREASE * share ** 8 * down;
      const under = (into.data[to + 3]! / 255) * (1 - alpha);
      if (alpha + under === 0) continue;
      for (let k = 0; k < 3; k += 1)
        into.data[to + k] = (pixel[k]! * shade * alpha + into.data[to + k]! * under) / (alpha + under);
      into.data[to + 3] = 255 * (alpha + under);
    }
  }
}

/** Sleeves laid along arms whose joints are known, and the part of an arm that is in front of a garment. */
import type { Raster } from '../../scene/scene.js';
import { sample, type Point } from '../landmarks.js';
import type { Arm } from './pose.js';
import { alphaAt, between, clipped, SEEN, type Sleeve } from './sleeves.js';

/** Half the width of an arm at shoulder, elbow and wrist, and half a hand's, heads. */
const RADIUS = { shoulder: 0.3, elbow: 0.23, wrist: 0.16, hand: 0.24 } as const;
/** Length of a hand beyond its wrist, heads. */
const HAND = 0.75;
/** The outline is believed to be an arm's edge between these multiples of the expected half width. */
const EDGE = { min: 0.5, max: 1.6 } as const;
/** Positions over which the measured widths are averaged, to both sides. */
const EVEN = 6;
/** A sleeve of more than this share of the garment's height ends at the wrist. */
const LONG = 0.55;
/** A seam lies between these distances from the shoulder's joint along the arm, heads. */
const SEAM = { min: -0.4, max: 0.8 } as const;
/**
 * How far a sleeve continues under the trunk beyond its seam, and where it ends at the latest, heads along the arm. It
 * fills what the trunk leaves open.
 */
const UNDER = { length: 0.6, from: -0.1 } as const;
/** Darkness of the crease where a sleeve lies on the body. */
const CREASE = 0.3;
/** An arm in front of the garment: what is within the first share of its width, and bare skin within the second. */
const FRONT = { sure: 0.85, bare: 1.5 } as const;

/** A position relative to an arm: distance along it from the shoulder, and away from it, outwards positive; pixels. */
interface ArmPosition {
  readonly along: number;
  readonly out: number;
}

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Where positions are relative to an arm that ends at a point beyond the wrist. */
function placeOn(joints: readonly Point[], sign: -1 | 1): (x: number, y: number) => ArmPosition {
  const bones = joints.slice(1).map((to, k) => {
    const from = joints[k]!;
    const long = Math.max(1, apart(from, to));
    const before = joints.slice(1, k + 1).reduce((sum, joint, n) => sum + apart(joints[n]!, joint), 0);
    return { from, long, u: (to.x - from.x) / long, v: (to.y - from.y) / long, before };
  });
  return (x, y) => {
    let [best, nearest]: [ArmPosition, number] = [{ along: 0, out: Infinity }, Infinity];
    for (const [k, { from, long, u, v, before }] of bones.entries()) {
      const [dx, dy] = [x - from.x, y - from.y];
      const along = dx * u + dy * v;
      // Both ends are open: what is beyond them is cut off across the arm.
      const [low, high] = [k === 0 ? -Infinity : 0, k === bones.length - 1 ? Infinity : long];
      const on = Math.max(low, Math.min(high, along));
      const away = Math.hypot(dx - on * u, dy - on * v);
      if (away >= nearest) continue;
      nearest = away;
      best = { along: before + on, out: away * (sign * (dx * v - dy * u) >= 0 ? 1 : -1) };
    }
    return best;
  };
}

/** The point at a distance along an arm, and the unit vector outwards. */
function pointOn(
  joints: readonly Point[],
  distance: number,
  sign: -1 | 1,
): { readonly at: Point; readonly out: Point } {
  let rest = distance;
  for (let k = 1; ; k += 1) {
    const [from, to] = [joints[k - 1]!, joints[k]!];
    const long = Math.max(1, apart(from, to));
    if (rest > long && k < joints.length - 1) {
      rest -= long;
      continue;
    }
    const [u, v] = [(to.x - from.x) / long, (to.y - from.y) / long];
    return { at: { x: from.x + u * rest, y: from.y + v * rest }, out: { x: sign * v, y: -sign * u } };
  }
}

/** Expected half width at a distance along an arm, pixels. */
function radiusAt({ shoulder, elbow, wrist }: Arm, distance: number, head: number): number {
  const [upper, fore] = [Math.max(1, apart(shoulder, elbow)), Math.max(1, apart(elbow, wrist))];
  const share = Math.min(2, distance / upper < 1 ? distance / upper : 1 + (distance - upper) / fore);
  const [from, to] = share < 1 ? [RADIUS.shoulder, RADIUS.elbow] : [RADIUS.elbow, RADIUS.wrist];
  return head * (from + (to - from) * (share < 1 ? share : share - 1));
}

/** Half the width of an arm at each pixel along it, outwards and towards the body, by the outline where it is near. */
function widthsOf(
  figure: Raster,
  arm: Arm,
  length: number,
  sign: -1 | 1,
  head: number,
): (along: number) => { readonly outer: number; readonly inner: number } {
  const joints = [arm.shoulder, arm.elbow, arm.wrist];
  const measured = (side: -1 | 1): readonly number[] => {
    const raw = Array.from({ length: Math.ceil(length) + 1 }, (_, distance) => {
      const expected = radiusAt(arm, distance, head);
      const { at, out } = pointOn(joints, distance, sign);
      for (let away = expected * EDGE.min; away < expected * EDGE.max; away += 1)
        if (alphaAt(figure, { x: at.x + side * out.x * away, y: at.y + side * out.y * away }) < SEEN) return away;
      return expected;
    });
    return raw.map((_, k) => {
      const near = raw.slice(Math.max(0, k - EVEN), k + EVEN + 1);
      return near.reduce((sum, width) => sum + width, 0) / near.length;
    });
  };
  const [outer, inner] = [measured(1), measured(-1)];
  return (along) => {
    const k = Math.min(outer.length - 1, Math.max(0, Math.round(along)));
    return { outer: outer[k]!, inner: inner[k]! };
  };
}

/** Length of a sleeve in its image, from the middle of its seam to the middle of its cuff. */
const lengthOf = ({ shoulder, armpit, outer, inner }: Sleeve): number =>
  apart(between(shoulder, armpit, 0.5), between(outer, inner, 0.5));

/**
 * How far down an arm a sleeve reaches, pixels from the shoulder's joint.
 * @param by pixels of the person for one of the sleeve's
 * @param tall height of the garment, as the sleeve's
 */
export function reachOf(sleeve: Sleeve, arm: Arm, by: number, tall: number): number {
  const whole = apart(arm.shoulder, arm.elbow) + apart(arm.elbow, arm.wrist);
  return lengthOf(sleeve) > LONG * tall ? whole : Math.min(whole, lengthOf(sleeve) * by);
}

/** Where a sleeve is attached: the shoulder's end and the armpit, pixels of the person's image. */
export interface Seam {
  readonly shoulder: Point;
  readonly armpit: Point;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
function boxAbout(points: readonly Point[], room: number, { width, height }: Raster): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.max(0, Math.floor(Math.min(...xs) - room)),
    top: Math.max(0, Math.floor(Math.min(...ys) - room)),
    right: Math.min(width - 1, Math.ceil(Math.max(...xs) + room)),
    bottom: Math.min(height - 1, Math.ceil(Math.max(...ys) + room)),
  };
}
const share = (value: number): number => Math.min(1, Math.max(0, value));

/** How a sleeve is laid. */
interface Laying {
  /** How far it reaches along the arm, pixels from the shoulder's joint. */
  readonly reach: number;
  readonly seam: Seam;
  /** Whether a position belongs to the head, which nothing covers. */
  readonly isHead: (x: number, y: number) => boolean;
}

/**
 * Lays a sleeve along an arm. Modifies `into`, which is as large as the person's image.
 * @param garment cut out, straight alpha, in its target size
 * @param figure the person cut out
 */
export function laySleeveAlong(
  into: Raster,
  garment: Raster,
  sleeve: Sleeve,
  figure: Raster,
  arm: Arm,
  { reach, seam, isHead }: Laying,
  sign: -1 | 1,
  head: number,
): void {
  const joints = [arm.shoulder, arm.elbow, arm.wrist];
  const [placeAt, widthsAt] = [placeOn(joints, sign), widthsOf(figure, arm, reach, sign, head)];
  const steps = Math.ceil(reach);
  const lines = Array.from({ length: steps + 1 }, (_, step) =>
    clipped(
      garment,
      between(sleeve.shoulder, sleeve.outer, step / steps),
      between(sleeve.armpit, sleeve.inner, step / steps),
    ),
  );
  const [above, below] = [seam.shoulder, seam.armpit].map(({ x, y }) =>
    Math.min(SEAM.max * head, reach / 2, Math.max(SEAM.min * head, placeAt(x, y).along)),
  ) as [number, number];
  const pixel = new Uint8ClampedArray(4);
  const box = boxAbout(joints, head * RADIUS.shoulder * EDGE.max, into);
  for (let y = box.top; y <= box.bottom; y += 1)
    for (let x = box.left; x <= box.right; x += 1) {
      if (isHead(x, y)) continue;
      const { along, out } = placeAt(x, y);
      const { outer, inner } = widthsAt(along);
      const across = share((outer - out) / Math.max(1, outer + inner));
      const begin = above + (below - above) * across;
      const cover =
        share(reach - along + 0.5) *
        share(along - Math.max(Math.min(begin, UNDER.from * head), begin - UNDER.length * head) + 0.5) *
        share((out > 0 ? outer : inner) - Math.abs(out) + 0.5);
      if (cover === 0) continue;
      const [one, two] = lines[Math.round(steps * share((along - begin) / (reach - begin)))]!;
      const from = between(one, two, across);
      sample(garment, from.x, from.y, pixel, 0);
      const to = (y * into.width + x) * 4;
      const isUnder = along < begin;
      const alpha = (pixel[3]! / 255) * cover * (isUnder ? 1 - into.data[to + 3]! / 255 : 1);
      const under = (into.data[to + 3]! / 255) * (1 - alpha);
      if (alpha + under === 0) continue;
      const shade = 1 - CREASE * across ** 8 * share(along / (head * 0.6));
      for (let k = 0; k < 3; k += 1)
        into.data[to + k] = (pixel[k]! * shade * alpha + into.data[to + k]! * under) / (alpha + under);
      into.data[to + 3] = 255 * (alpha + under);
    }
}

/**
 * Takes a garment away where an arm beyond its sleeve is in front of it. Modifies `into`. An arm that was not seen is
 * behind the body.
 * @param from distance along the arm where the sleeve ends, pixels
 * @param isBare whether a pixel of the person is bare skin
 */
export function freeArm(
  into: Raster,
  arm: Arm,
  from: number,
  sign: -1 | 1,
  head: number,
  isBare: (at: number) => boolean,
): void {
  if (!arm.isSeen) return;
  const joints = [arm.shoulder, arm.elbow, arm.wrist];
  const whole = apart(arm.shoulder, arm.elbow) + apart(arm.elbow, arm.wrist);
  const placeAt = placeOn(joints, sign);
  const box = boxAbout(
    [...joints, pointOn(joints, whole + HAND * head, sign).at],
    head * RADIUS.hand * FRONT.bare,
    into,
  );
  for (let y = box.top; y <= box.bottom; y += 1)
    for (let x = box.left; x <= box.right; x += 1) {
      const { along, out } = placeAt(x, y);
      if (along < from || along > whole + HAND * head) continue;
      const radius = along > whole ? RADIUS.hand * head : radiusAt(arm, along, head);
      const away = Math.abs(out);
      const at = y * into.width + x;
      const sure = along > whole ? 0 : FRONT.sure;
      const isFront = away < radius * sure || (away < radius * FRONT.bare && isBare(at));
      if (isFront) into.data[at * 4 + 3] = 0;
    }
}

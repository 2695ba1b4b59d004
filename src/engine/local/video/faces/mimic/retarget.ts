/**
 * Transfers one face's motion to another. Head motion and facial expression are separated and applied to the landmarks
 * of the other face. Pure.
 */
import { middle, partOf, type Point } from '../../../people/landmarks.js';

/** The 68 points of a face. */
export type Points = readonly Point[];

/** Rotation, scale and shift of the plane: x → scale · turn(x) + shift. */
export interface Similarity {
  /** scale · cos and scale · sin of the rotation. */
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
}

/** Points that no muscle moves: the corners of the eyes, the bridge of the nose, its sides, the ends of the jaw. */
const BONE = [0, 1, 15, 16, 27, 28, 29, 36, 39, 42, 45] as const;
/** Maximum motion of the head from its position in the image: shares of the face's width, radians, scale. */
const REACH = { shift: 0.3, turn: 0.32, min: 0.88, max: 1.14 } as const;
/** Maximum motion of a part within the head, in distances between the eyes. */
const MAX_BENT = 0.55;
/** Landmarks used for the warp: all except the lips between their corners, which the opening of the mouth moves. */
export const HELD: readonly number[] = Array.from({ length: 49 }, (_, k) => k).concat(54);
/**
 * Share of the mouth's opening by which points of the jaw and lips move down with it. This share is excluded from the
 * warp.
 */
const WITH_JAW: ReadonlyMap<number, number> = new Map([
  [4, 0.15],
  [5, 0.4],
  [6, 0.75],
  [7, 0.92],
  [8, 0.92],
  [9, 0.92],
  [10, 0.75],
  [11, 0.4],
  [12, 0.15],
  [48, 0.25],
  [54, 0.25],
]);

export const applied = ({ a, b, x, y }: Similarity, point: Point): Point => ({
  x: a * point.x - b * point.y + x,
  y: b * point.x + a * point.y + y,
});

/** The inverse similarity. */
export function inverse({ a, b, x, y }: Similarity): Similarity {
  const square = a * a + b * b;
  const [ia, ib] = [a / square, -b / square];
  return { a: ia, b: ib, x: -(ia * x - ib * y), y: -(ib * x + ia * y) };
}

/** Least-squares similarity that maps points to others. */
export function similarity(from: Points, to: Points): Similarity {
  const [f, t] = [middle(from), middle(to)];
  let [a, b, square] = [0, 0, 0];
  from.forEach((point, k) => {
    const [px, py, qx, qy] = [point.x - f.x, point.y - f.y, to[k]!.x - t.x, to[k]!.y - t.y];
    a += px * qx + py * qy;
    b += px * qy - py * qx;
    square += px * px + py * py;
  });
  [a, b] = [a / square, b / square];
  return { a, b, x: t.x - (a * f.x - b * f.y), y: t.y - (b * f.x + a * f.y) };
}

const bones = (points: Points): Points => BONE.map((k) => points[k]!);
const eyes = (points: Points): readonly [Point, Point] => [
  middle(partOf({ points }, 'leftEye')),
  middle(partOf({ points }, 'rightEye')),
];
const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The head's own axes: the eyes are level, one unit apart and centred at 0. */
export function headFrame(points: Points): Similarity {
  const [left, right] = eyes(points);
  return similarity(
    [
      { x: -0.5, y: 0 },
      { x: 0.5, y: 0 },
    ],
    [left, right],
  );
}

/** Opening of the mouth, in distances between the eyes. */
export const openness = (points: Points): number =>
  apart(middle([points[61]!, points[62]!, points[63]!]), middle([points[65]!, points[66]!, points[67]!])) /
  Math.max(1, apart(...eyes(points)));

/**
 * Rotation of the head to the side: offset of the nose's tip from the middle of the jaw's ends, in distances between
 * the eyes.
 */
export function turned(points: Points): number {
  const back = inverse(headFrame(points));
  const [tip, left, right] = [points[30]!, points[0]!, points[16]!].map((point) => applied(back, point));
  return tip!.x - (left!.x + right!.x) / 2;
}

/** The moment at which the driver's face resembles the portrait's most. All motion is measured from it. */
export function restOf(track: readonly Points[], portrait: Points): number {
  const off = (points: Points): number =>
    2 * Math.abs(turned(points) - turned(portrait)) + 3 * Math.abs(openness(points) - openness(portrait));
  return track.reduce((best, points, at) => (off(points) < off(track[best]!) ? at : best), 0);
}

const clamped = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * The head's motion since the rest moment, adapted to another image.
 * @param unit pixels of the portrait for one pixel of the driver
 */
function headMove(rest: Points, now: Points, portrait: Points, unit: number, reach: number): Similarity {
  const move = similarity(bones(rest), bones(now));
  const scale = clamped(1 + (Math.hypot(move.a, move.b) - 1) * reach, REACH.min, REACH.max);
  const turn = clamped(Math.atan2(move.b, move.a) * reach, -REACH.turn, REACH.turn);
  const [from, to] = [middle(bones(rest)), middle(bones(now))];
  const width = apart(portrait[0]!, portrait[16]!);
  const way = Math.hypot(to.x - from.x, to.y - from.y) * unit * reach;
  // Long distances are compressed smoothly, so that the head never stops abruptly.
  const max = REACH.shift * width;
  const share = way < 1e-9 ? 0 : ((max * Math.tanh(way / max)) / way) * unit * reach;
  const [dx, dy] = [(to.x - from.x) * share, (to.y - from.y) * share];
  const about = middle(bones(portrait));
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)];
  return { a, b, x: about.x + dx - (a * about.x - b * about.y), y: about.y + dy - (b * about.x + a * about.y) };
}

/** Distance between the lips, in the head's own axes. */
const gapIn = (points: Points): number =>
  middle([points[65]!, points[66]!, points[67]!]).y - middle([points[61]!, points[62]!, points[63]!]).y;

/**
 * Target positions of a portrait's landmarks at a moment, the motion of its head, and the additional opening of the
 * mouth in pixels.
 */
export interface Retargeted {
  /** Without the mouth's opening. */
  readonly points: Points;
  readonly head: Similarity;
  readonly opened: number;
}

/**
 * Transfers a driver's motion to a portrait: the expression within the head, in the portrait's own scale and rotation,
 * and the head's motion.
 * @param rest the driver's face at the moment from which motion is measured
 * @param reach strength of the motion; 1 is unchanged
 */
export function retargeted(rest: Points, now: Points, portrait: Points, reach: number): Retargeted {
  const own = headFrame(portrait);
  const [wide, driverWide] = [apart(...eyes(portrait)), Math.max(1, apart(...eyes(rest)))];
  const head = headMove(rest, now, portrait, wide / driverWide, reach);
  // The driver's face with the head's motion removed. What remains is the expression, including turning to a side.
  const still = similarity(bones(now), bones(rest));
  const back = inverse(headFrame(rest));
  const [before, after] = [
    rest.map((point) => applied(back, point)),
    now.map((point) => applied(back, applied(still, point))),
  ];
  const gaped = gapIn(after) - gapIn(before);
  const points = portrait.map((point, k) => {
    const [was, is] = [before[k]!, after[k]!];
    const [dx, dy] = [(is.x - was.x) * reach, (is.y - was.y - gaped * (WITH_JAW.get(k) ?? 0)) * reach];
    const long = Math.hypot(dx, dy);
    const held = long > MAX_BENT ? MAX_BENT / long : 1;
    const bent = { x: point.x + (own.a * dx - own.b * dy) * held, y: point.y + (own.b * dx + own.a * dy) * held };
    return applied(head, bent);
  });
  return { points, head, opened: gaped * reach * wide };
}

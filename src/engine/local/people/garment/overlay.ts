/** Where the points of a garment are on a body. */
import type { Fit } from '../../../sizes.shared.js';
import type { Point } from '../landmarks.js';
import type { Body } from './body.js';
import type { GarmentShape } from './garment.js';

/** Width of the garment relative to the body's. */
const WIDTH: Readonly<Record<Fit, number>> = { close: 1, regular: 1.05, loose: 1.13 };
/**
 * Lengths: an upper garment of the usual height for its width ends this many heads below the hips, no other than a
 * dress more than the second; what counts as a dress; how far length and width may differ in scale.
 */
const LENGTH = { usual: 1.4, below: 0.3, max: 0.5, dress: 1.9, stretch: 1.6 } as const;
/** How far a garment extends above the shoulder's edge, heads, because it lies on top of it. */
const LIES = 0.05;
/** A garment's points in its image scaled by a factor. */
export const scaledShape = (shape: GarmentShape, by: number): GarmentShape => {
  const at = ({ x, y }: Point): Point => ({ x: x * by, y: y * by });
  return {
    slopeLeft: at(shape.slopeLeft),
    slopeRight: at(shape.slopeRight),
    neckLeft: at(shape.neckLeft),
    neckRight: at(shape.neckRight),
    neckMiddle: at(shape.neckMiddle),
    shoulderLeft: at(shape.shoulderLeft),
    shoulderRight: at(shape.shoulderRight),
    chestLeft: at(shape.chestLeft),
    chestRight: at(shape.chestRight),
    hemLeft: at(shape.hemLeft),
    hemRight: at(shape.hemRight),
  };
};

/**
 * Pixels of the person for one pixel of the garment. The garment is scaled to the body's width, and its length follows.
 */
export const scaleOf = (shape: GarmentShape, body: Body, fit: Fit): number =>
  (WIDTH[fit] * (body.chestRight.x - body.chestLeft.x)) / (shape.chestRight.x - shape.chestLeft.x);

/**
 * The same downwards. A garment that lies flat is wider than it is when worn, so that its length follows the trunk's,
 * where that is known.
 */
export function lengthScaleOf(shape: GarmentShape, body: Body, fit: Fit): number {
  const scale = scaleOf(shape, body, fit);
  const { pose, head } = body;
  if (pose === undefined) return scale;
  const tall = tallOf(shape);
  const form = tall / (shape.chestRight.x - shape.chestLeft.x);
  const usual = (pose.trunk + LENGTH.below * head) * (form / LENGTH.usual);
  const max = form < LENGTH.dress ? pose.trunk + LENGTH.max * head : Infinity;
  return Math.min(scale * LENGTH.stretch, Math.max(scale / LENGTH.stretch, Math.min(usual, max) / tall));
}
/** Height from the shoulders to the hem. */
export const tallOf = ({ shoulderLeft, shoulderRight, hemLeft }: GarmentShape): number =>
  Math.max(1, hemLeft.y - (shoulderLeft.y + shoulderRight.y) / 2);

/** Position of each garment point on the body. */
export function overlaid(shape: GarmentShape, body: Body, fit: Fit): GarmentShape {
  const [scale, long] = [scaleOf(shape, body, fit), lengthScaleOf(shape, body, fit)];
  const top = (shape.shoulderLeft.y + shape.shoulderRight.y) / 2;
  const rest = (body.shoulderLeft.y + body.shoulderRight.y) / 2 - LIES * body.head;
  const [own, middle] = [(shape.chestLeft.x + shape.chestRight.x) / 2, (body.chestLeft.x + body.chestRight.x) / 2];
  // The hem is below the chest along the trunk, which may lean.
  const lean = body.pose === undefined ? 0 : body.pose.down.x / body.pose.down.y;
  const below = ({ x, y }: Point): Point => {
    const row = rest + (y - top) * long;
    return { x: middle + (x - own) * scale + lean * (row - body.chestLeft.y), y: row };
  };
  const collar = Math.max(0, shape.neckMiddle.y - (shape.neckLeft.y + shape.neckRight.y) / 2) * scale;
  const lifted = ({ x, y }: Point): Point => ({ x, y: y - LIES * body.head });
  return {
    neckLeft: body.neckLeft,
    neckRight: body.neckRight,
    neckMiddle: { x: body.throat.x, y: (body.neckLeft.y + body.neckRight.y) / 2 + collar },
    shoulderLeft: lifted(body.shoulderLeft),
    shoulderRight: lifted(body.shoulderRight),
    slopeLeft: lifted(body.slopeLeft),
    slopeRight: lifted(body.slopeRight),
    chestLeft: below(shape.chestLeft),
    chestRight: below(shape.chestRight),
    hemLeft: below(shape.hemLeft),
    hemRight: below(shape.hemRight),
  };
}

/** A garment's points, always in the same order. */
export const pointsOf = (shape: GarmentShape): readonly Point[] => [
  shape.neckLeft,
  shape.neckRight,
  shape.neckMiddle,
  shape.shoulderLeft,
  shape.shoulderRight,
  shape.slopeLeft,
  shape.slopeRight,
  shape.chestLeft,
  shape.chestRight,
  shape.hemLeft,
  shape.hemRight,
];

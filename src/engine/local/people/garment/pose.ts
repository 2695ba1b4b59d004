/** A person's upper body by the landmarks of a network: trunk and arms in any position that shows both shoulders. */
import { ToolRefusal } from '../../refusal.js';
import type { BodyLandmarks, BodyPoint, BodySide } from '../body-landmarks.js';
import { middle, type Point } from '../landmarks.js';

/** An arm from the shoulder's joint to the wrist, pixels. */
export interface Arm {
  readonly shoulder: Point;
  readonly elbow: Point;
  readonly wrist: Point;
  /** Whether elbow and wrist were seen. Others are behind something, or outside the image. */
  readonly isSeen: boolean;
}

/** Trunk and arms, pixels; left and right as seen in the image. */
export interface Pose {
  /** Joints of the shoulders. */
  readonly left: Point;
  readonly right: Point;
  readonly middle: Point;
  /** Unit vectors: from the left shoulder to the right one, and down the trunk. */
  readonly across: Point;
  readonly down: Point;
  /** Distance of the shoulders' joints, and of them from the hips. */
  readonly breadth: number;
  readonly trunk: number;
  readonly arms: { readonly left: Arm; readonly right: Arm };
}

/** Minimum scores of landmarks. Measured on eleven people of six photographs: those that lie wrong have less. */
const SCORE = { shoulder: 0.25, hip: 0.2, elbow: 0.25, wrist: 0.2 } as const;
/** The shoulders of a face: how far apart in face widths, and how far below the chin in heads. */
const SHOULDERS = { min: 0.8, max: 3.2, above: 0.1, below: 1.6 } as const;
/** Distance of shoulders and hips, heads: of adults (ANSUR II, rounded), and what is believed, as of people who sit. */
const TRUNK = { usual: 2.2, min: 1.5, max: 2.8 } as const;
/** Maximum lean of the trunk, radians. */
const LEAN = 0.5;
/** Lengths of an upper arm and of a forearm, heads (means of ANSUR II, rounded), for arms that are not seen. */
const ARM = { upper: 1.45, fore: 1.1, spread: 0.25 } as const;

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** @param sign -1 for the left side of the image */
function armOf({ shoulder, elbow, wrist }: BodySide, down: Point, sign: -1 | 1, head: number): Arm {
  const isSeen = elbow.score >= SCORE.elbow && wrist.score >= SCORE.wrist;
  // Beside the trunk, where most arms are that are not seen.
  const [x, y] = [down.x + sign * ARM.spread, down.y];
  const bend =
    elbow.score >= SCORE.elbow ? elbow : { x: shoulder.x + x * ARM.upper * head, y: shoulder.y + y * ARM.upper * head };
  const long = Math.max(1, apart(bend, shoulder));
  const end = isSeen
    ? wrist
    : {
        x: bend.x + ((bend.x - shoulder.x) / long) * ARM.fore * head,
        y: bend.y + ((bend.y - shoulder.y) / long) * ARM.fore * head,
      };
  return { shoulder, elbow: bend, wrist: end, isSeen };
}

/** Direction and length from the shoulders to the hips, if these are seen, else straight down and as usual. */
function trunkOf(
  from: Point,
  hips: readonly BodyPoint[],
  head: number,
): { readonly down: Point; readonly length: number } {
  const usual = TRUNK.usual * head;
  if (hips.some(({ score }) => score < SCORE.hip)) return { down: { x: 0, y: 1 }, length: usual };
  const to = middle(hips);
  const angle = Math.min(LEAN, Math.max(-LEAN, Math.atan2(to.x - from.x, to.y - from.y)));
  const length = Math.min(TRUNK.max * head, Math.max(TRUNK.min * head, apart(from, to)));
  return { down: { x: Math.sin(angle), y: Math.cos(angle) }, length };
}

/**
 * Reads trunk and arms from landmarks.
 * @param chin of the face that they belong to
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'body-not-seen'} when the shoulders were not
 * found, or are not those of the face
 */
export function poseOfBody(
  { left, right }: BodyLandmarks,
  { chin, head, faceWidth }: { readonly chin: Point; readonly head: number; readonly faceWidth: number },
): Pose {
  const breadth = apart(left.shoulder, right.shoulder);
  const centre = middle([left.shoulder, right.shoulder]);
  const drop = (centre.y - chin.y) / head;
  if (
    Math.min(left.shoulder.score, right.shoulder.score) < SCORE.shoulder ||
    breadth < SHOULDERS.min * faceWidth ||
    breadth > SHOULDERS.max * faceWidth ||
    drop < SHOULDERS.above ||
    drop > SHOULDERS.below ||
    Math.abs(centre.x - chin.x) > head
  )
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'body-not-seen' });
  const { down, length } = trunkOf(centre, [left.hip, right.hip], head);
  return {
    left: left.shoulder,
    right: right.shoulder,
    middle: centre,
    across: { x: (right.shoulder.x - left.shoulder.x) / breadth, y: (right.shoulder.y - left.shoulder.y) / breadth },
    down,
    breadth,
    trunk: length,
    arms: { left: armOf(left, down, -1, head), right: armOf(right, down, 1, head) },
  };
}

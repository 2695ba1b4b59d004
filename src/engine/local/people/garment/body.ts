/** Finds a person's upper body: estimated from the face by body proportions and corrected by the visible outline. */
import { toLab, type Lab } from '../../scene/colour.js';
import type { Raster } from '../../scene/scene.js';
import { middle, partOf, type Face, type Point } from '../landmarks.js';
import { ToolRefusal } from '../../refusal.js';
import type { BodyLandmarks } from '../body-landmarks.js';
import { apart, middleColour } from './colour-stats.js';
import { poseOfBody, type Pose } from './pose.js';

/** A person's upper body in an image, pixels; left and right as seen in the image. */
export interface Body {
  /** Where the neck meets the shoulders. */
  readonly neckLeft: Point;
  readonly neckRight: Point;
  /** The pit of the throat. */
  readonly throat: Point;
  readonly shoulderLeft: Point;
  readonly shoulderRight: Point;
  /** On the outline half-way between neck and shoulder. */
  readonly slopeLeft: Point;
  readonly slopeRight: Point;
  /** The sides of the trunk, without the arms where these can be distinguished. */
  readonly chestLeft: Point;
  readonly chestRight: Point;
  /** Length from crown to chin. */
  readonly head: number;
  readonly faceWidth: number;
  /** Trunk and arms, where a network found them. */
  readonly pose?: Pose | undefined;
}

/** Proportions of adults (means of ANSUR II, rounded), in heads from crown to chin unless stated otherwise. */
const HEADS = {
  /** As a multiple of the distance from brows to chin. */
  ofFace: 1.62,
  /** Below the chin. */
  neck: 0.2,
  throat: 0.36,
  shoulder: 0.42,
  chest: 1.3,
  /** Half widths, in face widths. */
  neckHalf: 0.46,
  shoulderHalf: 1.2,
  chestHalf: 1.22,
} as const;
/**
 * A body by its joints. Downwards from the middle between the shoulders, in heads: throat, top of the shoulders, chest;
 * upwards from the throat: the collar; minimum below the chin. As shares of the distance between the joints: where the
 * shoulders end, and half the chest. The throat is this share of the way nearer to the chin's column.
 */
const POSED = {
  throat: -0.2,
  collar: 0.16,
  top: -0.16,
  chest: 0.7,
  gap: 0.1,
  shoulder: 0.6,
  half: 0.56,
  towardsChin: 0.25,
} as const;
/** Search range for a shoulder above and below its estimated position, heads. */
const SEARCH = 0.3;
/** The measured position of a side is used between these shares of the estimate. */
const BELIEVED = { min: 0.72, max: 1.28 } as const;
const SEEN = 128;
/**
 * The trunk's sides are measured down to this many heads below the chest. The given quantile of the measured widths is
 * used, because arms cover the others.
 */
const SIDES = { below: 1.3, rows: 16, share: 0.3 } as const;
/**
 * Colour distances (OKLab): skin and cloth that are too similar to distinguish, maximum distance to skin, and how much
 * nearer to skin than to cloth.
 */
const SKIN = { alike: 0.09, near: 0.17, sure: 0.6 } as const;

/** Minimum share of the estimated body that a cut-out contains, and the share of its width that is checked. */
const HELD = { min: 0.7, width: 0.8 } as const;

/**
 * Checks that a person's cut-out contains the body. Dark clothes in front of a dark wall cannot be separated from it.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'body-not-told'}
 */
function checkHeld({ width, height, data }: Raster, { throat, chestLeft, chestRight, head }: Body): void {
  const middleOf = (chestLeft.x + chestRight.x) / 2;
  const half = ((chestRight.x - chestLeft.x) / 2) * HELD.width;
  let [held, all] = [0, 1];
  for (let y = Math.max(0, Math.round(throat.y + head * 0.3)); y < Math.min(height, throat.y + head * 2); y += 2) {
    for (let x = Math.max(0, Math.round(middleOf - half)); x < Math.min(width, middleOf + half); x += 2) {
      all += 1;
      if (data[(y * width + x) * 4 + 3]! >= SEEN) held += 1;
    }
  }
  if (held / all < HELD.min)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'body-not-told' });
}

/** Upper edge of the outline in a column, between two rows; undefined when there is none. */
function edgeIn({ width, height, data }: Raster, x: number, from: number, to: number): number | undefined {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const seen = (y: number): boolean => data[(y * width + column) * 4 + 3]! >= SEEN;
  const start = Math.max(0, Math.round(from));
  if (start >= height || seen(start)) return undefined;
  for (let y = start + 1; y <= Math.min(height - 1, to); y += 1) if (seen(y)) return y;
  return undefined;
}

const colourAt = ({ data }: Raster, at: number): Lab => toLab([data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!]);

/** Median colour of a square of the person; undefined when it contains too few of their pixels. */
function colourAbout(person: Raster, middle: Point, half: number): Lab | undefined {
  const found: Lab[] = [];
  const step = Math.max(1, Math.round(half / 8));
  for (let y = Math.max(0, Math.round(middle.y - half)); y < Math.min(person.height, middle.y + half); y += step)
    for (let x = Math.max(0, Math.round(middle.x - half)); x < Math.min(person.width, middle.x + half); x += step) {
      if (person.data[(y * person.width + x) * 4 + 3]! >= SEEN) found.push(colourAt(person, y * person.width + x));
    }
  return middleColour(found);
}

/**
 * Whether a pixel, by its index, is bare skin, decided by the colours of the face and of the clothes. Always false when
 * these are too similar.
 */
export function bareSkin(
  person: Raster,
  face: Face,
  { throat, head, faceWidth }: Pick<Body, 'throat' | 'head' | 'faceWidth'>,
): (at: number) => boolean {
  const skin = colourAbout(person, face.points[30]!, faceWidth * 0.2);
  const worn = colourAbout(person, { x: throat.x, y: throat.y + head * 0.9 }, head * 0.3);
  if (skin === undefined || worn === undefined || apart(skin, worn) < SKIN.alike) return () => false;
  return (at) => {
    const colour = colourAt(person, at);
    const away = apart(colour, skin);
    return away < SKIN.near && away < SKIN.sure * apart(colour, worn);
  };
}

/** How far the trunk extends to one side of a point: to the outline, or to a bare arm. */
function reachIn({ width, height, data }: Raster, from: Point, sign: -1 | 1, isBare: (at: number) => boolean): number {
  const row = Math.min(height - 1, Math.max(0, Math.round(from.y)));
  let x = Math.min(width - 1, Math.max(0, Math.round(from.x)));
  while (x > 0 && x < width - 1 && data[(row * width + x) * 4 + 3]! >= SEEN && !isBare(row * width + x)) x += sign;
  return Math.abs(x - from.x);
}

/** Measures of a head, pixels. */
interface Head {
  readonly chin: Point;
  /** The column of the neck. */
  readonly across: number;
  readonly head: number;
  readonly faceWidth: number;
}

function headOf(face: Face): Head {
  const { points } = face;
  const [jawLeft, jawRight, chin] = [points[0]!, points[16]!, points[8]!];
  const brows = middle([...partOf(face, 'leftBrow'), ...partOf(face, 'rightBrow')]);
  const long = Math.hypot(chin.x - brows.x, chin.y - brows.y);
  return {
    chin,
    // The neck is under the middle of the head; a tilted chin is beside it.
    across: ((jawLeft.x + jawRight.x) / 2) * 0.6 + chin.x * 0.4,
    head: long * HEADS.ofFace,
    // A turned face looks narrower than it is.
    faceWidth: Math.max(Math.hypot(jawRight.x - jawLeft.x, jawRight.y - jawLeft.y), long * 1.12),
  };
}

/** The outline above a point, if it is near, else the point. */
function onEdge(person: Raster, { x, y }: Point, head: number): Point {
  return { x, y: edgeIn(person, x, y - SEARCH * head, y + SEARCH * head) ?? y };
}

/**
 * Half the trunk's width on one side of a point and below it: to the outline or a bare arm, where that is believable.
 * @param axis unit vector along which the rows follow each other
 * @param limit maximum in a row, because an arm is there
 */
function halfWidth(
  person: Raster,
  from: Point,
  sign: -1 | 1,
  guess: number,
  head: number,
  isBare: (at: number) => boolean,
  axis: Point = { x: 0, y: 1 },
  limit: (y: number) => number = () => Infinity,
): number {
  const rows = Array.from({ length: SIDES.rows }, (_, k) => (k / SIDES.rows) * SIDES.below * head);
  const found = rows
    .map((way) => ({ x: from.x + axis.x * way, y: from.y + axis.y * way }))
    .filter(({ y }) => y < person.height)
    .map((at) => Math.min(reachIn(person, at, sign, isBare), Math.abs(limit(at.y) - at.x)))
    .filter((seen) => seen > guess * BELIEVED.min && seen < guess * BELIEVED.max)
    .sort((one, other) => one - other);
  return found[Math.floor(found.length * SIDES.share)] ?? guess;
}

/** The upper body by body proportions below a face. */
function estimatedBody(person: Raster, face: Face, { chin, across, head, faceWidth }: Head): Body {
  const below = (heads: number): number => chin.y + head * heads;
  const chest = below(HEADS.chest);
  const isBare = bareSkin(person, face, { throat: { x: across, y: below(HEADS.throat) }, head, faceWidth });
  const half = (sign: -1 | 1): number =>
    halfWidth(
      person,
      { x: across, y: Math.min(person.height - 1, chest) },
      sign,
      HEADS.chestHalf * faceWidth,
      head,
      isBare,
    );
  const shoulder = (sign: -1 | 1): Point =>
    onEdge(person, { x: across + sign * HEADS.shoulderHalf * faceWidth, y: below(HEADS.shoulder) }, head);
  const neck = (sign: -1 | 1): Point => ({ x: across + sign * HEADS.neckHalf * faceWidth, y: below(HEADS.neck) });
  const slope = (sign: -1 | 1): Point => onEdge(person, middle([neck(sign), shoulder(sign)]), head);
  return {
    neckLeft: neck(-1),
    neckRight: neck(1),
    throat: { x: across, y: below(HEADS.throat) },
    shoulderLeft: shoulder(-1),
    shoulderRight: shoulder(1),
    slopeLeft: slope(-1),
    slopeRight: slope(1),
    chestLeft: { x: across - half(-1), y: chest },
    chestRight: { x: across + half(1), y: chest },
    head,
    faceWidth,
  };
}

/** The upper body by its joints. */
function posedBody(person: Raster, face: Face, { chin, head, faceWidth }: Head, pose: Pose): Body {
  const { down, across, breadth } = pose;
  /** A point relative to the middle between the joints: shares of the breadth across, heads down. */
  const at = (shares: number, heads: number): Point => ({
    x: pose.middle.x + across.x * breadth * shares + down.x * head * heads,
    y: pose.middle.y + across.y * breadth * shares + down.y * head * heads,
  });
  const aside = (chin.x - pose.middle.x) * POSED.towardsChin;
  const throat = { x: at(0, POSED.throat).x + aside, y: Math.max(chin.y + POSED.gap * head, at(0, POSED.throat).y) };
  const neck = (sign: -1 | 1): Point => ({
    x: throat.x + sign * HEADS.neckHalf * faceWidth * across.x,
    y: Math.max(
      chin.y + POSED.gap * head,
      throat.y + sign * HEADS.neckHalf * faceWidth * across.y - POSED.collar * head,
    ),
  });
  const shoulder = (sign: -1 | 1): Point => onEdge(person, at(sign * POSED.shoulder, POSED.top), head);
  const slope = (sign: -1 | 1): Point => onEdge(person, middle([neck(sign), shoulder(sign)]), head);
  const isBare = bareSkin(person, face, { throat, head, faceWidth });
  const chest = at(0, POSED.chest);
  const half = (sign: -1 | 1): number => {
    const { shoulder: from, elbow, isSeen } = sign < 0 ? pose.arms.left : pose.arms.right;
    // Beside the trunk hangs an upper arm; what is beyond it is not the trunk.
    const limit = (y: number): number => {
      if (!isSeen || y > elbow.y || elbow.y <= from.y) return sign * Infinity;
      return from.x + ((elbow.x - from.x) * (y - from.y)) / (elbow.y - from.y);
    };
    return halfWidth(person, chest, sign, POSED.half * breadth, head, isBare, down, limit);
  };
  const [left, right] = [half(-1), half(1)];
  return {
    neckLeft: neck(-1),
    neckRight: neck(1),
    throat,
    shoulderLeft: shoulder(-1),
    shoulderRight: shoulder(1),
    slopeLeft: slope(-1),
    slopeRight: slope(1),
    chestLeft: { x: chest.x - left, y: chest.y },
    chestRight: { x: chest.x + right, y: chest.y },
    head,
    faceWidth,
    pose,
  };
}

/**
 * Finds the upper body of a person seen from the front or half turned; without landmarks, of an upright one whose arms
 * hang.
 * @param person cut out, straight alpha
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'body-not-seen'} when the chest is outside the
 * image or the shoulders were not found, 'body-not-told' when it cannot be separated from the background
 */
export function bodyOf(person: Raster, face: Face, landmarks?: BodyLandmarks): Body {
  const measures = headOf(face);
  if (measures.chin.y + measures.head * (HEADS.shoulder + 0.5) > person.height)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'body-not-seen' });
  const body =
    landmarks === undefined
      ? estimatedBody(person, face, measures)
      : posedBody(person, face, measures, poseOfBody(landmarks, measures));
  checkHeld(person, body);
  return body;
}

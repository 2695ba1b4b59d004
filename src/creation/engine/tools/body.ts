/** Where a person's upper body is: guessed from the face by the measures of people, and mended by the outline that is seen. */
import type { Raster } from '../scene/scene.js';
import { middle, partOf, type Face, type Point } from './landmarks.js';
import { ToolRefusal } from './refusal.js';

/** A person's upper body in a picture, pixels; left and right as they are seen. */
export interface Body {
  /** Where the neck comes out of the shoulders. */
  readonly neckLeft: Point;
  readonly neckRight: Point;
  /** The pit of the throat. */
  readonly throat: Point;
  readonly shoulderLeft: Point;
  readonly shoulderRight: Point;
  readonly chestLeft: Point;
  readonly chestRight: Point;
  /** From crown to chin. */
  readonly head: number;
  readonly faceWidth: number;
}

/** Measures of grown people (means of ANSUR II, rounded), in heads from crown to chin unless another is named. */
const HEADS = {
  /** Of the way from brows to chin. */
  ofFace: 1.62,
  /** Below the chin. */
  neck: 0.2, throat: 0.36, shoulder: 0.42, chest: 1.3,
  /** Half widths, in widths of the face. */
  neckHalf: 0.46, shoulderHalf: 1.2, chestHalf: 1.22,
} as const;
/** Where a shoulder is looked for, heads above and below where it is thought to be. */
const SEARCH = 0.3;
/** Between these shares of the guess, what is seen of a side is believed. */
const BELIEVED = { least: 0.72, most: 1.28 } as const;
const SEEN = 128;

/** How much of the guessed body a cut-out holds at least, and how much of its width is looked at. */
const HELD = { least: 0.7, width: 0.8 } as const;

/**
 * Whether a person's cut-out holds the body: dark clothes before a dark wall are not told from it.
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
  if (held / all < HELD.least) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'body-not-told' });
}

/** The upper edge of the outline in a column, between two rows; nothing where there is none. */
function edgeIn({ width, height, data }: Raster, x: number, from: number, to: number): number | undefined {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)));
  const seen = (y: number): boolean => data[(y * width + column) * 4 + 3]! >= SEEN;
  const start = Math.max(0, Math.round(from));
  if (start >= height || seen(start)) return undefined;
  for (let y = start + 1; y <= Math.min(height - 1, to); y += 1) if (seen(y)) return y;
  return undefined;
}

/** How far the outline reaches to one side of a place. */
function reachIn({ width, height, data }: Raster, from: Point, sign: -1 | 1): number {
  const row = Math.min(height - 1, Math.max(0, Math.round(from.y)));
  let x = Math.min(width - 1, Math.max(0, Math.round(from.x)));
  while (x > 0 && x < width - 1 && data[(row * width + x) * 4 + 3]! >= SEEN) x += sign;
  return Math.abs(x - from.x);
}

/**
 * Finds the upper body of a person who is seen from the front or half turned, upright.
 * @param person cut out, straight alpha
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'body-not-seen'} where the chest is beyond the picture, 'body-not-told' where it was not told from what is behind it
 */
export function bodyOf(person: Raster, face: Face): Body {
  const { points } = face;
  const [jawLeft, jawRight, chin] = [points[0]!, points[16]!, points[8]!];
  const brows = middle([...partOf(face, 'leftBrow'), ...partOf(face, 'rightBrow')]);
  const long = Math.hypot(chin.x - brows.x, chin.y - brows.y);
  const head = long * HEADS.ofFace;
  // A face that is turned looks narrower than it is.
  const faceWidth = Math.max(Math.hypot(jawRight.x - jawLeft.x, jawRight.y - jawLeft.y), long * 1.12);
  const below = (heads: number): number => chin.y + head * heads;
  if (below(HEADS.shoulder + 0.5) > person.height) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'body-not-seen' });
  // The neck stands under the middle of the head, which a tilted chin is beside.
  const across = (jawLeft.x + jawRight.x) / 2 * 0.6 + chin.x * 0.4;
  const at = { x: across, y: Math.min(person.height - 1, below(HEADS.chest)) };
  const half = (sign: -1 | 1): number => {
    const [seen, guess] = [reachIn(person, at, sign), HEADS.chestHalf * faceWidth];
    return seen > guess * BELIEVED.least && seen < guess * BELIEVED.most ? seen : guess;
  };
  const shoulder = (sign: -1 | 1): Point => {
    const [x, y] = [across + sign * HEADS.shoulderHalf * faceWidth, below(HEADS.shoulder)];
    return { x, y: edgeIn(person, x, y - SEARCH * head, y + SEARCH * head) ?? y };
  };
  const neck = (sign: -1 | 1): Point => ({ x: across + sign * HEADS.neckHalf * faceWidth, y: below(HEADS.neck) });
  const body: Body = {
    neckLeft: neck(-1), neckRight: neck(1), throat: { x: across, y: below(HEADS.throat) }, shoulderLeft: shoulder(-1), shoulderRight: shoulder(1),
    chestLeft: { x: across - half(-1), y: below(HEADS.chest) }, chestRight: { x: across + half(1), y: below(HEADS.chest) }, head, faceWidth,
  };
  checkHeld(person, body);
  return body;
}

/** What a cut by colours loses because its rim would be long: antennae, masts, stalks and wires that stand off the subject. */
import { pieces } from '../pieces.js';
import { boxMean, distanceTo, each, field, type Field } from '../planes.js';

type Planes = readonly [Field, Field, Field];

/** What stands out this much may be a part, 0..1 of the saliency. */
const STANDS_OUT = 0.35;
/** Minimum mean of a part. */
const MEAN = 0.55;
/** What is only darker than its ground is likely its shade: being darker counts this much. */
const DARKER = 0.4;
/** A part is at most this wide, and its ground is read this far about it; shares of the longer side. */
const WIDTH = 0.05;
const ABOUT = 0.06;
/** Minimum distance of colour between a part and the ground beside it. */
const UNLIKE = 0.12;
/** Minimum share of the longer side that a part reaches away from the subject, and the widest gap between the two. */
const REACH = 0.03;
const GAP = 0.015;

/** How far each pixel's colour is from the mean of the ground nearby, where `open` is 1; undefined where there is no ground. */
function unlikeGround(planes: Planes, open: Field, radius: number): Field {
  const near = boxMean(open, radius);
  const out = field(open.width, open.height);
  for (const [k, plane] of planes.entries()) {
    const sums = boxMean(each((value, weight) => value * weight, plane, open), radius);
    for (let i = 0; i < out.data.length; i += 1) {
      if (near.data[i]! <= 0.05) continue;
      const apart = plane.data[i]! - sums.data[i]! / near.data[i]!;
      out.data[i]! += (k > 0 ? 2 : apart < 0 ? DARKER : 1) * Math.abs(apart);
    }
  }
  return out;
}

/**
 * Gives a cut the thin parts that stand off it.
 * @param mask 1 subject, 0 ground
 * @param map what stands out, 0..1
 */
export function withThinParts(planes: Planes, mask: Field, map: Field): Field {
  const { width, height } = mask;
  const side = Math.max(width, height);
  const open = each((cut, salient) => (cut === 1 || salient > STANDS_OUT ? 0 : 1), mask, map);
  const unlike = unlikeGround(planes, open, Math.round(side * ABOUT));
  const likely = each((cut, salient, apart) => (cut === 0 && salient > STANDS_OUT && apart > UNLIKE ? 1 : 0), mask, map, unlike);
  const inside = distanceTo(width, height, (i) => likely.data[i] === 0);
  const away = distanceTo(width, height, (i) => mask.data[i] === 1);
  const { labels, list } = pieces(likely, map);
  const found = list.map(() => ({ wide: 0, near: Infinity, far: 0 }));
  for (let i = 0; i < labels.length; i += 1) {
    const piece = found[labels[i]!]!;
    piece.wide = Math.max(piece.wide, 2 * inside.data[i]!);
    piece.near = Math.min(piece.near, away.data[i]!);
    piece.far = Math.max(piece.far, away.data[i]!);
  }
  const kept = found.map(({ wide, near, far }, k) => list[k]!.value === 1 && list[k]!.salient >= list[k]!.size * MEAN && wide <= side * WIDTH && near <= side * GAP && far >= side * REACH);
  return each((cut, label) => (cut === 1 || kept[label] === true ? 1 : 0), mask, { width, height, data: Float32Array.from(labels) });
}

/** Restores thin parts that a cut by colour loses because their outline is long: antennae, masts, stalks and wires. */
import { pieces } from '../pieces.js';
import { boxMean, distanceTo, each, field, type Field } from '../planes.js';

type Planes = readonly [Field, Field, Field];

/** Minimum saliency of a candidate part, 0..1. */
const STANDS_OUT = 0.35;
/** Minimum mean saliency of a part. */
const MEAN = 0.55;
/** Pixels that are only darker than the background are probably shadow, so darkness counts with this factor. */
const DARKER = 0.4;
/** As shares of the longer side: maximum width of a part, and the radius in which its background is measured. */
const WIDTH = 0.05;
const ABOUT = 0.06;
/** Minimum colour distance between a part and the background beside it. */
const UNLIKE = 0.12;
/**
 * As shares of the longer side: minimum distance that a part extends from the subject, and the maximum gap between
 * them.
 */
const REACH = 0.03;
const GAP = 0.015;

/**
 * Colour distance of each pixel from the mean of the nearby background, where `open` is 1; undefined when there is no
 * background.
 */
function unlikeGround(planes: Planes, open: Field, radius: number): Field {
  const near = boxMean(open, radius);
  const out = field(open.width, open.height);
  for (const [k, plane] of planes.entries()) {
    const sums = boxMean(
      each((value, weight) => value * weight, plane, open),
      radius,
    );
    for (let i = 0; i < out.data.length; i += 1) {
      if (near.data[i]! <= 0.05) continue;
      const apart = plane.data[i]! - sums.data[i]! / near.data[i]!;
      out.data[i]! += (k > 0 ? 2 : apart < 0 ? DARKER : 1) * Math.abs(apart);
    }
  }
  return out;
}

/**
 * Adds the thin parts that extend from a cut.
 * @param mask 1 subject, 0 background
 * @param map the saliency, 0..1
 */
export function withThinParts(planes: Planes, mask: Field, map: Field): Field {
  const { width, height } = mask;
  const side = Math.max(width, height);
  const open = each((cut, salient) => (cut === 1 || salient > STANDS_OUT ? 0 : 1), mask, map);
  const unlike = unlikeGround(planes, open, Math.round(side * ABOUT));
  const likely = each(
    (cut, salient, apart) => (cut === 0 && salient > STANDS_OUT && apart > UNLIKE ? 1 : 0),
    mask,
    map,
    unlike,
  );
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
  const kept = found.map(
    ({ wide, near, far }, k) =>
      list[k]!.value === 1 &&
      list[k]!.salient >= list[k]!.size * MEAN &&
      wide <= side * WIDTH &&
      near <= side * GAP &&
      far >= side * REACH,
  );
  return each((cut, label) => (cut === 1 || kept[label] === true ? 1 : 0), mask, {
    width,
    height,
    data: Float32Array.from(labels),
  });
}

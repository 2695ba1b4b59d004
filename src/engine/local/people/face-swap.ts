/** Swaps one person's face onto another: warped to its shape, matched to its light, and blended into its skin. */
import type { OnGrow, Raster } from '../scene/scene.js';
import { cropTo } from '../photo/crop.js';
import { detailedFace, swappableFaces } from './face-check.js';
import { middle, sample, type Face, type Point } from './landmarks.js';
import { boxMean, distanceTo, field, type Field } from '../photo/planes.js';
import { resample } from '../photo/resample.js';
import { matchSkin } from './skin.js';
import { bending, meshed } from './thin-plate.js';

/** Which faces of the image are swapped. */
export type Which = 'largest' | 'all';

/**
 * How far eyes, brows, nose and mouth keep their positions in the source face. The jaw keeps its positions in the
 * target image.
 */
const OWN_FEATURES = 0.75;
/** Stiffness of the warp, which absorbs errors of single landmarks. */
const STIFFNESS = 0.002;
/** How far above the brows the source face extends, as a share of the distance from brows to chin. */
const FOREHEAD = 0.1;
/**
 * As shares of the face's width: how far inside the outline the skins are blended, the width of the fade, the range of
 * hair in front of the face, and the margin of the facial features that hair detection excludes.
 */
const RIM = 0.08;
const FADE = 0.1;
const HAIR_DEPTH = 0.2;
const FEATURE = 0.045;
/** Skin probability of a pixel at which hair ends and skin begins. */
const HAIR = { from: 0.08, to: 0.35 } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Points above the brows, which the landmarks lack: from the left end of the brows to the right. */
function forehead(points: readonly Point[]): readonly Point[] {
  const chin = points[8]!;
  return points.slice(17, 27).map(({ x, y }) => ({ x: x + (x - chin.x) * FOREHEAD, y: y + (y - chin.y) * FOREHEAD }));
}

/** Fits points to others by a least-squares affine map and returns the mapped points. */
function fitFace(points: readonly Point[], to: readonly Point[]): readonly Point[] {
  const [own, other] = [middle(points), middle(to)];
  let [xx, xy, yy] = [0, 0, 0];
  const sums = { ux: 0, uy: 0, vx: 0, vy: 0 };
  for (const [k, { x, y }] of points.entries()) {
    const [px, py, u, v] = [x - own.x, y - own.y, to[k]!.x - other.x, to[k]!.y - other.y];
    xx += px * px;
    xy += px * py;
    yy += py * py;
    sums.ux += u * px;
    sums.uy += u * py;
    sums.vx += v * px;
    sums.vy += v * py;
  }
  const det = Math.max(1e-9, xx * yy - xy * xy);
  const [a, b] = [(sums.ux * yy - sums.uy * xy) / det, (sums.uy * xx - sums.ux * xy) / det];
  const [c, d] = [(sums.vx * yy - sums.vy * xy) / det, (sums.vy * xx - sums.vx * xy) / det];
  return points.map(({ x, y }) => ({
    x: other.x + a * (x - own.x) + b * (y - own.y),
    y: other.y + c * (x - own.x) + d * (y - own.y),
  }));
}

/**
 * Position of each source landmark in the target image: jaw and forehead as in the target, the other points between the
 * target's and their own positions.
 */
function placed(from: Face, to: Face): readonly Point[] {
  const own = fitFace(from.points, to.points);
  return to.points.map(({ x, y }, k) =>
    k < 17 ? { x, y } : { x: x + (own[k]!.x - x) * OWN_FEATURES, y: y + (own[k]!.y - y) * OWN_FEATURES },
  );
}

/** The image's area covered by a face and a margin. */
function boxOf(points: readonly Point[], room: number, { width, height }: Raster): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const x = Math.max(0, Math.floor(Math.min(...xs) - room));
  const y = Math.max(0, Math.floor(Math.min(...ys) - room));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(Math.max(...xs) + room)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(Math.max(...ys) + room)) - y),
  };
}

/**
 * Mask with 1 inside an outline.
 * @param outline in the image's pixels
 */
function within(outline: readonly Point[], { x, y, width, height }: Box): Uint8Array {
  const inside = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    const level = y + row + 0.5;
    const crossings = outline
      .flatMap((from, k) => {
        const to = outline[(k + 1) % outline.length]!;
        return from.y > level === to.y > level ? [] : [from.x + ((level - from.y) / (to.y - from.y)) * (to.x - from.x)];
      })
      .sort((one, other) => one - other);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const end = Math.min(width, Math.ceil(crossings[k + 1]! - x - 0.5));
      for (let column = Math.max(0, Math.ceil(crossings[k]! - x - 0.5)); column < end; column += 1)
        inside[row * width + column] = 1;
    }
  }
  return inside;
}

const widthOf = ({ points }: Face): number => Math.hypot(points[16]!.x - points[0]!.x, points[16]!.y - points[0]!.y);

/** The source face warped into its position, as large as the box. */
async function bent(source: Raster, from: Face, to: Face, box: Box): Promise<Raster> {
  const room = boxOf([...from.points, ...forehead(from.points)], widthOf(from) * 0.3, source);
  const scale = Math.min(1, (widthOf(to) / widthOf(from)) * 1.2);
  const part = await resample(
    cropTo(source, room),
    Math.max(1, Math.round(room.width * scale)),
    Math.max(1, Math.round(room.height * scale)),
  );
  const [sx, sy] = [part.width / room.width, part.height / room.height];
  const there = placed(from, to);
  const bend = meshed(
    bending([...there, ...forehead(there)], [...from.points, ...forehead(from.points)], STIFFNESS),
    box,
  );
  const data = new Uint8ClampedArray(box.width * box.height * 4);
  for (let row = 0; row < box.height; row += 1)
    for (let column = 0; column < box.width; column += 1) {
      const { x, y } = bend(box.x + column + 0.5, box.y + row + 0.5);
      sample(part, (x - room.x) * sx - 0.5, (y - room.y) * sy - 0.5, data, (row * box.width + column) * 4);
    }
  return { width: box.width, height: box.height, data };
}

const between = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Pixels around the brows and eyes, where dark pixels are not hair. */
function nearFeatures(points: readonly Point[], box: Box, reach: number): Uint8Array {
  const marks = new Uint8Array(box.width * box.height);
  for (const { x, y } of points.slice(17, 48)) {
    const [column, row] = [Math.round(x - box.x), Math.round(y - box.y)];
    if (column >= 0 && row >= 0 && column < box.width && row < box.height) marks[row * box.width + column] = 1;
  }
  const away = distanceTo(box.width, box.height, (at) => marks[at] === 1);
  return Uint8Array.from(away.data, (distance) => (distance < reach ? 1 : 0));
}

/**
 * Opacity of the source face at each pixel: full inside, fading at its outline, zero where hair covers one of the
 * faces.
 */
function shareOf(deep: Field, skin: Field, features: Uint8Array, faceWidth: number): Field {
  const share = field(deep.width, deep.height);
  for (let at = 0; at < share.data.length; at += 1) {
    const depth = deep.data[at]! / faceWidth;
    const hair =
      features[at] === 1
        ? 1
        : Math.max(between(skin.data[at]!, HAIR.from, HAIR.to), between(depth, HAIR_DEPTH * 0.6, HAIR_DEPTH));
    share.data[at] = between(depth, 0, FADE) * hair;
  }
  const soft = boxMean(share, Math.max(1, Math.round(faceWidth * 0.012)));
  for (let at = 0; at < soft.data.length; at += 1) if (deep.data[at] === 0) soft.data[at] = 0;
  return soft;
}

/**
 * Blends one face into the place of another. Modifies `into`.
 * @param max maximum opacity, 0 to 1, for a face that fades in or out in a video
 */
export async function setIn(into: Raster, to: Face, source: Raster, from: Face, max = 1): Promise<void> {
  const faceWidth = widthOf(to);
  const outline = [...to.points.slice(0, 17), ...[...forehead(to.points)].reverse()];
  const box = boxOf(outline, faceWidth * 0.1, into);
  const there = cropTo(into, box);
  const given = await bent(source, from, to, box);
  const inside = within(outline, box);
  const deep = distanceTo(box.width, box.height, (at) => inside[at] === 0);
  const area = { ...deep, data: Float32Array.from(inside) };
  const rim = {
    ...deep,
    data: Float32Array.from(deep.data, (depth) => (depth > 0 && depth < faceWidth * RIM ? 1 : 0)),
  };
  const { lit, skin } = await matchSkin(given, there, area, rim, faceWidth);
  const features = nearFeatures(placed(from, to), box, faceWidth * FEATURE);
  const share = shareOf(deep, skin, features, faceWidth);
  for (let row = 0; row < box.height; row += 1)
    for (let column = 0; column < box.width; column += 1) {
      const at = row * box.width + column;
      const seen = share.data[at]! * max;
      if (seen === 0) continue;
      const target = ((box.y + row) * into.width + box.x + column) * 4;
      for (let k = 0; k < 3; k += 1)
        into.data[target + k] = lit.data[at * 4 + k]! * seen + into.data[target + k]! * (1 - seen);
    }
}

/**
 * Swaps the face of one image into another. The head, its hair and the surroundings stay as they are, byte for byte;
 * light and head pose are those of the target image. Deterministic.
 * @param source the image of the face; alpha is ignored; neither image is changed
 * @param image the target image
 * @param which of several faces of the target image
 * @param input name of the image's form field, for the refusal
 * @returns the image in its original size
 * @throws ToolRefusal NO_FACE_FOUND {input}, INVALID_FACE_POSE {input}; INPUT_INVALID_FOR_SERVICE {input: 'face',
 * reason: 'several-faces' | 'face-small'}
 */
export async function swapFace(
  source: Raster,
  image: Raster,
  which: Which,
  on: OnGrow,
  input = 'image',
): Promise<Raster> {
  on({ fraction: 0 });
  const from = await detailedFace(source, 'face');
  on({ fraction: 0.3 });
  const faces = await swappableFaces(image, input);
  on({ fraction: 0.6 });
  const chosen = which === 'all' ? faces : faces.slice(0, 1);
  const result: Raster = { width: image.width, height: image.height, data: new Uint8ClampedArray(image.data) };
  for (const [index, face] of chosen.entries()) {
    await setIn(result, face, source, from);
    on({ fraction: 0.6 + (0.4 * (index + 1)) / chosen.length, partial: result });
  }
  return result;
}

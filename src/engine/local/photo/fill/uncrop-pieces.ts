/**
 * Continues an image beyond its left edge with one piece of itself: a copy, plain or mirrored, at its own height (sky
 * next to sky, ground next to ground). It is joined to the image's mirror image along the line where the two differ
 * least.
 */
import type { Raster } from '../../scene/scene.js';
import { spreadKnown } from './push-pull-fill.js';
import { soften, type Field } from '../planes.js';
import { resample } from '../resample.js';

/** The known image to the right of the part to fill. */
export interface Known {
  /** Opaque, without anything that must not be copied. */
  readonly plate: Raster;
  /** One byte per pixel of the plate; non-zero pixels were filled in and are copied only as a last resort. */
  readonly mended: Uint8Array;
}

/**
 * A piece to continue with. Column `u` beyond the edge, 0 next to it, is the plate's column `shift + u` if mirrored,
 * else `shift - 1 - u`.
 */
interface Piece {
  readonly mirrored: boolean;
  readonly shift: number;
  /** Rows of the plate below the one that is made. */
  readonly down: number;
}

/** An image prepared for the search. */
interface Sheet {
  readonly raster: Raster;
  /** How far a pixel's lightness is from the one above and the one on its right: two values per pixel. */
  readonly slopes: Int16Array;
}

/** A join: the number of mirrored columns in each row, and the cost in colour steps per row. */
interface Join {
  readonly line: Int32Array;
  readonly cost: number;
}

/** Rows of the small copy in which pieces are compared. */
const COARSE = 112;
/**
 * An image longer than this multiple of its height is compared at fewer rows, because the search grows with the square
 * of its length.
 */
const LONGEST = 2;
/** Colour steps that count as light rather than as another object; they are removed afterwards. */
const LIGHT = 10;
/** Cost of each mirrored column in colour steps, as a share of the height: a mirror image is easy to recognise. */
const MIRRORED = 60;
/** Cost of a mirrored column that was filled in. */
const FILLED = 1;
/** Cost factor of a join that runs along a row instead of down. */
const SIDEWAYS = 0.6;
/**
 * Comparison of pieces with the edge: number of row bands, and the depth as a share of the width; penalties in colour
 * steps for a piece that is e times as lively or dull, for a filled-in one, and for one mirrored so close that it is
 * noticeable.
 */
const LIKE = { bands: 10, lively: 14, mended: 100, floor: 4, deep: 0.05, near: 10 } as const;
/** Difference in colour steps below which the patches' result is kept: a plain wall, an even texture. */
const WELL = 6;
/** Maximum length of one piece, as a share of the known width. */
const MAX = 0.5;
/** Maximum change of light, in colour steps. */
const CHANGE = 40;
/** Colour steps from which a difference at a join is due to objects rather than light. */
const THING = 24;
/** Half the columns over which a join is blended. */
const SOFT = 2;

const luma = (data: Uint8ClampedArray, at: number): number =>
  (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;

function sheetOf(raster: Raster): Sheet {
  const { width, height, data } = raster;
  const slopes = new Int16Array(width * height * 2);
  for (let y = 0, i = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, i += 1) {
      const own = luma(data, i * 4);
      slopes[i * 2] = y > 0 ? own - luma(data, (i - width) * 4) : 0;
      slopes[i * 2 + 1] = x + 1 < width ? luma(data, (i + 1) * 4) - own : 0;
    }
  return { raster, slopes };
}

const columnOf = ({ mirrored, shift }: Piece, u: number): number => (mirrored ? shift + u : shift - 1 - u);

const rowOf = ({ down }: Piece, y: number, height: number): number => Math.min(height - 1, Math.max(0, y + down));

/** Difference of a piece of `other` from the mirror image, in colour steps, for each row and column beyond the edge. */
function differences(plate: Sheet, piece: Piece, wide: number, other: Sheet = plate): Float32Array {
  const { width, height, data } = plate.raster;
  const out = new Float32Array(wide * height);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let u = 0; u < wide; u += 1, to += 1) {
      const one = y * width + u;
      const two = rowOf(piece, y, height) * other.raster.width + columnOf(piece, u);
      let sum = 0;
      for (let k = 0; k < 3; k += 1) {
        const far = Math.abs(data[one * 4 + k]! - other.raster.data[two * 4 + k]!);
        sum += 0.1 * far + Math.max(0, far - LIGHT);
      }
      // A mirrored slope changes sign. A plain copy is compared with the mirror image in the same way.
      const across = plate.slopes[one * 2 + 1]! + (piece.mirrored ? -1 : 1) * other.slopes[two * 2 + 1]!;
      out[to] = sum / 3 + Math.abs(plate.slopes[one * 2]! - other.slopes[two * 2]!) + 0.5 * Math.abs(across);
    }
  return out;
}

/** The cheapest line from top to bottom along which a piece is joined; it may run along a row. */
function joinOf(differs: Float32Array, stays: Float32Array, wide: number, height: number): Join {
  const columns = wide + 1;
  const from = new Int8Array(columns * height);
  let costs = new Float64Array(columns);
  for (let y = 0; y < height; y += 1) {
    const next = new Float64Array(columns);
    const row = y * wide;
    for (let e = 0; e < columns; e += 1)
      next[e] =
        costs[e]! +
        (e < wide ? differs[row + e]! : 0) +
        (e > 0 && e < wide ? differs[row + e - 1]! : 0) +
        stays[y * columns + e]!;
    for (let e = 1; e < columns; e += 1) {
      const along = next[e - 1]! + SIDEWAYS * (1 + differs[row + e - 1]!);
      if (along < next[e]!) {
        next[e] = along;
        from[y * columns + e] = -1;
      }
    }
    for (let e = columns - 2; e >= 0; e -= 1) {
      const along = next[e + 1]! + SIDEWAYS * (1 + differs[row + e]!);
      if (along < next[e]!) {
        next[e] = along;
        from[y * columns + e] = 1;
      }
    }
    costs = next;
  }
  let e = costs.indexOf(Math.min(...costs));
  const cost = costs[e]! / height;
  const line = new Int32Array(height);
  for (let y = height - 1; y >= 0; y -= 1) {
    line[y] = e;
    while (from[y * columns + e] !== 0) e += from[y * columns + e]!;
  }
  return { line, cost };
}

/** Cost in each row of keeping this many mirrored columns; higher where those were filled in. */
function staying({ width, height }: Raster, mended: Uint8Array, wide: number): Float32Array {
  const out = new Float32Array((wide + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let e = 0; e < wide; e += 1)
      out[y * (wide + 1) + e + 1] =
        out[y * (wide + 1) + e]! + MIRRORED / height + (FILLED * COARSE * mended[y * width + e]!) / height;
  return out;
}

/** Liveliness of each band of rows between two columns: mean lightness gradient. */
function liveliness({ raster: { width, height }, slopes }: Sheet, left: number, right: number): Float64Array {
  const sums = new Float64Array(LIKE.bands);
  const counts = new Float64Array(LIKE.bands);
  for (let y = 1; y < height; y += 1) {
    const band = Math.floor((y * LIKE.bands) / height);
    for (let x = left; x < right - 1; x += 1) {
      const at = (y * width + x) * 2;
      sums[band]! += Math.abs(slopes[at]!) + Math.abs(slopes[at + 1]!);
      counts[band]! += 1;
    }
  }
  return sums.map((sum, band) => sum / Math.max(1, counts[band]!));
}

/** Difference in liveliness between bands, in colour steps. */
const otherwise = (own: Float64Array, edge: Float64Array): number =>
  (LIKE.lively *
    own.reduce((sum, value, band) => sum + Math.abs(Math.log((value + LIKE.floor) / (edge[band]! + LIKE.floor))), 0)) /
  LIKE.bands;

/** Liveliness at the edge. */
const atEdge = (plate: Sheet): Float64Array =>
  liveliness(plate, 0, Math.min(plate.raster.width, Math.max(4, Math.round(plate.raster.width * LIKE.deep))));

/** Difference of a piece from the edge plus the penalty for filled-in parts; colour steps. */
function unlike(plate: Sheet, mended: Uint8Array, piece: Piece, wide: number, edge: Float64Array): number {
  const [one, two] = [columnOf(piece, 0), columnOf(piece, wide - 1)];
  const [left, right] = [Math.min(one, two), Math.max(one, two) + 1];
  const { width, height } = plate.raster;
  let filled = 0;
  for (let y = 0; y < height; y += 1) for (let x = left; x < right; x += 1) filled += mended[y * width + x]!;
  const close = piece.mirrored ? Math.max(0, 1 - piece.shift / (1.5 * wide)) : 0;
  return otherwise(liveliness(plate, left, right), edge) + (LIKE.mended * filled) / (height * wide) + LIKE.near * close;
}

/** All pieces that are wide enough. */
function* piecesOf(width: number, wide: number): Generator<Piece> {
  for (let shift = wide; shift <= width; shift += 1) yield { mirrored: false, shift, down: 0 };
  for (let shift = Math.ceil(wide / 16); shift + wide <= width; shift += 1) yield { mirrored: true, shift, down: 0 };
}

/** Whether the patches continue the image well: as lively as the edge, and without a step at it. */
function isWell(plate: Sheet, grown: Sheet): boolean {
  const { width: wide, height } = grown.raster;
  const seen = Math.min(wide, plate.raster.width);
  const differs = differences(plate, { mirrored: false, shift: wide, down: 0 }, seen, grown);
  let step = 0;
  for (let y = 0; y < height; y += 1) step += differs[y * seen]!;
  return otherwise(liveliness(grown, 0, wide), atEdge(plate)) + step / height < WELL;
}

/** Shifts a piece slightly to where it joins best: vertically, horizontally, and vertically again. */
function settled(
  plate: Sheet,
  stays: Float32Array,
  first: Piece,
  wide: number,
  { reach, step }: { readonly reach: number; readonly step: number },
): { readonly piece: Piece; readonly join: Join } {
  const { width, height } = plate.raster;
  const [min, max] = first.mirrored ? [Math.min(1, width - wide), width - wide] : [wide, width];
  const moved = (piece: Piece, by: number, over: 'shift' | 'down'): Piece =>
    over === 'down'
      ? { ...piece, down: piece.down + by }
      : { ...piece, shift: Math.min(max, Math.max(min, piece.shift + by)) };
  const joined = (piece: Piece): { readonly piece: Piece; readonly join: Join } => ({
    piece,
    join: joinOf(differences(plate, piece, wide), stays, wide, height),
  });
  let best = joined(moved(first, 0, 'shift'));
  for (const over of ['down', 'shift', 'down'] as const) {
    const from = best.piece;
    for (let by = -reach; by <= reach; by += step) {
      const here = joined(moved(from, by, over));
      if (here.join.cost < best.join.cost) best = here;
    }
  }
  return best;
}

/** The best continuing piece, found in a small copy. */
function bestOf(plate: Sheet, mended: Uint8Array, wide: number): Piece {
  const { width, height } = plate.raster;
  const edge = atEdge(plate);
  const stays = staying(plate.raster, mended, wide);
  let best: Piece = { mirrored: false, shift: wide, down: 0 };
  let min = Infinity;
  for (const piece of piecesOf(width, wide)) {
    const far = unlike(plate, mended, piece, wide, edge);
    if (far >= min) continue;
    const cost = far + joinOf(differences(plate, piece, wide), stays, wide, height).cost;
    if (cost < min) {
      min = cost;
      best = piece;
    }
  }
  return settled(plate, stays, best, wide, { reach: 3, step: 1 }).piece;
}

/** Smooths the known values of each row with neighbouring rows; `sums` as for spreadKnown. */
function alongRows(sums: Float32Array, wide: number, height: number, reach: number): Float32Array {
  const rows = new Float64Array(height * 4);
  for (let y = 0; y < height; y += 1)
    for (let u = 0; u < wide; u += 1) for (let k = 0; k < 4; k += 1) rows[y * 4 + k]! += sums[(y * wide + u) * 4 + k]!;
  const out = new Float32Array(sums.length);
  for (let y = 0; y < height; y += 1) {
    const whole = [0, 0, 0, 0];
    for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near += 1)
      for (let k = 0; k < 4; k += 1) whole[k]! += rows[near * 4 + k]!;
    for (let u = 0; u < wide; u += 1) {
      const at = (y * wide + u) * 4;
      if (sums[at + 3] === 0) continue;
      for (let k = 0; k < 3; k += 1) out[at + k] = whole[k]! / whole[3]!;
      out[at + 3] = Math.min(1, whole[3]! / (2 * reach + 1));
      for (let k = 0; k < 3; k += 1) out[at + k]! *= out[at + 3]!;
    }
  }
  return out;
}

/** Red, green and blue, spread from their known pixels. */
function spread(sums: Float32Array, wide: number, height: number): readonly Field[] {
  spreadKnown(wide, height, sums, 4);
  return [0, 1, 2].map((k) =>
    soften({ width: wide, height, data: Float32Array.from({ length: wide * height }, (_, i) => sums[i * 4 + k]!) }, 1),
  );
}

/** Joins mirror image and piece. The piece's light is adapted to the mirror image's along the join. */
function composed({ width, height, data }: Raster, piece: Piece, { line }: Join, wide: number): Raster {
  const at = (y: number, u: number): readonly [number, number] => [
    (y * width + u) * 4,
    (rowOf(piece, y, height) * width + columnOf(piece, u)) * 4,
  ];
  const light = new Float32Array(wide * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let u = Math.max(0, line[y]! - 2); u < Math.min(wide, line[y]! + 2) && line[y]! < wide; u += 1) {
      const [one, two] = at(y, u);
      const to = (y * wide + u) * 4;
      const apart = [0, 1, 2].map((k) => data[one + k]! - data[two + k]!);
      const weight = 1 / (1 + (Math.max(...apart.map(Math.abs)) / THING) ** 4);
      for (let k = 0; k < 3; k += 1) light[to + k] = weight * Math.max(-CHANGE, Math.min(CHANGE, apart[k]!));
      light[to + 3] = weight;
    }
  const near = spread(alongRows(light, wide, height, Math.max(1, Math.round(height / 100))), wide, height);
  const far = near.map((plane) => soften(plane, Math.max(1, Math.round(height / 30))));
  const out = new Uint8ClampedArray(wide * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let u = 0; u < wide; u += 1) {
      const [one, two] = at(y, u);
      const [i, to] = [y * wide + u, (y * wide + wide - 1 - u) * 4];
      const close = Math.exp(-Math.abs(u - line[y]!) / (height / 16));
      const share =
        line[y]! >= wide ? 0 : line[y] === 0 ? 1 : Math.min(1, Math.max(0, (u - line[y]! + 0.5) / (2 * SOFT) + 0.5));
      for (let k = 0; k < 3; k += 1)
        out[to + k] =
          data[one + k]! * (1 - share) +
          (share > 0
            ? (data[two + k]! + far[k]!.data[i]! + (near[k]!.data[i]! - far[k]!.data[i]!) * close) * share
            : 0);
      out[to + 3] = 255;
    }
  return { width: wide, height, data: out };
}

/** Reduction factor of the small copy. */
const timesOf = ({ width, height }: Raster): number =>
  Math.max(1, height / COARSE, Math.sqrt((width * height) / (COARSE * COARSE * LONGEST)));

const smaller = ({ width, height }: Raster, times: number): { readonly width: number; readonly height: number } => ({
  width: Math.max(1, Math.round(width / times)),
  height: Math.max(1, Math.round(height / times)),
});

/** The marked pixels in the small copy. */
const marksOf = (marks: Uint8Array, of: Raster, to: { readonly width: number; readonly height: number }): Uint8Array =>
  Uint8Array.from({ length: to.width * to.height }, (_, i) => {
    const y = Math.min(of.height - 1, Math.floor(((Math.floor(i / to.width) + 0.5) * of.height) / to.height));
    return marks[y * of.width + Math.min(of.width - 1, Math.floor((((i % to.width) + 0.5) * of.width) / to.width))]!;
  });

/**
 * Continues the image with one piece.
 * @param wide pixels, at most half the plate
 */
async function goneOn({ plate, mended }: Known, wide: number): Promise<Raster> {
  const times = timesOf(plate);
  const size = smaller(plate, times);
  const few = Math.min(size.width, Math.max(1, Math.round(wide / times)));
  const found = bestOf(sheetOf(await resample(plate, size.width, size.height)), marksOf(mended, plate, size), few);
  const larger: Piece = { ...found, shift: Math.round(found.shift * times), down: Math.round(found.down * times) };
  const { piece, join } = settled(sheetOf(plate), staying(plate, mended, wide), larger, wide, {
    reach: Math.ceil(times),
    step: Math.max(1, Math.round(times / 3)),
  });
  return composed(plate, piece, join, wide);
}

function beside(left: Raster, right: Raster): Raster {
  const width = left.width + right.width;
  const out = new Uint8ClampedArray(width * left.height * 4);
  for (let y = 0; y < left.height; y += 1) {
    out.set(left.data.subarray(y * left.width * 4, (y + 1) * left.width * 4), y * width * 4);
    out.set(right.data.subarray(y * right.width * 4, (y + 1) * right.width * 4), (y * width + left.width) * 4);
  }
  return { width, height: left.height, data: out };
}

/**
 * Makes the continuation beyond the left edge of an image. Deterministic.
 * @param known is not changed
 * @param grown the patches' result for the same part, in the wanted width
 * @returns as large as `grown`, opaque; its last column is next to the image's first. Undefined when the patches'
 * result is as lively as the edge and meets it without a step: a plain wall, an even texture
 */
export async function goOnLeft(known: Known, grown: Raster): Promise<Raster | undefined> {
  const times = timesOf(known.plate);
  const [size, small] = [smaller(known.plate, times), smaller(grown, times)];
  if (
    isWell(
      sheetOf(await resample(known.plate, size.width, size.height)),
      sheetOf(await resample(grown, small.width, small.height)),
    )
  )
    return undefined;
  let { plate, mended } = known;
  let made: Raster | undefined;
  for (let left = grown.width; left > 0;) {
    const wide = Math.min(left, Math.max(1, Math.floor(plate.width * MAX)));
    const piece = await goneOn({ plate, mended }, wide);
    made = made === undefined ? piece : beside(piece, made);
    left -= wide;
    const further = new Uint8Array((plate.width + wide) * plate.height);
    for (let y = 0; y < plate.height; y += 1)
      further.set(mended.subarray(y * plate.width, (y + 1) * plate.width), y * (plate.width + wide) + wide);
    mended = further;
    plate = beside(piece, plate);
  }
  return made;
}

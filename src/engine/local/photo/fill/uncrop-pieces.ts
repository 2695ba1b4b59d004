/**
 * What continues beyond the left edge of an image, as one piece of it: a copy, as it is or mirrored, at its own height (sky by sky,
 * ground by ground), that is cut to the image's own mirror image along the line where the two differ least.
 */
import type { Raster } from '../../scene/scene.js';
import { spreadKnown } from './push-pull-fill.js';
import { soften, type Field } from '../planes.js';
import { resample } from '../resample.js';

/** What is known on the right of what is sought. */
export interface Known {
  /** Opaque, without what must not be copied. */
  readonly plate: Raster;
  /** One byte per pixel of the plate: not 0 was filled in and is copied only where nothing else serves. */
  readonly mended: Uint8Array;
}

/** A piece to go on with. Column `u` beyond the edge, 0 next to it, is the plate's `shift + u` where it is mirrored, else `shift - 1 - u`. */
interface Piece { readonly mirrored: boolean; readonly shift: number; /** Rows of the plate below the one that is made. */ readonly down: number }

/** An image as the search reads it. */
interface Sheet { readonly raster: Raster; /** How far a pixel's lightness is from the one above and the one on its right: two values per pixel. */ readonly slopes: Int16Array }

/** A join: for each row how many columns stay mirror image, and what it costs, colour steps per row. */
interface Join { readonly line: Int32Array; readonly cost: number }

/** Rows of the copy that pieces are compared at. */
const COARSE = 112;
/** An image longer than so many times its height is compared at fewer rows: pieces grow with the square of its length. */
const LONGEST = 2;
/** Steps of colour that are light rather than another thing: they are taken out after. */
const LIGHT = 10;
/** What each column of mirror image costs, in colour steps, as a share of the height: a mirror is seen for what it is. */
const MIRRORED = 60;
/** What a column of mirror image costs where it was filled in. */
const FILLED = 1;
/** Of what goes along a row instead of down. */
const SIDEWAYS = 0.6;
/** Bands of rows in which pieces are compared with what is at the edge, `deep` of the width; colour steps for a piece that is e times as lively or dull, for one that was filled in, and for one mirrored so near that it is seen to be. */
const LIKE = { bands: 10, lively: 14, mended: 100, floor: 4, deep: 0.05, near: 10 } as const;
/** Below so many colour steps what patches made is taken as it is: a plain wall, an even texture. */
const WELL = 6;
/** The most of the known width that one piece continues for. */
const MAX = 0.5;
/** Colour steps that light may be changed by. */
const CHANGE = 40;
/** Colour steps from which on a difference at a join is rather of things than of light. */
const THING = 24;
/** Half the columns over which a join is blended. */
const SOFT = 2;

const luma = (data: Uint8ClampedArray, at: number): number => (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;

function sheetOf(raster: Raster): Sheet {
  const { width, height, data } = raster;
  const slopes = new Int16Array(width * height * 2);
  for (let y = 0, i = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, i += 1) {
    const own = luma(data, i * 4);
    slopes[i * 2] = y > 0 ? own - luma(data, (i - width) * 4) : 0;
    slopes[i * 2 + 1] = x + 1 < width ? luma(data, (i + 1) * 4) - own : 0;
  }
  return { raster, slopes };
}

const columnOf = ({ mirrored, shift }: Piece, u: number): number => (mirrored ? shift + u : shift - 1 - u);

const rowOf = ({ down }: Piece, y: number, height: number): number => Math.min(height - 1, Math.max(0, y + down));

/** How much a piece of `other` differs from the mirror image: for each row and column beyond the edge, colour steps. */
function differences(plate: Sheet, piece: Piece, wide: number, other: Sheet = plate): Float32Array {
  const { width, height, data } = plate.raster;
  const out = new Float32Array(wide * height);
  for (let y = 0, to = 0; y < height; y += 1) for (let u = 0; u < wide; u += 1, to += 1) {
    const one = y * width + u;
    const two = rowOf(piece, y, height) * other.raster.width + columnOf(piece, u);
    let sum = 0;
    for (let k = 0; k < 3; k += 1) {
      const far = Math.abs(data[one * 4 + k]! - other.raster.data[two * 4 + k]!);
      sum += 0.1 * far + Math.max(0, far - LIGHT);
    }
    // A mirrored slope goes the other way; that of a copy as it is does as well, seen from the mirror image.
    const across = plate.slopes[one * 2 + 1]! + (piece.mirrored ? -1 : 1) * other.slopes[two * 2 + 1]!;
    out[to] = sum / 3 + Math.abs(plate.slopes[one * 2]! - other.slopes[two * 2]!) + 0.5 * Math.abs(across);
  }
  return out;
}

/** The line down the rows along which a piece is joined at the least cost; it may go along a row. */
function joinOf(differs: Float32Array, stays: Float32Array, wide: number, height: number): Join {
  const columns = wide + 1;
  const from = new Int8Array(columns * height);
  let costs = new Float64Array(columns);
  for (let y = 0; y < height; y += 1) {
    const next = new Float64Array(columns);
    const row = y * wide;
    for (let e = 0; e < columns; e += 1) next[e] = costs[e]! + (e < wide ? differs[row + e]! : 0) + (e > 0 && e < wide ? differs[row + e - 1]! : 0) + stays[y * columns + e]!;
    for (let e = 1; e < columns; e += 1) {
      const along = next[e - 1]! + SIDEWAYS * (1 + differs[row + e - 1]!);
      if (along < next[e]!) { next[e] = along; from[y * columns + e] = -1; }
    }
    for (let e = columns - 2; e >= 0; e -= 1) {
      const along = next[e + 1]! + SIDEWAYS * (1 + differs[row + e]!);
      if (along < next[e]!) { next[e] = along; from[y * columns + e] = 1; }
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

/** What it costs in each row that so many columns stay mirror image; more where that is filled in. */
function staying({ width, height }: Raster, mended: Uint8Array, wide: number): Float32Array {
  const out = new Float32Array((wide + 1) * height);
  for (let y = 0; y < height; y += 1) for (let e = 0; e < wide; e += 1) out[y * (wide + 1) + e + 1] = out[y * (wide + 1) + e]! + MIRRORED / height + (FILLED * COARSE * mended[y * width + e]!) / height;
  return out;
}

/** How lively each band of rows is between two columns, mean steps of lightness. */
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

/** How much livelier or duller bands are than others, colour steps. */
const otherwise = (own: Float64Array, edge: Float64Array): number => (LIKE.lively * own.reduce((sum, value, band) => sum + Math.abs(Math.log((value + LIKE.floor) / (edge[band]! + LIKE.floor))), 0)) / LIKE.bands;

/** What is at the edge, as lively as it is. */
const atEdge = (plate: Sheet): Float64Array => liveliness(plate, 0, Math.min(plate.raster.width, Math.max(4, Math.round(plate.raster.width * LIKE.deep))));

/** How unlike what is at the edge a piece is, and how much of it was filled in; colour steps. */
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

/** Whether what patches made continues well: as lively as what is at the edge, and without a step over it. */
function isWell(plate: Sheet, grown: Sheet): boolean {
  const { width: wide, height } = grown.raster;
  const seen = Math.min(wide, plate.raster.width);
  const differs = differences(plate, { mirrored: false, shift: wide, down: 0 }, seen, grown);
  let step = 0;
  for (let y = 0; y < height; y += 1) step += differs[y * seen]!;
  return otherwise(liveliness(grown, 0, wide), atEdge(plate)) + step / height < WELL;
}

/** A piece, moved a little to where it joins best: up and down, along the rows, and up and down again. */
function settled(plate: Sheet, stays: Float32Array, first: Piece, wide: number, { reach, step }: { readonly reach: number; readonly step: number }): { readonly piece: Piece; readonly join: Join } {
  const { width, height } = plate.raster;
  const [min, max] = first.mirrored ? [Math.min(1, width - wide), width - wide] : [wide, width];
  const moved = (piece: Piece, by: number, over: 'shift' | 'down'): Piece => (over === 'down' ? { ...piece, down: piece.down + by } : { ...piece, shift: Math.min(max, Math.max(min, piece.shift + by)) });
  const joined = (piece: Piece): { readonly piece: Piece; readonly join: Join } => ({ piece, join: joinOf(differences(plate, piece, wide), stays, wide, height) });
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

/** Of a small copy, the piece that continues best. */
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

/** Evens out what is known in each row with the rows about it; `sums` as spreadKnown takes them. */
function alongRows(sums: Float32Array, wide: number, height: number, reach: number): Float32Array {
  const rows = new Float64Array(height * 4);
  for (let y = 0; y < height; y += 1) for (let u = 0; u < wide; u += 1) for (let k = 0; k < 4; k += 1) rows[y * 4 + k]! += sums[(y * wide + u) * 4 + k]!;
  const out = new Float32Array(sums.length);
  for (let y = 0; y < height; y += 1) {
    const whole = [0, 0, 0, 0];
    for (let near = Math.max(0, y - reach); near <= Math.min(height - 1, y + reach); near += 1) for (let k = 0; k < 4; k += 1) whole[k]! += rows[near * 4 + k]!;
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

/** Red, green and blue, spread from where they are known. */
function spread(sums: Float32Array, wide: number, height: number): readonly Field[] {
  spreadKnown(wide, height, sums, 4);
  return [0, 1, 2].map((k) => soften({ width: wide, height, data: Float32Array.from({ length: wide * height }, (_, i) => sums[i * 4 + k]!) }, 1));
}

/** Mirror image and piece, joined: the light of the piece is changed to that of the mirror image as it is along the join. */
function composed({ width, height, data }: Raster, piece: Piece, { line }: Join, wide: number): Raster {
  const at = (y: number, u: number): readonly [number, number] => [(y * width + u) * 4, (rowOf(piece, y, height) * width + columnOf(piece, u)) * 4];
  const light = new Float32Array(wide * height * 4);
  for (let y = 0; y < height; y += 1) for (let u = Math.max(0, line[y]! - 2); u < Math.min(wide, line[y]! + 2) && line[y]! < wide; u += 1) {
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
  for (let y = 0; y < height; y += 1) for (let u = 0; u < wide; u += 1) {
    const [one, two] = at(y, u);
    const [i, to] = [y * wide + u, (y * wide + wide - 1 - u) * 4];
    const close = Math.exp(-Math.abs(u - line[y]!) / (height / 16));
    const share = line[y]! >= wide ? 0 : line[y] === 0 ? 1 : Math.min(1, Math.max(0, (u - line[y]! + 0.5) / (2 * SOFT) + 0.5));
    for (let k = 0; k < 3; k += 1) out[to + k] = data[one + k]! * (1 - share) + (share > 0 ? (data[two + k]! + far[k]!.data[i]! + (near[k]!.data[i]! - far[k]!.data[i]!) * close) * share : 0);
    out[to + 3] = 255;
  }
  return { width: wide, height, data: out };
}

/** How much smaller the small copy of an image is. */
const timesOf = ({ width, height }: Raster): number => Math.max(1, height / COARSE, Math.sqrt((width * height) / (COARSE * COARSE * LONGEST)));

const smaller = ({ width, height }: Raster, times: number): { readonly width: number; readonly height: number } => ({ width: Math.max(1, Math.round(width / times)), height: Math.max(1, Math.round(height / times)) });

/** What is marked, in the small copy. */
const marksOf = (marks: Uint8Array, of: Raster, to: { readonly width: number; readonly height: number }): Uint8Array => Uint8Array.from({ length: to.width * to.height }, (_, i) => {
  const y = Math.min(of.height - 1, Math.floor(((Math.floor(i / to.width) + 0.5) * of.height) / to.height));
  return marks[y * of.width + Math.min(of.width - 1, Math.floor((((i % to.width) + 0.5) * of.width) / to.width))]!;
});

/** Goes on with one piece. @param wide pixels, at most half the plate */
async function goneOn({ plate, mended }: Known, wide: number): Promise<Raster> {
  const times = timesOf(plate);
  const size = smaller(plate, times);
  const few = Math.min(size.width, Math.max(1, Math.round(wide / times)));
  const found = bestOf(sheetOf(await resample(plate, size.width, size.height)), marksOf(mended, plate, size), few);
  const larger: Piece = { ...found, shift: Math.round(found.shift * times), down: Math.round(found.down * times) };
  const { piece, join } = settled(sheetOf(plate), staying(plate, mended, wide), larger, wide, { reach: Math.ceil(times), step: Math.max(1, Math.round(times / 3)) });
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
 * Makes what continues beyond the left edge of an image. Deterministic.
 * @param known is not changed
 * @param grown what patches say of the same place, as wide as is sought
 * @returns as large as `grown`, opaque: its last column lies next to the image's first. Undefined where what patches made is as
 * lively as what is at the edge and meets it: a plain wall, an even texture
 */
export async function goOnLeft(known: Known, grown: Raster): Promise<Raster | undefined> {
  const times = timesOf(known.plate);
  const [size, small] = [smaller(known.plate, times), smaller(grown, times)];
  if (isWell(sheetOf(await resample(known.plate, size.width, size.height)), sheetOf(await resample(grown, small.width, small.height)))) return undefined;
  let { plate, mended } = known;
  let made: Raster | undefined;
  for (let left = grown.width; left > 0;) {
    const wide = Math.min(left, Math.max(1, Math.floor(plate.width * MAX)));
    const piece = await goneOn({ plate, mended }, wide);
    made = made === undefined ? piece : beside(piece, made);
    left -= wide;
    const further = new Uint8Array((plate.width + wide) * plate.height);
    for (let y = 0; y < plate.height; y += 1) further.set(mended.subarray(y * plate.width, (y + 1) * plate.width), y * (plate.width + wide) + wide);
    mended = further;
    plate = beside(piece, plate);
  }
  return made;
}

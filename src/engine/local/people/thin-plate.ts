/** A smooth warp of the plane that maps points to others (thin-plate spline, Bookstein 1989). */
import type { Point } from './landmarks.js';

/** The target of a point. */
export type Bending = (x: number, y: number) => Point;

/** The kernel r² log r, from the squared distance. */
const bent = (squared: number): number => (squared < 1e-9 ? 0 : 0.5 * squared * Math.log(squared));

/**
 * Solves a square system for two right-hand sides (Gaussian elimination with partial pivoting). Modifies its arguments.
 * @throws RangeError when there is no unique solution
 */
function solve(rows: Float64Array[], right: readonly [Float64Array, Float64Array]): void {
  const size = rows.length;
  for (let k = 0; k < size; k += 1) {
    let pivot = k;
    for (let row = k + 1; row < size; row += 1) if (Math.abs(rows[row]![k]!) > Math.abs(rows[pivot]![k]!)) pivot = row;
    if (Math.abs(rows[pivot]![k]!) < 1e-12) throw new RangeError('the points are collinear');
    [rows[k], rows[pivot]] = [rows[pivot]!, rows[k]!];
    for (const side of right) [side[k], side[pivot]] = [side[pivot]!, side[k]!];
    for (let row = 0; row < size; row += 1) {
      const factor = row === k ? 0 : rows[row]![k]! / rows[k]![k]!;
      if (factor === 0) continue;
      for (let column = k; column < size; column += 1) rows[row]![column]! -= factor * rows[k]![column]!;
      for (const side of right) side[row]! -= factor * side[k]!;
    }
  }
  for (const side of right) for (let k = 0; k < size; k += 1) side[k]! /= rows[k]![k]!;
}

/**
 * The warp that maps each point of `from` close to the point of `to` with the same index.
 * @param from at least three points that are not collinear
 * @param stiffness 0 passes through every point; about 0.001 absorbs errors of single points
 * @throws RangeError for collinear points
 */
export function bending(from: readonly Point[], to: readonly Point[], stiffness = 0): Bending {
  const count = from.length;
  // Normalised by the points' spread, so that stiffness has the same effect at every scale.
  const spread = Math.max(1e-6, ...from.map(({ x, y }) => Math.hypot(x - from[0]!.x, y - from[0]!.y)));
  const known = from.map(({ x, y }) => ({ x: (x - from[0]!.x) / spread, y: (y - from[0]!.y) / spread }));
  const rows = Array.from({ length: count + 3 }, () => new Float64Array(count + 3));
  const right = [new Float64Array(count + 3), new Float64Array(count + 3)] as const;
  for (let i = 0; i < count; i += 1) {
    const { x, y } = known[i]!;
    for (let k = 0; k < count; k += 1)
      rows[i]![k] = bent((x - known[k]!.x) ** 2 + (y - known[k]!.y) ** 2) + (i === k ? stiffness : 0);
    rows[i]!.set([1, x, y], count);
    for (const [k, value] of [1, x, y].entries()) rows[count + k]![i] = value;
    right[0][i] = to[i]!.x;
    right[1][i] = to[i]!.y;
  }
  solve(rows, right);
  const [across, down] = right;
  return (px, py) => {
    const [x, y] = [(px - from[0]!.x) / spread, (py - from[0]!.y) / spread];
    let u = across[count]! + across[count + 1]! * x + across[count + 2]! * y;
    let v = down[count]! + down[count + 1]! * x + down[count + 2]! * y;
    for (let k = 0; k < count; k += 1) {
      const weight = bent((x - known[k]!.x) ** 2 + (y - known[k]!.y) ** 2);
      u += across[k]! * weight;
      v += down[k]! * weight;
    }
    return { x: u, y: v };
  };
}

/** Grid spacing in pixels at which a warp is evaluated; linear in between. */
const MESH = 6;

/**
 * Evaluates a warp once for a rectangle.
 * @param box whole pixels
 */
export function meshed(
  bend: Bending,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Bending {
  const [columns, rows] = [Math.ceil(box.width / MESH) + 2, Math.ceil(box.height / MESH) + 2];
  const places = new Float64Array(columns * rows * 2);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const { x, y } = bend(box.x + column * MESH, box.y + row * MESH);
      places.set([x, y], (row * columns + column) * 2);
    }
  return (x, y) => {
    const [u, v] = [(x - box.x) / MESH, (y - box.y) / MESH];
    const column = Math.min(columns - 2, Math.max(0, Math.floor(u)));
    const row = Math.min(rows - 2, Math.max(0, Math.floor(v)));
    const at = (row * columns + column) * 2;
    const below = at + columns * 2;
    const between = (k: number): number => {
      const upper = places[at + k]! + (places[at + 2 + k]! - places[at + k]!) * (u - column);
      const lower = places[below + k]! + (places[below + 2 + k]! - places[below + k]!) * (u - column);
      return upper + (lower - upper) * (v - row);
    };
    return { x: between(0), y: between(1) };
  };
}

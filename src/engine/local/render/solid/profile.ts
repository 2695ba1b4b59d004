/**
 * A closed outline in the plane, in scene units: the half section of a lathe body (x ≥ 0) or the face of an extrusion.
 */
export type Outline = readonly (readonly [x: number, y: number])[];

/** A corner of an outline; the third number is its rounding radius, 0 or omitted for a sharp corner. */
export type Corner = readonly [x: number, y: number, radius?: number];

const ARC_STEPS = 6;

function arc(before: Corner, at: Corner, after: Corner): [number, number][] {
  const radius = at[2] ?? 0;
  const [inX, inY] = [before[0] - at[0], before[1] - at[1]];
  const [outX, outY] = [after[0] - at[0], after[1] - at[1]];
  const inLength = Math.hypot(inX, inY);
  const outLength = Math.hypot(outX, outY);
  if (radius <= 0 || inLength === 0 || outLength === 0) return [[at[0], at[1]]];
  const cosine = (inX * outX + inY * outY) / (inLength * outLength);
  const halfTangent = Math.sqrt(Math.max(1 - cosine, 0) / Math.max(1 + cosine, 1e-6));
  const reach = Math.min(radius / Math.max(halfTangent, 1e-6), inLength * 0.499, outLength * 0.499);
  const start: [number, number] = [at[0] + (inX / inLength) * reach, at[1] + (inY / inLength) * reach];
  const end: [number, number] = [at[0] + (outX / outLength) * reach, at[1] + (outY / outLength) * reach];
  return Array.from({ length: ARC_STEPS + 1 }, (_, i) => {
    const t = i / ARC_STEPS;
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    return [a * start[0] + b * at[0] + c * end[0], a * start[1] + b * at[1] + c * end[1]];
  });
}

/**
 * An outline with rounded corners.
 * @param corners in order around the outline, which closes itself
 * @returns points along it
 */
export function rounded(corners: readonly Corner[]): Outline {
  const count = corners.length;
  return corners.flatMap((at, i) => {
    const before = corners[(i + count - 1) % count] ?? at;
    return arc(before, at, corners[(i + 1) % count] ?? at);
  });
}

/**
 * A smooth curve through points (Catmull–Rom).
 * @param points to pass through, in order
 * @param closed whether the last joins the first; an open curve keeps its ends
 * @param steps segments between two given points
 */
export function spline(points: Outline, closed = false, steps = 6): Outline {
  const count = points.length;
  const pick = (i: number): readonly [number, number] => {
    const index = closed ? (i + count) % count : Math.min(Math.max(i, 0), count - 1);
    return points[index] ?? [0, 0];
  };
  const out: [number, number][] = [];
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [a, b, c, d] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    for (let s = 0; s < steps; s += 1) {
      const t = s / steps;
      const at = (k: 0 | 1): number =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      out.push([at(0), at(1)]);
    }
  }
  if (!closed) out.push([...pick(count - 1)]);
  return out;
}

/** Points of a circle or ellipse, counter-clockwise from the right. */
export function ellipse(x: number, y: number, rx: number, ry = rx, steps = 36): Outline {
  return Array.from({ length: steps }, (_, i) => {
    const angle = (i / steps) * Math.PI * 2;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
}

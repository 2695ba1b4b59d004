/**
 * Estimates the depth of a single photograph. The ground comes nearer towards the lower edge; what resembles the sky
 * above is far; a salient subject is as near as the ground at its foot.
 */
import type { Raster } from '../../scene/scene.js';
import { cut } from '../../photo/cut-out/cut.js';
import type { FaceBox } from '../../people/faces.js';
import { boxMean, each, field, labPlanes, soften, stretchField, type Field } from '../../photo/planes.js';
import { resample, within } from '../../photo/resample.js';

/** Longest side of the analysed copy, pixels. */
const STUDIED = 240;
/** Minimum nearness of a subject, whatever it seems to stand on. */
const MIN_SUBJECT = 0.62;
const HORIZON = { from: 0.22, to: 0.88, usual: 0.46 } as const;
/**
 * Share of the ground's depth that rises evenly from the upper edge. Upright objects must not bend where they cross the
 * horizon.
 */
const EVEN = 0.35;

const mean = (data: Float32Array, from: number, to: number): number => {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += data[i]!;
  return sum / Math.max(1, to - from);
};

/**
 * The row, 0..1 of the height, where the parts above and below differ most; a default when there is no clear horizon.
 */
function horizonOf(planes: readonly [Field, Field, Field]): number {
  const { width, height } = planes[0];
  const band = Math.max(3, Math.round(height * 0.09));
  let best = 0.05;
  let at = HORIZON.usual;
  for (let row = Math.round(height * HORIZON.from); row < height * HORIZON.to; row += 1) {
    const step = planes.map(
      ({ data }, k) =>
        (k === 0 ? 1 : 2.5) *
        Math.abs(mean(data, (row - band) * width, row * width) - mean(data, row * width, (row + band) * width)),
    );
    const score = Math.hypot(...step) * (1 - 0.6 * Math.abs(row / height - HORIZON.usual));
    if (score > best) {
      best = score;
      at = row / height;
    }
  }
  return at;
}

/**
 * Difference of a pixel from the strip along the upper edge, 0..1: the sky or a wall against what stands in front of
 * it.
 */
function unlikeSky(planes: readonly [Field, Field, Field]): Field {
  const { width, height } = planes[0];
  const strip = Math.max(2, Math.round(height * 0.06)) * width;
  const own = planes.map(({ data }) => mean(data, 0, strip));
  return each(
    (l, a, b) => Math.min(1, Math.hypot(0.7 * (l - own[0]!), 2 * (a - own[1]!), 2 * (b - own[2]!)) / 0.34),
    ...planes,
  );
}

/** Gives each connected piece of the subject the nearness of the ground at its lowest row. */
function subjectDepth(mask: Field, ground: (row: number) => number): Field {
  const { width, height } = mask;
  const out = field(width, height);
  const seen = new Uint8Array(width * height);
  for (let seed = 0; seed < seen.length; seed += 1) {
    if (seen[seed] === 1 || mask.data[seed]! < 0.5) continue;
    const piece = [seed];
    let foot = 0;
    seen[seed] = 1;
    for (let k = 0; k < piece.length; k += 1) {
      const i = piece[k]!;
      const x = i % width;
      foot = Math.max(foot, (i - x) / width);
      for (const next of [x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1, i - width, i + width]) {
        if (next >= 0 && next < seen.length && seen[next] === 0 && mask.data[next]! >= 0.5) {
          seen[next] = 1;
          piece.push(next);
        }
      }
    }
    const depth = Math.max(MIN_SUBJECT, ground(foot / height));
    for (const i of piece) out.data[i] = depth;
  }
  return out;
}

/** Maximum within `radius` pixels. Near objects grow a little, so that the background stretches and not their rims. */
export function widen(source: Field, radius: number): Field {
  const pass = (from: Field, step: number, length: number): Field => {
    const out = field(from.width, from.height);
    for (let i = 0; i < out.data.length; i += 1) {
      const at = step === 1 ? i % from.width : Math.floor(i / from.width);
      let max = 0;
      for (let k = Math.max(-radius, -at); k <= Math.min(radius, length - 1 - at); k += 1)
        max = Math.max(max, from.data[i + k * step]!);
      out.data[i] = max;
    }
    return out;
  };
  return pass(pass(source, 1, source.width), source.width, source.height);
}

/** Stretches the middle of a field's values to 0..1, but never amplifies a negligible difference. */
function level(source: Field): Field {
  const sorted = Float32Array.from(source.data).sort();
  const low = sorted[Math.floor(sorted.length * 0.02)]!;
  const span = Math.max(sorted[Math.floor(sorted.length * 0.98)]! - low, 0.25);
  return each((value) => Math.min(1, Math.max(0, (value - low) / span)), source);
}

/**
 * @param image opaque, of any size
 * @param faces people in it, in its pixels
 * @param columns of the returned map, which covers the whole image
 * @returns 0 for the farthest part of the image to 1 for the nearest; smooth, so that a warp by it does not tear
 */
export async function depthOf(image: Raster, faces: readonly FaceBox[], columns: number, rows: number): Promise<Field> {
  const { width, height } = within(image.width, image.height, STUDIED);
  const small = await resample(image, width, height);
  const scale = width / image.width;
  const { mask } = await cut(
    small,
    faces.map((face) => ({
      ...face,
      x: face.x * scale,
      y: face.y * scale,
      width: face.width * scale,
      height: face.height * scale,
    })),
  );
  const planes = labPlanes(small);
  const horizon = horizonOf(planes);
  const ground = (row: number): number => EVEN * row + (1 - EVEN) * Math.max(0, (row - horizon) / (1 - horizon));
  const unlike = boxMean(unlikeSky(planes), 2);
  const subject = subjectDepth(mask, ground);
  const near = field(width, height);
  for (let i = 0; i < near.data.length; i += 1) {
    const row = Math.floor(i / width) / height;
    near.data[i] = Math.max(
      Math.min(ground(row) + 0.22 * unlike.data[i]!, Math.max(0.42, ground(row))),
      subject.data[i]!,
    );
  }
  const reach = Math.max(1, Math.round(Math.max(width, height) / 120));
  return stretchField(level(soften(widen(near, reach), reach + 1)), columns, rows);
}

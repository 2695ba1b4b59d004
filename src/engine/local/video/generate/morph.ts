/** Morphs one image into another. Matching parts are found in both, and the images are warped towards each other. */
import type { Raster } from '../../scene/scene.js';
import { cut } from '../../photo/cut-out/cut.js';
import { boxMean, distanceTo, each, field, soften, stretchField, valueAt, type Field } from '../../photo/planes.js';
import { resample, within } from '../../photo/resample.js';
import { carried, flowBetween, greyOf } from '../motion/flow.js';
import { CELL, gridSize } from '../io/reel.js';

/** Displacement of each node of the first image to its match in the second: right and down, pixels of the image. */
export interface Going {
  readonly across: Field;
  readonly down: Field;
}

const STUDIED = 240;
/** The salient regions are matched when both cuts reach this quality and salience. */
const SURE = { worth: 0.4, peak: 0.16, max: 0.5 } as const;
/**
 * Range around a subject within which its surroundings move along, as a share of the subject's displacement. A shorter
 * range would fold the image.
 */
const REACH = 0.95;
/** Maximum displacement for matches by appearance alone, as a share of the longer side. */
const ALIKE = 0.09;

interface Blob {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly mask: Field;
}

/** The salient region of an image: its middle and the square root of its area, as shares of the image. */
async function blobOf(image: Raster): Promise<Blob | undefined> {
  const { width, height } = within(image.width, image.height, STUDIED);
  const { mask, worth, saliency } = await cut(await resample(image, width, height), []);
  let [count, x, y] = [0, 0, 0];
  mask.data.forEach((value, i) => {
    if (value < 0.5) return;
    count += 1;
    x += i % width;
    y += Math.floor(i / width);
  });
  const share = count / mask.data.length;
  if (worth < SURE.worth || saliency.peak < SURE.peak || share === 0 || share > SURE.max) return undefined;
  return { x: x / count / width, y: y / count / height, size: Math.sqrt(share), mask };
}

/** Matches by appearance at nearby positions: dense flow, where it explains the second image better than no motion. */
async function alike(from: Raster, to: Raster, columns: number, rows: number): Promise<Going> {
  const [small, other] = await Promise.all(
    [from, to].map((one) => {
      const size = within(one.width, one.height, STUDIED);
      return resample(one, size.width, size.height);
    }),
  );
  const { width, height } = small!;
  const flow = await flowBetween(greyOf(other!, STUDIED), greyOf(small!, STUDIED));
  const brought = carried(small!, flow);
  const gap = (one: Raster): Field => {
    const out = field(width, height);
    for (let i = 0; i < out.data.length; i += 1)
      for (let k = 0; k < 3; k += 1) out.data[i]! += Math.abs(one.data[i * 4 + k]! - other!.data[i * 4 + k]!);
    return boxMean(out, 4);
  };
  const trust = each(
    (before, after) => Math.min(1, Math.max(0, (before - after) / (before + 12))),
    gap(small!),
    gap(brought),
  );
  const scale = from.width / flow.width;
  const max = ALIKE * Math.max(from.width, from.height);
  const part = (offset: 0 | 1): Field => {
    const out = field(flow.width, flow.height);
    for (let i = 0; i < out.data.length; i += 1)
      out.data[i] = Math.min(
        max,
        Math.max(
          -max,
          -flow.data[i * 2 + offset]! * scale * valueAt(trust, i % flow.width, Math.floor(i / flow.width)),
        ),
      );
    return stretchField(soften(out, 6), columns, rows);
  };
  return { across: part(0), down: part(1) };
}

/**
 * Displacement of each part of one image to another of the same size. Their subjects are matched to each other, the
 * rest by appearance.
 * @returns a value for every node of a video's grid; applying it gradually never folds the image
 */
export async function goingBetween(from: Raster, to: Raster): Promise<Going> {
  const { columns, rows } = gridSize(from.width, from.height);
  const [one, other] = [await blobOf(from), await blobOf(to)];
  const rest = await alike(from, to, columns, rows);
  if (one === undefined || other === undefined) return rest;
  const { width, height, data } = one.mask;
  const away = stretchField(
    distanceTo(width, height, (i) => data[i]! > 0.5),
    columns,
    rows,
  );
  const grow = Math.min(2, Math.max(0.5, other.size / one.size));
  const far = Math.hypot((other.x - one.x) * columns, (other.y - one.y) * rows);
  const sigma = Math.max(0.22 * Math.max(columns, rows), REACH * far) * (width / columns);
  const [across, down] = [field(columns, rows), field(columns, rows)];
  for (let i = 0; i < across.data.length; i += 1) {
    const [x, y] = [(i % columns) / (columns - 1), Math.floor(i / columns) / (rows - 1)];
    const share = Math.exp(-(away.data[i]! ** 2) / (2 * sigma ** 2));
    across.data[i] =
      share * (other.x - one.x + (x - one.x) * (grow - 1)) * from.width + (1 - share) * rest.across.data[i]!;
    down.data[i] =
      share * (other.y - one.y + (y - one.y) * (grow - 1)) * from.height + (1 - share) * rest.down.data[i]!;
  }
  return { across: soften(across, 2), down: soften(down, 2) };
}

/**
 * Share of the distance beyond the border that is shown inside it. The border region is stretched, and nothing appears
 * twice.
 */
const DRAWN_OUT = 0.12;

/** Maps a position that may be beyond the border to one inside it. */
function inside(value: number, length: number): number {
  const max = length - 1;
  if (value < 0) return Math.min(max, -value * DRAWN_OUT);
  return value > max ? Math.max(0, max - (value - max) * DRAWN_OUT) : value;
}

/**
 * Converts positions in a frame to positions in an image that has morphed part of the way to the other.
 * @param grid positions, x and y in pixels; overwritten
 * @param share 0 the first image, 1 the second
 * @param which of the two images is looked up
 */
export function gone(
  grid: Float32Array,
  { across, down }: Going,
  share: number,
  which: 'first' | 'second',
  width: number,
  height: number,
): void {
  for (let at = 0; at < grid.length; at += 2) {
    const [px, py] = [grid[at]!, grid[at + 1]!];
    let [x, y, u, v] = [px, py, 0, 0];
    // Searches iteratively for the position in the first image that has moved here.
    for (let turn = 0; turn < 9; turn += 1) {
      u = valueAt(across, x / CELL, y / CELL);
      v = valueAt(down, x / CELL, y / CELL);
      x = px - share * u;
      y = py - share * v;
    }
    grid[at] = inside(which === 'first' ? x : x + u, width);
    grid[at + 1] = inside(which === 'first' ? y : y + v, height);
  }
}

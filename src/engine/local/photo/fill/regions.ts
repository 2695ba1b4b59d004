/** A part of the image that is processed separately: the crop, and the hole inside it. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the hole in this region. */
  readonly pixels: number;
  /** Whether it is nowhere wider than twice the given half width. */
  readonly thin: boolean;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  pixels: number;
  thin: boolean;
}

/** Margin around a hole to copy from: as large as the hole itself, within these limits, pixels. */
const MARGIN = { min: 96, max: 512 } as const;

/**
 * Distance of each hole pixel to the nearest known one in the chessboard metric, at most 255. The image's edge does not
 * count as known.
 */
function depths(hole: Uint8Array, width: number, height: number): Uint8Array {
  const depth = new Uint8Array(hole.length);
  for (const back of [false, true]) {
    for (let index = 0; index < hole.length; index += 1) {
      const at = back ? hole.length - 1 - index : index;
      if (hole[at] === 0) continue;
      const x = at % width;
      const y = (at - x) / width;
      const row = back ? y + 1 : y - 1;
      const side = back ? x + 1 : x - 1;
      let min = back ? depth[at]! : 255;
      if (side >= 0 && side < width) min = Math.min(min, depth[y * width + side]! + 1);
      if (row >= 0 && row < height)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
          min = Math.min(min, depth[row * width + column]! + 1);
      depth[at] = min;
    }
  }
  return depth;
}

/** Flood-fills one connected part of the hole and marks it as seen. */
function follow(
  start: number,
  hole: Uint8Array,
  depth: Uint8Array,
  width: number,
  seen: Uint8Array,
  half: number,
): Box {
  const box: Box = { left: width, top: Infinity, right: 0, bottom: 0, pixels: 0, thin: true };
  const open = [start];
  seen[start] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width;
    const y = (at - x) / width;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    box.pixels += 1;
    if (depth[at]! > half) box.thin = false;
    for (const next of [x > 0 ? at - 1 : at, x + 1 < width ? at + 1 : at, at - width, at + width]) {
      if (next < 0 || next >= hole.length || seen[next] !== 0 || hole[next] === 0) continue;
      seen[next] = 1;
      open.push(next);
    }
  }
  return box;
}

function withMargin({ left, top, right, bottom }: Box, width: number, height: number): Omit<Region, 'pixels' | 'thin'> {
  const margin = Math.min(MARGIN.max, Math.max(MARGIN.min, right - left, bottom - top));
  const x = Math.max(0, left - margin);
  const y = Math.max(0, top - margin);
  return { x, y, width: Math.min(width, right + margin) - x, height: Math.min(height, bottom + margin) - y };
}

/** Joins parts that are so close that one would be copied into the other. */
function join(boxes: readonly Box[]): readonly Box[] {
  const near = (one: Box, other: Box): boolean => {
    const gap = MARGIN.min / 2;
    return (
      one.left - gap < other.right &&
      other.left - gap < one.right &&
      one.top - gap < other.bottom &&
      other.top - gap < one.bottom
    );
  };
  const joined: Box[] = [];
  for (const box of boxes) {
    let current = box;
    for (
      let index = joined.findIndex((known) => known.thin === current.thin && near(known, current));
      index >= 0;
      index = joined.findIndex((known) => known.thin === current.thin && near(known, current))
    ) {
      const [known] = joined.splice(index, 1);
      current = {
        left: Math.min(current.left, known!.left),
        top: Math.min(current.top, known!.top),
        right: Math.max(current.right, known!.right),
        bottom: Math.max(current.bottom, known!.bottom),
        pixels: current.pixels + known!.pixels,
        thin: current.thin,
      };
    }
    joined.push(current);
  }
  return joined;
}

/**
 * Finds the parts of a hole and the surroundings that each needs. A crop may contain pixels of another part; they are
 * also treated as hole.
 * @param hole one byte per pixel, non-zero is hole
 * @param half half the maximum width of a thin part, pixels
 * @returns thin parts first, so that wide ones can copy from where a wire was; otherwise in reading order
 */
export function findRegions(hole: Uint8Array, width: number, height: number, half: number): readonly Region[] {
  const depth = depths(hole, width, height);
  const seen = new Uint8Array(hole.length);
  const boxes: Box[] = [];
  for (let at = 0; at < hole.length; at += 1)
    if (hole[at] !== 0 && seen[at] === 0) boxes.push(follow(at, hole, depth, width, seen, half));
  const regions = join(boxes).map((box) => ({ ...withMargin(box, width, height), pixels: box.pixels, thin: box.thin }));
  return [...regions.filter(({ thin }) => thin), ...regions.filter(({ thin }) => !thin)];
}

import type { Raster } from '../../scene/scene.js';
import { findFaces, type FaceBox } from '../../people/faces.js';
import { dilate } from '../fill/marks.js';
import { withOpenCv, type Keep, type OpenCv } from '../opencv.js';
import type { Field } from '../planes.js';

/** Brightness, one byte per pixel. */
export type Luma = Pick<Field, 'width' | 'height'> & { readonly data: Uint8Array };
type Mat = InstanceType<OpenCv['Mat']>;
/** A scratch is lighter or darker than both of its sides. */
type Ink = 'light' | 'dark';

/** Maximum pixels for the search. On a larger scan, scratches are wider too, so a smaller copy suffices. */
const SEARCHED_PIXELS = 2_400_000;
/** Width of the widest scratch as a share of the long side, and the minimum search window for it, pixels. */
const WIDEST = { share: 0.008, min: 7 } as const;
/**
 * Contrast of a scratch: a minimum in steps of 255, and a multiple of the mean contrast around it, so that grass and
 * hair are left alone.
 */
const CONTRAST = { min: 12, times: 2.2, around: 24, cap: 60, rim: 0.6, beyond: 3 } as const;
/**
 * A scratch is traced along straight pieces: length in pixels, number of directions, and the share of a piece that must
 * be marked.
 */
const PIECE = { length: 25, directions: 16, share: 0.84 } as const;
/** Minimum length of a scratch as a share of the long side, and the minimum ratio of length to width. */
const LINE = { share: 0.065, slender: 10, reach: 3, outstanding: 0.5, contrast: 20, edge: 0.55, crossing: 3 } as const;
/**
 * Tracking a scratch beyond its ends: pixels that determine its direction, required share of its contrast, maximum
 * steps without it, maximum extension relative to its length, turn per step in radians, half its width.
 */
const TRACK = { before: 36, share: 0.4, gap: 16, max: 1.2, turn: 0.01, half: 3 } as const;
/** Specks are isolated: contrast in steps of 255, and how much of it the surroundings may have. */
const SPECK = { min: 3, contrast: 34, calm: 1.4, grain: 6, around: 0.025, edge: 0.4, max: 0.006 } as const;
/** Kinds of marks. A line takes precedence over a speck. */
const [IS_SPECK, IS_LINE] = [1, 2] as const;
/** When marks cover more of an image than this, they are its texture. */
const MAX_MARKED = 0.12;

/** Brightness of an image. */
export const lumaOf = ({ width, height, data }: Raster): Luma => {
  const luma = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < luma.length; at += 1, from += 4)
    luma[at] = Math.round(0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!);
  return { width, height, data: luma };
};

/**
 * Tones below which the given shares of pixels are, 0..255.
 * @param histogram of 256 bins
 */
export function percentiles(histogram: Float64Array, shares: readonly number[]): readonly number[] {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  return shares.map((share) => {
    let sum = 0;
    const found = histogram.findIndex((count) => (sum += count) > share * total);
    return found < 0 ? 255 : found;
  });
}

function histogramOf(values: Uint8Array): Float64Array {
  const histogram = new Float64Array(256);
  for (const value of values) histogram[value]! += 1;
  return histogram;
}

/** Detects straight runs of marked pixels in any direction. */
function runs(cv: OpenCv, keep: Keep, marks: Mat): Uint8Array {
  const { length, directions, share } = PIECE;
  const [max, along] = [keep(new cv.Mat(marks.rows, marks.cols, cv.CV_8UC1, new cv.Scalar(0))), keep(new cv.Mat())];
  const kernel = keep(new cv.Mat(length, length, cv.CV_32FC1));
  const half = (length - 1) / 2;
  for (let direction = 0; direction < directions; direction += 1) {
    const angle = (Math.PI * direction) / directions;
    kernel.data32F.fill(0);
    for (let step = -half; step <= half; step += 1)
      kernel.data32F[Math.round(half + step * Math.sin(angle)) * length + Math.round(half + step * Math.cos(angle))] =
        1 / length;
    cv.filter2D(marks, along, -1, kernel);
    cv.max(max, along, max);
  }
  return Uint8Array.from(max.data, (value) => (value >= share * 255 ? 1 : 0));
}

interface Part {
  readonly label: number;
  readonly area: number;
  readonly across: number;
  readonly down: number;
}

/** Connected components of a mask, and the component number of each pixel; 0 is none. */
function partsOf(
  cv: OpenCv,
  keep: Keep,
  mask: Uint8Array,
  { width, height }: Luma,
): { readonly labels: Int32Array; readonly parts: readonly Part[] } {
  const [marks, labels, stats, centres] = [
    keep(new cv.Mat(height, width, cv.CV_8UC1)),
    keep(new cv.Mat()),
    keep(new cv.Mat()),
    keep(new cv.Mat()),
  ];
  marks.data.set(mask);
  const count = cv.connectedComponentsWithStats(marks, labels, stats, centres, 8);
  const parts = Array.from({ length: count - 1 }, (_, index) => {
    const [, , across = 0, down = 0, area = 0] = stats.data32S.subarray((index + 1) * 5, (index + 2) * 5);
    return { label: index + 1, area, across, down };
  });
  return { labels: Int32Array.from(labels.data32S), parts };
}

/** Per-pixel data for searching marks of one ink. */
interface Search {
  readonly luma: Luma;
  /** Width of the widest scratch, pixels, odd. */
  readonly widest: number;
  /** Contrast with both sides, steps of 255. */
  readonly contrast: Uint8Array;
  /** Minimum contrast of a mark at this pixel. */
  readonly min: Uint8Array;
  /** Mean contrast of the surroundings. */
  readonly around: Uint8Array;
  /** Whether the pixel is lighter, or darker, than all large objects near it. */
  readonly beyond: Uint8Array;
  /** Strongest nearby edge of a large object, steps of 255. */
  readonly edge: Uint8Array;
}

/** Analyses an image for marks of one ink. */
function searchFor(cv: OpenCv, keep: Keep, luma: Luma, ink: Ink): Search {
  const { width, height } = luma;
  const widest = Math.max(WIDEST.min, 2 * Math.round((WIDEST.share * Math.max(width, height)) / 2) + 1);
  const window = (side: number): Mat => keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(side, side)));
  const disc = keep(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(widest, widest)));
  const [from, without, broad, capped, hat, mean, edges, far] = [
    keep(new cv.Mat(height, width, cv.CV_8UC1)),
    ...Array.from({ length: 7 }, () => keep(new cv.Mat())),
  ] as [Mat, Mat, Mat, Mat, Mat, Mat, Mat, Mat];
  from.data.set(ink === 'light' ? luma.data : luma.data.map((value) => 255 - value));
  cv.morphologyEx(from, without, cv.MORPH_OPEN, disc);
  cv.subtract(from, without, hat);
  // Capped, so that a strong mark does not raise the threshold for a faint one beside it.
  cv.threshold(hat, capped, CONTRAST.cap, CONTRAST.cap, cv.THRESH_TRUNC);
  cv.blur(capped, mean, new cv.Size(2 * CONTRAST.around + 1, 2 * CONTRAST.around + 1));
  cv.morphologyEx(without, broad, cv.MORPH_CLOSE, disc);
  cv.morphologyEx(broad, edges, cv.MORPH_GRADIENT, window(3));
  cv.dilate(edges, edges, window(2 * widest + 1));
  cv.dilate(broad, far, window(2 * CONTRAST.around + 1));
  const [contrast, around] = [Uint8Array.from(hat.data), Uint8Array.from(mean.data)];
  const lightest = far.data;
  return {
    luma,
    widest,
    contrast,
    around,
    edge: Uint8Array.from(edges.data),
    min: around.map((value) => Math.max(CONTRAST.min, Math.min(255, value * CONTRAST.times))),
    beyond: Uint8Array.from(from.data, (value, at) => (value > lightest[at]! + CONTRAST.beyond ? 1 : 0)),
  };
}

/**
 * Marks thin lines: long slender parts that are mostly lighter, or darker, than everything near, and that do not follow
 * an edge.
 */
function markLines(
  cv: OpenCv,
  keep: Keep,
  { luma, widest, contrast, min, beyond, edge }: Search,
  clear: Uint8Array,
  out: Uint8Array,
): void {
  const { width, height } = luma;
  const side = Math.max(width, height);
  const marks = keep(new cv.Mat(height, width, cv.CV_8UC1));
  marks.data.set(clear.map((value) => value * 255));
  const followed = runs(cv, keep, marks).map((value, at) => value * clear[at]!);
  // Extends to the line's ends and thin places, where it is fainter.
  const near = dilate(followed, width, height, LINE.reach);
  const lines = near.map((value, at) => (value !== 0 && contrast[at]! >= CONTRAST.rim * min[at]! ? 1 : 0));
  const { labels, parts } = partsOf(cv, keep, lines, luma);
  const outstanding = new Uint32Array(parts.length);
  const [followedIn, strength] = [new Uint32Array(parts.length), new Uint32Array(parts.length)];
  for (let at = 0; at < labels.length; at += 1) {
    if (labels[at] === 0 || followed[at] === 0) continue;
    followedIn[labels[at]! - 1]! += 1;
    if (beyond[at] !== 0 && edge[at]! <= LINE.edge * contrast[at]!) outstanding[labels[at]! - 1]! += 1;
    strength[labels[at]! - 1]! += contrast[at]!;
  }
  const isScratch = parts.map(({ area, across, down }, index) => {
    const long = Math.hypot(across, down);
    // Several scratches may cross, but a denser part is a pattern.
    const isSlender =
      long >= LINE.share * side && long * long >= LINE.slender * area && area <= LINE.crossing * widest * long;
    return (
      isSlender &&
      strength[index]! >= LINE.contrast * followedIn[index]! &&
      outstanding[index]! >= LINE.outstanding * followedIn[index]!
    );
  });
  const pixels = parts.map((): number[] => []);
  for (let at = 0; at < out.length; at += 1) {
    const part = labels[at]! - 1;
    if (part < 0 || isScratch[part] !== true) continue;
    out[at] = IS_LINE;
    if (followed[at] !== 0) pixels[part]!.push(at);
  }
  for (const part of pixels) if (part.length > 0) trackOn({ luma, contrast }, part, out);
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/** End of a scratch, and the direction in which it continues. */
interface End extends Point {
  readonly dx: number;
  readonly dy: number;
}

/** Both ends of a line. */
function endsOf(pixels: readonly number[], width: number): readonly End[] {
  const points = pixels.map((at) => ({ x: at % width, y: Math.floor(at / width) }));
  const mean = (of: readonly Point[]): Point => ({
    x: of.reduce((sum, { x }) => sum + x, 0) / of.length,
    y: of.reduce((sum, { y }) => sum + y, 0) / of.length,
  });
  const middle = mean(points);
  const moment = (of: (x: number, y: number) => number): number =>
    points.reduce((sum, { x, y }) => sum + of(x - middle.x, y - middle.y), 0);
  const angle =
    Math.atan2(
      2 * moment((x, y) => x * y),
      moment((x, y) => x * x - y * y),
    ) / 2;
  return [1, -1].map((sign) => {
    const along = ({ x, y }: Point): number => sign * (x * Math.cos(angle) + y * Math.sin(angle));
    const end = points.reduce((best, point) => (along(point) > along(best) ? point : best));
    const before = mean(points.filter((point) => along(point) > along(end) - TRACK.before));
    const length = Math.max(1e-6, Math.hypot(end.x - before.x, end.y - before.y));
    return { ...end, dx: (end.x - before.x) / length, dy: (end.y - before.y) / length };
  });
}

/** Tracks a scratch beyond both ends, across areas too detailed for the search. */
function trackOn(
  { luma: { width, height }, contrast }: Pick<Search, 'luma' | 'contrast'>,
  pixels: readonly number[],
  out: Uint8Array,
): void {
  const needed = Math.max(
    CONTRAST.min,
    (TRACK.share * pixels.reduce((sum, at) => sum + contrast[at]!, 0)) / pixels.length,
  );
  const strengthAt = (x: number, y: number): number =>
    x >= 0 && y >= 0 && x < width && y < height ? (contrast[Math.round(y) * width + Math.round(x)] ?? 0) : 0;
  for (const end of endsOf(pixels, width)) {
    let { x, y, dx, dy } = end;
    for (let missed = 0, step = 0; missed <= TRACK.gap && step < TRACK.max * pixels.length; step += 1) {
      [x, y] = [x + dx, y + dy];
      const aside = [0, 1, -1, 2, -2].reduce(
        (best, one) =>
          strengthAt(x - dy * one, y + dx * one) > strengthAt(x - dy * best, y + dx * best) + 1 ? one : best,
        0,
      );
      if (strengthAt(x - dy * aside, y + dx * aside) < needed) {
        missed += 1;
        continue;
      }
      missed = 0;
      [x, y] = [x - dy * aside * 0.5, y + dx * aside * 0.5];
      const turn = aside * TRACK.turn;
      [dx, dy] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
      for (let across = -TRACK.half; across <= TRACK.half; across += 0.5) {
        const [px, py] = [x - dy * across, y + dx * across];
        if (strengthAt(px, py) >= CONTRAST.rim * needed) out[Math.round(py) * width + Math.round(px)] = IS_LINE;
      }
    }
  }
}

/** Marks small, isolated spots of strong contrast, away from edges: the corner of an object is not a speck. */
function markSpecks(
  cv: OpenCv,
  keep: Keep,
  { luma, widest, contrast, around, edge, beyond }: Search,
  clear: Uint8Array,
  out: Uint8Array,
): void {
  const { labels, parts } = partsOf(cv, keep, clear, luma);
  const [strength, ground, edges, outstanding] = [
    new Uint8Array(parts.length),
    new Uint8Array(parts.length),
    new Uint8Array(parts.length),
    new Uint8Array(parts.length),
  ];
  for (let at = 0; at < labels.length; at += 1) {
    const part = labels[at]! - 1;
    if (part < 0) continue;
    strength[part] = Math.max(strength[part]!, contrast[at]!);
    ground[part] = Math.max(ground[part]!, around[at]!);
    edges[part] = Math.max(edges[part]!, edge[at]!);
    outstanding[part] = Math.max(outstanding[part]!, beyond[at]!);
  }
  const [usual = 0] = percentiles(histogramOf(around), [0.5]);
  const isSpeck = parts.map(
    ({ area, across, down }, index) =>
      area >= SPECK.min &&
      Math.max(across, down) <= 2 * widest &&
      strength[index]! >= SPECK.contrast &&
      outstanding[index] === 1 &&
      ground[index]! <= SPECK.calm * Math.min(usual, SPECK.grain) + SPECK.around * strength[index]! &&
      edges[index]! <= SPECK.edge * strength[index]!,
  );
  // Too many specks are lit windows, stars or snow.
  if (parts.reduce((sum, { area }, index) => sum + (isSpeck[index] === true ? area : 0), 0) > SPECK.max * out.length)
    return;
  for (let at = 0; at < out.length; at += 1)
    if (out[at] === 0 && labels[at]! > 0 && isSpeck[labels[at]! - 1]) out[at] = IS_SPECK;
}

/** Marks scratches and specks of one ink: {@link IS_LINE}, {@link IS_SPECK}, or 0. */
function marksOf(cv: OpenCv, keep: Keep, luma: Luma, ink: Ink): Uint8Array {
  const search = searchFor(cv, keep, luma, ink);
  const clear = search.contrast.map((value, at) => (value >= search.min[at]! ? 1 : 0));
  const out = new Uint8Array(clear.length);
  markLines(cv, keep, search, clear, out);
  markSpecks(cv, keep, search, clear, out);
  return out;
}

/** Removes specks within a face from the marks, because pupils and their glints look like dust. */
function keepSpecks(marks: Uint8Array, width: number, face: FaceBox): void {
  const within = (at: number): boolean =>
    Math.abs((at % width) - face.x - face.width / 2) <= face.width / 2 &&
    Math.abs(Math.floor(at / width) - face.y - face.height / 2) <= face.height / 2;
  for (let at = 0; at < marks.length; at += 1) if (marks[at] === IS_SPECK && within(at)) marks[at] = 0;
}

/**
 * Finds scratches and specks: thin lines and small spots that are lighter or darker than both of their sides. Specks
 * within a face are ignored.
 * @param image opaque
 * @returns one byte per pixel, 1 is damaged; undefined when there is no damage, or so much that it is the image's own
 * texture
 */
export async function findScratches(image: Raster): Promise<Uint8Array | undefined> {
  const { width, height } = image;
  const scale = Math.min(1, Math.sqrt(SEARCHED_PIXELS / (width * height)));
  const whole = lumaOf(image);
  const found = await withOpenCv((cv, keep) => {
    const [full, small, back] = [keep(new cv.Mat(height, width, cv.CV_8UC1)), keep(new cv.Mat()), keep(new cv.Mat())];
    full.data.set(whole.data);
    if (scale < 1)
      cv.resize(full, small, new cv.Size(Math.round(width * scale), Math.round(height * scale)), 0, 0, cv.INTER_AREA);
    const searched: Luma =
      scale < 1 ? { width: small.cols, height: small.rows, data: Uint8Array.from(small.data) } : whole;
    const [light, dark] = [marksOf(cv, keep, searched, 'light'), marksOf(cv, keep, searched, 'dark')];
    const both = light.map((value, at) => Math.max(value, dark[at]!));
    if (scale === 1) return both;
    const marks = keep(new cv.Mat(searched.height, searched.width, cv.CV_8UC1));
    marks.data.set(both);
    cv.resize(marks, back, new cv.Size(width, height), 0, 0, cv.INTER_NEAREST);
    return Uint8Array.from(back.data);
  });
  if (found.includes(IS_SPECK)) for (const face of await findFaces(image)) keepSpecks(found, width, face);
  const wide = dilate(found, width, height, Math.ceil(1 / scale));
  const marked = wide.reduce((sum, value) => sum + value, 0);
  return marked === 0 || marked > MAX_MARKED * wide.length ? undefined : wide;
}

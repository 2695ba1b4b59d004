/**
 * Detects text overlaid on a video: thin strokes of one colour, arranged in lines, that stay still while the video
 * moves. It is found by its strokes (top-hat of the brightness), their arrangement in lines, and their duration.
 */
import type { Area } from '../video/motion/occluded-flow.js';
import { distanceTo } from './planes.js';
import { withOpenCv } from './opencv.js';

/** Whether a video's text is lighter or darker than its background. */
export const INKS = ['light', 'dark'] as const;
export type Ink = (typeof INKS)[number];

/** Brightness of a frame, 0..255, in the searched part. */
export interface Moment {
  readonly width: number;
  readonly height: number;
  readonly luma: Uint8Array;
}

/** One line of text. */
export interface Line {
  /** Bounding box of its strokes in the searched part, pixels. */
  readonly box: Area;
  /** First and last moment in which it was seen. */
  readonly from: number;
  readonly to: number;
  /** Its strokes and what surrounds them (outline, shadow), one byte per pixel of the searched part. */
  readonly mask: Uint8Array;
  /** Indices of its strokes alone, and of the pixels beside them; and their difference in brightness. */
  readonly strokes: Int32Array;
  readonly outside: Int32Array;
  readonly contrast: number;
}

/** As shares of the frame's height: maximum stroke width, maximum letter spacing, and the limits of a line's height. */
const LETTERS = { stroke: 0.024, apart: 0.04, min: 0.016, max: 0.13 } as const;
/**
 * Minimum brightness of light text, maximum of dark text, and the minimum differences to the background; steps of
 * brightness.
 */
const BRIGHTNESS = { light: 150, dark: 80, over: 44, contrast: 55 } as const;
/** Maximum change of a stroke's brightness between two moments, steps. */
const STEADY = 18;
/** Share of a line's box covered by strokes. */
const COVERED = { min: 0.1, max: 0.68 } as const;
/** Strokes crossed along a line, per line height of length. */
const CROSSED = { min: 0.8, max: 7 } as const;
/** Minimum share of a line's strokes near their most frequent brightness, and the tolerance in steps of brightness. */
const ALIKE = { share: 0.36, within: 40 } as const;
/** Minimum intersection over union of two masks to be the same line. */
const SAME = 0.5;
/** A line must be seen in this many moments, and each of its strokes in this share of them. */
const SEEN = { moments: 2, share: 0.5 } as const;
/**
 * As shares of a line's height: maximum reach of its outline or shadow, and the distance at which the background is
 * measured.
 */
const EDGE = { max: 0.3, beyond: 0.5 } as const;

/**
 * Lines tracked at once, kept during the search, and returned at the end. A viewer reads two or three at a time, each
 * for a second or so, and a searched video has half a minute: 90 lines. More than that is a page of text. Its lightest
 * lines are dropped, because the band with the most text for the longest time is wanted.
 */
const KEPT = { open: 60, watched: 240, given: 120 } as const;

/** A line that is being tracked. */
interface Track {
  box: Area;
  mask: Uint8Array;
  readonly from: number;
  to: number;
  /** Union of its boxes; for each pixel of it, how often it was a stroke, and the sum of its brightness. */
  held: Area;
  counts: Uint16Array;
  sums: Float32Array;
  seen: number;
}

interface Candidate {
  readonly box: Area;
  readonly mask: Uint8Array;
}

/** Strokes brighter (or darker) than their surroundings. */
async function strokesOf({ width, height, luma }: Moment, frameHeight: number, ink: Ink): Promise<Uint8Array> {
  return withOpenCv((cv, keep) => {
    const [from, out] = [keep(new cv.Mat(height, width, cv.CV_8UC1)), keep(new cv.Mat())];
    from.data.set(luma);
    const side = 2 * Math.max(3, Math.round((frameHeight * LETTERS.stroke) / 2)) + 1;
    cv.morphologyEx(
      from,
      out,
      ink === 'light' ? cv.MORPH_TOPHAT : cv.MORPH_BLACKHAT,
      keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(side, side))),
    );
    const isInked = (value: number): boolean =>
      ink === 'light' ? value >= BRIGHTNESS.light : value <= BRIGHTNESS.dark;
    return Uint8Array.from(out.data, (value, at) => (value >= BRIGHTNESS.over && isInked(luma[at]!) ? 1 : 0));
  });
}

/** Bounding boxes of connected strokes after closing the gaps between letters. */
async function boxesOf(
  strokes: Uint8Array,
  width: number,
  height: number,
  frameHeight: number,
): Promise<readonly Area[]> {
  return withOpenCv((cv, keep) => {
    const [from, closed, labels, stats, centres] = [
      keep(new cv.Mat(height, width, cv.CV_8UC1)),
      keep(new cv.Mat()),
      keep(new cv.Mat()),
      keep(new cv.Mat()),
      keep(new cv.Mat()),
    ];
    from.data.set(strokes);
    const across = Math.max(5, Math.round(frameHeight * LETTERS.apart));
    cv.morphologyEx(
      from,
      closed,
      cv.MORPH_CLOSE,
      keep(cv.getStructuringElement(cv.MORPH_RECT, new cv.Size(across, 1))),
    );
    const count = cv.connectedComponentsWithStats(closed, labels, stats, centres, 8);
    // OpenCV returns left, top, width, height and area of each component; the first one is the background.
    return Array.from({ length: count - 1 }, (_, index) => {
      const [x = 0, y = 0, across = 0, down = 0] = stats.data32S.subarray((index + 1) * 5, (index + 1) * 5 + 4);
      return { x, y, width: across, height: down };
    });
  });
}

/** Whether a box contains a line of text, by the arrangement of its strokes and their uniform brightness. */
function isLine(box: Area, strokes: Uint8Array, { width, luma }: Moment, frameHeight: number): boolean {
  if (
    box.height < Math.max(6, frameHeight * LETTERS.min) ||
    box.height > frameHeight * LETTERS.max ||
    box.width < 1.4 * box.height
  )
    return false;
  let [covered, crossed, rows] = [0, 0, 0];
  const bins = new Uint32Array(256);
  for (let y = box.y; y < box.y + box.height; y += 1) {
    const isMiddle = Math.abs(y + 0.5 - box.y - box.height / 2) < box.height * 0.3;
    if (isMiddle) rows += 1;
    for (let x = box.x, at = y * width + box.x; x < box.x + box.width; x += 1, at += 1) {
      if (strokes[at] === 0) continue;
      covered += 1;
      bins[luma[at]!]! += 1;
      if (isMiddle && (x === box.x || strokes[at - 1] === 0)) crossed += 1;
    }
  }
  const share = covered / (box.width * box.height);
  const perHeight = crossed / Math.max(1, rows) / (box.width / box.height);
  if (share < COVERED.min || share > COVERED.max || perHeight < CROSSED.min || perHeight > CROSSED.max) return false;
  return alike(bins) >= covered * ALIKE.share;
}

/** Maximum number of values within a window of brightness. */
function alike(bins: Uint32Array): number {
  let [max, sum] = [0, 0];
  for (let value = 0; value < 256; value += 1) {
    sum += bins[value]! - (value >= ALIKE.within ? bins[value - ALIKE.within]! : 0);
    max = Math.max(max, sum);
  }
  return max;
}

/** Minimum strokes of a row within a line, as a share of the fullest row's. */
const ROW = 0.14;

/** Splits a box into lines of text at rows with few strokes. */
function parted(box: Area, strokes: Uint8Array, width: number): readonly Area[] {
  const rows = Array.from({ length: box.height }, (_, row) =>
    strokes
      .subarray((box.y + row) * width + box.x, (box.y + row) * width + box.x + box.width)
      .reduce((sum, value) => sum + value, 0),
  );
  const min = Math.max(...rows) * ROW;
  const parts: Area[] = [];
  for (let from = 0; from < rows.length;) {
    let height = 0;
    while (from + height < rows.length && rows[from + height]! >= min) height += 1;
    if (height > 0) parts.push({ ...box, y: box.y + from, height });
    from += Math.max(1, height);
  }
  return parts;
}

function candidate(box: Area, strokes: Uint8Array, width: number, height: number): Candidate {
  const grown = within(
    {
      x: box.x - box.height,
      y: box.y - Math.round(box.height * 0.4),
      width: box.width + 2 * box.height,
      height: Math.round(box.height * 1.8),
    },
    width,
    height,
  );
  const mask = new Uint8Array(grown.width * grown.height);
  for (let y = 0; y < grown.height; y += 1)
    mask.set(
      strokes.subarray((grown.y + y) * width + grown.x, (grown.y + y) * width + grown.x + grown.width),
      y * grown.width,
    );
  return { box: grown, mask };
}

function within({ x, y, width, height }: Area, max: number, down: number): Area {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  return { x: left, y: top, width: Math.min(max, x + width) - left, height: Math.min(down, y + height) - top };
}

/** Extends a track's box to include another one. */
function hold(track: Track, box: Area): void {
  const { held, counts, sums } = track;
  const [x, y] = [Math.min(held.x, box.x), Math.min(held.y, box.y)];
  const width = Math.max(held.x + held.width, box.x + box.width) - x;
  const height = Math.max(held.y + held.height, box.y + box.height) - y;
  if (width === held.width && height === held.height) return;
  Object.assign(track, {
    held: { x, y, width, height },
    counts: new Uint16Array(width * height),
    sums: new Float32Array(width * height),
  });
  for (let row = 0; row < held.height; row += 1) {
    const to = (held.y + row - y) * width + held.x - x;
    track.counts.set(counts.subarray(row * held.width, (row + 1) * held.width), to);
    track.sums.set(sums.subarray(row * held.width, (row + 1) * held.width), to);
  }
}

/** Index of a pixel inside the held box. */
const placeIn = ({ x, y, width }: Area, column: number, row: number): number => (row - y) * width + column - x;

/** The `max` heaviest items, in their original order. */
function heaviest<T>(all: readonly T[], max: number, weight: (one: T) => number): readonly T[] {
  if (all.length <= max) return all;
  const kept = new Set([...all].sort((a, b) => weight(b) - weight(a)).slice(0, max));
  return all.filter((one) => kept.has(one));
}
const sizeOf = ({ width, height }: Area): number => width * height;
const weightOf = ({ box, seen }: Track): number => sizeOf(box) * seen;

const intersect = (one: Area, other: Area): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Intersection over union of two masks. */
function overlap(one: Candidate, other: Candidate): number {
  if (!intersect(one.box, other.box)) return 0;
  let [both, either] = [0, 0];
  const left = Math.min(one.box.x, other.box.x);
  const right = Math.max(one.box.x + one.box.width, other.box.x + other.box.width);
  const valueOf = ({ box, mask }: Candidate, x: number, y: number): number =>
    x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height
      ? 0
      : mask[(y - box.y) * box.width + x - box.x]!;
  for (
    let y = Math.min(one.box.y, other.box.y);
    y < Math.max(one.box.y + one.box.height, other.box.y + other.box.height);
    y += 1
  ) {
    for (let x = left; x < right; x += 1) {
      const sum = valueOf(one, x, y) + valueOf(other, x, y);
      if (sum === 2) both += 1;
      if (sum > 0) either += 1;
    }
  }
  return either === 0 ? 0 : both / either;
}

/** Processes moments in sequence and keeps the lines of text that stay. */
export class SubtitleWatch {
  private readonly open = new Set<Track>();
  private done: readonly Track[] = [];
  private last: { readonly moment: Moment; readonly strokes: Uint8Array } | undefined;
  private count = 0;
  private width = 0;
  /** How often each pixel was a stroke of any line. */
  private all = new Uint16Array(0);

  /** @param frameHeight of the whole frame, pixels; letter sizes are relative to it */
  constructor(
    private readonly frameHeight: number,
    private readonly ink: Ink,
  ) {}

  /** Processes the next moment; all must have one size. */
  async take(moment: Moment): Promise<void> {
    const index = this.count;
    this.width = moment.width;
    this.count += 1;
    const strokes = await strokesOf(moment, this.frameHeight, this.ink);
    const before = this.last;
    this.last = { moment, strokes };
    if (before === undefined) return;
    const steady = strokes.map((value, at) =>
      value === 1 && before.strokes[at] === 1 && Math.abs(moment.luma[at]! - before.moment.luma[at]!) <= STEADY ? 1 : 0,
    );
    if (this.all.length === 0) this.all = new Uint16Array(steady.length);
    for (let at = 0; at < steady.length; at += 1) this.all[at]! += steady[at]!;
    const boxes = await boxesOf(steady, moment.width, moment.height, this.frameHeight);
    const lines = boxes
      .flatMap((box) => parted(box, steady, moment.width))
      .filter((box) => isLine(box, steady, moment, this.frameHeight));
    const seen = heaviest(lines, KEPT.open, sizeOf).map((box) => candidate(box, steady, moment.width, moment.height));
    for (const one of seen) this.follow(one, moment, index);
    for (const track of this.open) {
      if (track.to === index) continue;
      this.open.delete(track);
      if (track.seen >= SEEN.moments) this.done = heaviest([...this.done, track], KEPT.watched, weightOf);
    }
  }

  private follow(seen: Candidate, { width, luma }: Moment, index: number): void {
    let track = [...this.open].find((known) => overlap(known, seen) >= SAME);
    const { box } = seen;
    if (track === undefined) {
      track = {
        ...seen,
        from: index - 1,
        to: index,
        held: box,
        counts: new Uint16Array(sizeOf(box)),
        sums: new Float32Array(sizeOf(box)),
        seen: 0,
      };
      this.open.add(track);
    }
    Object.assign(track, { ...seen, to: index, seen: track.seen + 1 });
    hold(track, box);
    for (let y = 0; y < box.height; y += 1) {
      for (
        let x = 0, at = (box.y + y) * width + box.x, to = placeIn(track.held, box.x, box.y + y);
        x < box.width;
        x += 1, at += 1, to += 1
      ) {
        track.counts[to]! += seen.mask[y * box.width + x]!;
        track.sums[to]! += luma[at]!;
      }
    }
  }

  /** The lines that stayed, in the order in which they appeared. */
  lines(): readonly Line[] {
    const { moment } = this.last ?? {};
    if (moment === undefined) return [];
    const tracks = [...this.done, ...this.open]
      .filter(({ seen }) => seen >= SEEN.moments)
      .sort((a, b) => a.from - b.from || a.box.y - b.box.y);
    // Something that stands all the time may be scenery. If other lines come and go, it is.
    const passing = tracks.filter((track) => this.without(track) >= SEEN.moments);
    return heaviest(passing.length > 0 ? passing : tracks, KEPT.given, weightOf)
      .flatMap((track) => {
        const strokes = this.ownStrokes(track);
        return strokes.length < MIN_STROKES ? [] : [lineOf(track, strokes, moment.width, moment.height)];
      })
      .filter(({ contrast }) => Math.abs(contrast) >= BRIGHTNESS.contrast);
  }

  /** Moments in which a line was not visible. */
  private without({ from, to }: Track): number {
    return this.count - 1 - (to - from);
  }

  /** The strokes of a line, except those that are also there when the line is not. */
  private ownStrokes(track: Track): Int32Array {
    const { box, held, counts, seen } = track;
    const without = this.without(track);
    const strokes: number[] = [];
    for (let y = box.y; y < box.y + box.height; y += 1) {
      for (
        let x = box.x, at = y * this.width + x, counted = placeIn(held, x, y);
        x < box.x + box.width;
        x += 1, at += 1, counted += 1
      ) {
        if (counts[counted]! < seen * SEEN.share) continue;
        if (without < SEEN.moments || this.all[at]! - counts[counted]! < without * SEEN.share) strokes.push(at);
      }
    }
    return Int32Array.from(strokes);
  }
}

/** Fewer pixels of strokes are not text. */
const MIN_STROKES = 40;

/**
 * Makes a line of strokes and determines how far its outline or shadow reaches: to where the brightness equals that
 * farther out.
 */
function lineOf({ box, held, from, to, sums, seen }: Track, strokes: Int32Array, width: number, height: number): Line {
  const rows = strokes.map((at) => Math.floor(at / width));
  const [top, bottom] = [
    rows.reduce((min, row) => Math.min(min, row), height),
    1 + rows.reduce((max, row) => Math.max(max, row), 0),
  ];
  const isStroke = new Uint8Array(width * height);
  for (const at of strokes) isStroke[at] = 1;
  const away = distanceTo(width, height, (at) => isStroke[at] === 1);
  const beyond = Math.max(6, Math.round((bottom - top) * EDGE.beyond));
  const rings = Array.from({ length: beyond + 1 }, () => ({ sum: 0, count: 0 }));
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (
      let x = box.x, at = y * width + x, summed = placeIn(held, x, y);
      x < box.x + box.width;
      x += 1, at += 1, summed += 1
    ) {
      const ring = rings[Math.round(away.data[at]!)];
      if (ring === undefined) continue;
      ring.sum += sums[summed]! / seen;
      ring.count += 1;
    }
  }
  const means = rings.map(({ sum, count }) => sum / Math.max(1, count));
  const max = Math.max(3, Math.round((bottom - top) * EDGE.max));
  const reach = reachOf(means, max);
  const mask = Uint8Array.from(away.data, (distance) => (distance <= reach ? 1 : 0));
  // The largest step in brightness: at a dark outline, or directly beside strokes without one.
  const beside =
    1 +
    means
      .slice(1, Math.ceil(reach) + 2)
      .reduce(
        (best, value, at, all) => (Math.abs(value - means[0]!) > Math.abs(all[best]! - means[0]!) ? at : best),
        0,
      );
  const outside = Int32Array.from([...away.data.keys()].filter((at) => Math.round(away.data[at]!) === beside));
  return { box, from, to, mask, strokes, outside, contrast: means[0]! - means[beside]! };
}

/** Pixels that compression blurs beyond an edge. */
const SMEARED = 1.5;

/** The distance from which the rings have the brightness of those farther out. */
function reachOf(means: readonly number[], max: number): number {
  const far = means.slice(-Math.max(2, Math.round(means.length / 4)));
  const level = far.reduce((sum, value) => sum + value, 0) / far.length;
  const off = means.slice(1, max + 1).map((value) => Math.abs(value - level));
  const edge = Math.max(6, 0.15 * Math.max(...off));
  return 1 + off.findLastIndex((value) => value > edge) + SMEARED;
}

/**
 * Contrast of a line's strokes in a frame relative to when it was found: about 1 where it is visible, about 0 where
 * not.
 */
export function presence({ strokes, outside, contrast }: Line, { luma }: Moment): number {
  const mean = (places: Int32Array): number =>
    places.reduce((sum, at) => sum + luma[at]!, 0) / Math.max(1, places.length);
  return contrast === 0 ? 0 : (mean(strokes) - mean(outside)) / contrast;
}
